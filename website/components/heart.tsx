import { favoriteIds } from '@/lib/member';
import { session } from '@/lib/session';
import { HeartButton } from './heart-button';

/** Saves a home, or no longer. It knows the member by itself, so that no page has to pass it on. */
export async function Heart(props: {
  readonly listing: number;
  /** The address of the home, for those who hear the page. */
  readonly name: string;
  readonly wide?: boolean;
}) {
  // Hearts are no reason for a page not to be there.
  const ids = await favoriteIds().catch(() => new Set<number>());
  const member = await session();
  // The key: another member's hearts begin afresh.
  return <HeartButton {...props} saved={ids.has(props.listing)} key={member?.id ?? 0} />;
}
