import {
  agentLine,
  type Form,
  type Home,
  homeLine,
  KINDS,
  type Kind,
  unreadableLines,
} from './nights-files.js';

/** A line of a file, and what the import makes of it. */
export interface Line {
  readonly text: string;
  /** The records that it names, be they accepted or not. */
  readonly names: readonly (readonly [Kind, number])[];
  /** The records that it stores: a price of each listing, 0 of each agent; undefined keeps the price. */
  readonly stores: readonly (readonly [Kind, number, number | undefined])[];
  /** The kinds of which it names somebody, and nobody can tell whom. */
  readonly unreadable: readonly Kind[];
  /** The listing that it takes away. */
  readonly removes?: number;
}

const isFeed = (form: Form) => form === 'mapped' || form === 'stream';

export function homeOf(form: Form, home: Home): Line {
  const { id, price, agent } = home;
  const own = { text: homeLine(form, home), unreadable: [] };
  if (!isFeed(form))
    return { ...own, names: [['listings', id]], stores: [['listings', id, price]] };
  return {
    ...own,
    names: [
      ['listings', id],
      ['agents', agent],
    ],
    stores: [
      ['listings', id, price],
      ['agents', agent, 0],
    ],
  };
}

/** A listing with a price that is none: it is named, and not stored. */
export function badPriceOf(form: Form, home: Home): Line {
  const whole = homeOf(form, home);
  const stores = whole.stores.filter(([kind]) => kind === 'agents');
  return { ...whole, text: homeLine(form, home, 'much'), stores };
}

/** A listing whose price is cut off: the row looks whole. */
export function cutPriceOf(home: Home, text: string): Line {
  const price = text.slice(text.lastIndexOf(',') + 1);
  const stores = [['listings', home.id, price === '' ? undefined : Number(price)]] as const;
  return { text, names: [['listings', home.id]], stores, unreadable: [] };
}

/** Each way in which a line does not say which listing it is. */
export function unreadableOf(form: Form, home: Home): Line[] {
  return unreadableLines(form, home).map((text) => {
    if (!isFeed(form)) return { text, names: [], stores: [], unreadable: ['listings'] };
    if (!text.endsWith('}')) return noRecord(form, text);
    const { agent } = home;
    const names = [['agents', agent]] as const;
    return { text, names, stores: [['agents', agent, 0]], unreadable: ['listings'] };
  });
}

/** Text that is no record. */
export function noRecord(form: Form, text: string): Line {
  return { text, names: [], stores: [], unreadable: isFeed(form) ? KINDS : ['listings'] };
}

export function agentOf(form: Form, id: number): Line {
  return {
    text: agentLine(form, id),
    names: [['agents', id]],
    stores: [['agents', id, 0]],
    unreadable: [],
  };
}

export function withdrawalOf(id: number): Line {
  const text = JSON.stringify({ main_id: id, _remove: true });
  return { text, names: [['listings', id]], stores: [], unreadable: [], removes: id };
}

/** The records of each kind that the database should hold: the prices of listings, 0 for each agent. */
export type Stored = Readonly<Record<Kind, Map<number, number>>>;

export const nothingStored = (): Stored => ({ listings: new Map(), agents: new Map() });

/** Stores what the lines say. @param kept The listings whose price staff have corrected; it stays while they are there. */
export function read(stored: Stored, lines: readonly Line[], kept: Set<number>): void {
  for (const { stores, removes } of lines) {
    for (const [kind, id, value] of stores) {
      const stays = value === undefined || (kind === 'listings' && kept.has(id));
      stored[kind].set(id, stays ? (stored[kind].get(id) ?? 0) : value);
    }
    if (removes === undefined) continue;
    stored.listings.delete(removes);
    kept.delete(removes);
  }
}

/** How many records of each kind a good import has left, or a bad one has found where there were fewer. */
export type Base = Partial<Record<Kind, number>>;

/** The brake as decision and docs word it, in words of our own: `all` are those that were there before. */
function brakes(going: number, all: number): boolean {
  return (going * 10 > all && going > 20) || (going * 2 > all && going >= 5);
}

/**
 * Removes what the lines do not name, where that may be.
 *
 * @returns Whether a removal of the kind was refused, and whether by the brake.
 */
export function remove(
  stored: Map<number, number>,
  kind: Kind,
  lines: readonly Line[],
  isForced: boolean,
  /** How many records were there before the night, and when an import last went well, if these are fewer. */
  before: number,
): 'done' | 'brake' | 'refused' {
  const named = new Set<number>();
  let unreadable = 0;
  for (const line of lines) {
    for (const [of, id] of line.names) if (of === kind) named.add(id);
    unreadable += line.unreadable.filter((of) => of === kind).length;
  }
  const going = [...stored.keys()].filter((id) => !named.has(id));
  if (going.length === 0) return 'done';
  if (named.size === 0 || unreadable > 0) return 'refused';
  if (!isForced && brakes(going.length, before)) return 'brake';
  for (const id of going) stored.delete(id);
  return 'done';
}
