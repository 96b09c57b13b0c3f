import type { searchParams } from '../../src/search/params/listing.params.js';
import { AT_HOME, LISTED_TYPES, RENTALS, rentalsBut } from './market.js';

/** A query string, and the ids of everything that it finds. */
type Case = readonly [query: string, ids: readonly number[]];

const SALES = [201, 202, 203, 204, 205];

/** The sales within a minimum, within a maximum, and within both. */
const range = (name: string, least: number | string, most: number | string): readonly Case[] => {
  const [min, max] = [`${name}Min`, `${name}Max`];
  return [
    [`status=1&${min}=${least}`, [202, 203, 204, 205]],
    [`status=1&${max}=${most}`, [201, 202, 203, 205]],
    [`status=1&${min}=${least}&${max}=${most}`, [202, 203, 205]],
    [`status=1&${min}=0&${max}=0`, SALES],
  ];
};

const codes = (name: string, byCode: Readonly<Record<number, readonly number[]>>): Case[] => [
  ...Object.entries(byCode).map(([code, ids]): Case => [`${name}=${code}`, ids]),
  [
    `${name}=${Object.keys(byCode).join(',')}`,
    Object.values(byCode)
      .flat()
      .sort((one, other) => one - other),
  ],
];

const OPEN_HOUSES = [149, 150];
const LEASED = [135, 136, 137];

/**
 * What every parameter of `GET /properties` finds in the market. The type keeps the table whole: a
 * parameter without an entry does not compile, and one without a case fails in search-filters.test.ts.
 */
