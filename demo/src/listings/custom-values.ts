import { lotSize } from '../property/sizes.js';
import type { Amenity } from '../records/amenities.js';
import type { ListingPlan } from './listing-plan.js';

/** A custom value of a listing, by the field it is imported as. */
type Values = { [custom: `custom_${string}`]: string };

/** The agency's own fields: exposure, ceilings, flip tax, lot, and which key cabinet. */
export function customValues(plan: ListingPlan, amenities: readonly Amenity[]): Values {
  const { unit, building, kind, random } = plan;
  const values: Values = {};
  if (unit && unit.floorText !== 'PH' && building.profile.tenure !== 'house') {
    values.custom_exposure = unit.line.exposure;
  }
  if (amenities.includes('highceilings')) {
    const feet = building.profile.style === 'loft' ? random.int(11, 14) : random.int(9, 10);
    values.custom_ceilings = `${feet} ft`;
  }
  if (kind === 'sale' && building.profile.tenure === 'coop') {
    values.custom_flip_tax =
      ['None', '1% (buyer)', '2% (seller)', '$5 a share'][building.id % 4] ?? 'None';
  }
  if (building.profile.tenure === 'house' || plan.type === 'Land') {
    const width = building.kind === 'house' ? 30 : 20;
    values.custom_lot = `${width} ft × ${Math.round(lotSize(building) / width)} ft`;
  }
  if (random.chance(0.25)) values.custom_key_cabinet = `Hook ${random.int(3, 60)}`;
  return values;
}
