import type { Amenity } from '../records/amenities.js';
import type { LabelRecord } from '../records/content-records.js';
import type { ListingPlan } from './listing-plan.js';
import type { ListingTerms } from './terms.js';

const LABELS = [
  'New to Market',
  'Price Improvement',
  'Waterfront',
  'Prewar Character',
  'Penthouse',
  'Private Garden',
  'Sponsor Unit',
  'Pied-à-Terre Friendly',
  'Short Term',
  'Live/Work',
  'Investor Opportunity',
  'Move-in Special',
] as const;

/** A label of the agency's own. */
export type Label = (typeof LABELS)[number];

/** The records of `GET /labels`. */
export function labelRecords(): LabelRecord[] {
  return LABELS.map((labelname, index) => ({ id: index + 1, labelname }));
}

/** The labels that are true of a listing. */
export function labelsOf(
  plan: ListingPlan,
  terms: ListingTerms,
  amenities: readonly Amenity[],
  today: number,
): Label[] {
  const days = (today - plan.listedAt) / 86_400_000;
  const rules: ReadonlyArray<readonly [Label, boolean]> = [
    ['New to Market', plan.onMarket && days < 10],
    ['Price Improvement', plan.onMarket && days > 45 && plan.random.chance(0.3)],
    ['Waterfront', amenities.includes('riverview')],
    ['Prewar Character', amenities.includes('originaldetails') && plan.random.chance(0.6)],
    ['Penthouse', plan.floorText === 'PH'],
    ['Private Garden', amenities.includes('garden')],
    ['Sponsor Unit', amenities.includes('sponsorunit')],
    ['Pied-à-Terre Friendly', amenities.includes('piedaterre')],
    ['Short Term', plan.unit !== null && terms.leaseMin > 0 && terms.leaseMin < 12],
    ['Live/Work', amenities.includes('livework')],
    ['Investor Opportunity', plan.type === 'Investment' || plan.type === 'Building'],
    ['Move-in Special', plan.onMarket && terms.freeMonths > 0],
  ];
  return rules.filter(([, holds]) => holds).map(([label]) => label);
}
