import type { Client } from '../../data/client-databases.js';
import { type Call, endpoint } from '../endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../envelopes.js';
import type { IdSpace } from '../members/favorite.queries.js';
import { memberUnknown, twoFeeds } from '../members/member.refusals.js';
import type { Values } from '../params.js';
import type { CheckedParams } from '../read-params.js';
import { alertParams, listingAlertParams, type person } from './alert.params.js';
import { agentByEmail, agentById, type LeadAgent } from './lead.agent.js';
import { type LeadListing, leadListing } from './lead.listing.js';
import { storeLead } from './lead.write.js';
import { rangeAround } from './price-range.js';

const tag = 'Leads';

/** Leads of websites. R139, R140. */
export const alertEndpoints = [
  endpoint({
    method: 'POST',
    path: '/alerts',
    access: 'signed',
    tag,
    summary: 'Store a lead with what it looks for',
    params: alertParams,
    answer: WriteEnvelope,
    onFailure: writeFailure,
    check: checkAlert,
    handle: addAlert,
  }),
  endpoint({
    method: 'POST',
    path: '/alerts/listingAlert',
    access: 'signed',
    tag,
    summary: 'Store a lead about one listing',
    params: listingAlertParams,
    answer: WriteEnvelope,
    onFailure: writeFailure,
    check: checkListingAlert,
    handle: addListingAlert,
  }),
];

/** What a lead names, as far as there is such. */
interface Named {
  readonly listing: LeadListing | undefined;
  readonly agent: LeadAgent | undefined;
}

async function checkAlert(
  { client }: Call,
  { values: { listingID, agentEmail }, failures }: CheckedParams<typeof alertParams>,
): Promise<Named> {
  const listing = await named(client, listingID, 'own', failures);
  if (agentEmail === undefined) return { listing, agent: await agentOf(client, listing) };
  const agent = await agentByEmail(client.database, agentEmail);
  if (agent === undefined) failures.push(agentUnknown(`No agent has the address ${agentEmail}.`));
  return { listing, agent };
}

async function addAlert(
  { client, tools }: Call,
  params: Values<typeof alertParams>,
  { listing, agent }: Named,
) {
  await storeLead(client, tools, {
    kind: 'alert',
    ...personOf(params),
    // One listing in mind takes the place of price, type and area.
    alertType: listing?.alertType ?? params.alertType,
    price: rangeAround(listing?.price ?? params.price ?? 0),
    minBeds: params.minBeds ?? 0,
    minBath: params.minBath ?? 0,
    minSize: 0,
    area: listing?.neighborhood ?? params.alertAddress ?? '',
    source: params.alertSource ?? '',
    clientId: 0,
    agent,
    listing,
  });
  return success(codes.leadStored);
}

async function checkListingAlert(
  { client }: Call,
  { values, failures }: CheckedParams<typeof listingAlertParams>,
): Promise<Named> {
  const { listingID, isMLS, isRLS, agentID, clientID } = values;
  if (isMLS && isRLS) failures.push(twoFeeds());
  const listing = await named(client, listingID, isMLS ? 'mls' : isRLS ? 'rls' : 'own', failures);
  if (clientID !== undefined && !(await isClient(client, clientID))) {
    failures.push(memberUnknown(clientID));
  }
  if (agentID === undefined) return { listing, agent: await agentOf(client, listing) };
  const agent = await agentById(client.database, agentID);
  if (agent === undefined) failures.push(agentUnknown(`Agent ${agentID} does not exist.`));
  return { listing, agent };
}

async function addListingAlert(
  { client, tools }: Call,
  params: Values<typeof listingAlertParams>,
  { listing, agent }: Named,
) {
  await storeLead(client, tools, {
    kind: 'listing',
    ...personOf(params),
    // The listing says what is looked for: something like it. R140.
    alertType: listing?.alertType ?? '',
    price: rangeAround(listing?.price ?? 0),
    minBeds: listing?.beds ?? 0,
    minBath: listing?.bath ?? 0,
    minSize: listing?.size ?? 0,
    area: listing?.neighborhood ?? '',
    source: '',
    clientId: params.clientID ?? 0,
    agent,
    listing,
  });
  return success(codes.leadStored);
}

function personOf(params: Values<typeof person>) {
  const { firstname: firstName, lastname: lastName, email, phone = '', comment = '' } = params;
  return {
    firstName,
    lastName,
    email,
    phone,
    comment,
    unit: '',
    backLink: '',
    clientReference: '',
  };
}

/** The listing that a lead names; that it does not exist is added to the failures. */
async function named(
  client: Client,
  id: number | undefined,
  space: IdSpace,
  failures: Failure[],
): Promise<LeadListing | undefined> {
  if (id === undefined) return undefined;
  const listing = await leadListing(client, id, space);
  if (listing === undefined) {
    failures.push(new Failure(codes.listingUnknown, `Listing ${id} does not exist.`));
  }
  return listing;
}

/** The agent on a listing, who gets its leads unless a lead names another (R145). */
async function agentOf(
  client: Client,
  listing: LeadListing | undefined,
): Promise<LeadAgent | undefined> {
  return listing === undefined ? undefined : agentById(client.database, listing.agentId);
}

function agentUnknown(message: string): Failure {
  return new Failure(codes.agentUnknown, message);
}

async function isClient(client: Client, id: number): Promise<boolean> {
  const found = await client.database.db
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
