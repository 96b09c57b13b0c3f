import { type Kysely, type RawBuilder, sql } from 'kysely';
import { REMOVALS, type RemovableKind } from '../../changes/removal/removals.js';
import { previewRemoval, removeRecords } from '../../changes/removal/remove-records.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { ImportResource, ResourceName } from '../../transfer/resource.js';
import { DEFAULT_SOURCE, isKeyObject } from '../../transfer/source-key.js';

/** More than this share of a kind is removed only by force. */
const MOST_REMOVED = 0.1;

/** How many records are removed in one transaction. */
const BATCH = 5000;

/** Kinds that websites write, too, so that no file is the whole truth of them. */
const WRITTEN_BY_WEBSITES: readonly ResourceName[] = ['clients', 'deals', 'leads'];

/** Kinds whose records may have been made by listings that name them; those stay. */
const MADE_BY_LISTINGS: readonly ResourceName[] = ['neighborhoods', 'buildings', 'labels'];

/** A complete import that may not remove what it does not name. The message says why. */
export class CompleteRefused extends Error {
  constructor(reason: string) {
    super(`${reason} Nothing was removed.`);
    this.name = 'CompleteRefused';
  }
}

/**
 * An import whose files are the whole truth of their kinds: what they do not name is removed once all
 * of it is written.
 */
export class CompleteImport {
  readonly #named = new Map<RemovableKind, Set<number>>();
  /** The sources of the keys that records of a kind are named by; `undefined` among them stands for numbers. */
  readonly #sources = new Map<RemovableKind, Set<string | undefined>>();

  constructor(readonly database: TenantDatabase) {}

  /** The same resources, whose records are noted as they are read. */
  noting(
    resources: ReadonlyMap<ResourceName, ImportResource>,
  ): ReadonlyMap<ResourceName, ImportResource> {
    return new Map([...resources].map(([name, resource]) => [name, this.#noting(resource)]));
  }

  #noting(resource: ImportResource): ImportResource {
    if (!isFollowed(resource.name)) return resource;
    const { name } = resource;
    const { numberKeys } = resource;
    return {
      ...resource,
      ...(numberKeys === undefined
        ? {}
        : {
            numberKeys: (records, dryRun) => {
              for (const record of records) this.#noteSource(name, record[REMOVALS[name].id]);
              return numberKeys(records, dryRun);
            },
          }),
      parse: (...args) => {
        const row = resource.parse(...args);
        const named = this.#named.get(name) ?? new Set();
        named.add(Number(resource.key(row)));
        this.#named.set(name, named);
        return row;
      },
    };
  }

  #noteSource(name: RemovableKind, id: unknown): void {
    const sources = this.#sources.get(name) ?? new Set();
    sources.add(isKeyObject(id) ? String(id.source ?? DEFAULT_SOURCE) : undefined);
    this.#sources.set(name, sources);
  }

  /**
   * Removes what the files did not name.
   *
   * @param counts What was read and rejected of each kind that had a file.
   * @returns How many records of each kind were removed, or would be.
   * @throws CompleteRefused before anything is removed.
   */
  async finish(
    counts: Readonly<Partial<Record<ResourceName, { read: number; rejected: number }>>>,
    { force, dryRun }: { readonly force: boolean; readonly dryRun: boolean },
  ): Promise<Readonly<Partial<Record<ResourceName, number>>>> {
    const unnamed = new Map<RemovableKind, readonly number[]>();
    for (const [name, count] of Object.entries(counts) as [
      ResourceName,
      { read: number; rejected: number },
    ][]) {
      if (WRITTEN_BY_WEBSITES.includes(name)) {
        throw new CompleteRefused(
          `The file of ${name} cannot be complete, as websites write such records, too: import it without --complete.`,
        );
      }
      if (!isFollowed(name)) continue;
      if (count.read === 0) throw new CompleteRefused(`The file of ${name} is empty.`);
      if (count.rejected > 0) {
        throw new CompleteRefused(
          `${count.rejected} records of ${name} were rejected, and what they are is not known.`,
        );
      }
      unnamed.set(name, await this.#unnamed(name, force));
    }
    const removed: Partial<Record<ResourceName, number>> = {};
    for (const [name, ids] of unnamed) {
      removed[name] = 0;
      for (let start = 0; start < ids.length; start += BATCH) {
        const work = dryRun ? previewRemoval : removeRecords;
        const done = await work(this.database, name, ids.slice(start, start + BATCH));
        removed[name] += done.ids.length;
      }
    }
    return removed;
  }

  async #unnamed(name: RemovableKind, force: boolean): Promise<readonly number[]> {
    const named = this.#named.get(name) ?? new Set();
    const db = this.database.db as unknown as Kysely<Record<string, { id: number }>>;
    const all = db.selectFrom(REMOVALS[name].table).select('id').orderBy('id');
    const own = MADE_BY_LISTINGS.includes(name) ? all.where(sql<boolean>`from_listings = 0`) : all;
    const ids = (await this.#ofSources(name, own).execute()).map(({ id }) => id);
    const unnamed = ids.filter((id) => !named.has(id));
    if (!force && unnamed.length > ids.length * MOST_REMOVED) {
      throw new CompleteRefused(
        `${unnamed.length} of ${ids.length} ${name} are not in the file, more than a tenth: if that is right, say --force.`,
      );
    }
    return unnamed;
  }

  /**
   * Where all records are named by keys, the files are the whole truth of these sources alone. R242. Records with numbers
   * that waited behind one with a key are noted, too; a file without any key never comes here.
   */
  #ofSources<Query extends { where(condition: RawBuilder<boolean>): Query }>(
    name: RemovableKind,
    all: Query,
  ): Query {
    const sources = [...(this.#sources.get(name) ?? [undefined])];
    if (sources.includes(undefined)) return all;
    const keys = this.database.db
      .selectFrom('source_key')
      .select('number')
      .where('kind', '=', name)
      .where('source', 'in', sources as string[]);
    return all.where(sql<boolean>`id in (${keys})`);
  }
}

/** Whether what a file of this kind does not name can be removed. Photos go with what they are of. */
function isFollowed(name: ResourceName): name is RemovableKind {
  return Object.hasOwn(REMOVALS, name) && !WRITTEN_BY_WEBSITES.includes(name);
}
