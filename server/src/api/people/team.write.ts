import type { Selectable } from 'kysely';
import { storedById, upsert } from '../../data/bulk.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { TeamTable } from '../../data/client-database/people-tables.js';
import { writeTo } from '../../data/client-database/write.js';
import { EMPTY_TEAM, type TeamImport } from './team.import.js';
import { writeMembers } from './team.members.js';

const COLUMNS = Object.keys(EMPTY_TEAM) as (keyof Selectable<TeamTable>)[];

/** Inserts or updates teams, and who belongs to them, in one transaction. */
export async function writeTeams(
  database: ClientDatabase,
  imports: readonly TeamImport[],
): Promise<void> {
  await writeTo(database, async (transaction) => {
    const stored = await storedById(
      transaction,
      'team',
      imports.map(({ id }) => id),
    );
    const rows = imports.map(({ id, values }) => ({
      ...EMPTY_TEAM,
      ...stored.get(id),
      ...values,
      id,
    }));
    await upsert(database, transaction, 'team', COLUMNS, ['id'], rows);
    const told = imports.flatMap(({ members }) => (members === undefined ? [] : [members]));
    if (told.length > 0) await writeMembers(database, transaction, told);
  });
}
