import type { LeadAgent } from './lead.agent.js';
import type { LeadListing } from './lead.listing.js';
import type { PriceRange } from './price-range.js';

/** A lead that was understood, ready to be stored. */
export interface Lead {
  readonly kind: 'alert' | 'listing' | 'marketplace';
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  readonly alertType: string;
  readonly price: PriceRange;
  readonly minBeds: number;
  readonly minBath: number;
  readonly minSize: number;
  readonly area: string;
  readonly unit: string;
  readonly source: string;
  readonly backLink: string;
  /** A member's number; 0 when none was told. */
  readonly clientId: number;
  /** What a marketplace calls the person. */
  readonly clientReference: string;
  readonly agent: LeadAgent | undefined;
  readonly listing: LeadListing | undefined;
}
