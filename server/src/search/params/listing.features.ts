import { type Amenity, OUTDOOR_SPACES, PRIVATE_OUTDOOR_SPACES } from './amenity.vocabulary.js';

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
