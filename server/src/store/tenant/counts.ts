import type { DatabaseCounts } from '../directory/email-notes.js';
import { lastImport } from './import-runs.js';
import type { TenantDatabase } from './open.js';
import { pullNotes } from './pull-ends.js';

export async function countDatabase({ db }: TenantDatabase): Promise<DatabaseCounts> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('listing')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('listings'),
      eb
        .selectFrom('letter')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('state', '=', 'sent')
        .as('sent'),
      eb
        .selectFrom('letter')
        .select((of) => of.fn.max('created_at').as('newest'))
        .as('newest'),
    ])
    .executeTakeFirstOrThrow();
  return {
    listings: Number(row.listings),
    sent: Number(row.sent),
    newestEmailAt: Number(row.newest ?? 0),
    lastImport: JSON.stringify(await lastImport({ db })),
    pulls: JSON.stringify(await pullNotes({ db })),
  };
}
