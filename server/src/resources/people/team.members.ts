import type { Kysely } from 'kysely';
import { grouped, idsOf } from '../../lib/grouped.js';
import { lockRows, lockTable } from '../../store/engines/dialect.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { Changes } from '../../store/tenant/changes.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/**
 * Import files spell the membership of teams in two ways: an agent's `teamid` and a team's
 * `agent_ids`. The database stores it with the agent, who is in one team at most, and the file that
 * comes last wins. An agent that a team names before the agent's own record comes is stored in
 * `team_expects` (R114).
 */

export interface TeamMembers {
  readonly team: number;
  readonly agents: readonly number[];
  /** Whether the list is complete: then every other agent leaves the team. */
  readonly all: boolean;
}

/** Gives teams the members of their records; the last one wins. @returns The ids of the teams that changed. */
export async function writeMembers(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  lists: readonly TeamMembers[],
  changes: Changes,
): Promise<readonly number[]> {
  await waitForOthers(transaction);
  const teamOf = new Map(lists.flatMap(({ team, agents }) => agents.map((id) => [id, team])));
  const emptied = lists.filter(({ all }) => all).map(({ team }) => team);
  const before = await agentsConcerned(transaction, [...teamOf.keys()], emptied);
  const changed = [...before].flatMap(([id, teamid]) => {
    const after = String(teamOf.get(id) ?? '');
    return after === teamid ? [] : [{ id, teamid: after }];
  });
  // All of these agents exist, so this writes their team only.
  await upsert(database, transaction, 'agent', ['id', 'teamid'], ['id'], changed);
  changes.wrote('agents', idsOf(changed), changedLine('teamid'));
  const left = changed.map(({ id }) => ({ teamid: before.get(id) ?? '' }));
  const regrouped = teamsOf([...changed, ...left]);
  changes.touched('teams', regrouped);

  const expected = await expectedBy(
    transaction,
    lists.map(({ team }) => team),
  );
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
  const others = lists.filter(({ team, all }) => {
    const [was, is] = [expected.get(team) ?? [], strangers.filter(([, id]) => id === team)];
    return is.some(([id]) => !was.includes(id)) || (all && was.length !== is.length);
  });
  return [...regrouped, ...others.map(({ team }) => team)];
}

/** The agents that teams name and that are not there yet, by team. */
async function expectedBy(
  transaction: Kysely<TenantTables>,
  teams: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await inPortions(teams, (ids) =>
    transaction.selectFrom('team_expects').selectAll().where('team_id', 'in', ids).execute(),
  );
  return grouped(rows.map(({ team_id, agent_id }) => [team_id, agent_id]));
}

export function teamsOf(agents: readonly { readonly teamid: string }[]): number[] {
  return agents.flatMap(({ teamid }) => (/^[1-9]\d{0,15}$/.test(teamid) ? [Number(teamid)] : []));
}

/** The team of every agent in the lists, and of every agent in a team that may lose members. */
async function agentsConcerned(
  transaction: Kysely<TenantTables>,
  ids: readonly number[],
  emptied: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const agents = () => transaction.selectFrom('agent').select(['id', 'teamid']);
  const rows = [
    ...(await inPortions(ids, (ids) =>
      lockRows(transaction, agents().where('id', 'in', ids)).execute(),
    )),
    ...(await inPortions(emptied.map(String), (teams) =>
      lockRows(transaction, agents().where('teamid', 'in', teams)).execute(),
    )),
  ];
  return new Map(rows.map(({ id, teamid }) => [id, teamid]));
}

/** The teams that named these agents in advance, by agent. Their entries are removed, as the agents exist now. */
export async function meetExpectations(
  transaction: Kysely<TenantTables>,
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
 * The lock is taken before any agent's row: otherwise an agent and a team that are imported at the
 * same moment would not see each other.
 */
function waitForOthers(transaction: Kysely<TenantTables>): Promise<void> {
  return lockTable(transaction, 'team_expects');
}

/** All agents of teams in the order of their ids, those who are only expected included. */
export async function memberIds(
  database: TenantDatabase,
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
