import { TimeoutError, withTimeout } from '../../lib/timeout.js';
import type { Services } from '../../services.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { tenantSteps } from '../../store/tenant/migrations.js';
import type { TenantDatabase } from '../../store/tenant/open.js';

/** What was read of databases in the time for it. */
export interface Visited<Value> {
  /** By name, of those that had any. */
  readonly found: Map<string, Value>;
  /** The names of those whose turn did not come in time, or whose database could not be read. */
  readonly unread: readonly string[];
}

/** Reads of one database after another, for `withinMs` at most, however many there are. */
export async function visitEach<Value>(
  { tenants, clock }: Pick<Services, 'tenants' | 'clock'>,
  entries: readonly ClientEntry[],
  withinMs: number,
  read: (database: TenantDatabase) => Promise<Value | undefined>,
): Promise<Visited<Value>> {
  const until = clock.monotonic() + withinMs;
  const found = new Map<string, Value>();
  const unread: string[] = [];
  for (const entry of entries) {
    const leftMs = until - clock.monotonic();
    try {
      if (leftMs <= 0) throw new TimeoutError(withinMs);
      const value = await withTimeout(tenants.visiting(entry, read), leftMs, () => {});
      if (value !== undefined) found.set(entry.name, value);
    } catch {
      unread.push(entry.name);
    }
  }
  return { found, unread };
}

/** The longest that a command counts for, in milliseconds, however many databases there are. */
const WITHIN_MS = 3_000;

/**
 * The number of listings of each tenant or feed, by name: as the directory notes it, or as its database
 * says where that has changed since. A database that cannot be read, or whose turn does not come in time, is
 * left out. So is one with a pending schema step: opening it would take the step, and a list must change
 * nothing.
 */
export async function countListings(
  services: Services,
  entries: readonly ClientEntry[],
  withinMs = WITHIN_MS,
): Promise<ReadonlyMap<string, number>> {
  const { clock, directory, schemas } = services;
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
  const listingsOf = ({ name }: ClientEntry, found?: ReadonlyMap<string, number>) =>
    noted.get(name)?.listings ?? found?.get(name);
  const here = entries.filter(({ name }) => current.has(name));
  const open = here.filter((entry) => listingsOf(entry) === undefined);
  const { found } = await visitEach(services, open, until - clock.monotonic(), async ({ db }) => {
    const query = db.selectFrom('listing').select((eb) => eb.fn.countAll<number>().as('listings'));
    return Number((await query.executeTakeFirstOrThrow()).listings);
  });
  const counts = new Map<string, number>();
  for (const entry of here) {
    const listings = listingsOf(entry, found);
    if (listings !== undefined) counts.set(entry.name, listings);
  }
  return counts;
}
