import { RecordProblem } from 'portico-importer/resource.js';
import { describe, expect, it } from 'vitest';
import { building } from '../../../src/resources/kinds/building.fields.js';
import { listing } from '../../../src/resources/listings/listing.fields.js';
import {
  listingImportFields,
  readListing,
} from '../../../src/resources/listings/listing.import.js';
import { readLoosePhoto } from '../../../src/resources/listings/photo.js';
import { aBuilding, aListing } from '../../rig/makers.js';
import { TOLD } from './fully-told.js';

const ZONE = 'America/New_York';

const TEXT = ['with a \0', {}, [], { text: 'x' }, 2 ** 60];
const NUMBER = ['abc', '1,5', 'NaN', 'Infinity', {}, [], '12 rooms', '\0', true, false];
/** 3,200 in half of the world. */
const AMBIGUOUS = ['3.200', ' -850.000 '];
const WHOLE = [...NUMBER, 1.5, '2.5', -1, '-7', 2 ** 53, '1e400', ...AMBIGUOUS];
const FLAG = ['perhaps', -2, '1 or 2', {}, 'NaN'];
const LIST = [{}, 'a\0', [{}], [['x']]];
const MOMENT = ['yesterday', '2026-02-30', '13/01/2026', '2026-11-20 25:00:00', 20261120, {}];

const texts = `access_note available_date concession essentials_available essentials_floor
  essentials_subway essentials_video essentials_video2 extras_webtitle financials_concession main_apt main_cross
  main_description main_house main_street main_zipcode mls_no op partnerVideo state`;
const numbers = `essentials_bath essentials_beds essentials_rooms financials_fee
  financials_freemonth financials_monthsfreereqminlease`;
const wholes = `agents_agent_id agents_coagent_id agents_listingagent_id built essentials_building
  essentials_size essentials_units families financials_downpayment financials_maintenance
  financials_taxes hitcounter listing_office`;
const flags = `cyof distribute essentials_openhouse_by_appointment_only extras_developments
  extras_featured extras_furnished extras_nofee idx main_hide_address vow`;
const moments =
  'date_update essentials_date listed openhouse openhouse2 openhouseend openhouseend2';

const each = (names: string, values: readonly unknown[]) =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, values]));

/** Values that the fields of a listing's import record do not accept; an object is none of any field. */
const malformed: Readonly<Record<string, readonly unknown[]>> = {
  ...each(Object.keys(listing.reads).join(' '), [{}]),
  ...each(texts, TEXT),
  ...each(numbers, NUMBER),
  ...each(wholes, WHOLE),
  ...each(flags, FLAG),
  ...each(moments, MOMENT),
  main_id: [...WHOLE, 0, '', null, undefined, true],
  main_status: ['Leased', 3, 'For Rent!', {}],
  main_category: ['exclusive', 3, -1, 5],
  essentials_pets: ['Parrots', 5, {}],
  essentials_type: ['Castle', 14, -1],
  extra_cooling: ['Fans', 4],
  extras_latitude: [...NUMBER, 90.1, -91],
  extras_longitude: [...NUMBER, 180.5, -181],
  financials_fee: [...NUMBER, ...AMBIGUOUS],
  financials_price: [...NUMBER, -0.01, '-1', ...AMBIGUOUS],
  // What is looked up has a length that every database can index.
  city: [...TEXT, 'x'.repeat(501)],
  main_neighborhood: [...TEXT, 'x'.repeat(501)],
  ulid: [...TEXT, 'x'.repeat(501)],
  lease_term_min: [...NUMBER, -1],
  lease_term_max: [...NUMBER, '-0.5'],
  amenities: [...LIST, ['doorman', 'helipad'], 'helipad', 'balcony;doorman'],
  open_houses: ['x', {}, ['x'], [[]], [null]],
  labels: [...LIST, ['fine', 'x'.repeat(501)]],
};

/** Accepted and ignored, whatever they hold. */
const COMPUTED = `agents_agent_email agents_agent_image agents_agent_name agents_agent_phone
  agents_coagent_email agents_coagent_image agents_coagent_name agents_coagent_phone
  agents_listingagent_email agents_listingagent_image agents_listingagent_name
  agents_listingagent_phone extras_openhouse floorplan_image iscompany ismls main_address main_image
  main_images`.split(/\s+/);

function problemOf(read: () => unknown): RecordProblem {
  try {
    read();
  } catch (error) {
    if (error instanceof RecordProblem) return error;
    throw error;
  }
  throw new Error('The record is accepted.');
}

