import { idOf } from '@/lib/ids';
import { ownPath } from '@/lib/own-path';
import type { PageParameters } from '@/lib/search';
import type { Way } from './forms';

/** Where a visitor wanted to go, from the address of a page. */
export function wayOf({ next, save }: PageParameters): Way {
  return {
    next: typeof next === 'string' ? ownPath(next) : undefined,
    save: typeof save === 'string' && (save === 'search' || idOf(save)) ? save : undefined,
  };
}

/** A path of the account that carries on there. */
export function along(path: string, way: Way): string {
  const entries = Object.entries(way).filter((entry): entry is [string, string] => !!entry[1]);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}
