import { describe, expect, it } from 'vitest';
import { AMENITIES } from '../src/records/amenities.js';
import {
  COOLINGS,
  LISTING_TYPES,
  type ListingRecord,
  PET_POLICIES,
  STATUSES,
} from '../src/records/listing-records.js';
import { BUILDING_FLAGS } from '../src/records/place-records.js';
import {
  agency,
  buildingOf,
  offenders,
  stampTime,
  WALL_TODAY,
  wallTime,
} from './agency-under-test.js';

const { listings } = agency;
const onMarket = (l: ListingRecord): boolean =>
  l.main_status === 'For Sale' || l.main_status === 'For Rent';
const HOMES = ['Apartment', 'Condo', 'Coop', 'Condop', 'House', 'Townhouse'];
const isHome = (l: ListingRecord): boolean => HOMES.includes(l.essentials_type);
const broken = (rule: (l: ListingRecord) => boolean): unknown[] =>
  offenders(listings, rule).map((l) => [
    l.main_id,
    l.main_address,
    l.essentials_type,
    l.main_status,
  ]);
const count = (rule: (l: ListingRecord) => boolean): number => listings.filter(rule).length;
const valuesOf = <K extends keyof ListingRecord>(field: K): Set<ListingRecord[K]> =>
  new Set(listings.map((l) => l[field]));

describe('listings cover', () => {
  it('every status, type, category, pet policy and kind of cooling', () => {
    expect([...valuesOf('main_status')].sort()).toEqual([...STATUSES].sort());
    expect([...valuesOf('essentials_type')].sort()).toEqual([...LISTING_TYPES].sort());
    expect([...valuesOf('main_category')].sort()).toEqual([0, 1, 2, 6]);
    expect([...valuesOf('essentials_pets')].sort()).toEqual([...PET_POLICIES].sort());
    expect([...valuesOf('extra_cooling')].sort()).toEqual([...COOLINGS].sort());
  });

  it('every amenity, with the building’s own', () => {
    const seen = new Set<string>(listings.flatMap((l) => l.amenities));
    for (const flag of BUILDING_FLAGS) {
      if (listings.some((l) => buildingOf(l)[flag] === 1)) seen.add(flag);
    }
    expect(AMENITIES.filter((name) => !seen.has(name))).toEqual([]);
    expect([...seen].filter((name) => !(AMENITIES as readonly string[]).includes(name))).toEqual(
      [],
    );
  });

  it('everything a website filters by, in useful amounts', () => {
    expect(count(onMarket)).toBeGreaterThan(300);
    expect(count((l) => l.main_hide_address === 1)).toBeGreaterThan(30);
    expect(count((l) => l.essentials_openhouse_by_appointment_only !== '')).toBeGreaterThan(30);
    expect(count((l) => l.openhouse !== '' && l.extras_openhouse === 1)).toBeGreaterThan(60);
    expect(count((l) => l.openhouse !== '' && l.extras_openhouse === 0)).toBeGreaterThan(5);
    expect(count((l) => l.openhouse2 !== '')).toBeGreaterThan(15);
    expect(count((l) => l.agents_coagent_id !== '')).toBeGreaterThan(60);
    expect(count((l) => l.agents_listingagent_id !== '')).toBeGreaterThan(30);
    expect(count((l) => l.financials_freemonth > 0)).toBeGreaterThan(30);
    expect(count((l) => l.extras_developments === 1)).toBeGreaterThan(3);
    expect(count((l) => l.extras_featured === 1)).toBeGreaterThan(15);
    expect(count((l) => l.extras_webtitle.includes(' in '))).toBeGreaterThan(15);
    expect(count((l) => l.extras_webtitle === '')).toBeGreaterThan(15);
    expect(count((l) => l.extras_furnished === 1)).toBeGreaterThan(15);
    expect(count((l) => l.extras_nofee === 1)).toBeGreaterThan(100);
    expect(count((l) => l.floorplan_image !== '')).toBeGreaterThan(300);
    expect(count((l) => l.essentials_video !== '')).toBeGreaterThan(20);
    expect(count((l) => l.essentials_video2 !== '')).toBeGreaterThan(2);
    expect(count((l) => l.op !== null)).toBeGreaterThan(20);
    expect(count((l) => l.cyof === 1)).toBeGreaterThan(0);
    expect(count((l) => l.labels.length > 0)).toBeGreaterThan(150);
    expect(count((l) => l.main_images === 0)).toBeGreaterThan(0);
    expect(count((l) => l.essentials_size === 0)).toBeGreaterThan(20);
    expect(count((l) => l.lease_term_min > 0 && l.lease_term_min < 12)).toBeGreaterThan(5);
    expect(new Set(agency.labels.map((l) => l.labelname))).toEqual(
      new Set(listings.flatMap((l) => l.labels)),
    );
    for (const beds of [0, 1, 1.5, 2, 3, 4, 5])
      expect(count((l) => isHome(l) && l.essentials_beds === beds)).toBeGreaterThan(0);
  });
});

describe('dates', () => {
  it('of updates lie behind us: weeks on the market, two years at most', () => {
    const day = 86_400_000;
    expect(
      broken((l) => {
        const age = WALL_TODAY - wallTime(l.essentials_date);
        return age >= 0 && age < (onMarket(l) ? 150 : 760) * day;
      }),
    ).toEqual([]);
    const ids = listings.map((l) => l.main_id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(listings.map((l) => l.ulid.slice(0, 10))).toEqual(
      listings.map((l) => l.ulid.slice(0, 10)).sort(),
    );
  });

  it('of open houses are on the market only, and counted while they last', () => {
    expect(broken((l) => l.openhouse === '' || onMarket(l))).toEqual([]);
    expect(
      broken((l) => {
        const end = l.openhouseend2 || l.openhouseend;
        const upcoming = end !== '' && stampTime(end) > WALL_TODAY;
        const byAppointment = l.essentials_openhouse_by_appointment_only === 'By Appointment Only';
        return (l.extras_openhouse === 1) === (upcoming || byAppointment);
      }),
    ).toEqual([]);
    expect(
      broken(
        (l) =>
          l.openhouse === '' ||
          (stampTime(l.openhouseend) > stampTime(l.openhouse) &&
            stampTime(l.openhouse) < WALL_TODAY + 9 * 86_400_000),
      ),
    ).toEqual([]);
  });

  it('of availability are words or a day', () => {
    expect(
      broken(
        (l) =>
          l.essentials_available === 'Immediately' ||
          /^(0[1-9]|1[0-2])\/([0-2]\d|3[01])\/\d{4}$/.test(l.essentials_available),
      ),
    ).toEqual([]);
    expect(valuesOf('essentials_available').size).toBeGreaterThan(50);
  });
});
