import type { Brokerage } from './nights-brokerage.js';
import { type Home, KINDS, type Kind } from './nights-files.js';
import * as model from './nights-model.js';
import type { Random } from './random.js';

/** How likely each kind of night is. */
export const NIGHTS = {
  whole: 45,
  shrunk: 8,
  grown: 4,
  withdrawn: 4,
  repeated: 4,
  'bad rows': 10,
  'unreadable ids': 6,
  'cut between records': 9,
  'cut within a record': 5,
  'cut of a packed file': 3,
  empty: 3,
  'one kind missing': 3,
  'another number': 3,
  'other ids': 3,
  "another client's file": 3,
} as const;
export type Night = keyof typeof NIGHTS;

/** Nights whose files tell the truth about which records there are. */
export const GOOD: ReadonlySet<Night> = new Set([
  'whole',
  'shrunk',
  'grown',
  'withdrawn',
  'repeated',
  'bad rows',
]);

/** Nights whose files are whole, and of records that are not those of the brokerage. */
const STRANGE: ReadonlySet<Night> = new Set(['other ids', "another client's file"]);

/** Far above the numbers that a brokerage reaches in years. */
const OTHER_IDS = 5_000_000;
const STRANGERS = 7_000_000;

/** The files of a night. */
export interface Files {
  readonly night: Night;
  readonly lines: Record<Kind, readonly model.Line[]>;
  readonly kinds: ReadonlySet<Kind>;
  readonly packing: 'plain' | 'packed' | 'packed and cut';
  /** Whether every record of the brokerage has a line. */
  readonly isWhole: boolean;
  /** Whether an import stops at it with an error. */
  readonly stops: boolean;
  /** What is there of an element of an array that broke off. */
  readonly torn?: string;
}

/** What the source says of the number of its records. */
export interface Announced {
  readonly args: readonly string[];
  readonly lastLine: string;
  /** Whether something may be removed, as far as numbers go. */
  readonly isRight: boolean;
}

/** The lines of each file, and how much of them comes. */
export function filesOf(
  night: Night,
  brokerage: Brokerage,
  stored: model.Stored,
  random: Random,
): Files {
  const { form, isFeed } = brokerage;
  const { homes, agents } = recordsOf(night, brokerage, random);
  const lines: Record<Kind, model.Line[]> = {
    agents: agents.map((id) => model.agentOf(form, id)),
    listings: homes.map((home) => model.homeOf(form, home)),
  };
  const kinds = new Set<Kind>(isFeed ? ['listings'] : KINDS);
  const files: Files = {
    night,
    lines,
    kinds,
    packing: 'plain',
    isWhole: !STRANGE.has(night),
    stops: false,
  };
  if (night === 'withdrawn' && form === 'ndjson') {
    const gone = [...stored.listings.keys()].filter((id) => !brokerage.homes.has(id));
    lines.listings.push(...gone.map(model.withdrawalOf));
  }
  if (night === 'repeated') lines.listings.push(...random.some(lines.listings, 0.2));
  if (night === 'bad rows' || night === 'unreadable ids') {
    for (let at = random.between(1, 5); at > 0; at -= 1) {
      const line = random.between(0, homes.length - 1);
      const home = homes[line] as Home;
      const unreadable = () => random.one(model.unreadableOf(form, home));
      lines.listings[line] = night === 'bad rows' ? model.badPriceOf(form, home) : unreadable();
    }
  }
  if (night === 'empty') lines.listings = [];
  if (night === 'one kind missing' && !isFeed) kinds.delete(random.one(KINDS));
  if (night === 'cut of a packed file' && form !== 'stream')
    return { ...files, packing: 'packed and cut', stops: true };
  if (night === 'cut between records')
    return cut(files, isFeed || random.chance(0.7) ? 'listings' : 'agents', random);
  if (night === 'cut within a record') return torn(files, brokerage, homes, random);
  if (form !== 'stream' && random.chance(0.2)) return { ...files, packing: 'packed' };
  return files;
}

/** The records that the files bring: those of the brokerage, its own under other ids, or those of somebody else. */
function recordsOf(night: Night, { homes: own, agents: staff, isFeed }: Brokerage, random: Random) {
  let homes = random.shuffled([...own.values()]);
  let agents = isFeed ? [] : random.shuffled([...staff]);
  if (night === 'other ids') homes = homes.map((home) => ({ ...home, id: OTHER_IDS + home.id }));
  if (night === "another client's file") {
    const strange = Array.from({ length: random.size(1, 300) }, (_, at) => STRANGERS + at);
    if (!isFeed) agents = strange;
    homes = Array.from({ length: random.size(10, 5000) }, (_, at) => {
      const price = random.between(1000, 9999);
      return { id: STRANGERS + at, price, agent: random.one(strange) };
    });
  }
  return { homes, agents };
}

/** A file that breaks off after one of its lines. */
function cut(files: Files, kind: Kind, random: Random): Files {
  const all = files.lines[kind];
  const tenth = Math.floor(all.length / 10);
  const half = Math.floor(all.length / 2);
  // Near the end more often than anywhere else, where a brake may take it for a day's work, and around its limits.
  const missing = random.one([
    random.between(1, all.length),
    random.between(1, tenth + 1),
    random.between(1, tenth + 1),
    random.one([4, 5, 20, 21, tenth, tenth + 1, half, half + 1]),
  ]);
  const kept = Math.max(0, all.length - Math.max(1, missing));
  return { ...files, lines: { ...files.lines, [kind]: all.slice(0, kept) }, isWhole: false };
}

/** Listings that break off within a line. */
function torn(files: Files, { form }: Brokerage, homes: readonly Home[], random: Random): Files {
  const left = cut(files, 'listings', random);
  const { listings } = left.lines;
  const whole = files.lines.listings[listings.length]?.text ?? '';
  const text = whole.slice(0, random.between(1, whole.length - 1));
  if (form === 'json') return { ...left, stops: true, torn: text };
  const looksWhole = form === 'csv' && text.split(',').length === 4;
  const line = looksWhole
    ? model.cutPriceOf(homes[listings.length] as Home, text)
    : model.noRecord(form, text);
  return { ...left, lines: { ...left.lines, listings: [...listings, line] } };
}

/** How many records the source says that there are, where it says so. */
export function announcedOf(files: Files, brokerage: Brokerage, random: Random): Announced {
  const { night, lines, kinds } = files;
  // The number of a strange file is as right as its lines are.
  const isWhole = files.isWhole || STRANGE.has(night);
  const isStream = brokerage.form === 'stream';
  const there = [...kinds].reduce((sum, kind) => sum + lines[kind].length, 0);
  const none = { args: [], lastLine: '' };
  if (night === 'another number') {
    if (isStream && random.chance(0.5)) return { ...none, isRight: false };
    return { ...none, args: ['--expect', String(there + random.between(1, 9))], isRight: false };
  }
  if (!isStream) return { ...none, isRight: true };
  // The last line does not come either where the stream breaks off.
  if (random.chance(0.5))
    return { ...none, lastLine: isWhole ? `{"_complete":${there}}\n` : '', isRight: isWhole };
  const said = isWhole ? there : brokerage.homes.size;
  return { ...none, args: ['--expect', String(said)], isRight: said === there };
}
