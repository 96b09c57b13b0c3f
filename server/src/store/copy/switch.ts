import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../lib/clock.js';
import { FRESH_MS } from '../directory/fresh-cache.js';
import { renewStatistics } from '../engines/dialect-tables.js';
import type { OwnedDatabase } from '../tenant/open.js';
import { copyTables, readSnapshot } from './dump.js';
import { freeze, MoveOvertaken, OPEN, updateState, writeInside } from './guard.js';
import { removeGuard } from './triggers.js';

/**
 * The tables of records, which only imports and websites' own tools write. They are read-only while a
 * client moves, and copied during that time. What is not here is copied last, while nobody writes: so it is
 * with a table that is forgotten here.
 */
const RECORDS: ReadonlySet<string> = new Set([
  ...['agent', 'team', 'team_expects', 'office', 'testimonial', 'press', 'video', 'deal'],
  ...[
    'blog',
    'blog_building',
    'blog_label',
    'blog_label_name',
    'document',
    'link',
    'link_category',
  ],
  ...['building', 'building_photo', 'neighborhood', 'label', 'picture', 'picture_source'],
  ...['listing', 'listing_custom', 'listing_history', 'listing_label', 'listing_search', 'photo'],
  ...['change_entry', 'source_key'],
]);

/** The index of words: searches bring it forward, also during a move. `word_index` says how far it is. */
const WORDS: ReadonlySet<string> = new Set(['word', 'word_index', 'word_posting', 'listing_words']);

/** The order in which the tables of a database are copied. */
export interface CopyOrder {
  readonly records: readonly string[];
  /** Large, and mostly still; copied again where a search has brought it forward. */
  readonly words: readonly string[];
  /** What people write, and all else. */
  readonly last: readonly string[];
}

/** Sorts the tables of a database into this order. */
export function copyOrder(tables: readonly string[]): CopyOrder {
  return {
    records: tables.filter((name) => RECORDS.has(name)),
    words: tables.filter((name) => WORDS.has(name)),
    last: tables.filter((name) => !RECORDS.has(name) && !WORDS.has(name)),
  };
}

/** The two databases of a move. */
export interface Copying {
  readonly moveId: string;
  readonly source: OwnedDatabase;
  readonly target: OwnedDatabase;
  readonly order: CopyOrder;
  /** Aborted to stop the work between two portions. */
  readonly signal: AbortSignal;
}

/** A move cannot be done. Nothing has changed. */
export class MoveRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MoveRefused';
  }
}

/** What was copied, and what it cost. */
export interface MoveResult {
  readonly rows: Readonly<Record<string, number>>;
  /** The rows that were copied while nobody wrote. */
  readonly copiedLast: number;
  /** How long writers had to wait, in milliseconds. */
  readonly pauseMs: number;
}

const NEVER_STILL =
  'Writes could not be halted for a moment: each time, one that had begun took too long. Everything is as it was; ' +
  'try it at a quieter time.';

/** Every process looks a tenant up again within this time. */
const SEEN_EVERYWHERE_MS = 2 * FRESH_MS;

/** The longest that writers wait for those that had begun, before they may write again. */
const HALTED_WITHIN_MS = 2_000;

/** How often that is tried, and how long others proceed in between. */
const FREEZES = 20;
const BETWEEN_FREEZES_MS = 1_000;

/**
 * Copies the source to the target, first what is read-only and then, while nobody writes, the rest. Then
 * makes the directory name the target.
 *
 * @param switched Updates the directory; returns whether it still named the source.
 * @throws MoveRefused
 * @throws MoveOvertaken
 */
export async function copyAndSwitch(
  { clock, say }: { readonly clock: Clock; readonly say: (step: string) => void },
  copying: Copying,
  switched: () => Promise<boolean>,
): Promise<MoveResult> {
  const { source, target, order, moveId, signal } = copying;
  const { records, words, last } = order;
  say(`Copying ${records.length + words.length + last.length} tables …`);
  const rows = await copy(copying, [...records, ...words]);
  await renewStatistics(target.db, [...records, ...words]);
  say('Switching …');
  const frozenAt = await frozen(copying, clock);
  const still = await sameWords(copying);
  const lastRows = await copy(copying, still ? last : [...last, ...words]);
  await updateState(target.db, moveId, { phase: 'ready' });
  signal.throwIfAborted();
  // Fails if another move, or the end of this one, has changed the directory's encoding.
  if (!(await switched())) throw new MoveOvertaken();
  await updateState(source.db, moveId, { phase: 'left' });
  await seenEverywhere(clock);
  await removeGuard(target);
  const pauseMs = Math.round(clock.monotonic() - frozenAt);
  await renewStatistics(target.db, last);
  const copiedLast = Object.values(lastRows).reduce((sum, each) => sum + each, 0);
  return { rows: { ...rows, ...lastRows }, copiedLast, pauseMs };
}

/** Copies tables in one transaction: all of them, or none. @throws MoveOvertaken */
function copy(
  { source, target, moveId, signal }: Copying,
  tables: readonly string[],
): Promise<Record<string, number>> {
  return readSnapshot(source, (snapshot) =>
    writeInside(target, moveId, (transaction) => copyTables(snapshot, transaction, tables, signal)),
  );
}

/** Whether no search has brought the index of words forward since it was copied. */
async function sameWords({ source, target, order }: Copying): Promise<boolean> {
  if (!order.words.includes('word_index')) return true;
  const [here, there] = await Promise.all(
    [source, target].map(({ db }) => db.selectFrom('word_index').selectAll().execute()),
  );
  return isDeepStrictEqual(here, there);
}

/** Freezes the source. @returns When (monotonic). @throws MoveRefused */
async function frozen({ source, moveId, order }: Copying, clock: Clock): Promise<number> {
  for (let freezes = 1; ; freezes += 1) {
    const frozenAt = clock.monotonic();
    const leftMs = () => frozenAt + HALTED_WITHIN_MS - clock.monotonic();
    if (await freeze(source, moveId, [...order.last, ...order.words], leftMs)) return frozenAt;
    await updateState(source.db, moveId, { phase: 'copying', open: OPEN.people });
    if (freezes === FREEZES) throw new MoveRefused(NEVER_STILL);
    await pause(BETWEEN_FREEZES_MS);
  }
}

/**
 * Waits until no process uses the old place: each asks the directory again within this time, and a call
 * that began before is answered from before.
 */
export async function seenEverywhere(clock: Clock): Promise<void> {
  const until = clock.monotonic() + SEEN_EVERYWHERE_MS;
  while (clock.monotonic() < until) await pause(20);
}
