import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { pagedExport } from '../transfer-table.js';
import { readTeam, type TeamImport, teamImportFields } from './team.import.js';
import { memberIds } from './team.members.js';
import { writeTeams } from './team.write.js';

/** Imports teams. R168. */
export function teamImport(database: ClientDatabase, zone: string): ImportResource<TeamImport> {
  return {
    name: 'teams',
    fields: teamImportFields,
    parse: (record) => readTeam(record, zone),
    key: (row) => String(row.id),
    async write(rows) {
      await writeTeams(database, rows);
      return [];
    },
  };
}

/** Exports teams with the ids of their agents; the agents have a file of their own. */
export function teamExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'teams',
    (after, limit) =>
      database.db
        .selectFrom('team')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    async (rows) => {
      const members = await memberIds(
        database,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({ ...row, agent_ids: members.get(row.id) ?? [] }));
    },
  );
}
