import { Calendar } from '../calendar.js';
import { agentRecords, officeRecords } from '../people/agents.js';
import { eraOf } from '../property/building-record.js';
import type { AgentRecord, OfficeRecord } from '../records/people-records.js';
import {
  BUILDING_FLAGS,
  type BuildingFlag,
  type BuildingRecord,
  type Flag,
  type NeighborhoodRecord,
  RENT_INCLUDES,
  type RentInclude,
} from '../records/place-records.js';
import type { StreamOptions } from './listings.js';
import { BOROUGH_NAMES, PLACES } from './places.js';
import { buildingCount, FIRST_PLACE_ID, stockBuilding } from './stock.js';

/** The neighborhoods of the streamed listings, boroughs first. */
export function* generateNeighborhoods(): Generator<NeighborhoodRecord, void, void> {
  const node = (
    cat_id: number,
    cat_name: string,
    parent: number,
    sort: number,
  ): NeighborhoodRecord => ({
    cat_id,
    cat_name,
    img: '',
    imgname: '',
    parent,
    sort,
    text_1: `<p>${cat_name}</p>`,
  });
  for (const [index, name] of BOROUGH_NAMES.entries()) yield node(index + 1, name, 0, index + 1);
  for (const [index, place] of PLACES.entries()) {
    yield node(FIRST_PLACE_ID + index, place.name, place.borough + 1, index + 1);
  }
}

/** Records whose every flag is 0, to be copied and changed. */
const NO_FLAGS = Object.fromEntries(
  [...BUILDING_FLAGS, ...RENT_INCLUDES].map((name) => [name, 0]),
) as Record<BuildingFlag | RentInclude, Flag>;

const CITIES = ['New York', 'Brooklyn', 'Queens', 'Bronx', 'Staten Island'];

/** The buildings of the streamed listings, one for every twenty of them. */
export function* generateBuildings({
  seed,
  count,
}: Pick<StreamOptions, 'seed' | 'count'>): Generator<BuildingRecord, void, void> {
  const total = buildingCount(count);
  for (let index = 0; index < total; index += 1) {
    const b = stockBuilding(seed, index);
    const whole = b.tenure === 'House' || b.tenure === 'Townhouse';
    yield {
      ...NO_FLAGS,
      doorman: b.doorman ? 1 : 0,
      elevator: b.elevator ? 1 : 0,
      laundry: index % 2 === 0 ? 1 : 0,
      roofdeck: b.stories > 12 ? 1 : 0,
      address: `${b.house} ${b.street}`,
      beds: '',
      bldgsize: `${b.stories * b.perFloor * 900}`,
      built: b.built,
      cat: b.placeId,
      city: CITIES[b.place.borough] ?? 'New York',
      common: 0,
      concession: '',
      contact: 0,
      cooling: b.cooling,
      deduct: 0,
      down: b.tenure === 'Coop' ? 20 : 10,
      era: eraOf(b.built),
      exp: 0,
      ext: '',
      families: whole ? 1 : 0,
      featured: 0,
      fee: 0,
      heating: -1,
      house: b.house,
      id: b.id,
      imgcount: 0,
      incrent: 0,
      keys: '',
      location: b.cross,
      lotsize: '',
      maintanance: 0,
      maxbuy: 0,
      minbuy: 0,
      maxrent: 0,
      minrent: 0,
      name: '',
      new: 0,
      newdevelopment: b.built > 2022 ? -1 : 0,
      nofee: 0,
      op: 0,
      openhouse: '',
      openhouseend: '',
      openhouse2: '',
      openhouseend2: '',
      parking: 0,
      pets: b.pets,
      phone: '',
      price: 0,
      propertytype: whole ? 'House' : b.elevator ? 'Elevator' : 'Walkup',
      public_note: '',
      state: 'NY',
      status: 1,
      stories: b.stories,
      style: 'N/A',
      subwayline: b.place.lines.split('').join(','),
      taxes: 0,
      type: whole ? b.tenure : 'Apartment',
      units: whole ? 1 : b.stories * b.perFloor,
      website: '',
      zip: b.place.zip,
      latitude: b.latitude,
      longitude: b.longitude,
      category: 0,
    };
  }
}

/** The offices that the agents of the streamed listings belong to. */
export function* generateOffices(): Generator<OfficeRecord, void, void> {
  yield* officeRecords();
}

/** The agents of the streamed listings. */
export function* generateAgents({
  today,
  timeZone = 'America/New_York',
}: Pick<StreamOptions, 'today' | 'timeZone'>): Generator<AgentRecord, void, void> {
  yield* agentRecords(new Calendar(today, timeZone).year(today));
}
