import { type Dialect, fourFifths } from './dialect.js';

/** Trestle of Cotality: https://trestle-documentation.corelogic.com/. Not tried with the vendor. */
export const trestle: Dialect = {
  needs: [],
  changed: 'ModificationTimestamp',
  // Pictures change without their listing.
  alsoChanged: { Property: 'PhotosChangeTimestamp' },
  overlapMs: 120_000,
  // A chain of pages ends at a million rows, and goes on behind the last key.
  order: 'key',
  asksForOrder: true,
  page: { most: 1000, by: '$top' },
  // Links die after five minutes without a request.
  linkMs: 240_000,
  // No limit of a day is published.
  pace: fourFifths({
    ...{ perSecond: 3, perHour: 7200, perDay: 24 * 7200 },
    bytesPerHour: 3072 * 1024 * 1024,
  }),
  limit: { reset: 'hour-quota-resettime', left: 'hour-quota-available' },
  tokenHosts: [],
  remove: {},
  fields: {},
};
