import { Type } from 'typebox';
import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import {
  codes,
  ErrorEnvelope,
  Failure,
  SuccessEnvelope,
  success,
  WriteEnvelope,
  writeFailure,
} from '../../api/envelopes.js';
import { documentedAs, named } from '../../api/fields.js';
import {
  choice,
  described,
  email,
  line,
  lines,
  number,
  type Param,
  required,
  truth,
  type Values,
  whole,
  zeroIsNone,
} from '../../api/params.js';
import type { CheckedParams } from '../../api/read-params.js';
import { LONGEST_ADDRESS } from '../../outbox/email/email.js';
import { findsRow } from '../../store/tenant/bulk.js';
import type { IdSpace } from '../../store/tenant/people-tables.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { memberUnknown, twoFeeds } from '../members/member.params.js';
import { type Lead, type LeadSubject, newLead } from './lead.js';
import {
  ALERT_TYPES,
  agentByEmail,
  agentById,
  type LeadListing,
  leadListing,
} from './lead.listing.js';
import { storeLead } from './lead.write.js';
import { tourColumns, tourFailure, tourParams } from './tour.js';

const LONGEST_NAME = 200;
const LONGEST_PHONE = 100;
const LONGEST_TEXT = 10_000;
const LONGEST_LINE = 500;

const leadNumber = Type.Optional(
  Type.Integer({
    description:
      'With `Prefer: handling=strict`: the number of the lead, or of the earlier one that it repeats',
  }),
);

/** The answer of a lead. Callers that ask for strict errors get the number of one that is stored, too (R139). */
const LeadEnvelope = documentedAs(
  named('LeadEnvelope', { ...WriteEnvelope.properties, ID: leadNumber }),
  Type.Union([
    named('LeadSuccess', { ...SuccessEnvelope.properties, ID: leadNumber }),
    ErrorEnvelope,
  ]),
);

const person = {
  firstname: required(described(line(LONGEST_NAME), 'First name'), codes.firstNameRequired),
  lastname: required(described(line(LONGEST_NAME), 'Last name'), codes.lastNameRequired),
  email: required(email(), codes.emailRequired),
  phone: described(line(LONGEST_PHONE), 'Phone'),
  comment: described(lines(LONGEST_TEXT), 'What the person asks or says'),
};

/** The id of a person or a record; -1 and 0 stand for none (R21). */
function numberOrNone(description: string): Param<number | undefined> {
  const id = zeroIsNone(whole());
  return {
    ...id,
    schema: Type.Integer({
      minimum: -1,
      description: `${description}; -1 and 0 count as not given`,
    }),
    accepts: 'a whole number from 1, or -1 for none',
    parse: (text) => (text.trim() === '-1' ? undefined : id.parse(text)),
  };
}

/** The parameters of `POST /alerts`. R140. */
const leadParams = {
  ...person,
  price: zeroIsNone(described(number(), 'Dollars; the range is ten percent to either side')),
  alertType: described(choice(ALERT_TYPES, 'For Rent'), 'What the person is looking for'),
  minBeds: zeroIsNone(described(number(), 'Fewest bedrooms')),
  minBath: zeroIsNone(described(number(), 'Fewest bathrooms')),
  alertAddress: described(line(LONGEST_LINE), 'The area where the person is looking'),
  alertSource: described(line(LONGEST_LINE), 'Where the lead comes from, such as a page'),
  agentEmail: described(line(LONGEST_ADDRESS), 'Email of the agent that the lead is for'),
  listingID: zeroIsNone(described(whole(), 'A listing, which replaces price, type and area')),
};

/** The parameters of `POST /alerts/listingAlert`. R96. */
const listingAlertParams = {
  listingID: required(described(whole(1), 'The listing that the lead is about')),
  ...person,
  isRLS: described(truth(), 'The id belongs to the RLS feed'),
  isMLS: described(truth(), 'The id belongs to the MLS feed'),
  agentID: numberOrNone('The agent that the lead is for'),
  clientID: numberOrNone('The member who asks'),
  ...tourParams,
};

/**
 * The price columns of a lead: ten percent to either side of a price, in whole dollars, halves rounded
 * up (R141). Around 0, an unknown price, both are 0.
 */
export function rangeAround(price: number): { price_from: number; price_to: number } {
  // Tenths of a whole number are exact; multiplying by 0.9 is not.
  return { price_from: halfUp((price * 9) / 10), price_to: halfUp((price * 11) / 10) };
}

function halfUp(dollars: number): number {
  return Math.floor(dollars + 0.5);
}

const tag = 'Leads';

