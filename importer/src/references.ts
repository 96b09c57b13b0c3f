import type { ImportResource, ResourceName } from './resource.js';
import type { MissingReferences } from './summary.js';

/** Different sets of ids of one resource that are remembered, so that a hostile file costs no more memory. */
const MOST_SETS = 100_000;

/** Ids that the result names. */
const MOST_NAMED = 10;

/** The records that imported records name by id, such as the agents of listings. */
export class References {
  /** By resource: the sets of ids that records name, each with how many records name it. */
  readonly #named = new Map<ResourceName, Map<string, number>>();
  /** By resource: the ids that a dry run has read, and that an import would have written. */
  readonly #read = new Map<ResourceName, Set<string>>();

  /** Notes what a row names. @param dryRun Notes the row itself too, as it will not be in the database. */
  add(resource: ImportResource, row: unknown, dryRun: boolean): void {
    if (dryRun && resource.missing !== undefined)
      this.#readOf(resource.name).add(resource.key(row));
    const references = resource.references?.(row) ?? [];
    for (const name of new Set(references.map((reference) => reference.resource))) {
      const ids = references.filter((reference) => reference.resource === name);
      const set = ids.map(({ id }) => id).join();
      const named = this.#named.get(name) ?? new Map<string, number>();
      this.#named.set(name, named);
      const count = named.get(set) ?? 0;
      if (count > 0 || named.size < MOST_SETS) named.set(set, count + 1);
    }
  }

  /** Those that do not exist, by resource. */
  async missing(
    resources: ReadonlyMap<ResourceName, ImportResource>,
  ): Promise<{ [Name in ResourceName]?: MissingReferences }> {
    const found: { [Name in ResourceName]?: MissingReferences } = {};
    for (const [name, counts] of this.#named) {
      const resource = resources.get(name);
      const sets = [...counts].map(
        ([set, records]) => [set.split(',').map(Number), records] as const,
      );
      const ids = new Set(sets.flatMap(([set]) => set));
      const unread = [...ids].filter((id) => !this.#readOf(name).has(String(id)));
      const missing = new Set((await resource?.missing?.(unread)) ?? []);
      if (missing.size === 0) continue;
      const naming = sets.filter(([set]) => set.some((id) => missing.has(id)));
      const first = [...missing].slice(0, MOST_NAMED);
      const keys = await resource?.keysOf?.(first);
      found[name] = {
        count: missing.size,
        records: naming.reduce((sum, [, records]) => sum + records, 0),
        ids: first.map((id) => keys?.get(id) ?? id),
      };
    }
    return found;
  }

  #readOf(name: ResourceName): Set<string> {
    const read = this.#read.get(name) ?? new Set();
    this.#read.set(name, read);
    return read;
  }
}
