import type { Kysely } from 'kysely';
import { inPortions, upsert } from '../../data/bulk.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ClientTables } from '../../data/client-database/tables.js';
import { lockRows, lockTable } from '../../data/dialect.js';

/**
 * Who belongs to which team is one fact with two spellings in import files: an agent's `teamid` and
 * a team's `agent_ids`. It is kept with the agent, who is in one team at most; whichever file comes
 * last has the last word. An agent that a team names before its own record has come is remembered
 * in `team_expects` (R114).
 */

/** What a team's record tells of its members. */
export interface TeamMembers {
  readonly team: number;
  readonly agents: readonly number[];
  /** Whether these are all of them: then whoever else is in the team leaves it. */
  readonly all: boolean;
}

/** Gives teams the members that their records name; of two teams that name one agent, the last. */
export async function writeMembers(
  database: ClientDatabase,
  transaction: Kysely<ClientTables>,
  told: readonly TeamMembers[],
): Promise<void> {
  await waitForOthers(transaction);
  const teamOf = new Map(told.flatMap(({ team, agents }) => agents.map((id) => [id, team])));
  const emptied = told.filter(({ all }) => all).map(({ team }) => team);
  const before = await agentsConcerned(transaction, [...teamOf.keys()], emptied);
  const changed = [...before].flatMap(([id, teamid]) => {
    const after = String(teamOf.get(id) ?? '');
    return after === teamid ? [] : [{ id, teamid: after }];
  });
  // All of these agents exist, so that nothing but their team is written.
  await upsert(database, transaction, 'agent', ['id', 'teamid'], ['id'], changed);

  await inPortions(emptied, (teams) =>
    transaction.deleteFrom('team_expects').where('team_id', 'in', teams).execute(),
  );
  const strangers = [...teamOf].filter(([id]) => !before.has(id));
  await upsert(
    database,
    transaction,
    'team_expects',
    ['agent_id', 'team_id'],
    ['agent_id'],
    strangers.map(([agent_id, team_id]) => ({ agent_id, team_id })),
  );
}

/** The team of every agent that is named, and of everyone in a team that may lose members. */
async function agentsConcerned(
  transaction: Kysely<ClientTables>,
  named: readonly number[],
  emptied: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const agents = () => transaction.selectFrom('agent').select(['id', 'teamid']);
  const rows = [
    ...(await inPortions(named, (ids) =>
      lockRows(transaction, agents().where('id', 'in', ids)).execute(),
    )),
    ...(await inPortions(emptied.map(String), (teams) =>
      lockRows(transaction, agents().where('teamid', 'in', teams)).execute(),
    )),
  ];
  return new Map(rows.map(({ id, teamid }) => [id, teamid]));
}

/**
 * The teams that have named these agents beforehand, by agent. From here on the agents exist, and
 * nobody expects them any more.
 */
export async function meetExpectations(
  transaction: Kysely<ClientTables>,
  agents: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  await waitForOthers(transaction);
  const met = await inPortions(agents, (ids) =>
    transaction
      .deleteFrom('team_expects')
      .where('agent_id', 'in', ids)
      .returning(['agent_id', 'team_id'])
      .execute(),
  );
  return new Map(met.map(({ agent_id, team_id }) => [agent_id, team_id]));
}

/**
 * Taken before any agent's row: of an agent and a team that are imported at the same moment, one
 * would otherwise not see the other come.
 */
function waitForOthers(transaction: Kysely<ClientTables>): Promise<void> {
  return lockTable(transaction, 'team_expects');
}

/** All agents of teams, in the order of their ids, those who are still expected among them. */
export async function memberIds(
  database: ClientDatabase,
  teams: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const members = new Map<number, number[]>(teams.map((id) => [id, []]));
  const there = await inPortions(teams.map(String), (ids) =>
    database.db.selectFrom('agent').select(['id', 'teamid']).where('teamid', 'in', ids).execute(),
  );
  const expected = await inPortions(teams, (ids) =>
    database.db.selectFrom('team_expects').selectAll().where('team_id', 'in', ids).execute(),
  );
  for (const { id, teamid } of there) members.get(Number(teamid))?.push(id);
  for (const { agent_id, team_id } of expected) members.get(team_id)?.push(agent_id);
  for (const ids of members.values()) ids.sort((one, other) => one - other);
  return members;
}