/** Leads of websites. R139, R140. */
export const leadEndpoints = [
  endpoint({
    method: 'POST',
    path: '/alerts',
    access: 'signed',
    tag,
    operation: 'createLead',
    summary: 'Store a lead: what somebody is looking for',
    description:
      'Stores a lead and emails its agent: the one that `agentEmail` names, or else the agent of the listing. If the call names a listing, its price, type and area replace those of the call. Each call stores a lead, so send a form once.',
    params: leadParams,
    answer: LeadEnvelope,
    codes: [codes.listingUnknown, codes.agentUnknown],
    onFailure: writeFailure,
    check: checkLead,
    handle: addLead,
  }),
  endpoint({
    method: 'POST',
    path: '/alerts/listingAlert',
    access: 'signed',
    tag,
    operation: 'createListingLead',
    summary: 'Store a lead about one listing',
    description:
      'Stores a lead about one listing and emails its agent: the one that `agentID` names, or else the agent of the listing. With `tourTimes` it asks for a tour, and the email has the times as tentative appointments. Each call stores a lead, so send a form once.',
    params: listingAlertParams,
    answer: LeadEnvelope,
    codes: [codes.listingUnknown, codes.memberUnknown, codes.agentUnknown],
    onFailure: writeFailure,
    check: checkListingAlert,
    handle: addListingAlert,
  }),
];

async function checkLead(
  { tenant }: Call,
  { values: { listingID, agentEmail } }: CheckedParams<typeof leadParams>,
): Promise<CheckResult<LeadSubject>> {
  const listing = await findListing(tenant, listingID, 'own');
  const agent =
    agentEmail === undefined
      ? await agentOf(tenant, listing)
      : await agentByEmail(tenant.database, agentEmail);
  return {
    found: { listing, agent },
    failures: [
      listing === undefined && listingID !== undefined && listingUnknown(listingID),
      agent === undefined &&
        agentEmail !== undefined &&
        new Failure(codes.agentUnknown, `No agent has the address ${agentEmail}.`),
    ],
  };
}

async function addLead(call: Call, params: Values<typeof leadParams>, subject: LeadSubject) {
  const { listing } = subject;
  const columns = {
    kind: 'alert' as const,
    ...personColumns(params),
    // One listing in mind takes the place of price, type and area.
    alert_type: listing?.alertType ?? params.alertType,
    ...rangeAround(listing?.price ?? params.price ?? 0),
    min_beds: params.minBeds ?? 0,
    min_bath: params.minBath ?? 0,
    area: listing?.neighborhood ?? params.alertAddress ?? '',
    source: params.alertSource ?? '',
  };
  return store(call, newLead(columns, subject, call.tools.clock.now()));
}

async function checkListingAlert(
  call: Call,
  { values }: CheckedParams<typeof listingAlertParams>,
): Promise<CheckResult<LeadSubject>> {
  const { tenant } = call;
  const { listingID, isMLS, isRLS, agentID, clientID } = values;
  const listing = await findListing(tenant, listingID, isMLS ? 'mls' : isRLS ? 'rls' : 'own');
  const agent =
    agentID === undefined
      ? await agentOf(tenant, listing)
      : await agentById(tenant.database, agentID);
  return {
    found: { listing, agent },
    failures: [
      isMLS && isRLS && twoFeeds(),
      tourFailure(call, values.tourTimes),
      listing === undefined && listingID !== undefined && listingUnknown(listingID),
      clientID !== undefined && !(await isClient(tenant, clientID)) && memberUnknown(clientID),
      agent === undefined &&
        agentID !== undefined &&
        new Failure(codes.agentUnknown, `Agent ${agentID} does not exist.`),
    ],
  };
}

async function addListingAlert(
  call: Call,
  params: Values<typeof listingAlertParams>,
  subject: LeadSubject,
) {
  const { listing } = subject;
  const columns = {
    kind: 'listing' as const,
    ...personColumns(params),
    // The lead looks for something like its listing. R140.
    alert_type: listing?.alertType ?? '',
    ...rangeAround(listing?.price ?? 0),
    min_beds: listing?.beds ?? 0,
    min_bath: listing?.bath ?? 0,
    min_size: listing?.size ?? 0,
    area: listing?.neighborhood ?? '',
    client_id: params.clientID ?? 0,
    ...tourColumns(params, call.tenant.settings.time_zone),
  };
  return store(call, newLead(columns, subject, call.tools.clock.now()));
}

async function store({ tenant, tools, strict }: Call, lead: Lead) {
  const ID = await storeLead(tenant, tools, lead);
  return { ...success(codes.leadStored), ...(strict && { ID }) };
}

function personColumns(params: Values<typeof person>) {
  const { firstname: first_name, lastname: last_name, email, phone = '', comment = '' } = params;
  return { first_name, last_name, email, phone, comment };
}

async function findListing(tenant: Tenant, id: number | undefined, space: IdSpace) {
  return id === undefined ? undefined : leadListing(tenant, id, space);
}

function listingUnknown(id: number): Failure {
  return new Failure(codes.listingUnknown, `Listing ${id} does not exist.`);
}

/** The agent on a listing, who gets its leads unless a lead names another (R145). */
async function agentOf(tenant: Tenant, listing: LeadListing | undefined) {
  return listing === undefined ? undefined : agentById(tenant.database, listing.agentId);
}

function isClient({ database: { db } }: Tenant, id: number): Promise<boolean> {
  return findsRow(db.selectFrom('client').select('id').where('id', '=', id));
}
