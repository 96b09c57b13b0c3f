import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { TEAM_DEFAULTS } from '../../store/tenant/people-tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedLines } from '../kinds/changed-fields.js';
import { outcomeOf, type WriteOutcome } from '../kinds/record-kind.js';
import type { TeamImport } from './team.import.js';
import { teamFieldNames } from './team.import.js';
import { writeMembers } from './team.members.js';

/** Inserts or updates teams and their members in one transaction. */
export async function writeTeams(
  database: TenantDatabase,
  imports: readonly TeamImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
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
    const written = changedRows(stored, rows);
    await upsert(database, transaction, 'team', columnsOf(TEAM_DEFAULTS), ['id'], written);
    const changed = new Set(written.map(({ id }) => id));
    changes.wrote('teams', changed, changedLines(teamFieldNames, stored, written));
    const members = imports.flatMap(({ members }) => (members === undefined ? [] : [members]));
    if (members.length > 0) {
      const regrouped = await writeMembers(database, transaction, members, changes);
      for (const id of regrouped) changed.add(id);
    }
    return outcomeOf(imports, ({ id }) => changed.has(id));
  });
}
