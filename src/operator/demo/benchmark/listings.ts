import { Calendar } from '../calendar.js';
import { ulid } from '../listings/ulid.js';
import { AGENTS } from '../people/agent-profiles.js';
import { contactOf } from '../people/agents.js';
import { POOL, type SceneName, scenePath } from '../pictures/pool.js';
import { roundRent, roundSale } from '../property/pricing.js';
import { Random } from '../random.js';
import type { Cooling, ListingRecord, PetPolicy, PhotoRecord } from '../records/listing-records.js';
import { LISTINGS_PER_BUILDING, type StockBuilding, stockBuilding } from './stock.js';
import { AMENITY_SETS, SENTENCES } from './words.js';

/** What to stream. */
export interface StreamOptions {
  /** Any finite number: equal seeds (and days) give equal records. */
  readonly seed: number;
  /** Epoch milliseconds that all dates lie around. */
  readonly today: number;
  /** How many listings. */
  readonly count: number;
  /** Share of listings that are For Sale or For Rent, 0.1 by default; the rest are Sold or Rented. */
  readonly onMarketShare?: number;
  /** IANA name, `America/New_York` by default. */
  readonly timeZone?: string;
  /** Photographs each listing carries with it, 0 by default. */
  readonly photos?: number;
}

/** A listing that may carry its photographs. */
export type StreamedListing = ListingRecord & { photos?: Array<Omit<PhotoRecord, 'listing_id'>> };

const PEOPLE = AGENTS.filter((a) => a.agent && a.status === 'Active').map(contactOf);
const PETS: Readonly<Record<number, PetPolicy>> = {
  1: 'Cats Only',
  2: 'Small Dogs',
  3: 'Pets OK',
  4: 'Dogs Only',
  98: 'Case By Case',
  99: 'No Pets',
};
const COOLING: Readonly<Record<number, Cooling>> = { 1: 'Central AC', 2: 'Window/Wall', 3: 'None' };
const ROOMS: readonly SceneName[] = [
  'living-modern',
  'kitchen-modern',
  'bedroom-modern',
  'bath-modern',
];
const BATHS = [1, 1, 1, 1.5, 2, 2, 2.5, 3, 3.5];

/**
 * Streams listings for benchmarks: coherent enough to search and sort like real ones, without
 * keeping any. Twenty at a time share a building, in the order of the building ids.
 */
export function* generateListings(options: StreamOptions): Generator<StreamedListing, void, void> {
  const {
    seed,
    today,
    count,
    onMarketShare = 0.1,
    timeZone = 'America/New_York',
    photos = 0,
  } = options;
  const calendar = new Calendar(today, timeZone);
  const random = new Random(seed, 'stream');
  let building = stockBuilding(seed, 0);
  for (let index = 0; index < count; index += 1) {
    const turn = index % LISTINGS_PER_BUILDING;
    if (turn === 0) building = stockBuilding(seed, index / LISTINGS_PER_BUILDING);
    const record: StreamedListing = listing(
      index,
      building,
      random.chance(onMarketShare),
      calendar,
      random,
    );
    if (photos > 0) {
      record.photos = photosOf(photos, random);
      record.main_images = photos;
      record.main_image = record.photos[0]?.filename ?? '';
    }
    yield record;
  }
}

function photosOf(count: number, random: Random): Array<Omit<PhotoRecord, 'listing_id'>> {
  return Array.from({ length: count }, (_, i) => {
    const scene = ROOMS[i % ROOMS.length] as SceneName;
    return { filename: scenePath(scene, random.int(1, POOL[scene])), name: '', sort: i + 1 };
  });
}

/** When it was last touched: weeks ago on the market, up to twelve years ago off it. */
function age(onMarket: boolean, random: Random): number {
  return onMarket ? 110 * random.next() ** 1.6 : 20 + 4300 * random.next() ** 1.3;
}

function sentence(part: number, random: Random): string {
  return random.pick(SENTENCES[part] as readonly string[]);
}

