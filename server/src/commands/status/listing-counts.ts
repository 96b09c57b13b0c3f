import { withTimeout } from '../../lib/timeout.js';
import type { Services } from '../../services.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { tenantSteps } from '../../store/tenant/migrations.js';

/** The longest that a command counts for, in milliseconds, however many databases there are. */
const WITHIN_MS = 3_000;

/**
 * The number of listings of each tenant or feed, by name: as the directory notes it, or as its database
 * says where that has changed since. A database that cannot be read, or whose turn does not come in time, is
 * left out. So is one with a pending schema step: opening it would take the step, and a list must change
 * nothing.
 */
export async function countListings(
  { tenants, clock, directory, schemas }: Services,
  entries: readonly ClientEntry[],
  withinMs = WITHIN_MS,
): Promise<ReadonlyMap<string, number>> {
  const until = clock.monotonic() + withinMs;
  const newest = Object.keys(tenantSteps({ kind: 'sqlite', schema: undefined }))
    .sort()
    .at(-1);
  // Notes the schemas of databases that no server has seen yet.
  await withTimeout(schemas.check(), withinMs, () => {}).catch(() => {});
  const notes = await directory.tenantSchemas.all();
  const current = new Set(
    notes.filter(({ note }) => note?.step === newest).map(({ name }) => name),
  );
  const noted = await directory.emailNotes.counts();
  const counts = new Map<string, number>();
  for (const entry of entries.filter(({ name }) => current.has(name))) {
    const leftMs = until - clock.monotonic();
    const known = noted.get(entry.name)?.listings;
    if (known === undefined && leftMs <= 0) continue;
    const count =
      known ??
      (await withTimeout(listingsOf(tenants, entry), leftMs, () => {}).catch(() => undefined));
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
