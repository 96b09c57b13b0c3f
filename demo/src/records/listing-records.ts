import type { Flag } from './place-records.js';

/** Import records of listings. R168. */

/** Every status (R67). */
export const STATUSES = [
  'For Sale',
  'For Rent',
  'In Contract',
  'Offer In',
  'App. Pending',
  'Sold',
  'Rented',
] as const;

/** The status of a listing. */
export type ListingStatus = (typeof STATUSES)[number];

/** Every listing type. */
export const LISTING_TYPES = [
  'Apartment',
  'House',
  'Townhouse',
  'Condo',
  'Coop',
  'Condop',
  'Building',
  'Commercial',
  'Office',
  'Retail',
  'Investment',
  'Development',
  'Land',
  'N/A',
] as const;

/** The type of a listing. */
export type ListingType = (typeof LISTING_TYPES)[number];

/** Every pet policy. */
export const PET_POLICIES = [
  'Pets OK',
  'Cats Only',
  'Dogs Only',
  'Small Dogs',
  'Case By Case',
  'No Pets',
  'Unknown',
] as const;

/** The pet policy of a listing. */
export type PetPolicy = (typeof PET_POLICIES)[number];

/** Every kind of cooling. */
export const COOLINGS = ['Central AC', 'Window/Wall', 'None', 'Unknown'] as const;

/** The cooling of a home. */
export type Cooling = (typeof COOLINGS)[number];

/** Exclusivity: 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke. */
export type Category = 0 | 1 | 2 | 6;

/** The fields of a person on a listing, in one of three roles; an empty id means nobody. */
type PersonFields<Role extends string, Id> = Record<
  `agents_${Role}_${'email' | 'name' | 'phone' | 'image'}`,
  string
> &
  Record<`agents_${Role}_id`, Id>;

/** A record of `listings`. Money in dollars, sizes in square feet. */
export interface ListingRecord
  extends PersonFields<'agent', number>,
    PersonFields<'coagent' | 'listingagent', number | ''> {
  access_note: string;
  concession: string;
  cyof: Flag;
  essentials_available: string;
  essentials_bath: number;
  essentials_beds: number;
  essentials_building: number;
  /** Text shape, such as `November, 20 2026 14:05:09`. */
  essentials_date: string;
  essentials_floor: string;
  essentials_openhouse_by_appointment_only: '' | 'By Appointment Only';
  essentials_pets: PetPolicy;
  essentials_rooms: number;
  essentials_size: number;
  essentials_subway: string;
  essentials_type: ListingType;
  essentials_units: number;
  essentials_video: string;
  extra_cooling: Cooling;
  extras_developments: Flag;
  extras_featured: Flag;
  extras_furnished: Flag;
  extras_nofee: Flag;
  extras_openhouse: Flag;
  extras_latitude: number;
  extras_longitude: number;
  /** The headline of its page; empty for most. */
  extras_webtitle: string;
  financials_concession: string;
  financials_downpayment: number;
  financials_fee: number;
  financials_freemonth: number;
  /** Monthly. */
  financials_maintenance: number;
  financials_monthsfreereqminlease: number;
  financials_price: number;
  /** Monthly. */
  financials_taxes: number;
  floorplan_image: string;
  idx: Flag;
  main_address: string;
  main_apt: string;
  main_category: Category;
  main_cross: string;
  main_description: string;
  main_hide_address: Flag;
  /** The true house number, even of a hidden address, because the server hides it. */
  main_house: string;
  main_id: number;
  main_image: string;
  main_images: number;
  main_neighborhood: string;
  main_status: ListingStatus;
  main_street: string;
  main_zipcode: string;
  mls_no: string;
  op: string | null;
  vow: Flag;
  /** Amenity names beyond the building's own. */
  amenities: string[];
  /** `YYYY-MM-DD HH:MM:SS` by the wall clock, or empty. */
  openhouse: string;
  openhouseend: string;
  openhouse2: string;
  openhouseend2: string;
  /** Months; 0 without a lease. */
  lease_term_min: number;
  lease_term_max: number;
  distribute: Flag;
  labels: string[];
  hitcounter: number;
  ulid: string;
  essentials_video2: string;
  [custom: `custom_${string}`]: string;
}

/** A record of `photos`. */
export interface PhotoRecord {
  listing_id: number;
  /** Relative media path. */
  filename: string;
  name: string;
  sort: number;
}
