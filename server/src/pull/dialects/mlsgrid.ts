import { type Dialect, fourFifths, quotedText } from './dialect.js';

/** MLS Grid, version 2: https://docs.mlsgrid.com/ */
export const mlsgrid: Dialect = {
  needs: ['system'],
  // Every call has exactly one, also that for keys.
  always: ({ system = '' }) => `OriginatingSystemName eq ${quotedText(system)}`,
  existing: 'MlgCanView eq true',
  changed: 'ModificationTimestamp',
  overlapMs: 120_000,
  order: 'changed',
  // Not accepted where records are expanded.
  asksForOrder: false,
  // Keys are not among the fields that can be filtered by.
  lookupFields: { Property: 'ListingId', Member: 'MemberMlsId', Office: 'OfficeMlsId' },
  // With `$expand`; 5,000 without.
  page: { most: 1000, by: '$top' },
  // A notice of August 2026 names 3,072 MB an hour, where the documentation says 4 GB.
  pace: fourFifths({
    ...{ perSecond: 2, perHour: 7200, perDay: 40_000 },
    bytesPerHour: 3072 * 1024 * 1024,
  }),
  mostIn: 25,
  // Addresses are good for one download within an hour, and since June 2026 only with this header.
  pictures: { userAgent: 'token' },
  tokenHosts: ['media.mlsgrid.com'],
  // For seven days; then such a record is gone from all answers, and only a sweep notices.
  remove: { MlgCanView: [false] },
  fields: {
    Property: {
      // Numbers begin with three letters of the MLS, which nobody says on the phone.
      mls_no: { column: 'ListingId', transform: 'match:^(?:[A-Z]{3})?(.+)$' },
      idx: { join: ['MlgCanUse'], transform: 'match:IDX', values: { IDX: 1 }, default: 0 },
      vow: { join: ['MlgCanUse'], transform: 'match:VOW', values: { VOW: 1 }, default: 0 },
    },
  },
};
