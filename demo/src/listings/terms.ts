import { isNewDevelopment } from '../property/building-plan.js';
import type { Flag } from '../records/place-records.js';
import type { Terms } from './amenities.js';
import type { ListingPlan } from './listing-plan.js';

/** The money terms in a listing's record. */
export interface ListingTerms extends Terms {
  /** Percent of a year's rent. */
  readonly fee: number;
  readonly concession: string;
  /** Lease length the free months require, months; 0 without an offer. */
  readonly freeMonthLease: number;
  readonly leaseMax: number;
  readonly ownerPays: string | null;
  readonly cyof: Flag;
}

const SALE: ListingTerms = {
  noFee: false,
  fee: 0,
  freeMonths: 0,
  freeMonthLease: 0,
  concession: '',
  leaseMin: 0,
  leaseMax: 0,
  ownerPays: null,
  cyof: 0,
};

const OWNER_PAYS = [
  '1 Month',
  '15%',
  '12%',
  '$2,500',
  '$4,000',
  '2 Weeks',
  '4 Weeks',
  '1.5 Months',
];

/** Draws the terms: only landlords of rental houses offer free months, and who pays has no fee. */
export function drawTerms(plan: ListingPlan, year: number): ListingTerms {
  if (plan.kind === 'sale') return saleTerms(plan, year);
  const { building, random, type, furnished } = plan;
  if (!plan.unit) {
    const business = type !== 'N/A';
    return {
      ...SALE,
      leaseMin: business ? 36 : 1,
      leaseMax: business ? 120 : 12,
      fee: business ? 8.33 : 0,
      noFee: !business,
    };
  }
  const landlord = building.profile.tenure === 'rental';
  const noFee = random.chance(building.kind === 'rentalTower' ? 0.9 : landlord ? 0.5 : 0.25);
  const offer = landlord && building.stories > 5 && random.chance(0.4);
  const freeMonths = offer
    ? random.weighted([
        [1, 5],
        [0.5, 1],
        [1.5, 1],
        [2, 2],
      ])
    : 0;
  const freeMonthLease = freeMonths > 0 ? 12 + Math.ceil(freeMonths) : 0;
  const leaseMin =
    freeMonthLease || (furnished ? random.pick([1, 3, 6]) : random.chance(0.06) ? 6 : 12);
  return {
    noFee,
    fee: noFee
      ? 0
      : random.weighted([
          [8.33, 3],
          [12, 3],
          [15, 4],
        ]),
    freeMonths,
    freeMonthLease,
    concession: concessionWords(freeMonths, freeMonthLease),
    leaseMin,
    leaseMax: Math.max(leaseMin, random.pick([12, 12, 18, 24, 24, 36])),
    ownerPays: noFee && random.chance(0.5) ? random.pick(OWNER_PAYS) : null,
    cyof: plan.category === 6 && !noFee && random.chance(0.5) ? 1 : 0,
  };
}

function saleTerms({ building, random, type }: ListingPlan, year: number): ListingTerms {
  const sponsor = isNewDevelopment(building.built, year) && type === 'Condo';
  const concession =
    sponsor && random.chance(0.5)
      ? random.pick([
          'Sponsor pays transfer taxes on contracts signed this season.',
          'Common charges paid by the sponsor for the first year.',
        ])
      : '';
  return { ...SALE, concession };
}

function concessionWords(months: number, lease: number): string {
  if (months === 0) return '';
  const words = { 0.5: 'Two weeks', 1: 'One month', 1.5: 'Six weeks', 2: 'Two months' }[months];
  return `${words} free on a ${lease}-month lease.`;
}
