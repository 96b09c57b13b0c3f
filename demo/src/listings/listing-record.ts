import type { Calendar } from '../calendar.js';
import { describe } from '../description/describe.js';
import { subjectOf, type Voice } from '../description/subject.js';
import { POOL, scenePath } from '../pictures/pool.js';
import { isNewDevelopment } from '../property/building-plan.js';
import type { Cooling, ListingRecord, PetPolicy, PhotoRecord } from '../records/listing-records.js';
import type { Flag } from '../records/place-records.js';
import { accessNote } from './access-note.js';
import { type ListingPeople, peopleOf } from './agents.js';
import { amenitiesOf } from './amenities.js';
import { customValues } from './custom-values.js';
import { labelsOf } from './labels.js';
import { listingPhotos } from './listing-photos.js';
import type { ListingPlan } from './listing-plan.js';
import { drawOpenHouses, NO_OPEN_HOUSE, type OpenHouses } from './open-houses.js';
import { drawTerms } from './terms.js';
import { ulid } from './ulid.js';

const flag = (holds: boolean): Flag => (holds ? 1 : 0);

const PETS: Readonly<Record<number, PetPolicy>> = {
  1: 'Cats Only',
  2: 'Small Dogs',
  3: 'Pets OK',
  4: 'Dogs Only',
  98: 'Case By Case',
  99: 'No Pets',
};

const COOLING: Readonly<Record<number, Cooling>> = { 1: 'Central AC', 2: 'Window/Wall', 3: 'None' };

/** The address line that a website prints. R72. */
export function displayAddress(
  place: { house: string; street: string; apt: string; cross: string; neighborhood: string },
  hidden: boolean,
): string {
  const { house, street, apt, cross, neighborhood } = place;
  const parts = hidden ? [cross, neighborhood] : [`${house} ${street}`, apt, neighborhood];
  return parts.filter(Boolean).join(', ');
}

/** The fields of the three roles on a listing. */
function peopleFields({ agent, coagent, listingAgent }: ListingPeople) {
  return {
    agents_agent_email: agent.email,
    agents_agent_id: agent.id,
    agents_agent_image: agent.image,
    agents_agent_name: agent.name,
    agents_agent_phone: agent.phone,
    agents_coagent_email: coagent?.email ?? '',
    agents_coagent_id: coagent?.id ?? ('' as const),
    agents_coagent_image: coagent?.image ?? '',
    agents_coagent_name: coagent?.name ?? '',
    agents_coagent_phone: coagent?.phone ?? '',
    agents_listingagent_email: listingAgent?.email ?? '',
    agents_listingagent_id: listingAgent?.id ?? ('' as const),
    agents_listingagent_image: listingAgent?.image ?? '',
    agents_listingagent_name: listingAgent?.name ?? '',
    agents_listingagent_phone: listingAgent?.phone ?? '',
  };
}

function showings(
  plan: ListingPlan,
  calendar: Calendar,
): { byAppointment: boolean; houses: OpenHouses } {
  const { random, kind, onMarket } = plan;
  if (!onMarket) return { byAppointment: false, houses: NO_OPEN_HOUSE };
  if (random.chance(0.16)) return { byAppointment: true, houses: NO_OPEN_HOUSE };
  const chance = random.next();
  const planned = kind === 'sale' ? 0.36 : 0.14;
  if (chance < planned)
    return { byAppointment: false, houses: drawOpenHouses(calendar, 1, random) };
  if (chance > 0.93) return { byAppointment: false, houses: drawOpenHouses(calendar, -20, random) };
  return { byAppointment: false, houses: NO_OPEN_HOUSE };
}

/** When one can move in: words or a date. */
function availability(plan: ListingPlan, calendar: Calendar): string {
  const { random, kind, onMarket } = plan;
  if (!onMarket) return calendar.slashed(plan.updatedAt + random.int(5, 40) * 86_400_000);
  if (random.chance(kind === 'sale' ? 0.85 : 0.45)) return 'Immediately';
  return calendar.slashed(calendar.at(random.int(4, 75), 720));
}

/** Leaves out a size that nobody measured: mostly in older cooperatives and rentals. */
function toldSize({ building, random, size, unit }: ListingPlan): number {
  const { tenure } = building.profile;
  const measured = unit === null || tenure === 'condo' || tenure === 'house';
  return measured || random.chance(0.7) ? size : 0;
}

/** A listing's record and its photographs. */
export interface ListedHome {
  readonly listing: ListingRecord;
  readonly photos: PhotoRecord[];
}

