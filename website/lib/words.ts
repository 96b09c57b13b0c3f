/** What the interface calls things, in the words of visitors. */
const AMENITIES: Readonly<Record<string, string>> = {
  doorman: 'Doorman',
  outdoorspace: 'Outdoor space',
  elevator: 'Elevator',
  healthclub: 'Gym',
  pets: 'Pets allowed',
  newconstruction: 'New construction',
  nofee: 'No fee',
  dishwasher: 'Dishwasher',
  hardwood: 'Hardwood floors',
  laundryinunit: 'Washer and dryer',
  patio: 'Patio',
  roofdeck: 'Roof deck',
  privatedeck: 'Private deck',
  garage: 'Garage',
  balcony: 'Balcony',
  bicycleroom: 'Bicycle room',
  businesscenter: 'Business center',
  childrenplayroom: 'Playroom',
  cityview: 'City view',
  commonoutdoorspace: 'Shared outdoor space',
  concierge: 'Concierge',
  courtyard: 'Courtyard',
  diningroom: 'Dining room',
  duplex: 'Duplex',
  eatinkitchen: 'Eat-in kitchen',
  fireplace: 'Fireplace',
  furnished: 'Furnished',
  garden: 'Garden',
  granitekitchen: 'Granite kitchen',
  greenbuilding: 'Green building',
  highceilings: 'High ceilings',
  highspeedinternet: 'Fast internet',
  laundry: 'Laundry in the building',
  liveinsuper: 'Live-in super',
  livework: 'Live and work',
  loft: 'Loft',
  lounge: 'Lounge',
  marblebath: 'Marble bath',
  microwave: 'Microwave',
  nursery: 'Nursery',
  openkitchen: 'Open kitchen',
  openview: 'Open view',
  originaldetails: 'Original details',
  parkview: 'Park view',
  piedaterre: 'Pied-à-terre allowed',
  pool: 'Pool',
  recreationalroom: 'Recreation room',
  renovated: 'Renovated',
  riverview: 'River view',
  skylineview: 'Skyline view',
  sponsorunit: 'Sponsor unit',
  stainlesssteelappliances: 'Stainless appliances',
  storage: 'Storage',
  terrace: 'Terrace',
  triplex: 'Triplex',
  valet: 'Valet',
  virtualdoorman: 'Virtual doorman',
  walkincloset: 'Walk-in closet',
  wheelchairaccess: 'Wheelchair access',
  winecooler: 'Wine cooler',
};

/** The name of an amenity; undefined for one that a page need not list. Filters and answers differ in case. */
export function amenityName(amenity: string): string | undefined {
  return AMENITIES[amenity.toLowerCase()];
}

/** `Studio`, `2`, or `1 + office` for 1.5. */
export function bedsName(beds: number): string {
  const whole = Math.floor(beds);
  const rooms = whole === 0 ? 'Studio' : String(whole);
  return whole === beds ? rooms : `${rooms} + office`;
}

/** A text of a record, and nothing where it only says that nothing is known. */
export function known(text: string): string {
  const trimmed = text.trim();
  return /^(n\/?a|unknown|null|none|tba|tbd|0|[-–—.]*)$/i.test(trimmed) ? '' : trimmed;
}

/** Kinds of property in which nobody lives. */
const WORKPLACES = ['Commercial', 'Office', 'Retail'];

/** How many of all that a search found are homes. @param kinds How many there are of each kind. */
export function homesAmong(
  total: number,
  kinds: readonly { readonly value: string; readonly count: number }[],
): number {
  const workplaces = kinds.filter(({ value }) => WORKPLACES.includes(value));
  return workplaces.reduce((homes, { count }) => Math.max(0, homes - count), total);
}

/** `214 homes and 23 shops and offices`, of all that a search found. @param kinds How many there are of each kind. */
export function foundText(
  total: number,
  kinds: readonly { readonly value: string; readonly count: number }[],
): string {
  const homes = homesAmong(total, kinds);
  const workplaces = total - homes;
  const named = [
    (homes > 0 || workplaces === 0) &&
      `${homes.toLocaleString('en-US')} ${homes === 1 ? 'home' : 'homes'}`,
    workplaces > 0 && (workplaces === 1 ? '1 shop or office' : `${workplaces} shops and offices`),
  ];
  return named.filter(Boolean).join(' and ');
}
