import type { Kysely } from 'kysely';
import type { TenantTables } from '../../store/tenant/tables.js';

/** The agent that a lead belongs to. */
export interface LeadAgent {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** The office; 0 for none. */
  readonly office: number;
}

/** A tenant database, or a transaction on it. */
type Agents = { readonly db: Kysely<TenantTables> };

/** The agent with an id, unless suspended. */
export function agentById(database: Agents, id: number): Promise<LeadAgent | undefined> {
  return withName(
    agents(database).where('id', '=', id).where('status', '!=', 'Suspend').executeTakeFirst(),
  );
}

/** The first agent with an address, in any letter case, who is not suspended. */
export function agentByEmail(database: Agents, email: string): Promise<LeadAgent | undefined> {
  return withName(
    agents(database)
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('status', '!=', 'Suspend')
      .orderBy('id')
      .executeTakeFirst(),
  );
}

/** The first active agent with an address, as marketplaces need one. */
export function activeAgentByEmail(
  database: Agents,
  email: string,
): Promise<LeadAgent | undefined> {
  return withName(
    agents(database)
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('status', '=', 'Active')
      .orderBy('id')
      .executeTakeFirst(),
  );
}

function agents(database: Agents) {
  return database.db.selectFrom('agent').select(['id', 'firstname', 'lastname', 'email', 'office']);
}

async function withName(
  row: Promise<
    { id: number; firstname: string; lastname: string; email: string; office: number } | undefined
  >,
): Promise<LeadAgent | undefined> {
  const agent = await row;
  if (agent === undefined) return undefined;
  const name = `${agent.firstname} ${agent.lastname}`.trim();
  return { id: agent.id, name, email: agent.email, office: agent.office };
}
