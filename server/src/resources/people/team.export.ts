import { tablePagesExport } from '../kinds/table-export.js';
import { memberIds } from './team.members.js';

/** Exports teams with the ids of their agents; the agents have a file of their own. */
export const exportTeams = tablePagesExport('team', async (rows, { database }) => {
  const members = await memberIds(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, agent_ids: members.get(row.id) ?? [] }));
});
