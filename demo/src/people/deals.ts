import type { Calendar } from '../calendar.js';
import type { ListingPlan } from '../listings/listing-plan.js';
import type { ListedHome } from '../listings/listing-record.js';
import { Random } from '../random.js';
import type { ListingStatus } from '../records/listing-records.js';
import type { ClientRecord, DealRecord } from '../records/people-records.js';

/** The status of a deal, by the status of its listing. */
const STAGES: Partial<Record<ListingStatus, string>> = {
  Sold: 'Closed',
  Rented: 'Closed',
  'In Contract': 'In Contract',
  'Offer In': 'Offer',
  'App. Pending': 'Application',
};

/** Who can be on the other side of a listing. */
function suits(client: ClientRecord, kind: ListingPlan['kind']): boolean {
  const tags = client.type.split(',');
  return kind === 'sale'
    ? tags.includes('Buyer') || tags.includes('Investor')
    : tags.includes('Renter') || tags.includes('Tenant');
}

/** The records of deals: a listing that left the market, with a client who fits it. */
export function dealRecords(
  seed: number,
  plans: readonly ListingPlan[],
  homes: readonly ListedHome[],
  clients: readonly ClientRecord[],
  calendar: Calendar,
): DealRecord[] {
  const random = new Random(seed, 'deals');
  const byId = new Map(homes.map(({ listing }) => [listing.main_id, listing]));
  const perClient = new Map<number, number>();
  const deals: Array<Omit<DealRecord, 'id'> & { at: number }> = [];
  for (const plan of plans) {
    const status = STAGES[plan.status];
    const listing = byId.get(plan.id);
    if (!status || !listing || !random.chance(0.45)) continue;
    const updated = calendar.stamp(plan.updatedAt);
    const free = clients.filter(
      (c) => suits(c, plan.kind) && (perClient.get(c.id) ?? 0) < 2 && c.date_create < updated,
    );
    if (free.length === 0) continue;
    const client = random.pick(free);
    perClient.set(client.id, (perClient.get(client.id) ?? 0) + 1);
    deals.push({
      client_id: client.id,
      listing_id: plan.id,
      address: listing.main_address,
      price:
        status === 'Closed' && plan.kind === 'sale' ? closingPrice(plan.price, random) : plan.price,
      status,
      date: updated,
      at: plan.updatedAt,
    });
  }
  deals.sort((a, b) => a.at - b.at);
  return deals.map(({ at: _, ...deal }, index) => ({ id: index + 1, ...deal }));
}

/** Sales close a little off the asking price. */
function closingPrice(askingPrice: number, random: Random): number {
  return Math.round((askingPrice * random.between(0.95, 1.02)) / 500) * 500;
}
