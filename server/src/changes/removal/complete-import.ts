import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ImportWitness } from 'portico-importer/intake.js';
import {
  type ImportRecord,
  type ImportResource,
  RESOURCE_NAMES,
  RecordProblem,
  type ResourceName,
} from 'portico-importer/resource.js';
import { COMPLETE } from 'portico-importer/source-items.js';
import { isKeyObject, readSourceKey, type SourceKey } from 'portico-importer/source-key.js';
import type { ImportFile } from 'portico-importer/sources.js';
import type { ByResource, RefusedRemoval } from 'portico-importer/summary.js';
import { grouped } from '../../lib/grouped.js';
import { readId } from '../../resources/kinds/transfer-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { numbersOfKeys } from '../../store/tenant/source-keys.js';
import { REMOVALS, type RemovableKind } from './removals.js';
import { previewRemoval, removeRecords } from './remove-records.js';

/** What is known of a kind once a complete import has written its records. */
interface KindState {
  /** How many of its records the files name, also in records that were rejected. */
  readonly named: number;
  /** How many rejected records do not say which record they are. */
  readonly unidentified: number;
  /** How many records the database has. */
  readonly stored: number;
  /** How many of these no file names. */
  readonly unnamed: number;
}

/** Of so few records more than a tenth may go, and of so many no half. */
const MOST_BY_SHARE = 20;
const LEAST_BY_HALF = 5;

/**
 * Whether so many records of a kind go only by force: more than a tenth and more than 20, or more than half and at
 * least 5. R300. So a brokerage of 8 agents loses one of them without asking, and half a file takes nothing away.
 */
export function isBraked({ unnamed, stored }: Pick<KindState, 'unnamed' | 'stored'>): boolean {
  const isLargeShare = unnamed > stored / 10 && unnamed > MOST_BY_SHARE;
  return isLargeShare || (unnamed > stored / 2 && unnamed >= LEAST_BY_HALF);
}

/**
 * Why a complete import removes nothing of a kind, and what to do; undefined where it may remove what no file names.
 *
 * @param isForced Whether the brake is off for this kind. It does not help where nobody knows what the file names.
 */
export function refusalOf(
  kind: ResourceName,
  state: KindState,
  isForced: boolean,
): string | undefined {
  const { named, unidentified, stored, unnamed } = state;
  if (unnamed === 0) return undefined;
  if (named === 0) return 'the file names none. An empty file removes nothing, whatever you say.';
  if (unidentified > 0) {
    const [records, which] =
      unidentified === 1
        ? ['one record was', 'it is']
        : [`${unidentified} records were`, 'they are'];
    return `${records} rejected without an id that can be read, so nobody knows which ${which}. Mend the file, or have the mapping skip such rows.`;
  }
  if (isForced || !isBraked(state)) return undefined;
  const share = unnamed > stored / 2 ? 'half' : 'a tenth';
  return `${unnamed} of ${stored} are not in the file, more than ${share}. If that is right, import again with --force=${kind}.`;
}

/** How many records are removed in one transaction. */
const BATCH = 5000;

/** Kinds that websites write, too, so that no file is the whole truth of them. */
const WRITTEN_BY_WEBSITES: readonly ResourceName[] = ['clients', 'deals', 'leads', 'trails'];

/** Kinds whose records may have been made by listings that name them; those stay. */
const MADE_BY_LISTINGS: readonly ResourceName[] = ['neighborhoods', 'buildings', 'labels'];

/** What the caller says of a complete import. */
interface CompleteOptions {
  /** The kinds of which any number of records may go; `all` for every kind. */
  readonly force: 'all' | ReadonlySet<string>;
  /** How many records the main file has, where the caller says so. */
  readonly expect: number | undefined;
  readonly dryRun: boolean;
}

/** What a complete import has removed, and what it has not, by kind. */
interface Completed {
  readonly removed: ByResource<number>;
  readonly refused: ByResource<RefusedRemoval>;
  /** Why nothing was removed at all: the files are not the whole truth. */
  readonly incomplete: string | undefined;
}

/** What the files have said of the records of one kind. */
class Named {
  readonly ids = new Set<number>();
  /** The keys of rejected records, which have a number only if their record was there before. */
  readonly keys: SourceKey[] = [];
  /** The sources of the keys that records are named by; `undefined` among them stands for numbers. */
  readonly sources = new Set<string | undefined>();
  unidentified = 0;
}

/**
 * An import whose files are the whole truth of their kinds: what they do not name is removed once all
 * of it is written.
 */
export class CompleteImport implements ImportWitness {
  readonly #named = new Map<ResourceName, Named>();
  readonly #files: { file: ImportFile; rows: number; announced: unknown }[] = [];

  constructor(readonly database: TenantDatabase) {}

