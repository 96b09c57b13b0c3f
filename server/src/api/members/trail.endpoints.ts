import { type Static, Type } from 'typebox';
import type { Client } from '../../data/client-databases.js';
import { firstOf, leniently, problemsOf } from '../checked-params.js';
import type { Call, Endpoint } from '../endpoint.js';
import { codes, failure, success, WriteEnvelope } from '../envelopes.js';
import { isMember } from './client.queries.js';
import { hasListing } from './favorite.queries.js';
import { memberUnknown } from './member.refusals.js';
import { trailParams } from './trail.params.js';
import { TRAIL_KEYS } from './trail.vocabulary.js';
import { addTrail } from './trail.write.js';

/** The answer to a trail entry. R64. */
const TrailEnvelope = Type.Object(
  {
    ...WriteEnvelope.properties,
    CLIENTTRAILID: Type.Integer({ description: 'Number of the stored entry, 0 on failure' }),
  },
  { $id: 'TrailEnvelope', additionalProperties: false },
);

const readTrail = leniently(trailParams);

/** What members do on the website. R165. */
export const trailEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/clients/insertClientTrail/',
    access: 'signed',
    tag: 'Clients and accounts',
    summary: 'Record what a member did',
    params: trailParams,
    answer: TrailEnvelope,
    handle: insertTrail,
  },
];

async function insertTrail({ client, context, raw }: Call): Promise<Static<typeof TrailEnvelope>> {
  const asked = readTrail(raw);
  const { clientID, trailKey, userIP, listingID, comment, pageURL } = asked.values;
  const refusals = problemsOf(asked, {
    clientID: codes.fieldMissing,
    trailKey: codes.fieldMissing,
    ...(trailKey === TRAIL_KEYS.loggedIn ? { userIP: codes.fieldMissing } : {}),
    ...(trailKey === TRAIL_KEYS.viewedProperty ? { listingID: codes.fieldMissing } : {}),
  });
  if (listingID !== undefined && !(await isListedSomewhere(client, listingID))) {
    refusals.push({
      code: codes.listingUnknown,
      message: `Listing ${listingID} does not exist.`,
    });
  }
  if (clientID !== undefined && !(await isMember(client.database.db, clientID))) {
    refusals.push(memberUnknown(clientID));
  }
  const refusal = firstOf(refusals);
  if (refusal !== undefined) {
    return { ...failure(refusal.code, refusal.message), CLIENTTRAILID: 0 };
  }
  const id = await addTrail(client.database, {
    client_id: clientID ?? 0,
    trail_key: trailKey ?? 0,
    listing_id: listingID ?? 0,
    user_ip: userIP ?? '',
    comment: comment ?? '',
    page_url: pageURL ?? '',
    created_at: context.now,
  });
  return { ...success(codes.done), CLIENTTRAILID: id };
}

/** Members look at listings of feeds as well, and an entry cannot say whose listing it was (R166). */
async function isListedSomewhere({ database, feeds }: Client, id: number): Promise<boolean> {
  for (const source of [database, feeds.mls, feeds.rls]) {
    if (source !== undefined && (await hasListing(source, id))) return true;
  }
  return false;
}
