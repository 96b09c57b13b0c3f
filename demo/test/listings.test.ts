import { describe, expect, it } from 'vitest';
import type { ListingRecord } from '../src/records/listing-records.js';
import { BUILDING_FLAGS } from '../src/records/place-records.js';
import { agency, agentById, buildingOf, offenders } from './agency-under-test.js';

const { listings } = agency;
const SALES = ['For Sale', 'In Contract', 'Offer In', 'Sold'];
const isSale = (l: ListingRecord): boolean => SALES.includes(l.main_status);
const HOMES = ['Apartment', 'Condo', 'Coop', 'Condop', 'House', 'Townhouse'];
const isHome = (l: ListingRecord): boolean => HOMES.includes(l.essentials_type);
const isHouse = (l: ListingRecord): boolean => ['House', 'Townhouse'].includes(l.essentials_type);
const broken = (rule: (l: ListingRecord) => boolean): unknown[] =>
  offenders(listings, rule).map((l) => [
    l.main_id,
    l.main_address,
    l.essentials_type,
    l.main_status,
  ]);
const count = (rule: (l: ListingRecord) => boolean): number => listings.filter(rule).length;

describe('a listing agrees with', () => {
  it('its building', () => {
    expect(
      broken((l) => {
        const b = buildingOf(l);
        const cross = l.main_cross === b.location;
        const place = l.extras_latitude === b.latitude && l.extras_longitude === b.longitude;
        const trains = l.essentials_subway === b.subwayline.replaceAll(',', '');
        const address = l.main_house === b.house && l.main_street === b.address;
        return (
          cross &&
          place &&
          trains &&
          address &&
          l.main_zipcode === b.zip &&
          l.essentials_units === b.units
        );
      }),
    ).toEqual([]);
    const pets = {
      1: 'Cats Only',
      2: 'Small Dogs',
      3: 'Pets OK',
      4: 'Dogs Only',
      98: 'Case By Case',
      99: 'No Pets',
      0: 'Unknown',
    };
    const cooling = { 1: 'Central AC', 2: 'Window/Wall', 3: 'None', 0: 'Unknown', '-1': 'Unknown' };
    expect(
      broken((l) => l.essentials_pets === (pets as Record<number, string>)[buildingOf(l).pets]),
    ).toEqual([]);
    expect(
      broken((l) => l.extra_cooling === (cooling as Record<number, string>)[buildingOf(l).cooling]),
    ).toEqual([]);
    expect(
      broken((l) => (l.extras_developments === 1) === (buildingOf(l).newdevelopment === -1)),
    ).toEqual([]);
    const name = new Map(agency.neighborhoods.map((n) => [n.cat_id, n.cat_name]));
    expect(broken((l) => l.main_neighborhood === name.get(buildingOf(l).cat))).toEqual([]);
    const flags: ReadonlySet<string> = new Set(BUILDING_FLAGS);
    expect(
      broken((l) => l.amenities.every((a) => !flags.has(a) || buildingOf(l)[a as 'pool'] === 0)),
    ).toEqual([]);
  });

  it('its floor: no higher than the building, and in the apartment number', () => {
    expect(
      broken((l) => {
        const { stories } = buildingOf(l);
        if (l.essentials_floor === 'PH') return l.main_apt === 'PH' && stories >= 5;
        if (l.essentials_floor === 'Garden') return l.main_apt === 'Garden';
        if (l.essentials_floor === '') return !isHome(l);
        const floor = Number(l.essentials_floor);
        const numbered = /^(?:Suite )?(\d+?)(?:[A-Z]|\d\d)?$/.exec(l.main_apt);
        const apt = /^\d{1,2}$/.test(l.main_apt) ? l.main_apt : numbered?.[1];
        return floor >= 1 && floor <= stories && (apt === undefined || Number(apt) === floor);
      }),
    ).toEqual([]);
  });

  it('its type: houses are whole, shops have no bedrooms, land has nothing', () => {
    expect(broken((l) => isHouse(l) === (isHome(l) && l.main_apt === ''))).toEqual([]);
    expect(
      broken((l) =>
        isHome(l) ? l.essentials_rooms >= 2 && l.essentials_bath >= 1 : l.essentials_beds === 0,
      ),
    ).toEqual([]);
    expect(
      broken(
        (l) =>
          l.essentials_type !== 'Land' || (l.essentials_bath === 0 && buildingOf(l).built === 0),
      ),
    ).toEqual([]);
    expect(
      broken((l) => l.essentials_rooms === 0 || l.essentials_rooms > l.essentials_beds + 1),
    ).toEqual([]);
    expect(
      broken((l) => !isHome(l) || l.essentials_bath <= Math.max(l.essentials_beds, 1) + 0.5),
    ).toEqual([]);
    const rented = ['Apartment', 'Office', 'Retail'];
    const sold = ['Building', 'Investment', 'Development', 'Land'];
    expect(broken((l) => !rented.includes(l.essentials_type) || !isSale(l))).toEqual([]);
    expect(broken((l) => !sold.includes(l.essentials_type) || isSale(l))).toEqual([]);
  });

  it('nobody else: no unit is listed twice', () => {
    const keys = listings
      .filter((l) => l.main_apt !== '')
      .map((l) => `${l.essentials_building} ${l.main_apt}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('the people on it, who are there, and named by their own records', () => {
    for (const role of ['agent', 'coagent', 'listingagent'] as const) {
      expect(
        broken((l) => {
          const id = l[`agents_${role}_id`];
          if (id === '') return l[`agents_${role}_name`] === '' && l[`agents_${role}_email`] === '';
          const agent = agentById.get(id);
          return (
            agent !== undefined &&
            l[`agents_${role}_name`] === `${agent.firstname} ${agent.lastname}` &&
            l[`agents_${role}_email`] === agent.email &&
            l[`agents_${role}_phone`] === agent.mobile &&
            l[`agents_${role}_image`] === agent.image &&
            agent.isagent === 1 &&
            (agent.status !== 'Suspend' || l.main_status === 'Sold' || l.main_status === 'Rented')
          );
        }),
      ).toEqual([]);
    }
    expect(
      broken(
        (l) =>
          l.agents_agent_id !== l.agents_coagent_id &&
          l.agents_agent_id !== l.agents_listingagent_id,
      ),
    ).toEqual([]);
    expect(count((l) => agentById.get(l.agents_agent_id)?.status === 'Silent')).toBeGreaterThan(0);
  });

  it('its address line, which hides what must be hidden', () => {
    expect(
      broken((l) => {
        const parts =
          l.main_hide_address === 1
            ? [l.main_cross, l.main_neighborhood]
            : [`${l.main_house} ${l.main_street}`, l.main_apt, l.main_neighborhood];
        return l.main_address === parts.filter(Boolean).join(', ');
      }),
    ).toEqual([]);
    expect(
      broken((l) => {
        if (l.main_hide_address === 0) return true;
        const { name } = buildingOf(l);
        const told =
          l.main_description.includes(`${l.main_house} ${l.main_street}`) ||
          (name !== '' && l.main_description.includes(name));
        const shown = agency.photos.some(
          (p) => p.listing_id === l.main_id && p.filename.includes('facade'),
        );
        return !told && !shown;
      }),
    ).toEqual([]);
  });

  it('its pictures', () => {
    const byListing = new Map<number, typeof agency.photos>();
    for (const photo of agency.photos) {
      byListing.set(photo.listing_id, [...(byListing.get(photo.listing_id) ?? []), photo]);
    }
    expect(
      broken((l) => {
        const photos = byListing.get(l.main_id) ?? [];
        const plan = photos.find((p) => p.name === 'Floor Plan');
        return (
          l.main_images === photos.length &&
          l.main_image === (photos[0]?.filename ?? '') &&
          l.floorplan_image === (plan?.filename ?? '') &&
          photos.every((p, i) => p.sort === i + 1) &&
          new Set(photos.map((p) => p.filename)).size === photos.length
        );
      }),
    ).toEqual([]);
  });

  it('its flags, amenities and terms, which tell one story', () => {
    expect(broken((l) => (l.extras_furnished === 1) === l.amenities.includes('furnished'))).toEqual(
      [],
    );
    expect(broken((l) => (l.extras_nofee === 1) === l.amenities.includes('nofee'))).toEqual([]);
    expect(
      broken((l) => l.financials_freemonth >= 1 === l.amenities.includes('onemonthfree')),
    ).toEqual([]);
    expect(broken((l) => l.extras_nofee === 0 || l.financials_fee === 0)).toEqual([]);
    expect(
      broken((l) => l.financials_freemonth > 0 === l.financials_monthsfreereqminlease > 0),
    ).toEqual([]);
    expect(
      broken(
        (l) =>
          l.financials_freemonth === 0 ||
          (l.concession !== '' && l.lease_term_min === l.financials_monthsfreereqminlease),
      ),
    ).toEqual([]);
    expect(broken((l) => l.concession === l.financials_concession)).toEqual([]);
    expect(
      broken((l) => l.op === null || /^(\d+(\.\d)? Months?|\d+%|\$[\d,]+|\d Weeks)$/.test(l.op)),
    ).toEqual([]);
    expect(
      broken(
        (l) => !l.amenities.includes('garden') || isHouse(l) || l.essentials_floor === 'Garden',
      ),
    ).toEqual([]);
    expect(
      broken(
        (l) =>
          !l.amenities.includes('riverview') ||
          Number(l.essentials_floor) >= 8 ||
          l.essentials_floor === 'PH',
      ),
    ).toEqual([]);
    expect(broken((l) => new Set(l.amenities).size === l.amenities.length)).toEqual([]);
    expect(broken((l) => l.hitcounter >= 0 && Number.isInteger(l.hitcounter))).toEqual([]);
  });
});

describe('covers', () => {
  const dateOf = ({ essentials_date }: ListingRecord): number =>
    Date.parse(essentials_date.replace(',', ''));

  it.each(['For Sale', 'For Rent'])('differ on each page of 24 homes, %s', (status) => {
    const covers = listings
      .filter(({ main_status, main_image }) => main_status === status && main_image !== '')
      .sort((a, b) => dateOf(b) - dateOf(a))
      .map(({ main_image }) => main_image);
    expect(new Set(covers).size).toBeGreaterThan(90);
    for (let from = 0; from < covers.length; from += 24) {
      const page = covers.slice(from, from + 24);
      expect(page.filter((cover, index) => page.indexOf(cover) !== index)).toEqual([]);
    }
  });

  it('are the first photo of a home, which has each picture once', () => {
    expect(
      broken((l) => {
        const photos = agency.photos.filter(({ listing_id }) => listing_id === l.main_id);
        const files = photos.map(({ filename }) => filename);
        return l.main_image === (files[0] ?? '') && new Set(files).size === files.length;
      }),
    ).toEqual([]);
  });
});
