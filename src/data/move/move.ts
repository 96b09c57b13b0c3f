import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../../clock.js';
import { clientFile, type OwnedDatabase, openAsOwner, schemaOf } from '../client-database/open.js';
import { type ClientDatabases, SETTINGS_FRESH_MS } from '../client-databases.js';
import type { ClientEntry, Directory } from '../directory/directory.js';
import type { PlaceName, Places } from '../directory/places.js';
import { type MovedTable, tableIn, tablesOf } from './catalog.js';
import { type Copying, copyAll, copyRest, fingerprints, replayPortion, tidy } from './copy.js';
import {
  advance,
  beginState,
  freeze,
  installGuard,
  MoveOvertaken,
  removeGuard,
  reopen,
  stateOf,
  writeInside,
} from './guard.js';

/** A move cannot be done. What was there is as it was. */
export class MoveRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MoveRefused';
  }
}

/** What a move works with. */
export interface MoveParts {
  readonly directory: Directory;
  readonly clients: Pick<ClientDatabases, 'store'>;
  readonly places: Places;
  readonly clock: Clock;
  /** Gives that many bytes nobody can guess. */
  readonly random: (size: number) => Uint8Array;
  /** Aborted to stop the move; what it froze is thawed. */
  readonly signal: AbortSignal;
  /** Told what is being done, for people who wait. */
  readonly say: (step: string) => void;
}

/** What a move did. */
export interface MoveResult {
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows that were copied once more, as they were changed meanwhile. */
  readonly replayed: number;
  /** How long writers had to wait, in milliseconds. */
  readonly pauseMs: number;
  /** Where the old copy is left, in words. */
  readonly left: string;
}

/** Every process has looked a client up anew within this time. */
const SEEN_EVERYWHERE_MS = 2 * SETTINGS_FRESH_MS;

/** Noted changes that are few enough to make writers wait for. */
const FEW = 200;

/** How long writers wait for what came in the last moment, before they are let in again. */
const FROZEN_AT_MOST_MS = 5_000;

/** How long the copy runs after the changes before the move gives up. */
const BEHIND_AT_MOST_MS = 600_000;

/**
 * Moves a client database or feed to another place, while servers go on: they read all the time, and
 * writes wait for the last moments and are then made in the new place. Nothing acknowledged is lost.
 *
 * At every step the directory says which of the two places counts, and the other one takes no
 * writes; a move that was killed is begun anew, or ended by `endMove`.
 *
 * @returns `finished` where a killed move had all but done it; `renamed` where it is the same place
 * under another password, user or word, which the directory now has.
 * @throws MoveRefused
 */
export async function moveClient(
  parts: MoveParts,
  entry: ClientEntry,
  to: PlaceName,
): Promise<MoveResult | 'finished' | 'renamed'> {
  const { clients, places, directory } = parts;
  const from = await places.placeOf(entry.name, entry.database_url);
  if (samePlace(clients, from, to)) {
    if (await endMove(parts, entry)) return 'finished';
    if (from === to) {
      throw new MoveRefused(`The database of ${entry.name} is in that place already.`);
    }
    await rename(parts, entry, to);
    return 'renamed';
  }
  await endMove(parts, entry);
  const claim = await claimed(parts, entry, from);
  const source = await openAsOwner(clients.store(from), entry.name);
  const moveId = Buffer.from(parts.random(16)).toString('hex');
  try {
    const tables = await tablesOf(source);
    await installGuard(source, tables, { noting: true });
    await beginState(source, { move_id: moveId, part: 'source', phase: 'copying' }, 1);
    const target = await openAsOwner(clients.store(to), entry.name);
    try {
      await prepareTarget(target, tables, moveId, entry.name);
      const copying = copyingOf(parts, { client: entry.name, moveId, source, target, tables });
      const word = await places.wordFor(entry.name, to);
      const result = await copyAndSwitch(parts, copying, () =>
        directory.switchPlace(entry.name, claim, word),
      );
      return { ...result, left: whereIs(clients, from, entry.name) };
    } finally {
      await target.close();
    }
  } catch (error) {
    // Only while the directory still names the source: otherwise it must stay closed for ever.
    const now = await directory.client(entry.name);
    if (now?.database_url === claim) await removeGuard(source);
    throw error;
  } finally {
    await source.close();
  }
}

/** Has the directory lead to the same place in other words, once they are seen to lead there. */
async function rename(parts: MoveParts, entry: ClientEntry, to: PlaceName): Promise<void> {
  const { clients, places, directory } = parts;
  await (await openAsOwner(clients.store(to), entry.name)).close();
  const word = await places.wordFor(entry.name, to);
  if (!(await directory.switchPlace(entry.name, entry.database_url, word))) {
    throw new MoveOvertaken();
  }
}

/**
 * Ends what a killed move has left in the database that counts: one that was frozen takes writes
 * again, and one that was switched to is opened.
 *
 * @returns Whether there was anything to end.
 */
export async function endMove(parts: MoveParts, entry: ClientEntry): Promise<boolean> {
  const { clients, places, directory, clock } = parts;
  const place = await places.placeOf(entry.name, entry.database_url);
  const owned = await openAsOwner(clients.store(place), entry.name);
  try {
    if ((await stateOf(owned)) === undefined) return false;
    // Whoever is at it still, in another process, finds that the directory names no place of its.
    const current = (await directory.client(entry.name)) ?? entry;
    await claimed(parts, current, place);
    await seenEverywhere(clock);
    await removeGuard(owned);
    return true;
  } finally {
    await owned.close();
  }
}

/** Gives the same place a new word, which takes the directory away from any other move. */
async function claimed(
  { directory, places }: MoveParts,
  { name }: ClientEntry,
  place: PlaceName,
): Promise<string> {
  const current = await directory.client(name);
  const word = await places.wordFor(name, place);
  if (current === undefined || !(await directory.switchPlace(name, current.database_url, word))) {
    throw new MoveOvertaken();
  }
  return word;
}

