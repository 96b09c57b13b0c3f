import { Vocabulary } from '../../lib/vocabulary.js';
import { type Amenity, OUTDOOR_SPACES, PRIVATE_OUTDOOR_SPACES } from './amenity.vocabulary.js';

/**
 * The closed lists of a listing: each word that websites read, and the code that is stored and
 * searched by. R67.
 */

/** `main_status` by search status id. */
export const statuses = new Vocabulary([
  [1, 'For Sale'],
  [2, 'For Rent'],
  [11, 'In Contract'],
  [12, 'Offer In'],
  [21, 'App. Pending'],
  [19, 'Sold'],
  [22, 'Rented'],
]);

/** The search status ids of listings that are on the market, by the kind of their price. */
export const ON_THE_MARKET = { sales: 1, rentals: 2 } as const;

export function isOnMarket(status: number | undefined): boolean {
  return status === ON_THE_MARKET.sales || status === ON_THE_MARKET.rentals;
}

/** The search status ids of rentals; all others are of sales. */
export const RENTAL_STATUSES: readonly number[] = [2, 21, 22];

/** `essentials_type`; a listing without a type shows N/A. */
export const types = new Vocabulary([
  [1, 'Apartment'],
  [2, 'House'],
  [3, 'Townhouse'],
  [4, 'Condo'],
  [5, 'Coop'],
  [6, 'Condop'],
  [7, 'Building'],
  [8, 'Commercial'],
  [9, 'Office'],
  [10, 'Retail'],
  [11, 'Investment'],
  [12, 'Development'],
  [13, 'Land'],
  [0, 'N/A'],
]);

/**
 * The types that people live in. Without bedrooms such a listing is a studio, while an office is just
 * an office. A listing without a type is taken for a home (R277).
 */
export const HOMES: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

/** `essentials_pets`, by the codes of the pets filter. */
export const petPolicies = new Vocabulary([
  [3, 'Pets OK'],
  [1, 'Cats Only'],
  [4, 'Dogs Only'],
  [2, 'Small Dogs'],
  [98, 'Case By Case'],
  [99, 'No Pets'],
  [0, 'Unknown'],
]);

/** The pet policies that allow no pet, or are unknown. */
export const PETS_UNWELCOME = [99, 0] as const;

/** `extra_cooling`, by the codes of the cooling filter. */
export const coolings = new Vocabulary([
  [1, 'Central AC'],
  [2, 'Window/Wall'],
  [3, 'None'],
  [0, 'Unknown'],
]);

/** `main_category`. */
export const categories = new Vocabulary([
  [0, 'open'],
  [1, 'semi-exclusive'],
  [2, 'exclusive'],
  [6, 'co-broke'],
]);

/** The codes of the parking filter; parking is a field of the building. */
export const parkings = new Vocabulary([
  [1, 'indoor'],
  [2, 'outdoor'],
  [3, 'heated'],
  [4, 'valet'],
  [5, 'street without permit'],
  [6, 'easy street without permit'],
  [7, 'street with permit'],
  [8, 'assigned'],
]);

/** The words of `essentials_openhouse_by_appointment_only`. */
export const BY_APPOINTMENT = 'By Appointment Only';

/**
 * What a named feature requires of a listing: one amenity, any of several, an open house, or a pet
 * policy that allows some pet (R83).
 */
export type Feature =
  | { readonly kind: 'amenity'; readonly name: Amenity }
  | { readonly kind: 'any'; readonly of: readonly Amenity[] }
  | { readonly kind: 'openhouse' }
  | { readonly kind: 'pets' };

const amenity = (name: Amenity): Feature => ({ kind: 'amenity', name });
const pets: Feature = { kind: 'pets' };

/** The words of `amenities`. */
export const AMENITY_FILTERS: readonly (readonly [string, Feature])[] = [
  ['doorman', amenity('doorman')],
  ['outdoorSpace', { kind: 'any', of: OUTDOOR_SPACES }],
  ['elevator', amenity('elevator')],
  ['healthClub', amenity('healthclub')],
  ['pets', pets],
  ['newConstruction', amenity('newconstruction')],
  ['nofee', amenity('nofee')],
  ['dishwasher', amenity('dishwasher')],
  ['hardwood', amenity('hardwood')],
  ['LaundryInUnit', amenity('laundryinunit')],
  ['Patio', amenity('patio')],
  ['roofdeck', amenity('roofdeck')],
  ['privatedeck', amenity('privatedeck')],
  ['garage', amenity('garage')],
];

/** The words of `apartmentFeatures`. */
export const APARTMENT_FEATURES: readonly (readonly [string, Feature])[] = [
  ['Furnished', amenity('furnished')],
  ['Renovated', amenity('renovated')],
  ['Dishwasher', amenity('dishwasher')],
  ['Laundry In Unit', amenity('laundryinunit')],
  ['Private Outdoor Space', { kind: 'any', of: PRIVATE_OUTDOOR_SPACES }],
  ['Open House', { kind: 'openhouse' }],
  ['Fireplace', amenity('fireplace')],
  ['Lake View', amenity('lakeview')],
  ['River View', amenity('riverview')],
];

/** The words of `buildingFeatures`. */
export const BUILDING_FEATURES: readonly (readonly [string, Feature])[] = [
  ['Doorman', amenity('doorman')],
  ['Elevator', amenity('elevator')],
  ['Laundry', amenity('laundry')],
  ['Pool', amenity('pool')],
  ['Pets', pets],
  ['Common Outdoor Space', amenity('commonoutdoorspace')],
  ['Driveway', amenity('driveway')],
];
