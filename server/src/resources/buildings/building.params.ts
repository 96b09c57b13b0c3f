import {
  described,
  idList,
  listOf,
  pageNumber,
  pageSize,
  truth,
  type Values,
} from '../../api/params.js';
import {
  type Amenity,
  BUILDING_FLAGS,
  OUTDOOR_SPACES,
} from '../../search/params/amenity.vocabulary.js';
import { categories } from '../../search/params/listing.vocabulary.js';

/**
 * What one word of `amenities` requires of a building: any of some flags, a pet policy, or its
 * no-fee mark.
 */
export type BuildingFeature =
  | { readonly kind: 'any'; readonly of: readonly Amenity[] }
  | { readonly kind: 'pets' }
  | { readonly kind: 'nofee' };

const flag = (name: (typeof BUILDING_FLAGS)[number]): BuildingFeature => ({
  kind: 'any',
  of: [name],
});

const flags: readonly Amenity[] = BUILDING_FLAGS;

/** The words of `amenities`. */
const AMENITY_FILTERS: readonly (readonly [string, BuildingFeature])[] = [
  ['doorman', flag('doorman')],
  // The outdoor spaces that a building can have (R82, R105).
  ['outdoorSpace', { kind: 'any', of: OUTDOOR_SPACES.filter((name) => flags.includes(name)) }],
  ['elevator', flag('elevator')],
  ['healthClub', flag('healthclub')],
  ['pets', { kind: 'pets' }],
  ['newConstruction', flag('newconstruction')],
  ['nofee', { kind: 'nofee' }],
];

/** The words of `extras`. */
const EXTRAS = ['featured', 'developments'] as const;

/** The parameters of `GET /buildings`. R105, R106. */
export const buildingSearchParams = {
  page: pageNumber(),
  count: pageSize(10, 50),
  cat: described(idList(), 'Neighborhood ids, comma separated, any of them; at most 500'),
  amenities: described(
    listOf(AMENITY_FILTERS, 'BuildingAmenity'),
    'Comma separated, all must be there',
  ),
  category: described(
    listOf(
      categories.entries.map(([code, word]) => [String(code), code, word] as const),
      'CategoryCode',
    ),
    `Exclusivity, comma separated, any of them: ${categories.entries.map((entry) => entry.join(' ')).join(', ')}`,
  ),
  hasListings: described(truth(), 'Only buildings with listings on the market'),
  extras: described(
    listOf(
      EXTRAS.map((name) => [name, name] as const),
      'BuildingExtra',
    ),
    `Comma separated, all must hold: ${EXTRAS.join(', ')}`,
  ),
};

/** The values of a search for buildings. */
export type BuildingSearch = Values<typeof buildingSearchParams>;
