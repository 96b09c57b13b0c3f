import { describe, expect, it } from 'vitest';
import { AMENITIES } from '../../../src/operator/demo/records/amenities.js';
import {
  COOLINGS,
  LISTING_TYPES,
  type ListingRecord,
  PET_POLICIES,
  STATUSES,
} from '../../../src/operator/demo/records/listing-records.js';
import { BUILDING_FLAGS } from '../../../src/operator/demo/records/place-records.js';
import {
  agency,
  agentById,
  buildingOf,
  offenders,
  stampTime,
  WALL_TODAY,
  wallTime,
} from './agency-under-test.js';

const { listings } = agency;
const SALES = ['For Sale', 'In Contract', 'Offer In', 'Sold'];
const isSale = (l: ListingRecord): boolean => SALES.includes(l.main_status);
const onMarket = (l: ListingRecord): boolean =>
  l.main_status === 'For Sale' || l.main_status === 'For Rent';
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

describe('a listing agrees with', () => {
  it('its building', () => {
    expect(
      broken((l) => {
        const b = buildingOf(l);
        const cross = l.main_cross === b.location;
        const place = l.extras_latitude === b.latitude && l.extras_longitude === b.longitude;
        const trains = l.essentials_subway === b.subwayline.replaceAll(',', '');
        const address =
          l.main_house === b.house && `${l.main_house} ${l.main_street}` === b.address;
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
