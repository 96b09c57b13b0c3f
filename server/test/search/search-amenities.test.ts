import { beforeAll, describe, expect, it } from 'vitest';
import {
  AMENITIES,
  type Amenity,
  BUILDING_FLAGS,
} from '../../src/search/params/amenity.vocabulary.js';
import { searchParams } from '../../src/search/params/listing.params.js';
import { forEachDatabase } from '../rig/databases.js';
import { aBuilding, aListing } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';
import { found } from './asking.js';

/** What `amenities` may name, in the order of its list (R81). */
const NAMES = `balcony bicycleroom brownstone businesscenter childrenplayroom cityview
  commonoutdoorspace concierge convertible courtyard diningroom diplomatsok dishwasher doorman
  driveway duplex eatinkitchen elevator fireplace freightelevator furnished garage garden
  granitekitchen greenbuilding hardwood healthclub highceilings highspeedinternet lakeview laundry
  laundryinunit laundryservices light liveinsuper livework loft lounge maidservice marblebath
  microwave multilevel newconstruction nofee nursery onemonthfree openkitchen openview
  originaldetails outdoorspace parkview patio piedaterre pool privatedeck receivingroom
  recreationalroom renovated riverview roofdeck roomforrent seniorhousing skylineview sponsorunit
  stainlesssteelappliances storage subway terrace triplex vacationrental valet virtualdoorman
  walkincloset walltowallcarpeting washer wheelchairaccess wifi winecooler`.split(/\s+/);

/** The flags that a building record carries, in the order of its list (R80). */
const FLAGS = `bicycleroom brownstone businesscenter childrenplayroom commonoutdoorspace concierge
  courtyard doorman driveway elevator freightelevator garage greenbuilding healthclub
  highspeedinternet laundry lounge maidservice newconstruction nursery pool receivingroom roofdeck
  storage subway valet virtualdoorman wheelchairaccess wifi`.split(/\s+/);

/** The listing whose only amenity this is. */
const own = (name: string) => 100 + NAMES.indexOf(name);
/** The listing without amenities in the building whose only flag this is. */
const inBuilding = (name: string) => 300 + FLAGS.indexOf(name);

/** What an amenity by itself finds. */
const holders = (name: string) =>
  FLAGS.includes(name) ? [own(name), inBuilding(name)] : [own(name)];
const anyOf = (...names: readonly string[]) =>
  names.flatMap(holders).sort((one, other) => one - other);

const OUTDOORS = anyOf(
  'outdoorspace',
  'balcony',
  'terrace',
  'patio',
  'garden',
  'privatedeck',
  'roofdeck',
  'courtyard',
  'commonoutdoorspace',
);
const PRIVATE_OUTDOORS = anyOf(
  'outdoorspace',
  'balcony',
  'terrace',
  'patio',
  'garden',
  'privatedeck',
);

/** Every word of the three closed lists. Pets and open houses: search-filters.test.ts. */
const words: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  amenities: {
    doorman: anyOf('doorman'),
    outdoorSpace: OUTDOORS,
    elevator: anyOf('elevator'),
    healthClub: anyOf('healthclub'),
    pets: [],
    newConstruction: anyOf('newconstruction'),
    nofee: anyOf('nofee'),
    dishwasher: anyOf('dishwasher'),
    hardwood: anyOf('hardwood'),
    LaundryInUnit: anyOf('laundryinunit'),
    Patio: anyOf('patio'),
    roofdeck: anyOf('roofdeck'),
    privatedeck: anyOf('privatedeck'),
    garage: anyOf('garage'),
  },
  apartmentFeatures: {
    Furnished: anyOf('furnished'),
    Renovated: anyOf('renovated'),
    Dishwasher: anyOf('dishwasher'),
    'Laundry In Unit': anyOf('laundryinunit'),
    'Private Outdoor Space': PRIVATE_OUTDOORS,
    'Open House': [],
    Fireplace: anyOf('fireplace'),
    'Lake View': anyOf('lakeview'),
    'River View': anyOf('riverview'),
  },
  buildingFeatures: {
    Doorman: anyOf('doorman'),
    Elevator: anyOf('elevator'),
    Laundry: anyOf('laundry'),
    Pool: anyOf('pool'),
    Pets: [],
    'Common Outdoor Space': anyOf('commonoutdoorspace'),
    Driveway: anyOf('driveway'),
  },
};

