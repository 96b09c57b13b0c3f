/** The fields of a building's record (R102). */
export const FLAGS = `bicycleroom brownstone businesscenter childrenplayroom commonoutdoorspace
  concierge courtyard doorman driveway elevator freightelevator garage greenbuilding healthclub
  highspeedinternet laundry lounge maidservice newconstruction nursery pool receivingroom roofdeck
  storage subway valet virtualdoorman wheelchairaccess wifi`.split(/\s+/);

export const INCLUDED = 'ac cableinternet electricity gas heat water'.split(' ');

/** A building with all its fields, as the answer has it; computed fields left out. */
export const FULL_RECORD = {
  id: 7,
  address: '12 Test Street',
  beds: 'Studio to 3',
  bldgsize: '120,000',
  built: 1931,
  cat: 4,
  city: 'New York',
  common: 900,
  concession: 'One month free',
  contact: 31,
  cooling: 2,
  deduct: 42.5,
  down: 20,
  era: 1,
  exp: 250_000,
  ext: 'Rear, two floors',
  families: 3,
  featured: 1,
  fee: 12,
  heating: -1,
  house: '12',
  incrent: 1_400_000,
  keys: 'super',
  location: 'First & Second Avenues',
  lotsize: '25x100',
  maintanance: 1100,
  name: 'The Tester',
  new: 1,
  newdevelopment: -1,
  nofee: 1,
  op: 1,
  openhouse: '2026-11-21 13:00:00',
  openhouse2: '2026-11-22 10:30:00',
  openhouseend: '2026-11-21 15:00:00',
  openhouseend2: '2026-11-22 12:00:00',
  parking: 8,
  pets: 98,
  phone: '212-555-0100',
  price: 30_000_000,
  propertytype: 'Highrise',
  public_note: 'Two lines\nof text',
  state: 'NY',
  status: 1,
  stories: 21,
  style: 'Art Deco',
  subwayline: '1,2,3',
  taxes: 800_000,
  type: 'Apartment',
  units: 144,
  website: 'https://tester.example.test',
  zip: '10001',
} as const;

/** What the record of a building reads of which nothing but the id was told. */
export const EMPTY_RECORD = {
  ...Object.fromEntries(
    Object.entries(FULL_RECORD).map(([field, value]) => [
      field,
      typeof value === 'string' ? '' : 0,
    ]),
  ),
  ...Object.fromEntries([...FLAGS, ...INCLUDED].map((name) => [name, 0])),
  style: 'N/A',
  imgcount: 0,
  maxbuy: 0,
  maxrent: 0,
  minbuy: 0,
  minrent: 0,
};
