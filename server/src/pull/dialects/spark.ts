import { type Dialect, fourFifths } from './dialect.js';

/** Spark of FBS, by a key for replication: https://sparkplatform.com/docs/reso/overview. Not tried with the vendor. */
export const spark: Dialect = {
  needs: [],
  changed: 'ModificationTimestamp',
  // Its caches show a change up to a quarter of an hour late.
  overlapMs: 1_200_000,
  // By ListingKey, and changes too.
  order: 'key',
  asksForOrder: false,
  page: { most: 1000, by: '$top' },
  // No limits are published: these are those of vendors who publish theirs.
  pace: fourFifths({
    ...{ perSecond: 2, perHour: 5000, perDay: 40_000 },
    bytesPerHour: 3072 * 1024 * 1024,
  }),
  tokenHosts: [],
  remove: {},
  fields: {},
};
