import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../lib/clock.js';
import type { ClientEntry, Directory } from '../directory/directory.js';
import type { PlaceName, Places } from '../directory/places.js';
import { type OwnedDatabase, openAsOwner, storeLabel, whereIs } from '../tenant/open.js';
import type { TenantDatabases } from '../tenant-databases.js';
import { isUntouched, shapes, stepsOf } from './dump.js';
import { beginState, hasGuard, MoveOvertaken, OPEN, stateOf } from './guard.js';
import {
  copyAndSwitch,
  copyOrder,
  MoveRefused,
  type MoveResult,
  seenEverywhere,
} from './switch.js';
import { installGuard, removeGuard } from './triggers.js';

export interface MoveParts {
  readonly directory: Directory;
  readonly tenants: Pick<TenantDatabases, 'store' | 'openAt'>;
  readonly places: Places;
  readonly clock: Clock;
  /** Returns that many random bytes, fit for secrets. */
  readonly random: (size: number) => Uint8Array;
  /** Aborted to stop the move; a frozen database is opened again. */
  readonly signal: AbortSignal;
  readonly say: (step: string) => void;
}

export interface MoveDone extends MoveResult {
  /** Where the old copy remains, in words. */
  readonly left: string;
}

/**
 * Moves a tenant database or feed to another place while servers run: reads continue. Records are
 * read-only; what people write waits for the last moments and then goes to the new place. Nothing
 * acknowledged is lost.
 *
 * At every step the directory says which of the two places is in use, and the other one takes no
 * writes. A killed move is started again, or ended by `endMove`.
 *
 * @returns `finished` if a killed move had all but done it; `renamed` if it is the same place with
 *   another password, user or encoding, which the directory now has.
 * @throws MoveRefused
 */
export async function moveTenant(
  parts: MoveParts,
  entry: ClientEntry,
  to: PlaceName,
): Promise<MoveDone | 'finished' | 'renamed'> {
  const { tenants, places, directory } = parts;
  const from = await places.placeOf(entry.name, entry.database_url);
  if (storeLabel(await tenants.store(from)) === storeLabel(await tenants.store(to))) {
    const ended = await ending(parts, entry);
    if (ended?.wasMoving) return 'finished';
    if (from === to) {
      throw new MoveRefused(`The database of ${entry.name} is in that place already.`);
    }
    // First whether it leads there.
    await (await openAsOwner(await tenants.store(to), entry.name)).close();
    await claimed(parts, { ...entry, database_url: ended?.word ?? entry.database_url }, to);
    return 'renamed';
  }
  const word = await places.encodePlace(entry.name, to);
  return copyTo(parts, entry, from, {
    name: entry.name,
    place: to,
    switched: (claim) => directory.switchPlace(entry.name, claim, word, true),
  });
}

/**
 * Gives a tenant or feed another name: copies its database to one of that name in the same place, as a
 * move does, and then the directory names it so. Writes that wait in that moment fail, as their callers
 * know only the old name.
 *
 * @param beforeSwitch Called while nobody writes, for what has to be complete under the new name.
 * @returns `finished` if a killed rename had all but done it.
 * @throws MoveRefused
 */
export async function renameClient(
  parts: MoveParts,
  entry: ClientEntry,
  name: string,
  beforeSwitch: () => Promise<void>,
): Promise<MoveDone> {
  const { places, directory } = parts;
  const place = await places.placeOf(entry.name, entry.database_url);
  const word = await places.encodePlace(name, place);
  return copyTo(parts, entry, place, {
    name,
    place,
    async switched(claim) {
      await beforeSwitch();
      return directory.renameClient(entry.name, name, { from: claim, to: word });
    },
  });
}

/** Where a database is copied to, and what then makes the directory name the copy. */
interface CopyTarget {
  readonly name: string;
  readonly place: PlaceName;
  /** @param claim The directory's encoding of the source. @returns Whether it still had it. */
  readonly switched: (claim: string) => Promise<boolean>;
}

async function copyTo(
  parts: MoveParts,
  entry: ClientEntry,
  from: PlaceName,
  { name, place: to, switched }: CopyTarget,
): Promise<MoveDone> {
  const { tenants } = parts;
  const ended = await ending(parts, entry);
  const claim = ended?.word ?? (await claimed(parts, entry));
  const source = await tenants.openAt({ ...entry, database_url: claim });
  const moveId = Buffer.from(parts.random(16)).toString('hex');
  try {
    const tables = (await shapes(source)).map((table) => table.name);
    const order = copyOrder(tables);
    await beginState(source, { move_id: moveId, part: 'source', phase: 'copying' }, OPEN.people);
    await installGuard(source, tables, order.records);
    const target = await openAsOwner(await tenants.store(to), name);
    try {
      await checkSteps(source, target, entry.name);
      await prepareTarget(source, target, moveId, name);
      const copying = { moveId, source, target, order, signal: parts.signal };
      const result = await copyAndSwitch(parts, copying, () => switched(claim));
      return { ...result, left: whereIs(await tenants.store(from), entry.name) };
    } finally {
      await target.close();
    }
  } catch (error) {
    await release(parts, { ...entry, database_url: claim }, source).catch(() => {
      if (error instanceof MoveOvertaken) return;
      parts.say(
        `Whether the directory names the new place is not sure. Until the same command is run again, or ` +
          `\`portico client move ${entry.name} --abort\`, the client may take no writes.`,
      );
    });
    if (parts.signal.aborted) {
      throw new MoveRefused('The move was stopped. Everything is as it was.');
    }
    throw error;
  } finally {
    await source.close();
  }
}