describe('the vocabulary of amenities', () => {
  it('is the list of the interface, and buildings carry a part of it', () => {
    expect(NAMES).toHaveLength(78);
    expect([...AMENITIES].sort()).toEqual([...NAMES].sort());
    expect([...BUILDING_FLAGS].sort()).toEqual([...FLAGS].sort());
  });

  it.each(Object.keys(words))('is asked for by the words of %s that are tested here', (param) => {
    const { items } = searchParams[param as 'amenities'].schema as unknown as {
      items: { enum: readonly string[] };
    };
    expect(Object.keys(words[param] ?? {})).toEqual(items.enum);
  });
});

forEachDatabase('Amenities', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  beforeAll(async () => {
    await server.addTenant('row');
    await server.put(
      'row',
      'buildings',
      FLAGS.map((name, index) => aBuilding({ id: 50 + index, [name]: 1 })),
    );
    await server.put('row', 'listings', [
      aListing({ main_id: 99 }),
      ...NAMES.map((name) => aListing({ main_id: own(name), amenities: [name] })),
      ...FLAGS.map((name, index) =>
        aListing({ main_id: inBuilding(name), essentials_building: 50 + index }),
      ),
      aListing({ main_id: 400, amenities: 'Doorman, ELEVATOR,pool', essentials_building: 61 }),
    ]);
    held.key = await server.addKey('row');
  });

  it.each(Object.keys(words))('are found by every word of %s', async (param) => {
    for (const [word, ids] of Object.entries(words[param] ?? {})) {
      const all = await found(server, held.key, `${param}=${encodeURIComponent(word)}`);
      const listed = all.filter((id) => id !== 400);
      expect([word, listed]).toEqual([word, ids]);
    }
  });

  it('must all be there when several are named, whoever has them', async () => {
    // Of listing 400, doorman, elevator and pool are its own, the garage is its building's.
    expect(FLAGS[61 - 50]).toBe('garage');
    const both = [
      ['amenities=doorman', [own('doorman'), inBuilding('doorman'), 400]],
      ['amenities=doorman,elevator', [400]],
      ['amenities=garage,doorman', [400]],
      ['amenities=doorman&buildingFeatures=Pool', [400]],
      ['amenities=outdoorSpace,doorman', []],
      ['amenities=Patio,outdoorSpace', anyOf('patio')],
      ['buildingFeatures=Pool,Elevator,Doorman,Driveway', []],
    ] as const;
    for (const [query, ids] of both) {
      expect([query, await found(server, held.key, query)]).toEqual([query, ids]);
    }
  });

  it('of a listing are 78 fields, 1 for each that it has', async () => {
    const none = Object.fromEntries(NAMES.map((name) => [name, 0]));
    const read = (id: number) => server.get(held.key, `/properties/amenities/${id}`);
    expect(await read(99)).toEqual([none]);
    for (const name of NAMES) {
      expect([name, await read(own(name))]).toEqual([name, [{ ...none, [name]: 1 }]]);
    }
    for (const name of FLAGS) {
      expect([name, await read(inBuilding(name))]).toEqual([name, [{ ...none, [name]: 1 }]]);
    }
    expect(await read(400)).toEqual([{ ...none, doorman: 1, elevator: 1, pool: 1, garage: 1 }]);
    expect(await read(98)).toEqual([]);
  });

  it('change at once with the listing and with its building', async () => {
    const change = (id: number, flags: Partial<Record<Amenity, 0 | 1>>) =>
      server.put('row', 'buildings', [{ id, ...flags }]);
    await change(61, { garage: 0, valet: 1 });
    expect(await found(server, held.key, 'amenities=garage')).toEqual([own('garage')]);
    await server.put('row', 'listings', [{ main_id: 99, amenities: ['garage'] }]);
    expect(await found(server, held.key, 'amenities=garage')).toEqual([99, own('garage')]);
    await change(61, { garage: 1, valet: 0 });
    await server.put('row', 'listings', [{ main_id: 99, amenities: [] }]);
    const after = [own('garage'), inBuilding('garage'), 400];
    expect(await found(server, held.key, 'amenities=garage')).toEqual(after);
  });
});
