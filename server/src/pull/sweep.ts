import { RESOURCE_NAMES, type ResourceName } from 'portico-importer/resource.js';
import type { ByResource, RefusedRemoval } from 'portico-importer/summary.js';
import { CompleteImport } from '../changes/removal/complete-import.js';
import { isRemovable, REMOVALS } from '../changes/removal/removals.js';
import { foundIn } from '../changes/removal/remove-records.js';
import type { RunEnd } from '../store/tenant/import-runs.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { noteSwept, sweptKeys } from '../store/tenant/pulls.js';
import { numbersOfKeys } from '../store/tenant/source-keys.js';
import { followChain } from './chain.js';
import type { PulledResource, PullFile } from './pull-file.js';
import { Queries } from './queries.js';
import type { SourceClient } from './source-client.js';
import { SourceProblem } from './source-request.js';

/** What a sweep has removed, and what it has not. */
export interface Swept {
  readonly removed: ByResource<number>;
  readonly refused: ByResource<RefusedRemoval>;
  readonly bases: RunEnd['bases'];
  /** What finds the records that an earlier sweep has removed, and that the source names again. */
  readonly again: readonly string[];
}

/**
 * Compares the keys of a source with those that are here, and removes the records that it no longer has: under the brake of
 * complete imports, and only where the source has named all of its keys.
 *
 * @throws SourceProblem where it has not.
 */
export async function sweep(
  file: PullFile,
  resource: PulledResource,
  client: SourceClient,
  database: TenantDatabase,
  {
    keep,
    ...options
  }: {
    readonly force: 'all' | ReadonlySet<string>;
    readonly dryRun: boolean;
    /** Keeps the source for this run. */
    readonly keep: () => Promise<void>;
  },
): Promise<Swept> {
  const kind = resource.mapping.resource;
  if (!isRemovable(kind)) return { removed: {}, refused: {}, bases: {}, again: [] };
  const keys = await keysOf(file, resource, client, keep);
  const complete = new CompleteImport(database);
  for (const key of keys.keys()) {
    complete.rejected(kind, { [REMOVALS[kind].id]: { key, source: file.source } });
  }
  const counts: ByResource<{ readonly read: number }> = { [kind]: { read: keys.size } };
  const place = { source: file.source, resource: resource.name };
  const swept = await sweptKeys(database, place);
  const beforeRemoval = (ids: readonly number[]) => noteSwept(database, kind, place, ids);
  const { removed, refused } = await complete.finish(counts, {
    ...{ ...options, expect: undefined, beforeRemoval },
  });
  const reworded = Object.entries(refused).map(([name, { count, of }]) => {
    const reason =
      keys.size === 0
        ? 'the source names none of its records.'
        : `${count} of ${of} are not among the keys of the source. If that is right, pull again with --sweep --force.`;
    return [name, { count, of, reason }] as const;
  });
  const numbers = await numbersOfKeys(database.db, kind, file.source, swept);
  const here = new Set((await foundIn(database.db, kind, [...numbers.values()])).ids);
  const gone = swept.filter((key) => !here.has(numbers.get(key) ?? 0));
  const again = gone.flatMap((key) => keys.get(key) ?? []);
  const bases = await complete.bases();
  return { removed, refused: Object.fromEntries(reworded), bases, again };
}

/** All keys of a resource, and what finds their records. @throws SourceProblem where the source does not name all of them. */
async function keysOf(
  file: PullFile,
  resource: PulledResource,
  client: SourceClient,
  keep: () => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const queries = new Queries(file, resource);
  const { dialect } = file;
  const keys = new Map<string, string>();
  let count: number | undefined;
  let last = '';
  let isCut = false;
  await keep();
  await followChain(client, {
    link: undefined,
    pageSize: file.page,
    start: () => {
      // Where keys come in another order than theirs, a dead link leads back to the first of them.
      if (dialect.order !== 'key') last = '';
      return queries.sweep(last);
    },
    take: async ({ records, next, count: ofAll }) => {
      // Ahead of the next page, and of the comparison.
      await keep();
      count ??= ofAll;
      isCut = keys.size === 0 && records.length >= file.page && next === undefined;
      for (const record of records) {
        last = String(record[resource.key] ?? '').trim();
        if (last !== '') keys.set(last, String(record[resource.lookupField] ?? last).trim());
      }
      return dialect.order === 'key' && last !== '';
    },
  });
  if (isCut && count === undefined && dialect.order !== 'key') {
    throw new SourceProblem(
      `The source names a full page of ${resource.name}, no next one and no count: nothing was removed.`,
    );
  }
  if (count !== undefined && keys.size < count) {
    // A record that has gone since the first page was counted, and may not be among the keys.
    const now = (await client.page(queries.sweep())).count ?? count;
    if (keys.size >= Math.min(count, now)) return keys;
    throw new SourceProblem(
      `The source has ${count} records of ${resource.name}, and has named ${keys.size} of them: nothing was removed.`,
    );
  }
  return keys;
}

/** The sentences that say what a sweep did not remove, by kind. */
export function refusalLines(refused: ByResource<RefusedRemoval>): string[] {
  return RESOURCE_NAMES.flatMap((name: ResourceName) => {
    const of = refused[name];
    return of === undefined ? [] : [`Nothing was removed of ${name}: ${of.reason}`];
  });
}
