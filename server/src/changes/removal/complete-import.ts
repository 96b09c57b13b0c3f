import { type RawBuilder, sql } from 'kysely';
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
import { counted } from '../../lib/text.js';
import { readId } from '../../resources/kinds/transfer-fields.js';
import { type Bases, lastBases } from '../../store/tenant/import-runs.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { numbersOfKeys } from '../../store/tenant/source-keys.js';
import { refusalOf } from './brake.js';
import { ownRecords, recordsBySource } from './own-records.js';
import { REMOVALS, type RemovableKind, VISITOR_KINDS } from './removals.js';
import { previewRemoval, removeRecords } from './remove-records.js';

/** How many records are removed in one transaction. */
const BATCH = 5000;

interface CompleteOptions {
  /** The kinds of which any number of records may go; `all` for every kind. */
  readonly force: 'all' | ReadonlySet<string>;
  /** How many records the main file has, where the caller says so. */
  readonly expect: number | undefined;
  readonly dryRun: boolean;
  /** Runs ahead of each removal, which a crash may follow. */
  readonly beforeRemoval?: (ids: readonly number[]) => Promise<void>;
}

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

  /** What the files are the whole truth of: some sources, or the kind (`''`). R242. */
  get scopes(): readonly string[] {
    const { sources } = this;
    return sources.size === 0 || sources.has(undefined) ? [''] : ([...sources] as string[]);
  }
}

/**
 * An import whose files are the whole truth of their kinds: what they do not name is removed once all
 * of it is written.
 */
export class CompleteImport implements ImportWitness {
  readonly #named = new Map<ResourceName, Named>();
  readonly #files: { file: ImportFile; rows: number; announced: unknown }[] = [];
  /** How many records of a kind there were before this import wrote the first of them, by source; `''` for all. */
  readonly #begun = new Map<RemovableKind, ReadonlyMap<string, number>>();
  /** The kinds of which nothing was refused. */
  readonly #settled = new Set<RemovableKind>();

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
      write: async (rows) => {
        await this.#begin(name);
        return resource.write(rows);
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

  /** Removes what the files did not name. @param counts What was read of each kind that had a file. */
  async finish(
    counts: ByResource<{ readonly read: number }>,
    { force, expect, dryRun, beforeRemoval }: CompleteOptions,
  ): Promise<Completed> {
    const removed: ByResource<number> = {};
    const refused: ByResource<RefusedRemoval> = {};
    const incomplete = this.#whyIncomplete(expect);
    if (incomplete !== undefined) return { removed, refused, incomplete };
    for (const name of RESOURCE_NAMES) {
      const count = counts[name];
      if (count === undefined) continue;
      if ((VISITOR_KINDS as readonly ResourceName[]).includes(name) && count.read > 0) {
        const reason = 'websites write such records, too, so that no file is complete.';
        refused[name] = { count: 0, of: 0, reason };
      }
      if (!isFollowed(name)) continue;
      const { unnamed, ...state } = await this.#stateOf(name);
      const isForced = force === 'all' || force.has(name);
      const reason = refusalOf(name, { ...state, unnamed: unnamed.length }, isForced);
      if (reason === undefined) {
        removed[name] = await this.#remove(name, unnamed, dryRun, beforeRemoval);
        this.#settled.add(name);
      } else refused[name] = { count: unnamed.length, of: state.base, reason };
    }
    return { removed, refused, incomplete };
  }

  /**
   * What later imports compare with, by kind and source: what is left where all went well, else what this one compared with.
   * A wrong file that was refused is then refused again, although its records are stored.
   */
  async bases(): Promise<ByResource<Bases>> {
    const bases: ByResource<Bases> = {};
    for (const name of this.#begun.keys()) {
      if (!this.#settled.has(name)) {
        bases[name] = await this.#basesOf(name);
        continue;
      }
      const { scopes } = this.#of(name);
      const left = [...(await recordsBySource(this.database, name))];
      bases[name] = Object.fromEntries(
        left.filter(([source]) => scopes.includes('') || scopes.includes(source)),
      );
    }
    return bases;
  }

  /** Why the files are not known to be whole: nothing distinguishes a stream that broke off from one that ended. R301. */
  #whyIncomplete(expect: number | undefined): string | undefined {
    for (const { file, rows, announced } of this.#files) {
      const { path, pipe, isMain } = file;
      const expected = isMain === true ? expect : undefined;
      const has = `${path} has ${counted(rows, 'records')}`;
      const wayOut = 'Import the whole file again, with its right number.';
      if (expected !== undefined && rows !== expected) {
        return `${has}, and --expect says ${expected}. ${this.#staying()} ${wayOut}`;
      }
      if (announced !== undefined && announced !== rows) {
        return `${has}, and its last line says ${JSON.stringify(announced)}. ${this.#staying()} ${wayOut}`;
      }
      if (pipe !== undefined && announced === undefined && expected === undefined) {
        const how = isMain === true ? 'with --expect <number>, or in' : 'in';
        return `${path} may have broken off. It has ${counted(rows, 'records')}. ${this.#staying()} Say how many records it has: ${how} NDJSON with a last line {"${COMPLETE}": <number>}.`;
      }
    }
    return undefined;
  }

