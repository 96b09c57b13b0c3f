import type { PaceLimits } from '../store/directory/pull-paces.js';

/** How one vendor's server of the RESO Web API works. */
export interface Dialect {
  /** Members of `from` that this vendor needs, besides `url` and the credentials. */
  readonly needs: readonly string[];
  /** What every request must say in its `$filter`; undefined for nothing. */
  readonly always?: (from: Readonly<Record<string, string>>) => string;
  /** What a request for everything says in its `$filter`: never that for changes, which would hide removals. */
  readonly existing?: string;
  /** The field by which changes are asked for. */
  readonly changed: string;
  /** By resource, a further field that tells of changes. */
  readonly alsoChanged?: Readonly<Record<string, string>>;
  /** How far behind the last pass changes are asked for: the caches and clocks of the vendor, in milliseconds. */
  readonly overlapMs: number;
  /** By what pages come ordered: then a pass whose link has died goes on from the last record, and not from its start. */
  readonly order: 'key' | 'changed';
  /** Whether the order has to be asked for. */
  readonly asksForOrder: boolean;
  /** By resource, the field that finds single records, where that is not the key. */
  readonly lookupFields?: Readonly<Record<string, string>>;
  /** How many keys `in` takes; without it, five are requested with `or`. */
  readonly mostIn?: number;
  /** Where visitors may not be led to the addresses of pictures: what names the caller to the host of pictures. */
  readonly pictures?: { readonly userAgent: 'token' };
  /** How the most records of a page are said: as `$top`, or in a header. */
  readonly page: { readonly most: number; readonly by: '$top' | 'prefer' };
  /** Where everything is read, behind the name of a resource: in no order, and by its links only. */
  readonly everything?: string;
  /** Headers that say until when a limit longer than a minute holds, and how many requests it leaves. */
  readonly limit?: { readonly reset: string; readonly left: string };
  /** For how long the link to the next page is good, in milliseconds, where that is less than any run takes. */
  readonly linkMs?: number;
  /** Four fifths of the lowest limits that the vendor has published, or of ours where it has not. */
  readonly pace: PaceLimits;
  /** Hosts besides that of `url` that get the token. */
  readonly tokenHosts: readonly string[];
  /** What the vendor says of records that are to go, as `remove` of a mapping. */
  readonly remove: Readonly<Record<string, readonly unknown[]>>;
  /** What differs from the mappings that ship, by resource. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

// A notice of MLS Grid of August 2026 names 3,072 MB an hour and 40 GB a day, where its documentation says 4 GB.
const BYTES_PER_HOUR = 3072 * 1024 * 1024;
const BYTES_PER_DAY = 40e9;

/** Four fifths of what a vendor allows, so that a count that differs by a minute never passes it. */
export function fourFifths({
  perSecond,
  perHour,
  perDay,
  bytesPerHour = BYTES_PER_HOUR,
  bytesPerDay = BYTES_PER_DAY,
}: Omit<PaceLimits, 'bytesPerHour' | 'bytesPerDay'> & Partial<PaceLimits>): PaceLimits {
  return {
    perSecond: perSecond * 0.8,
    perHour: Math.floor(perHour * 0.8),
    perDay: Math.floor(perDay * 0.8),
    bytesPerHour: Math.floor(bytesPerHour * 0.8),
    bytesPerDay: Math.floor(bytesPerDay * 0.8),
  };
}

/** The text of a string in a `$filter`. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A server that does what the RESO Web API Core says, and no more. */
const reso: Dialect = {
  needs: [],
  changed: 'ModificationTimestamp',
  overlapMs: 120_000,
  order: 'key',
  asksForOrder: true,
  page: { most: 1000, by: 'prefer' },
  // No limits are published: these are those of vendors who publish theirs.
  pace: fourFifths({ perSecond: 2, perHour: 5000, perDay: 40_000 }),
  tokenHosts: [],
  remove: {},
  fields: {},
};

/** MLS Grid, version 2: https://docs.mlsgrid.com/ */
const mlsgrid: Dialect = {
  ...reso,
  needs: ['system'],
  // Every call has exactly one, also that for keys.
  always: ({ system = '' }) => `OriginatingSystemName eq ${quotedText(system)}`,
  existing: 'MlgCanView eq true',
  order: 'changed',
  // Not accepted where records are expanded.
  asksForOrder: false,
  // Keys are not among the fields that can be filtered by.
  lookupFields: { Property: 'ListingId', Member: 'MemberMlsId', Office: 'OfficeMlsId' },
  // With `$expand`; 5,000 without.
  page: { most: 1000, by: '$top' },
  pace: fourFifths({ perSecond: 2, perHour: 7200, perDay: 40_000 }),
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

/** Trestle of Cotality: https://trestle-documentation.corelogic.com/. Not tried with the vendor. */
const trestle: Dialect = {
  // As of `reso`, a chain of pages is in the order of keys: it ends at a million rows, and goes on behind the last key.
  ...reso,
  // Pictures change without their listing.
  alsoChanged: { Property: 'PhotosChangeTimestamp' },
  page: { most: 1000, by: '$top' },
  // Links die after five minutes without a request.
  linkMs: 240_000,
  // No limit of a day is published.
  pace: fourFifths({ perSecond: 3, perHour: 7200, perDay: 24 * 7200 }),
  limit: { reset: 'hour-quota-resettime', left: 'hour-quota-available' },
};

/** Bridge Interactive of Zillow: https://bridgedataoutput.com/docs/platform/. Not tried with the vendor. */
const bridge: Dialect = {
  ...reso,
  // ModificationTimestamp is that of the MLS, which may lie before the moment at which Bridge has it.
  changed: 'BridgeModificationTimestamp',
  order: 'changed',
  // `$top` ends the chain there.
  page: { most: 200, by: 'prefer' },
  // Needed beyond 10,000 rows; takes neither an order nor, of some MLSs, moments.
  everything: 'replication',
  pace: fourFifths({ perSecond: 5, perHour: 5000, perDay: 24 * 5000 }),
  // Of an hour. The other one is of a minute, for which any silence is long enough.
  limit: { reset: 'application-ratelimit-reset', left: 'application-ratelimit-remaining' },
  fields: { Property: { idx: inFeedTypes('idx'), vow: inFeedTypes('vow') } },
};

function inFeedTypes(word: string) {
  const transform = ['lookup', `match:${word}`];
  return { join: ['FeedTypes'], transform, values: { [word]: 1 }, default: 0 };
}

/** Spark of FBS, by a key for replication: https://sparkplatform.com/docs/reso/overview. Not tried with the vendor. */
const spark: Dialect = {
  // Pages are in the order of ListingKey, and those of changes too.
  ...reso,
  // Its caches show a change up to a quarter of an hour late.
  overlapMs: 1_200_000,
  asksForOrder: false,
  page: { most: 1000, by: '$top' },
};

/** The dialects, by what a pull's file calls them. */
export const DIALECTS = { mlsgrid, trestle, bridge, spark, reso } satisfies Readonly<
  Record<string, Dialect>
>;