async function prepareTarget(
  target: OwnedDatabase,
  tables: readonly MovedTable[],
  moveId: string,
  client: string,
): Promise<void> {
  const state = await stateOf(target);
  if (state?.move_id === moveId) {
    throw new MoveRefused(`The database of ${client} is in that place already, under another URL.`);
  }
  const there = await tablesOf(target);
  if (JSON.stringify(there) !== JSON.stringify(tables)) {
    throw new MoveRefused(`What is in that place has other tables than the database of ${client}.`);
  }
  // A killed move may not have come to note that the directory names another place by now.
  const isLeftOver = state !== undefined && state.phase !== 'copying';
  if (!isLeftOver && (await holdsData(target, tables))) {
    throw new MoveRefused(
      `That place already holds data of a client named ${client}, which is not a copy that an ` +
        'earlier move has left. Delete it there, or choose another place.',
    );
  }
  await installGuard(target, tables, { noting: false });
  await beginState(target, { move_id: moveId, part: 'target', phase: 'filling' }, 0);
  await writeInside(target, moveId, async (transaction) => {
    for (const { name } of tables) {
      await sql`delete from ${tableIn(target, name)}`.execute(transaction);
    }
  });
}

async function holdsData(target: OwnedDatabase, tables: readonly MovedTable[]): Promise<boolean> {
  for (const { name } of tables.filter(({ key }) => key.length > 0)) {
    const { rows } = await sql`select 1 from ${tableIn(target, name)} limit 1`.execute(target.db);
    if (rows.length > 0) return true;
  }
  return false;
}

function copyingOf(
  { signal }: MoveParts,
  databases: Omit<Copying, 'check' | 'replayedUpTo'>,
): Copying {
  const check = () => {
    if (signal.aborted) throw new MoveRefused('The move was stopped. Everything is as it was.');
  };
  return { ...databases, replayedUpTo: 0, check };
}

async function copyAndSwitch(
  { clock, say }: MoveParts,
  copying: Copying,
  switched: () => Promise<boolean>,
): Promise<Omit<MoveResult, 'left'>> {
  const { source, target, tables, moveId } = copying;
  say(`Copying ${tables.length} tables …`);
  await copyAll(copying);
  await tidy(target, tables);
  const { frozenAt, replayed } = await caughtUp(copying, clock);
  say('Switching …');
  await copyRest(copying);
  const rows = await compared(copying);
  await advance(target, { move_id: moveId, phase: 'ready' });
  copying.check();
  // Refused where another move, or the end of this one, has taken the directory's word.
  if (!(await switched())) throw new MoveOvertaken();
  await advance(source, { move_id: moveId, phase: 'left' });
  await seenEverywhere(clock);
  await removeGuard(target);
  return { rows, replayed, pauseMs: Math.round(clock.monotonic() - frozenAt) };
}

/**
 * Replays what was changed meanwhile until little is left, and the rest while nobody writes. The
 * source is frozen afterwards.
 *
 * @returns When it was frozen (monotonic), and how many notes were replayed.
 * @throws MoveRefused when changes come faster than they can be copied.
 */
async function caughtUp(
  copying: Copying,
  clock: Clock,
): Promise<{ readonly frozenAt: number; readonly replayed: number }> {
  const { source, moveId, tables } = copying;
  const giveUpAt = clock.monotonic() + BEHIND_AT_MOST_MS;
  let replayed = 0;
  const replay = async (): Promise<number> => {
    const notes = await replayPortion(copying);
    replayed += notes;
    return notes;
  };
  for (;;) {
    while ((await replay()) > FEW) {
      if (clock.monotonic() < giveUpAt) continue;
      throw new MoveRefused(
        'Changes come faster than they can be copied. Everything is as it was; try it at a quieter time.',
      );
    }
    const frozenAt = clock.monotonic();
    await freeze(source, moveId, tables);
    let left = await replay();
    while (left > 0 && clock.monotonic() - frozenAt < FROZEN_AT_MOST_MS) left = await replay();
    if (left === 0) return { frozenAt, replayed };
    // An import's batch, say, that was committed in the last moment: longer than callers wait.
    await reopen(source, moveId);
  }
}

async function compared({ source, target, tables }: Copying): Promise<Record<string, number>> {
  const [here, there] = [await fingerprints(source, tables), await fingerprints(target, tables)];
  for (const { name } of tables) {
    if (JSON.stringify(here.get(name)) !== JSON.stringify(there.get(name))) {
      throw new MoveRefused(
        `The copy of the table ${name} differs from the original, which is still in use.`,
      );
    }
  }
  return Object.fromEntries([...here].map(([name, { rows }]) => [name, rows]));
}

/**
 * Waits until no process can take the old place for the one that counts: each asks the directory
 * again after so long, and a call that began before is answered as of before.
 */
async function seenEverywhere(clock: Clock): Promise<void> {
  const until = clock.monotonic() + SEEN_EVERYWHERE_MS;
  while (clock.monotonic() < until) await pause(20);
}

function samePlace(clients: MoveParts['clients'], one: PlaceName, other: PlaceName): boolean {
  const [here, there] = [clients.store(one), clients.store(other)];
  if ('folder' in here || 'folder' in there) {
    return 'folder' in here && 'folder' in there && here.folder === there.folder;
  }
  return here.server.label === there.server.label;
}

function whereIs(clients: MoveParts['clients'], place: PlaceName, name: string): string {
  const store = clients.store(place);
  return 'folder' in store
    ? clientFile(store.folder, name)
    : `schema ${schemaOf(name)} of ${store.server.label}`;
}
