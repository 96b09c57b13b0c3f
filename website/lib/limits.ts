import 'server-only';
import { FORM_WORDS, type FormState } from './form';
import { count } from './format';
import { UNKNOWN_ADDRESS, visitorAddress } from './member';

/** How often in so many minutes: from one address, and for one account where there is one. */
const LIMITS = {
  lead: { address: 20, account: 20, minutes: 60 },
  registration: { address: 10, account: 5, minutes: 60 },
  code: { address: 30, account: 10, minutes: 15 },
  'sign-in': { address: 30, account: 10, minutes: 15 },
  'account-email': { address: 10, account: 5, minutes: 60 },
  suggestion: { address: 120, account: 120, minutes: 1 },
  picture: { address: 480, account: 480, minutes: 1 },
  card: { address: 120, account: 120, minutes: 1 },
  /** A visitor who comes back to a home within this time has seen it once. */
  view: { address: 120, account: 1, minutes: 60 },
  /** Pages: an office behind one address has enough, and a program that reads the site goes slower. */
  page: { address: 240, account: 240, minutes: 1 },
} as const;
export type Limited = keyof typeof LIMITS;

/** How many names are counted at most: a few megabytes. The oldest goes first, so that nobody can fill the memory. */
const MOST_NAMES = 20_000;

interface Tries {
  count: number;
  readonly endsAt: number;
}

// One for the process, as `next dev` loads this file again after each change.
const shared = globalThis as typeof globalThis & { tries?: Map<string, Tries> };
shared.tries ??= new Map();
const tries = shared.tries;

/**
 * Counts a try of the visitor, each process of the site for itself: of several, a visitor has as many tries as there are processes
 * at most. Portico bounds wrong passwords and codes across all of them.
 *
 * @param account What else is counted, from all addresses: the email address of an account. One that nobody has is counted like any other.
 * @returns The minutes until the next try; undefined where this one may go on.
 */
export async function minutesToWait(
  limited: Limited,
  account?: string,
): Promise<number | undefined> {
  const visitor = networkOf(await visitorAddress());
  const wait = waitFor(limited, visitor, account);
  return wait && Math.ceil(wait / 60_000);
}

/**
 * Counts a page that a visitor opens: for a member who is signed in, and for all others by their address.
 *
 * @returns The seconds until the next one; undefined where this one may be made.
 */
export function secondsToWaitForPage(
  visitor: string | undefined,
  member: number | undefined,
): number | undefined {
  const wait =
    member === undefined
      ? waitFor('page', visitor)
      : waitFor('page', undefined, `member ${member}`);
  return wait && Math.ceil(wait / 1000);
}

/** Counts a try, and says how many milliseconds there are until the next one may be made. */
function waitFor(
  limited: Limited,
  visitor: string | undefined,
  account?: string,
): number | undefined {
  const { minutes, ...most } = LIMITS[limited];
  const names: [name: string, most: number][] = [];
  if (visitor !== undefined) names.push([cut(`${limited} from ${visitor}`), most.address]);
  if (account !== undefined)
    names.push([cut(`${limited} of ${account.toLowerCase()}`), most.account]);
  const now = performance.now();
  for (const [name, times] of names) {
    const before = tries.get(name);
    if (before !== undefined && now < before.endsAt && before.count >= times)
      return before.endsAt - now;
  }
  for (const [name] of names) note(name, now, minutes * 60_000);
  return undefined;
}

/** The same for a form: what it says to somebody who has to wait; undefined where it may be sent. */
export async function refusal(
  limited: Limited,
  typed: FormState['typed'],
  account?: string,
): Promise<FormState | undefined> {
  const minutes = await minutesToWait(limited, account);
  if (minutes === undefined) return undefined;
  return { errors: {}, typed, message: FORM_WORDS.tooOften(count(minutes, 'minute')) };
}

/** Both are what a visitor says: a name of a megabyte is none to keep. No email address is longer than this. */
const cut = (name: string): string => name.slice(0, 300);

function note(name: string, now: number, lastsMs: number): void {
  const before = tries.get(name);
  if (before !== undefined && now < before.endsAt) {
    before.count++;
    return;
  }
  // At its end again, where the newest are.
  tries.delete(name);
  tries.set(name, { count: 1, endsAt: now + lastsMs });
  const [oldest] = tries.keys();
  if (tries.size > MOST_NAMES && oldest !== undefined) tries.delete(oldest);
}

/**
 * An IPv4 address, or the first half of an IPv6 one: a household has all addresses of the second half. Undefined for the address that
 * all visitors have behind a proxy that hides them.
 */
export function networkOf(address: string): string | undefined {
  if (address === UNKNOWN_ADDRESS) return undefined;
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean);
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return groups.slice(0, 4).join(':');
}
