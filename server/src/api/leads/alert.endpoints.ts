import type { Client } from '../../data/client-databases.js';
import { type Asked, firstOf, leniently, problemsOf, type Refusal } from '../checked-params.js';
import type { Call, Endpoint } from '../endpoint.js';
import { codes, failure, success, WriteEnvelope } from '../envelopes.js';
import type { IdSpace } from '../members/favorite.queries.js';
import { memberUnknown } from '../members/member.refusals.js';
import { alertParams, listingAlertParams } from './alert.params.js';
import { agentByEmail, agentById, type LeadAgent } from './lead.agent.js';
import { type LeadListing, leadListing } from './lead.listing.js';
import { storeLead } from './lead.write.js';
import { rangeAround } from './price-range.js';

const tag = 'Leads';

const readAlert = leniently(alertParams);
const readListingAlert = leniently(listingAlertParams);

/** The codes of what every lead must tell, in their order. R62. */
const REQUIRED = {
  email: codes.emailRequired,
  firstname: codes.firstNameRequired,
  lastname: codes.lastNameRequired,
} as const;

/** Leads of websites. R139, R140. */
export const alertEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/alerts',
    access: 'signed',
    tag,
    summary: 'Store a lead with what it looks for',
    params: alertParams,
    answer: WriteEnvelope,
    handle: addAlert,
  },
  {
    method: 'POST',
    path: '/alerts/listingAlert',
    access: 'signed',
    tag,
    summary: 'Store a lead about one listing',
    params: listingAlertParams,
    answer: WriteEnvelope,
    handle: addListingAlert,
  },
];

async function addAlert({ client, raw, tools }: Call): Promise<WriteEnvelope> {
  const asked = readAlert(raw);
  const { values } = asked;
  const refusals = problemsOf(asked, REQUIRED, { email: codes.emailInvalid });
  const listing = await named(client, values.listingID, 'own', refusals);
  const agent = await assigned(
    client,
    values.agentEmail === undefined
      ? undefined
      : () => agentByEmail(client.database, values.agentEmail ?? ''),
    `No agent has the address ${values.agentEmail}.`,
    listing,
    refusals,
  );
  const refusal = firstOf(refusals);
  if (refusal !== undefined) return failure(refusal.code, refusal.message);
  await storeLead(client, tools, {
    kind: 'alert',
    ...personOf(asked),
    // One listing in mind takes the place of price, type and area.
    alertType: listing?.alertType ?? values.alertType,
    price: rangeAround(listing?.price ?? values.price ?? 0),
    minBeds: values.minBeds ?? 0,
    minBath: values.minBath ?? 0,
    minSize: 0,
    area: listing?.neighborhood ?? values.alertAddress ?? '',
    source: values.alertSource ?? '',
    clientId: 0,
    agent,
    listing,
  });
  return success(codes.leadStored);
}

async function addListingAlert({ client, raw, tools }: Call): Promise<WriteEnvelope> {
  const asked = readListingAlert(raw);
  const { listingID, isMLS, isRLS, agentID, clientID } = asked.values;
  const refusals = problemsOf(
    asked,
    { ...REQUIRED, listingID: codes.fieldMissing },
    { email: codes.emailInvalid },
  );
  if (isMLS && isRLS) {
    refusals.push({
      code: codes.valueMalformed,
      message: 'isMLS: true was given with isRLS; accepted is one of the two.',
    });
  }
  const listing = await named(client, listingID, isMLS ? 'mls' : isRLS ? 'rls' : 'own', refusals);
  if (clientID !== undefined && !(await isClient(client, clientID))) {
    refusals.push(memberUnknown(clientID));
  }
  const agent = await assigned(
    client,
    agentID === undefined ? undefined : () => agentById(client.database, agentID),
    `Agent ${agentID} does not exist.`,
    listing,
    refusals,
  );
  const refusal = firstOf(refusals);
  if (refusal !== undefined) return failure(refusal.code, refusal.message);
  await storeLead(client, tools, {
    kind: 'listing',
    ...personOf(asked),
    // The listing says what is looked for: something like it. R140.
    alertType: listing?.alertType ?? '',
    price: rangeAround(listing?.price ?? 0),
    minBeds: listing?.beds ?? 0,
    minBath: listing?.bath ?? 0,
    minSize: listing?.size ?? 0,
    area: listing?.neighborhood ?? '',
    source: '',
    clientId: clientID ?? 0,
    agent,
    listing,
  });
  return success(codes.leadStored);
}

function personOf({ values }: Asked<typeof alertParams> | Asked<typeof listingAlertParams>) {
  const { firstname = '', lastname = '', email = '', phone = '', comment = '' } = values;
  const nothing = { unit: '', backLink: '', clientReference: '' };
  return { firstName: firstname, lastName: lastname, email, phone, comment, ...nothing };
}

/** The listing that a lead names; that it does not exist is added to the refusals. */
async function named(
  client: Client,
  id: number | undefined,
  space: IdSpace,
  refusals: Refusal[],
): Promise<LeadListing | undefined> {
  if (id === undefined) return undefined;
  const listing = await leadListing(client, id, space);
  if (listing === undefined) {
    refusals.push({ code: codes.listingUnknown, message: `Listing ${id} does not exist.` });
  }
  return listing;
}

/** The agent that is asked for, or else the one on the listing (R145). */
async function assigned(
  client: Client,
  find: (() => Promise<LeadAgent | undefined>) | undefined,
  unknown: string,
  listing: LeadListing | undefined,
  refusals: Refusal[],
): Promise<LeadAgent | undefined> {
  if (find === undefined) {
    return listing === undefined ? undefined : agentById(client.database, listing.agentId);
  }
  const agent = await find();
  if (agent === undefined) refusals.push({ code: codes.agentUnknown, message: unknown });
  return agent;
}

async function isClient(client: Client, id: number): Promise<boolean> {
  const found = await client.database.db
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
