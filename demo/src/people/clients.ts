import type { Calendar } from '../calendar.js';
import { postalCity } from '../geography/neighborhoods.js';
import type { BuildingPlan } from '../property/building-plan.js';
import { Deck, Random } from '../random.js';
import type { ClientRecord, ClientType } from '../records/people-records.js';
import { AGENTS } from './agent-profiles.js';
import { contactOf } from './agents.js';
import { FIRST_NAMES, HOMETOWNS, LAST_NAMES } from './names.js';

/** How many clients the demo database has. */
const COUNT = 72;

const DAY = 86_400_000;

/** Days without a login after which a member counts as inactive. */
const DORMANT_AFTER = 120;

/** What a client is, and how likely; the tag Member is added to those who register. */
const ROLES: ReadonlyArray<readonly [readonly ClientType[], number]> = [
  [['Buyer'], 24],
  [['Renter'], 22],
  [['Seller'], 10],
  [['Buyer', 'Seller'], 8],
  [['Investor'], 5],
  [['Buyer', 'Investor'], 3],
  [['Tenant'], 6],
  [['Renter', 'Tenant'], 4],
  [['Guarantor'], 5],
  [['clientOwner'], 5],
  [['Other'], 4],
];

const PROGRESS = ['New lead', 'First call', 'Touring', 'Offer made', 'Under contract', 'Closed'];
const SOURCES = ['Website', 'Referral', 'Open house', 'Sign', 'Newsletter', 'Marketplace'];

/** A fictional number: the exchange 555-01xx is set aside for them. */
function phone(area: number, random: Random): string {
  return `${area}-555-01${`${random.int(0, 99)}`.padStart(2, '0')}`;
}

/** 64 random bits, in hexadecimal. */
function verificationCode(random: Random): string {
  const half = (): string => random.bits().toString(16).padStart(8, '0');
  return half() + half();
}

/** The records of clients, oldest first. R154. */
export function clientRecords(
  seed: number,
  buildings: readonly BuildingPlan[],
  calendar: Calendar,
): ClientRecord[] {
  const random = new Random(seed, 'clients');
  const firsts = new Deck(FIRST_NAMES, random.fork('first names'));
  const lasts = new Deck(LAST_NAMES, random.fork('last names'));
  const taken = new Set<string>();
  const ages = Array.from({ length: COUNT }, () => 0.4 + 760 * random.next() ** 1.4);
  const homes = buildings.filter((b) => b.lines.length > 0 && b.profile.tenure !== 'business');
  return ages
    .sort((a, b) => b - a)
    .map((age, index) => {
      const own = random.fork(`client ${index}`);
      const firstName = firsts.draw();
      let lastName = lasts.draw();
      // The name is the mailbox, which is what a member signs in with.
      while (taken.has(`${firstName} ${lastName}`)) lastName = lasts.draw();
      taken.add(`${firstName} ${lastName}`);
      return clientRecord(index + 1, { firstName, lastName }, age, own.pick(homes), calendar, own);
    });
}

function clientRecord(
  id: number,
  { firstName, lastName }: { firstName: string; lastName: string },
  age: number,
  home: BuildingPlan,
  calendar: Calendar,
  random: Random,
): ClientRecord {
  const createdAt = calendar.daytime(calendar.ago(age));
  const member = random.chance(0.68);
  const verified = member && random.chance(0.85);
  const lastLogin = verified ? createdAt + (calendar.today - createdAt) * random.next() ** 0.35 : 0;
  const active = verified && calendar.today - lastLogin < DORMANT_AFTER * DAY;
  const touched = Math.max(lastLogin, createdAt + (calendar.today - createdAt) * random.next());
  const agent = contactOf(random.pick(AGENTS.filter((a) => a.agent && a.status === 'Active')));
  // Every role once, then by weight, so that a small database has them all.
  const role = ROLES[id - 1]?.[0] ?? random.weighted(ROLES);
  const tags = [...role, ...(member ? (['Member'] as const) : [])];
  return {
    id,
    firstName,
    lastName,
    email: `${firstName}.${lastName}@mail.example`.toLowerCase(),
    active: active ? 1 : 0,
    status: active ? 'Active' : 'Inactive',
    type: tags.map((tag) => `${tag},`).join(''),
    verify: member ? verificationCode(random) : '',
    date_create: calendar.stamp(createdAt),
    date_update: calendar.stamp(touched),
    phone: phone(917, random),
    home_Phone: random.chance(0.25) ? phone(212, random) : '',
    office_Phone: random.chance(0.3) ? phone(646, random) : '',
    agent_name: agent.name,
    agent_email: agent.email,
    agent_id: agent.id,
    progress: random.pick(PROGRESS),
    source: member && random.chance(0.6) ? 'Website' : random.pick(SOURCES),
    dob: random.chance(0.2) ? birthday(random, calendar) : '',
    ...addressOf(home, random),
    last_login: verified ? calendar.stamp(lastLogin) : '',
  };
}

function birthday(random: Random, calendar: Calendar): string {
  const year = calendar.year(calendar.today) - random.int(24, 71);
  const two = (n: number): string => `${n}`.padStart(2, '0');
  return `${year}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
}

/** Most clients already live in the city; the others are on their way. */
function addressOf(
  home: BuildingPlan,
  random: Random,
): Pick<ClientRecord, 'address' | 'city' | 'state' | 'zip'> {
  if (random.chance(0.25)) {
    const [city, state, zip] = random.pick(HOMETOWNS);
    return {
      address: `${random.int(12, 980)} ${random.pick(['Elm', 'Maple', 'Chestnut', 'Prospect'])} Street`,
      city,
      state,
      zip,
    };
  }
  const { house, street, zip } = home.address;
  return { address: `${house} ${street}`, city: postalCity(home.neighborhood), state: 'NY', zip };
}