/** The headline of an exclusive listing's page, which says nothing of its address. */
function webTitle({ category, onMarket, unit, beds, type, building }: ListingPlan): string {
  if (category !== 2 || !onMarket) return '';
  const size = unit === null ? '' : beds === 0 ? 'Studio ' : `${beds}-Bedroom `;
  return `${size}${type} in ${building.neighborhood.name}`;
}

/** Turns a plan into the records to import. R66. */
export function listingRecord(plan: ListingPlan, calendar: Calendar, voice: Voice): ListedHome {
  const { building, random, onMarket } = plan;
  const year = calendar.year(calendar.today);
  const terms = drawTerms(plan, year);
  const amenities = amenitiesOf(plan, terms, year);
  const hidden = random.chance(plan.category === 2 ? 0.06 : 0.16);
  const size = toldSize(plan);
  const cross = building.address.crosses.join(' & ');
  const photos = listingPhotos(plan, amenities, hidden);
  const { byAppointment, houses } = showings(plan, calendar);
  const { house, street, zip, point } = building.address;
  const neighborhood = building.neighborhood.name;
  const place = { house, street, apt: plan.apt, cross, neighborhood };
  const days = (calendar.today - plan.listedAt) / 86_400_000;
  const touring = onMarket && plan.unit !== null && random.chance(0.16);
  const subject = subjectOf(plan, terms, amenities, { hidden, size });
  const { upcoming, ...openHouses } = houses;
  const listing: ListingRecord = {
    access_note: accessNote(plan),
    ...peopleFields(peopleOf(plan)),
    concession: terms.concession,
    cyof: terms.cyof,
    essentials_available: availability(plan, calendar),
    essentials_bath: plan.baths,
    essentials_beds: plan.beds,
    essentials_building: building.id,
    essentials_date: calendar.text(plan.updatedAt),
    essentials_floor: plan.floorText,
    essentials_openhouse_by_appointment_only: byAppointment ? 'By Appointment Only' : '',
    essentials_pets: PETS[building.features.pets] ?? 'Unknown',
    essentials_rooms: plan.rooms,
    essentials_size: size,
    essentials_subway: building.subway,
    essentials_type: plan.type,
    essentials_units: building.units,
    essentials_video: touring ? scenePath('tour', random.int(1, POOL.tour)) : '',
    extra_cooling: COOLING[building.features.cooling] ?? 'Unknown',
    extras_developments: flag(isNewDevelopment(building.built, year)),
    extras_featured: flag(onMarket && random.chance(0.1)),
    extras_furnished: flag(plan.furnished),
    extras_nofee: flag(terms.noFee),
    extras_openhouse: flag(byAppointment || upcoming),
    extras_latitude: point.latitude,
    extras_longitude: point.longitude,
    extras_webtitle: webTitle(plan),
    financials_concession: terms.concession,
    financials_downpayment: plan.down,
    financials_fee: terms.fee,
    financials_freemonth: terms.freeMonths,
    financials_maintenance: plan.maintenance,
    financials_monthsfreereqminlease: terms.freeMonthLease,
    financials_price: plan.price,
    financials_taxes: plan.taxes,
    floorplan_image: photos.find(({ name }) => name === 'Floor Plan')?.filename ?? '',
    idx: flag(plan.category !== 0 || random.chance(0.5)),
    main_address: displayAddress(place, hidden),
    main_apt: plan.apt,
    main_category: plan.category,
    main_cross: cross,
    main_description: describe(subject, voice),
    main_hide_address: flag(hidden),
    main_house: house,
    main_id: plan.id,
    main_image: photos[0]?.filename ?? '',
    main_images: photos.length,
    main_neighborhood: neighborhood,
    main_status: plan.status,
    main_street: street,
    main_zipcode: zip,
    mls_no: '',
    op: terms.ownerPays,
    vow: flag(random.chance(0.8)),
    amenities,
    ...openHouses,
    lease_term_min: terms.leaseMin,
    lease_term_max: terms.leaseMax,
    distribute: flag(onMarket ? random.chance(0.93) : random.chance(0.3)),
    labels: labelsOf(plan, terms, amenities, calendar.today),
    hitcounter: Math.round(Math.min(days, 200) * random.between(1, 14) + random.int(0, 30)),
    ulid: ulid(plan.listedAt, random),
    essentials_video2:
      touring && random.chance(0.2) ? scenePath('tour', random.int(1, POOL.tour)) : '',
    ...customValues(plan, amenities),
  };
  return { listing, photos };
}
