import { changedIds, storedById, upsert } from '../../data/bulk.js';
import { columnsOf } from '../../data/tenant-database/columns.js';
import type { TenantDatabase } from '../../data/tenant-database/open.js';
import { TEAM_DEFAULTS } from '../../data/tenant-database/people-tables.js';
import { writeTo } from '../../data/tenant-database/write.js';
import type { TeamImport } from './team.import.js';
import { writeMembers } from './team.members.js';

/** Inserts or updates teams and their members in one transaction. */
export async function writeTeams(
  database: TenantDatabase,
  imports: readonly TeamImport[],
): Promise<void> {
  await writeTo(database, async (transaction, changes) => {
    const stored = await storedById(
      transaction,
      'team',
      imports.map(({ id }) => id),
    );
    const rows = imports.map(({ id, values }) => ({
      ...TEAM_DEFAULTS,
      ...stored.get(id),
      ...values,
      id,
    }));
    await upsert(database, transaction, 'team', columnsOf(TEAM_DEFAULTS), ['id'], rows);
    changes.wrote('teams', changedIds(stored, rows));
    const members = imports.flatMap(({ members }) => (members === undefined ? [] : [members]));
    if (members.length > 0) await writeMembers(database, transaction, members, changes);
  });
}