  /** The kinds that stay as they are, in a sentence. */
  #staying(): string {
    const read = RESOURCE_NAMES.filter((name) => {
      const { ids, keys, unidentified } = this.#of(name);
      return ids.size + keys.length + unidentified > 0;
    });
    return `What it does not name stays, of ${read.length === 0 ? 'every kind' : read.join(' and ')}.`;
  }

  async #remove(
    name: RemovableKind,
    ids: readonly number[],
    dryRun: boolean,
    before: CompleteOptions['beforeRemoval'],
  ): Promise<number> {
    const work = dryRun ? previewRemoval : removeRecords;
    let removed = 0;
    for (let start = 0; start < ids.length; start += BATCH) {
      const portion = ids.slice(start, start + BATCH);
      if (!dryRun) await before?.(portion);
      removed += (await work(this.database, name, portion)).ids.length;
    }
    return removed;
  }

  async #stateOf(name: RemovableKind) {
    const { ids, keys, unidentified } = this.#of(name);
    for (const [source, ofSource] of grouped(keys.map((key) => [key.source, key.key] as const))) {
      const numbers = await numbersOfKeys(this.database.db, name, source, ofSource);
      for (const number of numbers.values()) ids.add(number);
    }
    const own = ownRecords(this.database, name).select('id').orderBy('id');
    const stored = (await this.#ofSources(name, own).execute()).map(({ id }) => Number(id));
    const unnamed = stored.filter((id) => !ids.has(id));
    const bases = Object.values(await this.#basesOf(name));
    const base = bases.reduce((sum, each) => sum + each, 0);
    const begun = await this.#begin(name);
    const { scopes } = this.#of(name);
    const there = scopes.reduce((sum, source) => sum + (begun.get(source) ?? 0), 0);
    return { named: ids.size + keys.length, unidentified, base, there, unnamed };
  }

  async #begin(name: RemovableKind): Promise<ReadonlyMap<string, number>> {
    const begun = this.#begun.get(name) ?? (await recordsBySource(this.database, name));
    this.#begun.set(name, begun);
    return begun;
  }

  /**
   * How many records the brake compares with, by source: those that were there when the last complete import went well, or
   * when this one began, if these are fewer. R300.
   */
  async #basesOf(name: RemovableKind): Promise<Bases> {
    const begun = await this.#begin(name);
    const last = await lastBases(this.database, name);
    return Object.fromEntries(
      this.#of(name).scopes.map((source) => {
        const there = begun.get(source) ?? 0;
        return [source, Math.min(there, last[source] ?? there)];
      }),
    );
  }

  /**
   * Where all records are named by keys, the files are the whole truth of these sources alone. R242. Records with numbers
   * that waited behind one with a key are noted, too; a file without any key never comes here.
   */
  #ofSources<Query extends { where(condition: RawBuilder<boolean>): Query }>(
    name: RemovableKind,
    all: Query,
  ): Query {
    const { scopes } = this.#of(name);
    if (scopes.includes('')) return all;
    const keys = this.database.db
      .selectFrom('source_key')
      .select('number')
      .where('kind', '=', name)
      .where('source', 'in', scopes);
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
  return (
    Object.hasOwn(REMOVALS, name) && !(VISITOR_KINDS as readonly ResourceName[]).includes(name)
  );
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
