import type { Kysely } from 'kysely';
import { RENTAL_STATUSES } from '../../search/params/listing.vocabulary.js';
import { displayAddress } from '../../search/words/listing-words.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { IdSpace } from '../../store/tenant/people-tables.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { listingsById } from '../listings/listing.queries.js';

export interface LeadListing {
  readonly id: number;
  readonly space: IdSpace;
  readonly address: string;
  readonly neighborhood: string;
  readonly apt: string;
  readonly alertType: AlertType;
  readonly price: number;
  readonly beds: number;
  readonly bath: number;
  readonly size: number;
  /** The agent on it, in the tenant's own database; 0 on a listing of a feed. */
  readonly agentId: number;
  /** The co-agent on it, likewise. */
  readonly coagentId: number;
}

export const ALERT_TYPES = ['For Rent', 'For Sale'] as const;

type AlertType = (typeof ALERT_TYPES)[number];

/** The listing of an id space; undefined when it does not exist, or there is no such feed. */
export async function leadListing(
  tenant: Tenant,
  id: number,
  space: IdSpace,
): Promise<LeadListing | undefined> {
  const database: TenantDatabase | undefined =
    space === 'own' ? tenant.database : tenant.feeds[space];
  if (database === undefined) return undefined;
  const [row] = await listingsById(database, [id]);
  if (row === undefined) return undefined;
  const neighborhood = row.neighborhood ?? '';
  return {
    id,
    space,
    address: displayAddress(row, neighborhood),
    neighborhood,
    apt: row.apt,
    alertType: RENTAL_STATUSES.includes(row.status) ? 'For Rent' : 'For Sale',
    price: row.price,
    beds: row.beds,
    bath: row.bath,
    size: row.size,
    agentId: space === 'own' ? row.agent_id : 0,
    coagentId: space === 'own' ? row.coagent_id : 0,
  };
}

export interface LeadAgent {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** The office; 0 for none. */
  readonly office: number;
}

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
    agentsAt(database, email).where('status', '!=', 'Suspend').orderBy('id').executeTakeFirst(),
  );
}

/** The first active agent with an address, as marketplaces need one. */
export function activeAgentByEmail(
  database: Agents,
  email: string,
): Promise<LeadAgent | undefined> {
  return withName(
    agentsAt(database, email).where('status', '=', 'Active').orderBy('id').executeTakeFirst(),
  );
}

/** The agents with an address, in any letter case. */
function agentsAt(database: Agents, email: string) {
  const lower = email.toLowerCase();
  return agents(database).where((eb) => eb(eb.fn<string>('lower', ['email']), '=', lower));
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
