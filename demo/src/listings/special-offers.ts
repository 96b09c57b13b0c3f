import type { BuildingPlan } from '../property/building-plan.js';
import { rentPrice, roundSale } from '../property/pricing.js';
import { lotSize } from '../property/sizes.js';
import { unitsOf } from '../property/units.js';
import type { Random } from '../random.js';
import type { Offer } from './offer.js';

/** Share of all listings that each group may take, so that small collections stay balanced. */
const SHARES = {
  house: 0.025,
  building: 0.01,
  land: 0.007,
  office: 0.022,
  retail: 0.02,
  commercial: 0.011,
  parking: 0.007,
};

/** An offer of something that is not a home. */
function plain(
  building: BuildingPlan,
  offer: Pick<Offer, 'type' | 'kind' | 'price' | 'size' | 'apt'> & Partial<Offer>,
): Offer {
  return {
    building,
    unit: null,
    status: null,
    baths: 0,
    floorText: '',
    maintenance: null,
    ...offer,
  };
}

/** Everything listed besides apartments, each group within its share. */
export function specialOffers(
  buildings: readonly BuildingPlan[],
  count: number,
  random: Random,
): Offer[] {
  const limited = (share: number, offers: Offer[]): Offer[] =>
    random.shuffle(offers).slice(0, Math.max(1, Math.round(share * count)));
  const of = (...kinds: BuildingPlan['kind'][]): BuildingPlan[] =>
    buildings.filter(({ kind }) => kinds.includes(kind));
  const both = (type: 'Building' | 'Investment', which: number): Offer[] =>
    of('mixedUse').flatMap((b, i) => (i % 2 === which ? [wholeBuilding(b, type)] : []));
  const land = of('lot').map((b) => landOffer(b, 'Land'));
  const sites = of('site').map((b) => landOffer(b, 'Development'));
  const shops = buildings.filter(({ shop, kind }) => shop && kind !== 'retail');
  return [
    ...limited(SHARES.house, houseOffers(of('house'), random)),
    ...limited(SHARES.house, houseOffers(of('townhouse'), random)),
    ...limited(SHARES.building / 2, both('Building', 0)),
    ...limited(SHARES.building / 2, both('Investment', 1)),
    ...limited(SHARES.land / 2, land),
    ...limited(SHARES.land / 2, sites),
    ...limited(
      SHARES.office,
      of('office').flatMap((b) => officeOffers(b, random)),
    ),
    ...limited(
      SHARES.retail,
      shops.map((b) => shopOffer(b, random)),
    ),
    ...limited(SHARES.commercial, commercialOffers(buildings, random)),
    ...limited(SHARES.parking, parkingOffers(buildings, random)),
  ];
}

function houseOffers(houses: readonly BuildingPlan[], random: Random): Offer[] {
  return houses.flatMap((building) => {
    const unit = unitsOf(building)[0];
    if (!unit) return [];
    const type = building.kind === 'house' ? 'House' : 'Townhouse';
    const kind = random.chance(0.78) ? 'sale' : 'rental';
    const { size, layout } = unit.line;
    return [
      { ...plain(building, { type, kind, price: null, size, apt: '' }), unit, baths: layout.baths },
    ];
  });
}

/** What the apartments and the shop of a building bring in a year, dollars. */
export function rentRoll(building: BuildingPlan): number {
  const homes = unitsOf(building).reduce((sum, unit) => sum + rentPrice(unit, false), 0);
  return Math.round(((homes * 0.86 + shopRent(building, 900)) * 12) / 100) * 100;
}

/** A monthly rent for a shop of a size, dollars. */
function shopRent({ facts, quality }: BuildingPlan, size: number): number {
  return (facts.rent * 1.25 * quality * size) / 12;
}

/** What a building with shops and flats sells for: its income at the usual yield. */
function buildingPrice(building: BuildingPlan): number {
  return roundSale(rentRoll(building) / 0.062);
}

function wholeBuilding(building: BuildingPlan, type: 'Building' | 'Investment'): Offer {
  const size = building.lines.reduce((sum, l) => sum + l.size * (l.high - l.low + 1), 1400);
  const baths = unitsOf(building).reduce((sum, unit) => sum + unit.line.layout.baths, 1);
  const price = buildingPrice(building);
  return plain(building, { type, kind: 'sale', price, size, baths, apt: '' });
}

function landOffer(building: BuildingPlan, type: 'Land' | 'Development'): Offer {
  const lot = lotSize(building);
  const perFoot = building.facts.sale * (type === 'Development' ? 0.75 : 0.6);
  const size = type === 'Development' ? Math.round(lot * 0.9) : 0;
  return plain(building, { type, kind: 'sale', price: roundSale(lot * perFoot), size, apt: '' });
}

function officeOffers(building: BuildingPlan, random: Random): Offer[] {
  return random.sample(unitsOf(building), 7).map((unit) => {
    const { size } = unit.line;
    const price = (building.facts.rent * 0.72 * building.quality * size) / 12;
    const { apt, floorText } = unit;
    return plain(building, {
      type: 'Office',
      kind: 'rental',
      price,
      size,
      apt,
      floorText,
      baths: 2,
    });
  });
}

function shopOffer(building: BuildingPlan, random: Random): Offer {
  const size = random.int(11, 46) * 50;
  const price = shopRent(building, size);
  return plain(building, {
    type: 'Retail',
    kind: 'rental',
    price,
    size,
    apt: 'Store',
    floorText: '1',
    baths: 1,
  });
}

/** A floor of a low commercial building, or professional rooms next to an apartment lobby. */
function commercialOffers(buildings: readonly BuildingPlan[], random: Random): Offer[] {
  const rooms = buildings.filter((b) => b.profile.tenure === 'coop' || b.kind === 'condoTower');
  const lofts = buildings.filter((b) => b.kind === 'retail');
  const professional = random.sample(rooms, 12).map((building, i) => {
    const size = random.int(14, 40) * 50;
    const sale = i % 2 === 0;
    const rent = (building.facts.rent * 0.85 * size) / 12;
    const price = sale ? roundSale(building.facts.sale * 0.6 * size) : rent;
    const kind = sale ? ('sale' as const) : ('rental' as const);
    return plain(building, {
      type: 'Commercial',
      kind,
      price,
      size,
      apt: 'Professional',
      floorText: '1',
      baths: 1,
    });
  });
  const floors = lofts.map((building) => {
    const size = building.lines[0]?.size ?? 2000;
    const price = (building.facts.rent * 0.8 * size) / 12;
    return plain(building, {
      type: 'Commercial',
      kind: 'rental',
      price,
      size,
      apt: '2',
      floorText: '2',
      baths: 1,
    });
  });
  return [...floors, ...professional];
}

/** Parking spaces and storage rooms, which fit none of the other types. */
function parkingOffers(buildings: readonly BuildingPlan[], random: Random): Offer[] {
  const garages = buildings.filter(
    (b) => b.features.flags.has('garage') && b.profile.tenure === 'condo',
  );
  return garages.map((building, i) => {
    const sale = i % 2 === 0;
    return plain(building, {
      type: 'N/A',
      kind: sale ? 'sale' : 'rental',
      price: sale ? roundSale(building.facts.sale * random.int(90, 150)) : building.facts.rent * 6,
      size: 160,
      apt: `P${random.int(2, 64)}`,
      maintenance: sale ? random.int(22, 48) * 5 : 0,
    });
  });
}
