import { Type } from 'typebox';
import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import { codes, envelope, Failure, success, writeFailure } from '../../api/envelopes.js';
import type { CheckedParams } from '../../api/read-params.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { isMember } from './client.queries.js';
import { hasListing } from './favorite.queries.js';
import { memberUnknown } from './member.refusals.js';
import { trailParams } from './trail.params.js';
import { TRAIL_KEYS } from './trail.vocabulary.js';
import { addTrail } from './trail.write.js';

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