function listing(
  index: number,
  b: StockBuilding,
  onMarket: boolean,
  calendar: Calendar,
  random: Random,
): StreamedListing {
  const { place, tenure } = b;
  const whole = tenure === 'House' || tenure === 'Townhouse';
  const sale = tenure === 'Apartment' ? false : random.chance(whole ? 0.85 : 0.55);
  const line = random.int(0, b.perFloor - 1);
  const floor = whole ? 1 : random.int(1, b.stories);
  const beds = whole ? random.int(2, 6) : Math.floor(5 * random.next() ** 1.7);
  const baths = beds < 2 ? 1 : (BATHS[random.int(2, BATHS.length - 1)] ?? 2);
  const size = Math.round((430 + beds * (whole ? 480 : 340) + 180 * random.next()) / 5) * 5;
  const height = 1 + 0.006 * floor;
  const price = sale
    ? roundSale(place.sale * b.level * height * size * (tenure === 'Coop' ? 0.7 : 0.95))
    : roundRent((place.rent * b.level * height * size * (1.15 - beds * 0.06)) / 12);
  const shared = tenure === 'Coop' || tenure === 'Condop';
  const touched = calendar.ago(age(onMarket, random));
  const agent = random.pick(PEOPLE);
  const apt = whole ? '' : `${floor}${String.fromCharCode(65 + line)}`;
  const hidden = random.chance(0.08);
  const noFee = !sale && random.chance(0.5);
  const furnished = !sale && random.chance(0.08);
  const freeMonths = !sale && onMarket && random.chance(0.2) ? 1 : 0;
  const dated = random.chance(0.5);
  const amenities = [
    ...random.pick(AMENITY_SETS),
    ...(noFee ? ['nofee'] : []),
    ...(furnished ? ['furnished'] : []),
  ];
  const street = `${b.house} ${b.street}`;
  const concession = freeMonths > 0 ? 'One month free on a 13-month lease.' : '';
  return {
    access_note: '',
    agents_agent_email: agent.email,
    agents_agent_id: agent.id,
    agents_agent_image: agent.image,
    agents_agent_name: agent.name,
    agents_agent_phone: agent.phone,
    agents_coagent_email: '',
    agents_coagent_id: '',
    agents_coagent_image: '',
    agents_coagent_name: '',
    agents_coagent_phone: '',
    agents_listingagent_email: '',
    agents_listingagent_id: '',
    agents_listingagent_image: '',
    agents_listingagent_name: '',
    agents_listingagent_phone: '',
    concession,
    cyof: 0,
    essentials_available: dated ? calendar.slashed(touched + 2_592_000_000) : 'Immediately',
    essentials_bath: baths,
    essentials_beds: beds,
    essentials_building: b.id,
    essentials_date: calendar.text(touched),
    essentials_floor: `${floor}`,
    essentials_openhouse_by_appointment_only:
      onMarket && random.chance(0.1) ? 'By Appointment Only' : '',
    essentials_pets: PETS[b.pets] ?? 'Unknown',
    essentials_rooms: beds < 1 ? 2 : beds + 2,
    essentials_size: random.chance(0.2) ? 0 : size,
    essentials_subway: place.lines,
    essentials_type: tenure,
    essentials_units: whole ? 1 : b.stories * b.perFloor,
    essentials_video: '',
    extra_cooling: COOLING[b.cooling] ?? 'Unknown',
    extras_developments: b.built > 2022 ? 1 : 0,
    extras_featured: onMarket && random.chance(0.05) ? 1 : 0,
    extras_furnished: furnished ? 1 : 0,
    extras_nofee: noFee ? 1 : 0,
    extras_openhouse: 0,
    extras_latitude: b.latitude,
    extras_longitude: b.longitude,
    financials_concession: concession,
    financials_downpayment: sale ? (shared ? 20 : 10) : 0,
    financials_fee: sale || noFee ? 0 : 15,
    financials_freemonth: freeMonths,
    financials_maintenance: sale && !whole ? Math.round(size * (shared ? 1.7 : 1.1)) : 0,
    financials_monthsfreereqminlease: freeMonths > 0 ? 13 : 0,
    financials_price: price,
    financials_taxes: sale && !shared ? Math.round((price * 0.0095) / 12) : 0,
    floorplan_image: '',
    idx: 1,
    main_address: hidden
      ? `${b.cross}, ${place.name}`
      : `${apt ? `${street}, ${apt}` : street}, ${place.name}`,
    main_apt: apt,
    main_category: random.chance(0.5) ? 2 : 0,
    main_cross: b.cross,
    main_description: `${sentence(0, random)} ${sentence(1, random)}\n\n${sentence(1, random)} ${sentence(2, random)}`,
    main_hide_address: hidden ? 1 : 0,
    main_house: b.house,
    main_id: index + 1,
    main_image: '',
    main_images: 0,
    main_neighborhood: place.name,
    main_status: sale ? (onMarket ? 'For Sale' : 'Sold') : onMarket ? 'For Rent' : 'Rented',
    main_street: b.street,
    main_zipcode: place.zip,
    mls_no: '',
    op: null,
    vow: 1,
    amenities,
    openhouse: '',
    openhouseend: '',
    openhouse2: '',
    openhouseend2: '',
    lease_term_min: sale ? 0 : 12,
    lease_term_max: sale ? 0 : 24,
    distribute: onMarket ? 1 : 0,
    labels: [],
    hitcounter: random.int(0, 2000),
    ulid: ulid(touched, random),
    essentials_video2: '',
  };
}
