import { describe, expect, it } from 'vitest';
import { eraOf } from '../src/property/building-record.js';
import {
  BUILDING_FLAGS,
  type BuildingRecord,
  RENT_INCLUDES,
} from '../src/records/place-records.js';
import { agency, offenders, stampTime, WALL_TODAY } from './agency-under-test.js';

const { buildings, listings } = agency;
const broken = (rule: (b: BuildingRecord) => boolean): unknown[] =>
  offenders(buildings, rule).map((b) => [b.id, b.address, b.type, b.propertytype]);
const valuesOf = <K extends keyof BuildingRecord>(field: K): Set<BuildingRecord[K]> =>
  new Set(buildings.map((b) => b[field]));
const SALES = ['For Sale', 'In Contract', 'Offer In', 'Sold'];
const listingsOf = (b: BuildingRecord) => listings.filter((l) => l.essentials_building === b.id);

describe('buildings', () => {
  it('carry every field of the building table and the three that import adds', () => {
    const named = (
      'address beds bldgsize built cat city common concession contact cooling deduct down era exp ext families ' +
      'featured fee heating house id imgcount incrent keys location lotsize maintanance maxbuy maxrent minbuy ' +
      'minrent name new newdevelopment nofee op openhouse openhouse2 openhouseend openhouseend2 parking pets ' +
      'phone price propertytype public_note state status stories style subwayline taxes type units website zip ' +
      'latitude longitude category'
    ).split(' ');
    const expected = [...named, ...BUILDING_FLAGS, ...RENT_INCLUDES].sort();
    expect(BUILDING_FLAGS).toHaveLength(29);
    expect(
      offenders(
        buildings,
        (b) => JSON.stringify(Object.keys(b).sort()) === JSON.stringify(expected),
      ),
    ).toEqual([]);
  });

  it('use every code', () => {
    expect([...valuesOf('cooling')].sort()).toEqual([-1, 0, 1, 2, 3]);
    expect([...valuesOf('pets')].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 98, 99]);
    expect([...valuesOf('parking')].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...valuesOf('era')].sort()).toEqual([0, 1, 2, 3]);
    expect([...valuesOf('heating')].sort()).toEqual([-1, 0]);
    expect([...valuesOf('newdevelopment')].sort()).toEqual([-1, 0]);
    expect([...valuesOf('category')].sort()).toEqual([0, 1, 2, 6]);
    for (const flag of [...BUILDING_FLAGS, ...RENT_INCLUDES])
      expect([...valuesOf(flag)].sort(), flag).toEqual([0, 1]);
    expect(valuesOf('propertytype').size).toBeGreaterThan(7);
    expect(valuesOf('style').size).toBeGreaterThan(10);
  });

  it('are built in the era they say, and never in the future', () => {
    expect([
      eraOf(0),
      eraOf(1905),
      eraOf(1945),
      eraOf(1946),
      eraOf(1999),
      eraOf(2000),
      eraOf(2026),
    ]).toEqual([0, 1, 1, 2, 2, 3, 3]);
    expect(broken((b) => b.era === eraOf(b.built))).toEqual([]);
    expect(broken((b) => b.built === 0 || (b.built >= 1840 && b.built <= 2026))).toEqual([]);
    expect(broken((b) => (b.newdevelopment === -1) === b.built > 2023)).toEqual([]);
    expect(broken((b) => b.newdevelopment === 0 || b.newconstruction === 1 || b.units < 3)).toEqual(
      [],
    );
  });

  it('have the features of their kind', () => {
    expect(
      broken(
        (b) =>
          b.propertytype !== 'Walkup' || (b.elevator === 0 && b.doorman === 0 && b.stories <= 6),
      ),
    ).toEqual([]);
    expect(
      broken((b) => b.propertytype !== 'Highrise' || (b.elevator === 1 && b.stories >= 8)),
    ).toEqual([]);
    expect(broken((b) => b.stories <= 6 || b.elevator === 1)).toEqual([]);
    expect(broken((b) => (b.propertytype === 'Brownstone') === (b.brownstone === 1))).toEqual([]);
    expect(
      broken(
        (b) =>
          b.propertytype !== 'Vacant Lot' ||
          (b.stories === 0 && b.units === 0 && b.built === 0 && b.bldgsize === '0'),
      ),
    ).toEqual([]);
    expect(broken((b) => b.stories === 0 || Number(b.bldgsize) > 1000)).toEqual([]);
    expect(broken((b) => Number(b.lotsize) >= 600)).toEqual([]);
    expect(broken((b) => b.maintanance === 0 || b.common === 0)).toEqual([]);
    expect(broken((b) => b.pool === 0 || b.stories > 4)).toEqual([]);
    expect(broken((b) => b.parking !== 4 || (b.valet === 1 && b.garage === 1))).toEqual([]);
  });

  it('tell what is asked in them now', () => {
    expect(
      broken((b) => {
        const prices = (status: string): number[] =>
          listingsOf(b)
            .filter((l) => l.main_status === status)
            .map((l) => l.financials_price);
        const [buy, rent] = [prices('For Sale'), prices('For Rent')];
        const ends = (all: number[]): number[] =>
          all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, 0];
        return (
          JSON.stringify([b.minbuy, b.maxbuy, b.minrent, b.maxrent]) ===
          JSON.stringify([...ends(buy), ...ends(rent)])
        );
      }),
    ).toEqual([]);
  });

  it('tell the price of the whole, and its income, where the whole is for sale', () => {
    expect(
      broken((b) => {
        const whole = listingsOf(b).find((l) => SALES.includes(l.main_status) && l.main_apt === '');
        return b.price === (whole?.financials_price ?? 0);
      }),
    ).toEqual([]);
    expect(
      broken(
        (b) => b.incrent > 0 === listingsOf(b).some((l) => l.essentials_type === 'Investment'),
      ),
    ).toEqual([]);
    expect(broken((b) => b.incrent > 0 === b.exp > 0 && b.exp <= b.incrent / 2)).toEqual([]);
    expect(
      broken((b) => b.incrent === 0 || (b.incrent / b.price > 0.04 && b.incrent / b.price < 0.09)),
    ).toEqual([]);
  });

  it('have distinct addresses, and the pictures they count', () => {
    const addresses = buildings.map((b) => `${b.house} ${b.address}, ${b.zip}`);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(broken((b) => b.house !== '' && !b.address.startsWith(`${b.house} `))).toEqual([]);
    expect(
      broken(
        (b) =>
          b.imgcount === agency['building-photos'].filter((p) => p.building_id === b.id).length,
      ),
    ).toEqual([]);
    expect(buildings.filter((b) => b.name !== '').length).toBeGreaterThan(30);
    const names = buildings.map((b) => b.name).filter(Boolean);
    expect(new Set(names).size).toBe(names.length);
  });

  it('open their doors in the coming days', () => {
    const open = buildings.filter((b) => b.openhouse !== '');
    expect(open.length).toBeGreaterThan(0);
    expect(
      offenders(
        open,
        (b) =>
          stampTime(b.openhouse) > WALL_TODAY && stampTime(b.openhouseend) > stampTime(b.openhouse),
      ),
    ).toEqual([]);
  });

  it('stand all over town', () => {
    expect(valuesOf('cat').size).toBeGreaterThan(60);
    expect(valuesOf('city').size).toBeGreaterThan(8);
    const covered = new Set(listings.map((l) => l.main_neighborhood));
    expect(covered.size).toBeGreaterThan(55);
  });
});
