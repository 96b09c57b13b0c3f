/** Import records of places. R168. */

/** 1 for yes, 0 for no. */
export type Flag = 0 | 1;

/** A record of `neighborhoods`. */
export interface NeighborhoodRecord {
  cat_id: number;
  cat_name: string;
  /** Relative media path. */
  img: string;
  imgname: string;
  /** 0 at top level. */
  parent: number;
  sort: number;
  /** HTML. */
  text_1: string;
}

/** Features of buildings, as flags. */
export const BUILDING_FLAGS = [
  'bicycleroom',
  'brownstone',
  'businesscenter',
  'childrenplayroom',
  'commonoutdoorspace',
  'concierge',
  'courtyard',
  'doorman',
  'driveway',
  'elevator',
  'freightelevator',
  'garage',
  'greenbuilding',
  'healthclub',
  'highspeedinternet',
  'laundry',
  'lounge',
  'maidservice',
  'newconstruction',
  'nursery',
  'pool',
  'receivingroom',
  'roofdeck',
  'storage',
  'subway',
  'valet',
  'virtualdoorman',
  'wheelchairaccess',
  'wifi',
] as const;

/** A feature of a building. */
export type BuildingFlag = (typeof BUILDING_FLAGS)[number];

/** The services that a rent may include. */
export const RENT_INCLUDES = [
  'ac',
  'cableinternet',
  'electricity',
  'gas',
  'heat',
  'water',
] as const;

/** A service that a rent may include. */
export type RentInclude = (typeof RENT_INCLUDES)[number];

/** A record of `buildings`. Money in dollars, sizes in square feet. */
export interface BuildingRecord extends Record<BuildingFlag, Flag>, Record<RentInclude, Flag> {
  address: string;
  beds: string;
  bldgsize: string;
  built: number;
  cat: number;
  city: string;
  common: number;
  concession: string;
  contact: number;
  /** 1 central, 2 window or wall, 3 none; -1 present without a type; 0 unknown. */
  cooling: number;
  deduct: number;
  down: number;
  /** 1 pre-war, 2 post-war, 3 new construction; 0 unknown. */
  era: number;
  exp: number;
  ext: string;
  families: number;
  featured: Flag;
  fee: number;
  heating: 0 | -1;
  house: string;
  id: number;
  imgcount: number;
  incrent: number;
  keys: string;
  location: string;
  lotsize: string;
  maintanance: number;
  maxbuy: number;
  maxrent: number;
  minbuy: number;
  minrent: number;
  name: string;
  new: Flag;
  newdevelopment: 0 | -1;
  nofee: Flag;
  op: Flag;
  /** `YYYY-MM-DD HH:MM:SS`, or empty. */
  openhouse: string;
  openhouseend: string;
  openhouse2: string;
  openhouseend2: string;
  /** 1 to 8 (R103); 0 none. */
  parking: number;
  /** 1, 2, 3, 4, 98 or 99 (R67); 0 unknown. */
  pets: number;
  phone: string;
  price: number;
  propertytype: string;
  public_note: string;
  state: string;
  status: Flag;
  stories: number;
  style: string;
  /** Comma separated. */
  subwayline: string;
  /** A year. */
  taxes: number;
  type: string;
  units: number;
  website: string;
  zip: string;
  latitude: number;
  longitude: number;
  /** Exclusivity: 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke. */
  category: number;
}

/** A record of `building-photos`. */
export interface BuildingPhotoRecord {
  building_id: number;
  filename: string;
  name: string;
  sort: number;
}
