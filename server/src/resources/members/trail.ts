import { isIP } from 'node:net';
import type { Generated, Insertable } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { Type } from 'typebox';
import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import { codes, envelope, Failure, success, writeFailure } from '../../api/envelopes.js';
import { codeOf } from '../../api/fields.js';
import {
  described,
  lines,
  MALFORMED,
  type Param,
  required,
  whole,
  zeroIsNone,
} from '../../api/params.js';
import type { CheckedParams } from '../../api/read-params.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { type ColumnsOf, code, id, idOf, text } from '../kinds/fields.js';
import { defineKind } from '../kinds/kind.js';
import { hasListing } from '../listings/listing.queries.js';
import { isMember } from './client.queries.js';
import { clientRowFiles } from './client-rows.js';
import { clientId, memberUnknown } from './member.params.js';
import { LISTING_OF_ANY, received } from './visitor-fields.js';

/** What a client trail records, by its key. R165. */
export const TRAIL_KEYS = {
  loggedIn: 1,
  loggedOut: 2,
  viewedProperty: 5,
  savedProperty: 6,
  removedProperty: 7,
  passwordRenewed: 9,
  commentAdded: 10,
  commentRemoved: 11,
  propertySearch: 12,
  timedOut: 13,
} as const;

const LONGEST_COMMENT = 10_000;
const LONGEST_PAGE_URL = 4_000;

const MEANINGS = [
  [TRAIL_KEYS.loggedIn, 'logged in'],
  [TRAIL_KEYS.loggedOut, 'logged out'],
  [TRAIL_KEYS.viewedProperty, 'viewed a property'],
  [TRAIL_KEYS.savedProperty, 'saved a property'],
  [TRAIL_KEYS.removedProperty, 'removed a property'],
  [TRAIL_KEYS.passwordRenewed, 'renewed the password'],
  [TRAIL_KEYS.commentAdded, 'added a comment'],
  [TRAIL_KEYS.commentRemoved, 'removed a comment'],
  [TRAIL_KEYS.propertySearch, 'searched'],
  [TRAIL_KEYS.timedOut, 'timed out'],
] as const;

const KEYS = MEANINGS.map(([key]): number => key);

const fields = {
  id: id(),
  clientID: idOf('clients', 'Client id', { column: 'client_id' }),
  trailKey: code(MEANINGS, 'What the member did', { column: 'trail_key' }),
  received: received('created_at'),
  listingID: idOf('listings', 'Listing id, 0 for none', { column: 'listing_id' }),
  userIP: text('IP address', { column: 'user_ip' }),
  comment: text('Free text'),
  pageURL: text('The query string that was visited', { column: 'page_url' }),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    client_trail: Omit<ColumnsOf<typeof fields>, 'id'> & { id: Generated<number> };
  }
}

/** The actions of members on the website. R165. */
export const trail = defineKind('trails', 'Trail', fields);

/** Trail entries in files; those without a key are refused. A login among them does not make a member active. */
export const trailFiles = clientRowFiles(trail, {
  table: 'client_trail',
  clientField: 'clientID',
  keys: { listingID: LISTING_OF_ANY },
  problemOf: ({ trail_key }) =>
    trail_key === 0
      ? new RecordProblem('trailKey', `nothing was given; accepted is ${KEYS.join(', ')}`)
      : undefined,
});

const trailKey: Param<number | undefined> = {
  schema: codeOf(MEANINGS, 'What the member did'),
  accepts: `one of ${KEYS.join(', ')}`,
  fallback: undefined,
  parse: (text) => {
    const key = whole().parse(text);
    return typeof key === 'number' && KEYS.includes(key) ? key : MALFORMED;
  },
};

const userIP: Param<string | undefined> = {
  schema: Type.String({ description: 'An IPv4 or IPv6 address; required with trailKey 1' }),
  accepts: 'an IPv4 or IPv6 address',
  fallback: undefined,
  parse: (text) => {
    const address = text.trim();
    // The interface after a `%` means nothing on another machine.
    return isIP(address) === 0 || address.includes('%') ? MALFORMED : address;
  },
};

/** The parameters of a trail entry. R165. */
const trailParams = {
  clientID: clientId(),
  trailKey: required(trailKey),
  userIP,
  listingID: zeroIsNone(described(whole(), 'Required with trailKey 5')),
  comment: described(lines(LONGEST_COMMENT), 'Free text'),
  pageURL: described(lines(LONGEST_PAGE_URL), 'The query string that was visited'),
};

/** Stores what a member did; a login is noted with the member as well (R160). @returns The number of the entry. */
function addTrail(
  database: TenantDatabase,
  entry: Omit<Insertable<TenantTables['client_trail']>, 'id'>,
): Promise<number> {
  return writeUnversioned(database, async (transaction) => {
    if (entry.trail_key === TRAIL_KEYS.loggedIn) {
      await transaction
        .updateTable('client')
        .set({ last_login_at: entry.created_at })
        .where('id', '=', entry.client_id)
        .execute();
    }
    const { id } = await transaction
      .insertInto('client_trail')
      .values(entry)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** The answer to a trail entry. R64. */
const TrailEnvelope = envelope(
  'TrailEnvelope',
  { CLIENTTRAILID: Type.Integer({ description: 'Number of the stored entry, 0 on failure' }) },
  {
    success: {
      CLIENTTRAILID: Type.Integer({ minimum: 1, description: 'Number of the stored entry' }),
    },
    error: { CLIENTTRAILID: Type.Literal(0, { type: 'integer', description: 'Always 0' }) },
  },
);

/** What members did. R165. */
export const trailEndpoints = [
  endpoint({
    method: 'POST',
    path: '/clients/insertClientTrail/',
    access: 'signed',
    tag: 'Clients and accounts',
    operation: 'recordActivity',
    summary: 'Record what a member did',
    description:
      'Records what a member did. The key 1 counts as a login, which keeps a member active for 120 days.',
    params: trailParams,
    answer: TrailEnvelope,
    codes: [codes.listingUnknown, codes.memberUnknown],
    onFailure: (failure) => ({ ...writeFailure(failure), CLIENTTRAILID: 0 }),
    check: checkTrail,
    handle: async ({ tenant, context }, params) => {
      const id = await addTrail(tenant.database, {
        client_id: params.clientID,
        trail_key: params.trailKey,
        listing_id: params.listingID ?? 0,
        user_ip: params.userIP ?? '',
        comment: params.comment ?? '',
        page_url: params.pageURL ?? '',
        created_at: context.now,
      });
      return { ...success(codes.done), CLIENTTRAILID: id };
    },
  }),
];

async function checkTrail(
  { tenant }: Call,
  { values: { clientID, trailKey, listingID }, missing }: CheckedParams<typeof trailParams>,
): Promise<CheckResult<undefined>> {
  return {
    found: undefined,
    failures: [
      trailKey === TRAIL_KEYS.loggedIn && missing('userIP'),
      trailKey === TRAIL_KEYS.viewedProperty && missing('listingID'),
      listingID !== undefined &&
        !(await isListedSomewhere(tenant, listingID)) &&
        new Failure(codes.listingUnknown, `Listing ${listingID} does not exist.`),
      clientID !== undefined &&
        !(await isMember(tenant.database.db, clientID)) &&
        memberUnknown(clientID),
    ],
  };
}

/** Members look at listings of feeds as well, and an entry cannot say whose listing it was (R166). */
async function isListedSomewhere({ database, feeds }: Tenant, id: number): Promise<boolean> {
  for (const source of [database, feeds.mls, feeds.rls]) {
    if (source !== undefined && (await hasListing(source, id))) return true;
  }
  return false;
}
