import 'server-only';
import { isIP } from 'node:net';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { portico } from './portico';
import { type Session, session, sessionIn } from './session';

/** How long the favourites of a member are taken from memory, in milliseconds. */
const KEPT = 30_000;
const MOST_KEPT = 500;

interface Favorites {
  readonly ids: Promise<ReadonlySet<number>>;
  readonly staleAt: number;
}

// One for the process, as `next dev` loads this file again after each change.
const shared = globalThis as typeof globalThis & { favorites?: Map<number, Favorites> };
shared.favorites ??= new Map();
const kept = shared.favorites;

/** The visitor's session; without one the page for signing in comes first, and leads back. */
export async function requireSession(path: string): Promise<Session> {
  const found = await session();
  if (found !== undefined) return found;
  const hasEnded = (await sessionIn(await cookies())) !== undefined;
  redirect(`${signInPath(path)}${hasEnded ? '&ended=1' : ''}`);
}

export const signInPath = (next: string): string =>
  `/account/sign-in?next=${encodeURIComponent(next)}`;

/**
 * The ids of the homes that the visitor has saved; none without a session, and then without a call. A page of a member asks once for
 * all its hearts, and the next pages within half a minute not at all.
 */
export const favoriteIds = cache(async (): Promise<ReadonlySet<number>> => {
  const member = await session();
  if (member === undefined) return new Set();
  const known = kept.get(member.id);
  if (known !== undefined && performance.now() < known.staleAt) return known.ids;
  const ids = portico()
    .members.favorites({ memberID: member.id })
    .then(({ LISTINGIDS }) => new Set(LISTINGIDS));
  kept.set(member.id, { ids, staleAt: performance.now() + KEPT });
  ids.catch(() => kept.delete(member.id));
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return ids;
});

/** Saves a home for a member, or no longer. */
export async function setFavorite(
  member: Pick<Session, 'id'>,
  listing: number,
  isFavorite: boolean,
): Promise<void> {
  await portico().members.setFavorite({ memberID: member.id, listingID: listing, isFavorite });
  kept.delete(member.id);
}

/**
 * Refuses a form that another site has sent. Next.js compares the `Origin` of a server action with `Host` (or `X-Forwarded-Host`) and
 * refuses another one, but it lets a request without an `Origin` pass. All browsers of today send it with a POST, so what has
 * none is refused here: else another site could sign its visitors in to an account of its own.
 */
export async function refuseForeignForm(): Promise<void> {
  if (!(await headers()).get('origin')) throw new Error('A form came without an Origin.');
}

/** What stands for the address of a visitor that no proxy names. */
export const UNKNOWN_ADDRESS = '0.0.0.0';

/**
 * The address of the visitor. The last one is what the proxy in front of the site saw; those before it are said by the visitor. A proxy
 * may add the port, and write `unknown` or a name in place of an address, which must keep nobody from signing in.
 */
export async function visitorAddress(): Promise<string> {
  return addressIn(await headers());
}

/** The same from the headers of a request, where there is no page yet. */
export function addressIn(request: Pick<Headers, 'get'>): string {
  const addresses = request.get('x-forwarded-for') ?? '';
  const address = addresses.split(',').pop()?.trim() ?? '';
  const bare = address.replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  return isIP(bare) === 0 ? UNKNOWN_ADDRESS : bare;
}