  /** The same resources, whose records are noted as they are read. */
  noting(
    resources: ReadonlyMap<ResourceName, ImportResource>,
  ): ReadonlyMap<ResourceName, ImportResource> {
    return new Map([...resources].map(([name, resource]) => [name, this.#noting(resource)]));
  }

  #noting(resource: ImportResource): ImportResource {
    const { name, numberKeys } = resource;
    if (!isFollowed(name)) return resource;
    const named = this.#of(name);
    return {
      ...resource,
      ...(numberKeys && {
        numberKeys: (records, dryRun) => {
          for (const record of records) {
            const id = record[REMOVALS[name].id];
            const key = keyOf(id);
            if (key !== undefined || !isKeyObject(id)) named.sources.add(key?.source);
          }
          return numberKeys(records, dryRun);
        },
      }),
      parse: (...args) => {
        const row = resource.parse(...args);
        named.ids.add(Number(resource.key(row)));
        return row;
      },
    };
  }

  rejected(kind: ResourceName, record: ImportRecord | undefined): void {
    if (!isFollowed(kind)) return;
    const named = this.#of(kind);
    const field = REMOVALS[kind].id;
    const key = keyOf(record?.[field]);
    if (key !== undefined) {
      named.keys.push(key);
      named.sources.add(key.source);
      return;
    }
    try {
      named.ids.add(readId(record ?? {}, field));
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      named.unidentified += 1;
    }
  }

  ended(file: ImportFile, rows: number, announced: unknown): void {
    this.#files.push({ file, rows, announced });
  }

  /**
   * Removes what the files did not name.
   *
   * @param counts What was read of each kind that had a file.
   */
  async finish(
    counts: ByResource<{ readonly read: number }>,
    { force, expect, dryRun }: CompleteOptions,
  ): Promise<Completed> {
    const removed: ByResource<number> = {};
    const refused: ByResource<RefusedRemoval> = {};
    const incomplete = this.#whyIncomplete(expect);
    if (incomplete !== undefined) return { removed, refused, incomplete };
    for (const name of RESOURCE_NAMES) {
      const count = counts[name];
      if (count === undefined) continue;
      if (WRITTEN_BY_WEBSITES.includes(name) && count.read > 0) {
        const reason = 'websites write such records, too, so that no file is complete.';
        refused[name] = { count: 0, of: 0, reason };
      }
      if (!isFollowed(name)) continue;
      const { unnamed, ...state } = await this.#stateOf(name);
      const isForced = force === 'all' || force.has(name);
      const reason = refusalOf(name, { ...state, unnamed: unnamed.length }, isForced);
      if (reason === undefined) removed[name] = await this.#remove(name, unnamed, dryRun);
      else refused[name] = { count: unnamed.length, of: state.stored, reason };
    }
    return { removed, refused, incomplete };
  }

  /** Why the files are not known to be whole: nothing tells a stream that broke off from its end. R301. */
  #whyIncomplete(expect: number | undefined): string | undefined {
    for (const { file, rows, announced } of this.#files) {
      const { path, pipe, isMain } = file;
      const expected = isMain === true ? expect : undefined;
      if (expected !== undefined && rows !== expected) {
        return `${path} has ${rows} records, and --expect says ${expected}.`;
      }
      if (announced !== undefined && announced !== rows) {
        return `${path} has ${rows} records, and its last line says ${JSON.stringify(announced)}.`;
      }
      if (pipe !== undefined && announced === undefined && expected === undefined) {
        const how = isMain === true ? 'with --expect <number>, or in' : 'in';
        return `${path} may have broken off. Say how many records it has: ${how} NDJSON with a last line {"${COMPLETE}": <number>}.`;
      }
    }
    return undefined;
  }

  async #remove(name: RemovableKind, ids: readonly number[], dryRun: boolean): Promise<number> {
    const work = dryRun ? previewRemoval : removeRecords;
    let removed = 0;
    for (let start = 0; start < ids.length; start += BATCH) {
      removed += (await work(this.database, name, ids.slice(start, start + BATCH))).ids.length;
    }
    return removed;
  }

  async #stateOf(name: RemovableKind) {
    const { ids, keys, unidentified } = this.#of(name);
    for (const [source, ofSource] of grouped(keys.map((key) => [key.source, key.key] as const))) {
      const numbers = await numbersOfKeys(this.database.db, name, source, ofSource);
      for (const number of numbers.values()) ids.add(number);
    }
    const db = this.database.db as unknown as Kysely<Record<string, { id: number }>>;
    const all = db.selectFrom(REMOVALS[name].table).select('id').orderBy('id');
    const own = MADE_BY_LISTINGS.includes(name) ? all.where(sql<boolean>`from_listings = 0`) : all;
    const stored = (await this.#ofSources(name, own).execute()).map(({ id }) => id);
    const unnamed = stored.filter((id) => !ids.has(id));
    return { named: ids.size + keys.length, unidentified, stored: stored.length, unnamed };
  }

  /**
   * Where all records are named by keys, the files are the whole truth of these sources alone. R242. Records with numbers
   * that waited behind one with a key are noted, too; a file without any key never comes here.
   */
  #ofSources<Query extends { where(condition: RawBuilder<boolean>): Query }>(
    name: RemovableKind,
    all: Query,
  ): Query {
    const { sources } = this.#of(name);
    if (sources.size === 0 || sources.has(undefined)) return all;
    const keys = this.database.db
      .selectFrom('source_key')
      .select('number')
      .where('kind', '=', name)
      .where('source', 'in', [...sources] as string[]);
    return all.where(sql<boolean>`id in (${keys})`);
  }

  #of(name: ResourceName): Named {
    const named = this.#named.get(name) ?? new Named();
    this.#named.set(name, named);
    return named;
  }
}

/** Whether what a file of this kind does not name can be removed. Photos go with what they are of. */
function isFollowed(name: ResourceName): name is RemovableKind {
  return Object.hasOwn(REMOVALS, name) && !WRITTEN_BY_WEBSITES.includes(name);
}

/** The key in the place of an id; undefined for a number, and for a key that is none. */
function keyOf(id: unknown): SourceKey | undefined {
  if (!isKeyObject(id)) return undefined;
  try {
    return readSourceKey(id, '');
  } catch (error) {
    if (error instanceof RecordProblem) return undefined;
    throw error;
  }
}
