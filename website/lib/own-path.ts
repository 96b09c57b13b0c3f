import 'server-only';
import { siteUrl } from './settings';

/**
 * A path of this site, as it may stand in `next`.
 *
 * @param instead Is returned for anything else, such as `//elsewhere.example`.
 */
export function ownPath(text: string | null | undefined, instead = '/account'): string {
  const own = siteUrl();
  if (!text?.startsWith('/') || !URL.canParse(text, own)) return instead;
  const { origin, pathname, search } = new URL(text, own);
  // `/.//elsewhere.example` is of this site, and the path that is left of it is not.
  const isOwn = origin === own.origin && !pathname.startsWith('//');
  return isOwn ? `${pathname}${search}` : instead;
}
