/** The parameters of a search in the order of the page, by what a reader looks for. */
export const SEARCH_GROUPS = {
  'Which homes': 'q status type category id label extras similar distribute customValue'.split(' '),
  Place: 'cat city zipcode address buildingId bbox near within polygon'.split(' '),
  'Price, rooms and size':
    'priceMin priceMax priceDrop beds bedsMin bedsMax bath bathMin bathMax roomsMin roomsMax minSize taxesMin taxesMax familiesMin familiesMax yearBuiltMin yearBuiltMax'.split(
      ' ',
    ),
  Features: 'amenities pets apartmentFeatures buildingFeatures cooling parking'.split(' '),
  'Dates and lease':
    'availableDate openHouse updatedSince MinLeaseTerm MaxLeaseTerm shortTerm'.split(' '),
  'Whose listings': 'agent office isMLS isRLS'.split(' '),
  'Order and pages': 'sort order page perPage list'.split(' '),
  'What is answered':
    'fields facets cluster addDescription addPhotos photosMax addOpenHouse addAttribution addHistory addLabels addCustomValues addHitCounter addIso'.split(
      ' ',
    ),
} as const;

/** In the order of the groups; headers and the like come last. */
export function inGroups<Parameter extends { readonly name: string }>(
  parameters: readonly Parameter[],
): Parameter[] {
  const names: readonly string[] = Object.values(SEARCH_GROUPS).flat();
  const place = ({ name }: Parameter) =>
    names.includes(name) ? names.indexOf(name) : names.length;
  return [...parameters].sort((one, other) => place(one) - place(other));
}

/** The viewer knows no groups of parameters: the first of each has the title above it. */
export function groupTitles(): string {
  return Object.entries(SEARCH_GROUPS)
    .map(
      ([title, [first]]) =>
        `.parameter-item:has([id$="/GET/properties.query.${first}"])::before { content: "${title}"; }`,
    )
    .join('\n');
}
