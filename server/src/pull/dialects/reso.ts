import { type Dialect, fourFifths } from './dialect.js';

/** A server that does what the RESO Web API Core says, and no more. */
export const reso: Dialect = {
  needs: [],
  changed: 'ModificationTimestamp',
  overlapMs: 120_000,
  order: 'key',
  asksForOrder: true,
  page: { most: 1000, by: 'prefer' },
  // No limits are published: these are those of vendors who publish theirs.
  pace: fourFifths({
    ...{ perSecond: 2, perHour: 5000, perDay: 40_000 },
    bytesPerHour: 3072 * 1024 * 1024,
  }),
  tokenHosts: [],
  remove: {},
  fields: {},
};
