import type { ImportResource, ResourceName } from './resource.js';
import type { MissingReferences } from './summary.js';

/** Different ids of one resource that are remembered, so that a hostile file costs no more memory. */
const MOST_IDS = 100_000;

/** Ids that the result names. */
const MOST_NAMED = 10;

/** The records that imported records name by id, such as the agents of listings. */
export class References {
  /** By resource: how many records name an id. */
  readonly #named = new Map<ResourceName, Map<number, number>>();
  /** By resource: the ids that a dry run has read, and that an import would have written. */
  readonly #read = new Map<ResourceName, Set<string>>();

  /** Notes what a row names. @param dryRun Notes the row itself too, as it will not be in the database. */
  add(resource: ImportResource, row: unknown, dryRun: boolean): void {
    if (dryRun && resource.missing !== undefined)
      this.#readOf(resource.name).add(resource.key(row));
    for (const { resource: name, id } of resource.references?.(row) ?? []) {
      const named = this.#named.get(name) ?? new Map<number, number>();
      this.#named.set(name, named);
      const count = named.get(id) ?? 0;
      if (count > 0 || named.size < MOST_IDS) named.set(id, count + 1);
    }
  }

  /** Those that do not exist, by resource. */
  async missing(
    resources: ReadonlyMap<ResourceName, ImportResource>,
  ): Promise<{ [Name in ResourceName]?: MissingReferences }> {
    const found: { [Name in ResourceName]?: MissingReferences } = {};
    for (const [name, counts] of this.#named) {
      const ids = [...counts.keys()].filter((id) => !this.#readOf(name).has(String(id)));
      const missing = (await resources.get(name)?.missing?.(ids)) ?? [];
      if (missing.length === 0) continue;
      const records = missing.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
      found[name] = { count: missing.length, records, ids: missing.slice(0, MOST_NAMED) };
    }
    return found;
  }

  #readOf(name: ResourceName): Set<string> {
    const read = this.#read.get(name) ?? new Set();
    this.#read.set(name, read);
    return read;
  }
}