describe('A record of a listing', () => {
  it('has a case here for every field', () => {
    const tested = [...Object.keys(malformed), ...COMPUTED, 'photos'].sort();
    expect(tested).toEqual([...listingImportFields].sort());
    // What is told of the fully told listing is among them.
    const names = Object.keys(TOLD).filter((name) => !name.startsWith('custom_'));
    expect(tested).toEqual(expect.arrayContaining(names));
  });

  it.each(Object.keys(malformed))('is refused for a malformed %s, which is named', (field) => {
    for (const value of malformed[field] ?? []) {
      const problem = problemOf(() => readListing({ main_id: 1, [field]: value }, ZONE));
      expect([field, value, problem.field]).toEqual([field, value, field]);
      expect(problem.message).toMatch(/^".*" was given; accepted is \S/s);
    }
  });

  it('is taken with anything in a computed field, and with fields nobody knows', () => {
    const plain = readListing(aListing(), ZONE);
    for (const field of COMPUTED) {
      expect(readListing(aListing({ [field]: { any: ['thing', '\0'] } }), ZONE)).toEqual(plain);
    }
    expect(readListing(aListing({ colour: 'blue', __proto__: { main_apt: 'X' } }), ZONE)).toEqual(
      plain,
    );
  });

  it('names the part of an open house that is malformed', () => {
    const refused = [{ start: 'soon' }, { end: {} }, { appointment: 'maybe' }];
    for (const one of refused) {
      const problem = problemOf(() => readListing({ main_id: 1, open_houses: [one] }, ZONE));
      expect(problem.field).toBe(`open_houses.${Object.keys(one)[0]}`);
    }
  });

  it('names the part of a photo that is malformed', () => {
    const refused = [
      [[{ filename: '' }], 'photos.filename'],
      [[{ name: 'no file' }], 'photos.filename'],
      [['a.jpg', { filename: 'b\0.jpg' }], 'photos.filename'],
      [[{ filename: 'a.jpg', sort: -1 }], 'photos.sort'],
      [[{ filename: 'a.jpg', sort: 'first' }], 'photos.sort'],
      [[{ filename: 'a.jpg', name: {} }], 'photos.name'],
      [[7], 'photos'],
      [{ filename: 'a.jpg' }, 'photos'],
    ] as const;
    for (const [photos, field] of refused) {
      const problem = problemOf(() => readListing({ main_id: 1, photos }, ZONE));
      expect([photos, problem.field]).toEqual([photos, field]);
    }
  });

  it('names a custom value that is malformed', () => {
    const problem = problemOf(() => readListing({ main_id: 1, custom_Zone: {} }, ZONE));
    expect(problem.field).toBe('custom_Zone');
    const name = problemOf(() => readListing({ main_id: 1, 'custom_a\0b': 'x' }, ZONE));
    expect(name.field).toBe('custom_a\0b');
    const long = `custom_${'x'.repeat(501)}`;
    expect(problemOf(() => readListing({ main_id: 1, [long]: 'x' }, ZONE)).field).toBe(long);
  });

  it('shows what was given, cut at 80 characters, and what is accepted', () => {
    const long = 'x'.repeat(200);
    expect(problemOf(() => readListing({ main_id: long }, ZONE)).message).toBe(
      `"${'x'.repeat(80)}…" was given; accepted is a number`,
    );
    expect(problemOf(() => readListing({ main_id: 1, main_status: 'Leased' }, ZONE)).message).toBe(
      '"Leased" was given; accepted is For Sale, For Rent, In Contract, Offer In, App. Pending, Sold, Rented',
    );
  });
});

describe('A record of a photo', () => {
  it('names its malformed field', () => {
    const refused = [
      [{}, 'filename'],
      [{ filename: ' ' }, 'filename'],
      [{ filename: 'a.jpg', sort: 0.5 }, 'sort'],
      [{ filename: 'a.jpg', sort: 1_000_001 }, 'sort'],
      [{ filename: 'a.jpg', name: [] }, 'name'],
    ] as const;
    for (const [record, field] of refused) {
      expect(problemOf(() => readLoosePhoto(record)).field).toBe(field);
    }
  });
});

describe('A record of a building', () => {
  const refusing = {
    ...each('bicycleroom doorman pool wifi ac heat water featured new nofee op status', FLAG),
    ...each('heating newdevelopment', FLAG),
    ...each('built cat common contact down exp families fee price stories taxes units', WHOLE),
    ...each('address beds city house name phone public_note state type website zip', TEXT),
    ...each('openhouse openhouse2 openhouseend openhouseend2', MOMENT),
    id: [...WHOLE, 0, null, false],
    category: [3, 'x'],
    cooling: [4, -2],
    era: [4, 'old'],
    parking: [9, -1],
    pets: [5, 97],
    deduct: NUMBER,
    latitude: [91],
    longitude: [-180.1],
  };

  it.each(Object.entries(refusing))(
    'is refused for a malformed %s, which is named',
    (field, values) => {
      expect(building.names.has(field)).toBe(true);
      for (const value of values) {
        const problem = problemOf(() => building.read({ ...aBuilding(), [field]: value }, ZONE));
        expect([field, value, problem.field]).toEqual([field, value, field]);
      }
    },
  );
});
