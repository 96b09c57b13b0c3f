import type { Calendar } from '../calendar.js';
import type { BuildingPlan } from '../property/building-plan.js';
import { carrying, rentPrice, roundRent, salePrice } from '../property/pricing.js';
import type { Unit } from '../property/units.js';
import { Random } from '../random.js';
import type { Category, ListingStatus, ListingType } from '../records/listing-records.js';
import type { Offer } from './offer.js';
import { chooseOffers } from './offers.js';

/** A listing as the generator thinks of it; its record, photos and text are read from it. */
export interface ListingPlan {
  readonly id: number;
  readonly building: BuildingPlan;
  /** Null where no apartment or house is meant: a shop, a parking space, a lot. */
  readonly unit: Unit | null;
  readonly type: ListingType;
  readonly kind: 'sale' | 'rental';
  readonly status: ListingStatus;
  readonly onMarket: boolean;
  readonly apt: string;
  readonly floorText: string;
  readonly floor: number;
  readonly beds: number;
  readonly baths: number;
  readonly rooms: number;
  /** The true square feet, even if the record has no size. */
  readonly size: number;
  readonly price: number;
  /** Monthly. */
  readonly maintenance: number;
  /** Monthly. */
  readonly taxes: number;
  readonly down: number;
  readonly furnished: boolean;
  readonly category: Category;
  /** Epoch milliseconds. */
  readonly listedAt: number;
  /** Epoch milliseconds, never later than today. */
  readonly updatedAt: number;
  /** A stream for everything else about this listing. */
  readonly random: Random;
}

/** The lowest listing id. */
export const FIRST_LISTING_ID = 1001;

const SALE_STATUSES: ReadonlyArray<readonly [ListingStatus, number]> = [
  ['For Sale', 62],
  ['In Contract', 11],
  ['Offer In', 5],
  ['Sold', 22],
];

const RENTAL_STATUSES: ReadonlyArray<readonly [ListingStatus, number]> = [
  ['For Rent', 68],
  ['App. Pending', 8],
  ['Rented', 24],
];

const CATEGORIES: ReadonlyArray<readonly [Category, number]> = [
  [2, 52],
  [0, 22],
  [1, 12],
  [6, 14],
];

/** Plans `count` listings in the given buildings, oldest first, ids ascending with age. */
export function planListings(
  seed: number,
  buildings: readonly BuildingPlan[],
  count: number,
  calendar: Calendar,
): ListingPlan[] {
  const random = new Random(seed, 'listings');
  const drafts = chooseOffers(buildings, count, random).map((offer, index) =>
    planListing(offer, calendar, random.fork(`listing ${index}`)),
  );
  drafts.sort((a, b) => a.listedAt - b.listedAt);
  return drafts.map((draft, index) => ({ ...draft, id: FIRST_LISTING_ID + index }));
}

function planListing(offer: Offer, calendar: Calendar, random: Random): Omit<ListingPlan, 'id'> {
  const { building, unit, type, kind } = offer;
  const status = offer.status ?? random.weighted(kind === 'sale' ? SALE_STATUSES : RENTAL_STATUSES);
  const furnished = kind === 'rental' && unit !== null && random.chance(0.12);
  const size = unit ? unit.line.size : offer.size;
  const price = priceOf(offer, furnished);
  const costs =
    kind === 'sale' ? carrying(building, size, price) : { maintenance: 0, taxes: 0, down: 0 };
  return {
    building,
    unit,
    type,
    kind,
    status,
    onMarket: status === 'For Sale' || status === 'For Rent',
    apt: unit ? unit.apt : offer.apt,
    floorText: unit ? unit.floorText : offer.floorText,
    floor: unit ? unit.floor : Number(offer.floorText) || 0,
    beds: unit ? unit.line.layout.beds : 0,
    baths: unit ? unit.line.layout.baths : offer.baths,
    rooms: unit ? unit.line.layout.rooms : 0,
    size,
    price,
    ...costs,
    maintenance: offer.maintenance ?? costs.maintenance,
    furnished,
    category: random.weighted(CATEGORIES),
    ...drawDates(status, calendar, random),
    random,
  };
}

function priceOf({ unit, kind, price }: Offer, furnished: boolean): number {
  if (price !== null) return kind === 'sale' ? price : roundRent(price);
  if (!unit) throw new RangeError('An offer without a unit needs a price.');
  return kind === 'sale' ? salePrice(unit) : rentPrice(unit, furnished);
}

/** When it was listed and last updated: weeks for what is on the market, up to two years for deals done. */
function drawDates(
  status: ListingStatus,
  calendar: Calendar,
  random: Random,
): { listedAt: number; updatedAt: number } {
  if (status === 'Sold' || status === 'Rented') {
    const closed = random.between(6, 700);
    const listed = closed + random.between(20, status === 'Sold' ? 190 : 60);
    return span(calendar, listed, closed);
  }
  const fresh = status === 'For Sale' || status === 'For Rent';
  const listed = fresh ? 0.3 + 140 * random.next() ** 2 : random.between(15, 130);
  const updated = listed * random.next() ** (fresh ? 1.5 : 3);
  return span(calendar, listed, Math.max(updated, 0.05));
}

/** Two moments in days before now, moved to working hours, in order. */
function span(
  calendar: Calendar,
  listed: number,
  updated: number,
): { listedAt: number; updatedAt: number } {
  const listedAt = calendar.daytime(calendar.ago(listed));
  return { listedAt, updatedAt: Math.max(calendar.daytime(calendar.ago(updated)), listedAt) };
}
