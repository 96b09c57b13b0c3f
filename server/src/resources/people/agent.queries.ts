import type { Selectable } from 'kysely';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { AgentTable } from '../../store/tenant/people-tables.js';
import type { AgentSearch } from './agent.params.js';
import { type AgentStatus, searchedStatuses } from './agent-status.js';

/** A stored agent. */
export type AgentRow = Selectable<AgentTable> & { readonly status: AgentStatus };

/** The agent with an id, whatever its status. */
export function agentById(database: TenantDatabase, id: number): Promise<AgentRow[]> {
  return database.db
    .selectFrom('agent')
    .selectAll()
    .where('id', '=', id)
    .$narrowType<{ status: AgentStatus }>()
    .execute();
}

/**
 * The agents that a search finds, in its order. Names are compared and sorted here. The answer has
 * no pages, so every agent of a brokerage is read anyway, and letters beyond ASCII then compare the
 * same way on both databases.
 */
export async function findAgents(
  database: TenantDatabase,
  search: AgentSearch,
): Promise<AgentRow[]> {
  let query = database.db
    .selectFrom('agent')
    .selectAll()
    .where('status', 'in', searchedStatuses(search.includeSuspend))
    .$narrowType<{ status: AgentStatus }>();
  if (search.office !== undefined) query = query.where('office', '=', search.office);
  if (search.team !== undefined) query = query.where('teamid', 'in', search.team.map(String));
  const rows = await query.execute();
  return rows
    .filter((row) => occurs(search.name, `${row.firstname} ${row.lastname}`))
    .filter((row) => occurs(search.language, row.lang))
    .sort(inOrder(search.sort, search.order === 'desc' ? -1 : 1));
}

/** The members of teams who are not suspended, by team (R113). */
export async function membersOf(
  database: TenantDatabase,
  teams: readonly number[],
): Promise<ReadonlyMap<number, readonly AgentRow[]>> {
  const members = new Map<number, AgentRow[]>(teams.map((id) => [id, []]));
  const rows = await inPortions(teams.map(String), (ids) =>
    database.db
      .selectFrom('agent')
      .selectAll()
      .where('teamid', 'in', ids)
      .where('status', '!=', 'Suspend')
      .$narrowType<{ status: AgentStatus }>()
      .orderBy('id')
      .execute(),
  );
  for (const row of rows) members.get(Number(row.teamid))?.push(row);
  return members;
}

function occurs(part: string | undefined, text: string): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}

/** Compares without regard to letter case; an accented letter sorts next to its plain one. */
const names = new Intl.Collator('en', { sensitivity: 'accent' });

function inOrder(
  sort: AgentSearch['sort'],
  direction: 1 | -1,
): (one: AgentRow, other: AgentRow) => number {
  const compare: Record<AgentSearch['sort'], (one: AgentRow, other: AgentRow) => number> = {
    first: (one, other) => names.compare(one.firstname, other.firstname),
    last: (one, other) => names.compare(one.lastname, other.lastname),
    office: (one, other) => one.office - other.office,
    // Ids rise as agents are added, and no record has a date (R110).
    date: (one, other) => one.id - other.id,
  };
  // Ties go by ascending id, whatever the direction (R39).
  return (one, other) => direction * compare[sort](one, other) || one.id - other.id;
}
