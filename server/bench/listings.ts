import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Random } from 'portico-demo';

/** The numbers of neighborhoods and agents, for any number of listings. */
export const NEIGHBORHOODS = 200;
export const AGENTS = 12;

const LISTINGS_PER_BUILDING = 20;
const ON_THE_MARKET = 0.12;
const RENTALS = 0.6;

/** The earliest last update of a listing, in milliseconds since the epoch. */
const FIRST_UPDATE = Date.UTC(2023, 0, 1);

/** The characters of a file that are made before a write. */
const PORTION = 1 << 20;

const STREETS = ['Orchard', 'Willow', 'Harbor', 'Mill', 'Garden', 'Church', 'Grove', 'Hudson'];
const KINDS = ['Apartment', 'Apartment', 'Apartment', 'Condo', 'Coop', 'Townhouse', 'House'];
const PETS = ['Pets OK', 'Cats Only', 'Small Dogs', 'Case By Case', 'No Pets', 'Unknown'];
const AVAILABLE = ['Immediately', '12/01/2026', '01/15/2027', 'Upon request'];
const WORDS =
  'bright quiet corner home with an open view over the street and the river high ceilings wide oak floors a kitchen made for cooking large closets and windows on three sides near trains shops and the park shown by appointment at any hour'.split(
    ' ',
  );

/** Amenities, and the share of listings with each. */
const AMENITIES: readonly (readonly [name: string, share: number])[] = [
  ['doorman', 0.4],
  ['elevator', 0.5],
  ['dishwasher', 0.6],
  ['hardwood', 0.5],
  ['laundryinunit', 0.3],
  ['patio', 0.05],
  ['roofdeck', 0.15],
  ['garage', 0.1],
  ['fireplace', 0.1],
  ['renovated', 0.4],
  ['balcony', 0.2],
  ['terrace', 0.1],
  ['pool', 0.05],
  ['storage', 0.3],
  ['healthclub', 0.2],
  ['washer', 0.3],
];

/** The values that all listings of one building share. */
interface Building {
  readonly id: number;
  readonly house: string;
  readonly street: string;
  readonly neighborhood: number;
  readonly built: number;
  readonly families: number;
  readonly units: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** Writes `agents.ndjson` of a brokerage, the same for every size. */
export async function writeAgents(file: string): Promise<void> {
  const agents = Array.from({ length: AGENTS }, (_, index) => ({
    id: index + 1,
    firstname: `Robin${index + 1}`,
    lastname: 'Sample',
    email: `agent${index + 1}@example.com`,
    mobile: `212-555-01${String(index).padStart(2, '0')}`,
    image: `agents/${index + 1}.jpg`,
    title: 'Salesperson',
  }));
  await pipeline(
    Readable.from(agents.map((agent) => `${JSON.stringify(agent)}\n`)),
    createWriteStream(file),
  );
}

/**
 * Writes `listings.ndjson` of a brokerage: about an eighth on the market, the others let or sold,
 * in buildings whose values agree in all their listings. Equal sizes give equal files.
 */
export async function writeListings(file: string, count: number): Promise<void> {
  await pipeline(Readable.from(portions(count)), createWriteStream(file));
}

function* portions(count: number): Generator<string, void, void> {
  const random = new Random(1, 'bench');
  let lines = '';
  for (let id = 1; id <= count; id += 1) {
    lines += `${JSON.stringify(listing(id, count, random))}\n`;
    if (lines.length < PORTION && id < count) continue;
    yield lines;
    lines = '';
  }
}

function building(id: number): Building {
  const random = new Random(id, 'building');
  const neighborhood = random.int(1, NEIGHBORHOODS);
  return {
    id,
    house: String(random.int(1, 900)),
    street: `${random.pick(STREETS)} Street`,
    neighborhood,
    built: random.int(1890, 2025),
    families: random.int(1, 6),
    units: random.int(4, 200),
    latitude: 40.6 + neighborhood / 1000,
    longitude: -74 + neighborhood / 1000,
  };
}

function listing(id: number, count: number, random: Random): object {
  const { neighborhood, ...house } = building(
    random.int(1, Math.max(1, Math.floor(count / LISTINGS_PER_BUILDING))),
  );
  const rental = random.chance(RENTALS);
  const beds = random.int(0, 4);
  const photos = random.int(0, 6);
  return {
    main_id: id,
    main_status: status(rental, random),
    main_category: random.pick([0, 0, 2, 6]),
    main_house: house.house,
    main_street: house.street,
    main_apt: `${random.int(1, 30)}${random.pick(['A', 'B', 'C', 'D', 'E', 'F'])}`,
    main_hide_address: random.chance(0.05) ? 1 : 0,
    main_cross: 'Front and Water Streets',
    main_neighborhood: `Neighborhood ${neighborhood}`,
    main_zipcode: String(10_000 + neighborhood),
    main_description: description(random),
    city: neighborhood <= 120 ? 'New York' : 'Brooklyn',
    state: 'NY',
    built: house.built,
    families: house.families,
    essentials_building: house.id,
    essentials_units: house.units,
    essentials_subway: 'ACE',
    extras_latitude: house.latitude,
    extras_longitude: house.longitude,
    essentials_type: random.pick(KINDS),
    essentials_beds: beds,
    essentials_bath: random.int(2, 6) / 2,
    essentials_rooms: beds + random.int(2, 3),
    essentials_size: 400 + beds * 300 + random.int(0, 800),
    essentials_floor: String(random.int(1, 30)),
    essentials_pets: random.pick(PETS),
    essentials_available: random.pick(AVAILABLE),
    essentials_date: new Date(FIRST_UPDATE + random.int(0, 120_000_000) * 1000).toISOString(),
    financials_price: rental ? random.int(1500, 9500) : random.int(300, 5000) * 1000,
    financials_taxes: rental ? 0 : random.int(200, 3000),
    financials_maintenance: rental ? 0 : random.int(300, 2500),
    lease_term_min: random.pick([6, 12]),
    lease_term_max: random.pick([12, 24]),
    amenities: AMENITIES.filter(([, share]) => random.chance(share)).map(([name]) => name),
    agents_agent_id: random.int(1, AGENTS),
    ...(random.chance(0.3) ? { agents_coagent_id: random.int(1, AGENTS) } : {}),
    agents_listingagent_id: random.int(1, AGENTS),
    extras_featured: random.chance(0.05) ? 1 : 0,
    idx: 1,
    distribute: 1,
    photos: Array.from({ length: photos }, (_, sort) => ({
      filename: `listings/${id}/${sort}.jpg`,
      name: '',
      sort,
    })),
  };
}

function status(rental: boolean, random: Random): string {
  if (!random.chance(ON_THE_MARKET)) return rental ? 'Rented' : 'Sold';
  if (random.chance(0.1)) return rental ? 'App. Pending' : 'In Contract';
  return rental ? 'For Rent' : 'For Sale';
}

function description(random: Random): string {
  const words = Array.from({ length: random.int(25, 90) }, () => random.pick(WORDS));
  return `A ${words.join(' ')}.`;
}
