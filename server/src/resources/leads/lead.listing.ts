import { ON_THE_MARKET } from '../../search/params/listing.vocabulary.js';
import { displayAddress } from '../../search/words/listing-words.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { listingsById } from '../listings/listing.queries.js';
import type { IdSpace } from '../members/favorite.queries.js';

/** What a lead takes from the listing that it is about. */
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

/** What a lead looks for. */
export const ALERT_TYPES = ['For Rent', 'For Sale'] as const;

/** One of `ALERT_TYPES`. */
export type AlertType = (typeof ALERT_TYPES)[number];

/** Search status ids of listings whose price is a monthly rent. */
const RENTALS: ReadonlySet<number> = new Set([ON_THE_MARKET.rentals, 21, 22]);

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
    alertType: RENTALS.has(row.status) ? 'For Rent' : 'For Sale',
    price: row.price,
    beds: row.beds,
    bath: row.bath,
    size: row.size,
    agentId: space === 'own' ? row.agent_id : 0,
    coagentId: space === 'own' ? row.coagent_id : 0,
  };
}
