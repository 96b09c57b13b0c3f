import type { BuildingPlan } from '../property/building-plan.js';
import type { Unit } from '../property/units.js';
import type { ListingStatus, ListingType } from '../records/listing-records.js';

/** Something to list, before it has a status, dates or words. */
export interface Offer {
  readonly building: BuildingPlan;
  readonly unit: Unit | null;
  readonly type: ListingType;
  readonly kind: 'sale' | 'rental';
  /** The fixed value if there is only one possible; null to draw one. */
  readonly status: ListingStatus | null;
  /** Fixed where it does not follow from the unit, dollars. */
  readonly price: number | null;
  readonly size: number;
  readonly baths: number;
  readonly apt: string;
  readonly floorText: string;
  /** Fixed where it does not follow from the size, dollars a month. */
  readonly maintenance: number | null;
}
