import { describe, expect, it } from 'vitest';
import { roundRent, roundSale } from '../src/property/pricing.js';
import type { ListingRecord } from '../src/records/listing-records.js';
import { agency, buildingOf, offenders } from './agency-under-test.js';

const { listings } = agency;
const SALES = ['For Sale', 'In Contract', 'Offer In', 'Sold'];
const isSale = (l: ListingRecord): boolean => SALES.includes(l.main_status);
const HOMES = ['Apartment', 'Condo', 'Coop', 'Condop', 'House', 'Townhouse'];
const isHome = (l: ListingRecord): boolean => HOMES.includes(l.essentials_type);
const broken = (rule: (l: ListingRecord) => boolean): unknown[] =>
  offenders(listings, rule).map((l) => [
    l.main_id,
    l.main_address,
    l.essentials_type,
    l.financials_price,
    l.essentials_size,
  ]);
const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

describe('prices', () => {
  it('are whole numbers of the right order', () => {
    expect(broken((l) => Number.isInteger(l.financials_price) && l.financials_price > 0)).toEqual(
      [],
    );
    expect(
      broken(
        (l) =>
          !isHome(l) ||
          (isSale(l)
            ? l.financials_price > 150_000 && l.financials_price < 20_000_000
            : l.financials_price > 1200 && l.financials_price < 45_000),
      ),
    ).toEqual([]);
  });

  it('fit the size', () => {
    expect(
      broken((l) => {
        if (!isHome(l) || l.essentials_size === 0) return true;
        const perFoot = l.financials_price / l.essentials_size;
        return isSale(l)
          ? perFoot > 300 && perFoot < 4200
          : perFoot * 12 > 22 && perFoot * 12 < 190;
      }),
    ).toEqual([]);
    expect(
      broken(
        (l) =>
          l.essentials_size === 0 ||
          !isHome(l) ||
          l.essentials_size >= 320 + 150 * l.essentials_beds,
      ),
    ).toEqual([]);
  });

  it('fit the place: the dearest neighborhoods cost several times what the cheapest do', () => {
    const perFoot = (names: string[]): number =>
      mean(
        listings
          .filter(
            (l) =>
              isHome(l) &&
              isSale(l) &&
              l.essentials_size > 0 &&
              names.includes(l.main_neighborhood),
          )
          .map((l) => l.financials_price / l.essentials_size),
      );
    const dear = perFoot(['West Village', 'Tribeca', 'SoHo', 'NoHo', 'Greenwich Village']);
    const modest = perFoot([
      'Inwood',
      'Bay Ridge',
      'Kew Gardens',
      'Jackson Heights',
      'Rego Park',
      'Washington Heights',
    ]);
    expect(dear / modest).toBeGreaterThan(2.2);
  });

  it('never fall on the way up: the same plan costs no less on a higher floor of the house', () => {
    const lines = new Map<string, ListingRecord[]>();
    for (const l of listings) {
      const line = /^\d+(?:[A-Z]|\d\d)$/.exec(l.main_apt)?.[0].replace(/^\d+?(?=[A-Z]|\d\d$)/, '');
      if (!isHome(l) || !line || l.extras_furnished === 1) continue;
      const key = `${l.essentials_building} ${line} ${isSale(l)}`;
      lines.set(key, [...(lines.get(key) ?? []), l]);
    }
    const stacked = [...lines.values()].filter((group) => group.length > 1);
    expect(stacked.length).toBeGreaterThan(30);
    expect(
      offenders(stacked, (group) => {
        const rising = [...group].sort(
          (a, b) => Number(a.essentials_floor) - Number(b.essentials_floor),
        );
        return rising.every(
          (l, i) => i === 0 || l.financials_price >= (rising[i - 1]?.financials_price ?? 0),
        );
      }),
    ).toEqual([]);
    expect(
      offenders(
        stacked,
        (group) =>
          new Set(group.map((l) => `${l.essentials_beds} ${l.essentials_bath}`)).size === 1,
      ),
    ).toEqual([]);
  });

  it('of doorman towers are above those of walk-ups nearby', () => {
    const rents = (walkup: boolean): number =>
      mean(
        listings
          .filter(
            (l) =>
              l.essentials_type === 'Apartment' &&
              l.essentials_beds === 1 &&
              (buildingOf(l).propertytype === 'Walkup') === walkup,
          )
          .map((l) => l.financials_price),
      );
    expect(rents(false)).toBeGreaterThan(rents(true) * 1.2);
  });

  it('end the way prices do, without changing their order', () => {
    expect(roundSale(1_001_200)).toBe(995_000);
    expect(roundSale(1_241_000)).toBe(1_250_000);
    expect(roundSale(3_480_000)).toBe(3_495_000);
    expect(roundRent(4012)).toBe(3995);
    expect(roundRent(3263)).toBe(3275);
    for (let price = 300_000; price < 6_000_000; price += 3700) {
      expect(roundSale(price + 3700)).toBeGreaterThanOrEqual(roundSale(price));
    }
    for (let rent = 1500; rent < 9000; rent += 13) {
      expect(roundRent(rent + 13)).toBeGreaterThanOrEqual(roundRent(rent));
    }
  });
});

describe('monthly costs', () => {
  it('belong to sales only', () => {
    expect(
      broken(
        (l) =>
          isSale(l) ||
          (l.financials_taxes === 0 &&
            l.financials_maintenance === 0 &&
            l.financials_downpayment === 0),
      ),
    ).toEqual([]);
  });

  it('fit the type: maintenance with a cooperative, both with a condominium, taxes with a house', () => {
    const sales = listings.filter(isSale);
    const rule = (types: string[], holds: (l: ListingRecord) => boolean): unknown[] =>
      offenders(
        sales.filter((l) => types.includes(l.essentials_type)),
        holds,
      ).map((l) => l.main_id);
    expect(
      rule(['Coop', 'Condop'], (l) => l.financials_maintenance > 300 && l.financials_taxes === 0),
    ).toEqual([]);
    expect(
      rule(['Condo'], (l) => l.financials_maintenance > 200 && l.financials_taxes > 0),
    ).toEqual([]);
    expect(
      rule(
        ['House', 'Townhouse', 'Building', 'Investment', 'Land', 'Development'],
        (l) => l.financials_maintenance === 0 && l.financials_taxes > 0,
      ),
    ).toEqual([]);
    expect(rule(['Coop'], (l) => l.financials_downpayment >= 20)).toEqual([]);
    expect(rule(['Condo'], (l) => l.financials_downpayment === 10)).toEqual([]);
    expect(
      rule(
        ['Coop', 'Condo', 'Condop'],
        (l) =>
          l.essentials_size === 0 ||
          (l.financials_maintenance / l.essentials_size > 0.5 &&
            l.financials_maintenance / l.essentials_size < 3.2),
      ),
    ).toEqual([]);
  });

  it('and leases belong to rentals only', () => {
    expect(broken((l) => isSale(l) === (l.lease_term_min === 0 && l.lease_term_max === 0))).toEqual(
      [],
    );
    expect(broken((l) => l.lease_term_min <= l.lease_term_max)).toEqual([]);
    expect(
      broken(
        (l) =>
          !isSale(l) ||
          (l.financials_fee === 0 &&
            l.financials_freemonth === 0 &&
            l.extras_nofee === 0 &&
            l.extras_furnished === 0 &&
            l.op === null),
      ),
    ).toEqual([]);
  });
});