/**
 * Opens a database again for everybody, unless the directory already names another place: then it must
 * stay closed for ever. A move that still runs in another process, or a switch whose answer was lost, then
 * finds another encoded location and cannot switch any more.
 *
 * @returns The directory's new encoding of the place.
 * @throws MoveOvertaken when the directory has another encoding by now than the entry.
 */
async function release(
  parts: MoveParts,
  entry: ClientEntry,
  owned: OwnedDatabase,
): Promise<string> {
  const word = await claimed(parts, entry);
  await seenEverywhere(parts.clock);
  await removeGuard(owned);
  return word;
}

/**
 * Ends what a killed move has left in the database in use: a frozen one takes writes again, and one
 * that was switched to is opened. Also removes what an ended move could not remove.
 *
 * @returns Whether there was anything to end or to remove.
 */
export async function endMove(parts: MoveParts, entry: ClientEntry): Promise<boolean> {
  return (await ending(parts, entry)) !== undefined;
}

/**
 * @returns The directory's new encoding of the place, and whether a move was under way rather than
 *   ended with remains; undefined if there was nothing at all.
 */
async function ending(
  parts: MoveParts,
  entry: ClientEntry,
): Promise<{ readonly word: string; readonly wasMoving: boolean } | undefined> {
  const owned = await parts.tenants.openAt(entry);
  try {
    const wasMoving = (await stateOf(owned)) !== undefined;
    if (!wasMoving && !(await hasGuard(owned))) return undefined;
    return { word: await release(parts, entry, owned), wasMoving };
  } finally {
    await owned.close();
  }
}

/**
 * Gives the place a new encoding in the directory, after which no other move can switch.
 *
 * @param to The same place in other words, if it is to have them.
 * @throws MoveOvertaken when the directory has another encoding by now than the entry.
 */
async function claimed(
  { directory, places }: MoveParts,
  { name, database_url: before }: ClientEntry,
  to?: PlaceName,
): Promise<string> {
  const word = await places.encodePlace(name, to ?? (await places.placeOf(name, before)));
  if (!(await directory.switchPlace(name, before, word))) throw new MoveOvertaken();
  return word;
}

/** The source may have schema steps that this program does not know. @throws MoveRefused */
async function checkSteps(
  source: OwnedDatabase,
  target: OwnedDatabase,
  tenant: string,
): Promise<void> {
  const there = new Set(await stepsOf(target));
  const missing = (await stepsOf(source)).find((step) => !there.has(step));
  if (missing === undefined) return;
  throw new MoveRefused(
    `The database of ${tenant} was changed by a newer Portico (step ${missing} of its schema). Move it with that one.`,
  );
}

async function prepareTarget(
  source: OwnedDatabase,
  target: OwnedDatabase,
  moveId: string,
  tenant: string,
): Promise<void> {
  const state = await stateOf(target);
  if (state?.move_id === moveId) {
    throw new MoveRefused(`The database of ${tenant} is in that place already, under another URL.`);
  }
  const tables = await tableNames(source);
  if (!isDeepStrictEqual(await tableNames(target), tables)) {
    throw new MoveRefused(`What is in that place has other tables than the database of ${tenant}.`);
  }
  // A killed move may not have noted that the directory names another place by now.
  const isLeftOver = state !== undefined && state.phase !== 'copying';
  if (!isLeftOver && !(await isUntouched(target))) {
    throw new MoveRefused(
      `That place already holds data of a client named ${tenant}, which is not a copy that an ` +
        'earlier move has left. Delete it there, or choose another place.',
    );
  }
  await beginState(target, { move_id: moveId, part: 'target', phase: 'filling' }, OPEN.nothing);
  await installGuard(target, Object.keys(tables));
}

/** The tables and their columns, both in alphabetical order. */
async function tableNames(database: OwnedDatabase): Promise<Record<string, string[]>> {
  const tables = await shapes(database);
  return Object.fromEntries(tables.map(({ name, columns }) => [name, [...columns].sort()]));
}
