import { type Dialect, fourFifths } from './dialect.js';

/** Bridge Interactive of Zillow: https://bridgedataoutput.com/docs/platform/. Not tried with the vendor. */
export const bridge: Dialect = {
  needs: [],
  // ModificationTimestamp is that of the MLS, which may lie before the moment at which Bridge has it.
  changed: 'BridgeModificationTimestamp',
  overlapMs: 120_000,
  order: 'changed',
  asksForOrder: true,
  // `$top` ends the chain there.
  page: { most: 200, by: 'prefer' },
  // Needed beyond 10,000 rows; takes neither an order nor, of some MLSs, moments.
  everything: 'replication',
  pace: fourFifths({
    ...{ perSecond: 5, perHour: 5000, perDay: 24 * 5000 },
    bytesPerHour: 3072 * 1024 * 1024,
  }),
  // Of an hour. The other one is of a minute, for which any silence is long enough.
  limit: { reset: 'application-ratelimit-reset', left: 'application-ratelimit-remaining' },
  tokenHosts: [],
  remove: {},
  fields: {
    Property: {
      idx: {
        join: ['FeedTypes'],
        transform: ['lookup', 'match:idx'],
        values: { idx: 1 },
        default: 0,
      },
      vow: {
        join: ['FeedTypes'],
        transform: ['lookup', 'match:vow'],
        values: { vow: 1 },
        default: 0,
      },
    },
  },
};
