import { lockRows } from '../../store/engines/dialect.js';
import { changedRows, inPortions, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { AGENT_DEFAULTS } from '../../store/tenant/people-tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedLines } from '../kinds/changed-fields.js';
import { outcomeOf, type WriteOutcome } from '../kinds/record-kind.js';
import type { AgentImport } from './agent.import.js';
import { agentFieldNames } from './agent.import.js';
import { meetExpectations, teamsOf } from './team.members.js';

/** Those of these ids that no agent has. */
export async function agentsMissing(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<number[]> {
  const found = await inPortions(ids, (portion) =>
    database.db.selectFrom('agent').select('id').where('id', 'in', portion).execute(),
  );
  const existing = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !existing.has(id));
}

/**
 * Inserts or updates agents in one transaction. A new agent without a team in its record joins the
 * team that named it before.
 */
export async function writeAgents(
  database: TenantDatabase,
  imports: readonly AgentImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const ids = imports.map(({ id }) => id);
    const expected = await meetExpectations(transaction, ids);
    const stored = await inPortions(ids, (portion) =>
      lockRows(
        transaction,
        transaction.selectFrom('agent').selectAll().where('id', 'in', portion),
      ).execute(),
    );
    const storedById = new Map(stored.map((row) => [row.id, row]));
    const rows = imports.map(({ id, values }) => {
      const row = { ...AGENT_DEFAULTS, ...storedById.get(id), ...values, id };
      const team = expected.get(id);
      return team === undefined || row.teamid !== '' ? row : { ...row, teamid: String(team) };
    });
    const after = changedRows(storedById, rows);
    await upsert(database, transaction, 'agent', columnsOf(AGENT_DEFAULTS), ['id'], after);
    const changed = new Set(after.map(({ id }) => id));
    changes.wrote('agents', changed, changedLines(agentFieldNames, storedById, after));
    changes.shown('agents', changed);
    // A team shows its members: the team that an agent leaves changes, too.
    changes.touched('teams', teamsOf([...after, ...stored.filter(({ id }) => changed.has(id))]));
    return outcomeOf(imports, ({ id }) => changed.has(id));
  });
}
