/** The facets that a search counts, by their names in the interface. R275. */
export const FACET_NAMES = [
  'status',
  'type',
  'beds',
  'bath',
  'neighborhood',
  'pets',
  'amenities',
  'price',
  'size',
] as const;

/** The name of a facet. */
export type FacetName = (typeof FACET_NAMES)[number];
