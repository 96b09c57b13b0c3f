import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { pagedExport } from '../transfer-table.js';
import { type AgentImport, agentImportFields, readAgent } from './agent.import.js';
import { writeAgents } from './agent.write.js';

/** Imports agents. R112. */
export function agentImport(database: ClientDatabase, zone: string): ImportResource<AgentImport> {
  return {
    name: 'agents',
    fields: agentImportFields,
    parse: (record) => readAgent(record, zone),
    key: (row) => String(row.id),
    async write(rows) {
      await writeAgents(database, rows);
      return [];
    },
  };
}

/** Exports agents. */
export function agentExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'agents',
    (after, limit) =>
      database.db
        .selectFrom('agent')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows,
  );
}