export const cases: { readonly [Name in keyof typeof searchParams]: readonly Case[] } = {
  sort: ['price', 'size', 'date'].map((sort): Case => [`status=1&sort=${sort}`, SALES]),
  order: ['desc', 'asc'].map((order): Case => [`status=1&order=${order}`, SALES]),
  page: [['page=1', RENTALS]],
  perPage: [['perPage=200', RENTALS]],
  id: [
    ['id=101', [101]],
    ['id=201', [201]],
    ['id=222', [222]],
    ['id=999', []],
    ['id=0', RENTALS],
    ['id=128&cat=11', [128]],
    ['id=128&cat=12', []],
    ['id=201&status=2', [201]],
    ['id=201,222,101', [101, 201, 222]],
    ['id=201&id=222', [201, 222]],
    ['id=0,201', [201]],
    ['id=101,129,999&cat=11', [101]],
  ],
  status: [
    ['', RENTALS],
    ['status=2', RENTALS],
    ['status=1', SALES],
    ['status=11', [211]],
    ['status=12', [212]],
    ['status=19', [219]],
    ['status=21', [221]],
    ['status=22', [222]],
    ['status=22,11,%2012', [211, 212, 222]],
  ],
  cat: [
    ['cat=11', rentalsBut(129, 130)],
    ['cat=12', [129]],
    ['cat=12,13', [129, 130]],
    ['cat=14', []],
  ],
  // Each amenity by itself: search-amenities.test.ts.
  amenities: [
    ['amenities=pets', [102, 103, 104, 105, 106]],
    ['amenities=nofee', [148]],
    ['amenities=pets,nofee', []],
  ],
  priceMin: range('price', '750000.5', 1_000_000),
  priceMax: range('price', 750_000, '1000000.0'),
  bedsMin: range('beds', '1.5', 2),
  bedsMax: range('beds', '0.5', '3.5'),
  bathMin: range('bath', '1.5', 2),
  bathMax: range('bath', '1.5', 3),
  roomsMin: range('rooms', '3.5', '4.5'),
  roomsMax: range('rooms', 3, 5),
  familiesMin: range('families', 2, 3),
  familiesMax: range('families', '1.5', '3.5'),
  yearBuiltMin: range('yearBuilt', 1950, 1980),
  yearBuiltMax: range('yearBuilt', '1900.5', '2019.9'),
  taxesMin: range('taxes', 200, 300),
  taxesMax: range('taxes', '100.01', '899.99'),
  MinLeaseTerm: [
    ['MinLeaseTerm=1', LEASED],
    ['MinLeaseTerm=6', LEASED],
    ['MinLeaseTerm=7', [136, 137]],
    ['MinLeaseTerm=12', [136, 137]],
    ['MinLeaseTerm=13', [137]],
    ['MinLeaseTerm=24', [137]],
    ['MinLeaseTerm=25', []],
    ['MinLeaseTerm=7&MaxLeaseTerm=11', [136]],
  ],
  MaxLeaseTerm: [
    ['MaxLeaseTerm=1', [135]],
    ['MaxLeaseTerm=5', [135]],
    ['MaxLeaseTerm=6', [135, 136]],
    ['MaxLeaseTerm=12', LEASED],
    ['MinLeaseTerm=2&MaxLeaseTerm=3', [135]],
    ['MinLeaseTerm=12&MaxLeaseTerm=12', [136, 137]],
    ['MinLeaseTerm=0&MaxLeaseTerm=0', RENTALS],
  ],
  minSize: [
    ['status=1&minSize=600', [202, 203, 204, 205]],
    ['status=1&minSize=600.5', [202, 203, 205]],
    ['status=1&minSize=0', SALES],
  ],
  pets: codes('pets', { 1: [102], 2: [103], 3: [104], 4: [105], 98: [106], 99: [107] }),
  type: [
    ...LISTED_TYPES.map(([type, id]): Case => [`type=${type}`, [id]]),
    ['type=N/A', rentalsBut(...LISTED_TYPES.map(([, id]) => id))],
    ['type=condo,COOP,Condop', [114, 115, 116]],
  ],
  apartmentFeatures: [
    ['apartmentFeatures=Open%20House', OPEN_HOUSES],
    ['apartmentFeatures=furnished', [146, 152]],
    ['apartmentFeatures=Furnished,Open+House', []],
  ],
  buildingFeatures: [['buildingFeatures=Pets', [102, 103, 104, 105, 106]]],
  zipcode: [
    ['zipcode=7030', [127]],
    ['zipcode=07030', [127]],
    ['zipcode=10128', [128]],
    ['zipcode=10128-1234', [128]],
    ['zipcode=99999', []],
    ['zipcode=0', RENTALS],
  ],
  // More of it: search-address.test.ts.
  address: [
    ['address=77%20lenox', [129]],
    ['address=HARLEM', [129]],
    ['address=lenox,plain', []],
  ],
  city: [
    ['city=hoboken', [127]],
    ['city=Yonkers', [128]],
    ['city=Elsewhere', []],
    ['city=New', []],
  ],
  availableDate: [
    ['availableDate=11/20/2026', [140]],
    ['availableDate=11/30/2026', [140]],
    ['availableDate=12/01/2026', [140, 141]],
    ['availableDate=1/15/2027', [140, 141, 142]],
    ['availableDate=01/01/2020', [140]],
  ],
  cooling: codes('cooling', { 1: [108], 2: [109], 3: [110] }),
  parking: codes('parking', {
    1: [161],
    2: [162],
    3: [163],
    4: [164],
    5: [165],
    6: [166],
    7: [167],
    8: [168],
  }),
  agent: [
    ['agent=1', [131, 132, 133]],
    ['agent=2', [134]],
    ['agent=3', []],
    ['agent=0', RENTALS],
  ],
  buildingId: [
    ['buildingId=50', [128]],
    ['buildingId=52', []],
    ['buildingId=52&status=1', [204]],
    ['buildingId=0', RENTALS],
  ],
  category: [
    ...codes('category', { 1: [124], 2: [125], 6: [126] }),
    ['category=0', rentalsBut(124, 125, 126)],
  ],
  shortTerm: [
    ['shortTerm=true', [135, 136]],
    ['shortTerm=1', [135, 136]],
    ['shortTerm=false', RENTALS],
    ['shortTerm=0', RENTALS],
  ],
  label: [
    ['label=Waterfront', [154, 155]],
    ['label=sponsor%20UNIT', [154]],
    ['label=1', [154]],
    ['label=2', [154, 155]],
    ['label=Water', []],
  ],
  extras: [
    ['extras=featured', [145, 152]],
    ['extras=furnished', [146, 152]],
    ['extras=developments', [147]],
    ['extras=nofee', [148]],
    ['extras=openhouse', OPEN_HOUSES],
    ['extras=furnished,featured', [152]],
  ],
  customValue: [
    ['customValue=North', [156, 157]],
    ['customValue=Zone:North', [156]],
    ['customValue=zone%3A%20North', [156]],
    ['customValue=Owner:North', [157]],
    ['customValue=Owner:South', []],
    ['customValue=Line:%204', [158]],
    ['customValue=Zone:Line:%204', [158]],
    ['customValue=north', []],
  ],
  distribute: [
    ['distribute=true', [153]],
    ['distribute=false', RENTALS],
  ],
  // More of them: search-words.test.ts.
  q: [
    ['q=lenox', [129]],
    ['q=Ave%20LEN%2077', [129]],
    ['q=soho', [130]],
    ['q=Harlme', [129]],
    ['q=hoboken', [127]],
    ['q=listing%20101', [101]],
    ['q=nowhere', []],
    ['q=', RENTALS],
  ],
  updatedSince: [
    ['updatedSince=11/20/2026T09:30', [159]],
    ['updatedSince=11/20/2026T09:31', []],
    ['updatedSince=11/01/2026T12:00', RENTALS],
    ['updatedSince=11/01/2026T12:01', [159]],
    ['updatedSince=11/02/2026', [159]],
  ],
  // These change what a record holds, not what is found: search-added-fields.test.ts.
  addDescription: [['addDescription=true', RENTALS]],
  addPhotos: [['addPhotos=true', RENTALS]],
  photosMax: [['addPhotos=true&photosMax=1', RENTALS]],
  addOpenHouse: [['addOpenHouse=true', RENTALS]],
  addHitCounter: [['addHitCounter=true', RENTALS]],
  addCustomValues: [['addCustomValues=true', RENTALS]],
  addLabels: [['addLabels=true', RENTALS]],
  bbox: [
    ['bbox=-73.98,40.77,-73.97,40.78', AT_HOME],
    ['bbox=-73.97,40.77,-73.96,40.78', []],
  ],
  near: [['near=40.77,-73.98&within=1km', AT_HOME]],
  within: [['near=40.77,-73.98&within=0.4mi', []]],
  polygon: [
    ['polygon=POLYGON((-73.98 40.77,-73.97 40.77,-73.98 40.78))', AT_HOME],
    ['polygon=POLYGON((-73.98 40.77,-73.97 40.77,-73.97 40.78))', []],
  ],
  cluster: [['cluster=12', RENTALS]],
  addHistory: [['addHistory=true', RENTALS]],
  addAttribution: [['addAttribution=true', RENTALS]],
  addIso: [['addIso=true', RENTALS]],
  fields: [['fields=main_id', RENTALS]],
  beds: [
    ['status=1&beds=0', [201]],
    ['status=1&beds=2', [203, 205]],
    ['status=1&beds=0,1.5,4.0', [201, 202, 204]],
    ['status=1&beds=0&beds=2&bedsMin=1', [203, 205]],
    ['status=1&beds=3', []],
    ['beds=,', RENTALS],
  ],
  bath: [
    ['status=1&bath=1', [201]],
    ['status=1&bath=1.5,3.5', [202, 204]],
    ['status=1&bath=0', []],
  ],
  office: [
    ['office=3', [131, 132, 133]],
    ['office=4', [134]],
    ['office=5', []],
    ['office=0', RENTALS],
  ],
  similar: [
    ['similar=203', [202, 205]],
    ['similar=203&status=2&bath=2', [205]],
    ['similar=101', RENTALS.filter((id) => id !== 101 && (id < 117 || id > 123))],
    ['similar=119', [117, 118, 120, 121, 122, 123]],
    ['similar=999', []],
    ['similar=0', RENTALS],
  ],
  isMLS: [
    ['isMLS=false', RENTALS],
    // No feed is attached: feeds-searched.test.ts has some.
    ['isMLS=include', RENTALS],
    ['isMLS=true', []],
  ],
  isRLS: [
    ['isRLS=0', RENTALS],
    ['isRLS=include', RENTALS],
    ['isRLS=1', []],
  ],
  facets: [['facets=beds', RENTALS]],
  list: [['list=true', RENTALS]],
  // What is lowered and raised: resources/listings/history.test.ts.
  // The days and hours of open houses: open-house.test.ts.
  openHouse: [['openHouse=any', [149]]],
  priceDrop: [
    ['priceDrop=7', []],
    ['priceDrop=0', RENTALS],
  ],
};
