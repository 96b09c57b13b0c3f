import { withTimeout } from '../lib/timeout.js';
import type { Services } from '../services.js';
import type { ClientEntry } from '../store/directory/directory.js';
import { tenantSteps } from '../store/tenant/migrations.js';

/** The longest that a command counts for, in milliseconds, however many databases there are. */
const WITHIN_MS = 3_000;

/**
 * The number of listings of each tenant or feed, by name. A database that cannot be read, or whose
 * turn does not come in time, is left out. So is one with a pending schema step: opening it would take
 * the step, and a list must change nothing.
 */
export async function countListings(
  { tenants, clock, directory, schemas }: Services,
  entries: readonly ClientEntry[],
): Promise<ReadonlyMap<string, number>> {
  const until = clock.monotonic() + WITHIN_MS;
  const newest = Object.keys(tenantSteps({ kind: 'sqlite', schema: undefined }))
    .sort()
    .at(-1);
  // Notes the schemas of databases that no server has seen yet.
  await withTimeout(schemas.check(), WITHIN_MS, () => {}).catch(() => {});
  const notes = await directory.tenantSchemas.all();
  const current = new Set(
    notes.filter(({ note }) => note?.step === newest).map(({ name }) => name),
  );
  const counts = new Map<string, number>();
  for (const entry of entries.filter(({ name }) => current.has(name))) {
    const leftMs = until - clock.monotonic();
    if (leftMs <= 0) break;
    const count = await withTimeout(listingsOf(tenants, entry), leftMs, () => {}).catch(
      () => undefined,
    );
    if (count !== undefined) counts.set(entry.name, count);
  }
  return counts;
}

async function listingsOf(tenants: Services['tenants'], entry: ClientEntry): Promise<number> {
  const { database, leave } = await tenants.visit(entry);
  try {
    const { listings } = await database.db
      .selectFrom('listing')
      .select((eb) => eb.fn.countAll<number>().as('listings'))
      .executeTakeFirstOrThrow();
    return Number(listings);
  } finally {
    leave();
  }
}
