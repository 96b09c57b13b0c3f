import { type Static, Type } from 'typebox';
import { type Call, endpoint, StatusAnswer } from '../../api/endpoint.js';
import { outcomes } from '../../api/envelopes.js';
import {
  described,
  email,
  line,
  lines,
  number,
  text,
  type Values,
  zeroIsNone,
} from '../../api/params.js';
import { type Email, LONGEST_ADDRESS } from '../../outbox/email/email.js';
import { withOutbox } from '../../outbox/outbox.js';
import { rangeAround } from './lead.endpoints.js';
import { newLead } from './lead.js';
import { activeAgentByEmail, type LeadListing, leadListing } from './lead.listing.js';
import { storeLead } from './lead.write.js';
import { type MarketplaceCall, marketplaceNotice, readSentLead } from './marketplace.email.js';

/** The answer of `POST /marketplace`. R149. */
const MarketplaceEnvelope = outcomes(
  'MarketplaceEnvelope',
  {
    SUCCESS: Type.Boolean({ description: 'Whether the lead was stored' }),
    ALERT_ID: Type.String({ description: 'Number of the stored lead; empty on failure' }),
    DATABASE: Type.String({ description: 'Name of the client database' }),
    SOURCE: Type.String({ description: 'The source name of the lead' }),
    MARKETPLACE: Type.String({ description: 'The registered name of the partner' }),
    AGENT: Type.String({ description: 'Email address of the agent' }),
    MESSAGE: Type.String({ description: 'Always empty' }),
    ERROR: Type.Optional(Type.String({ description: 'What failed; on failure only' })),
  },
  {
    success: { SUCCESS: Type.Literal(true), ERROR: undefined },
    error: {
      SUCCESS: Type.Literal(false),
      ALERT_ID: Type.Literal('', { description: 'Always empty' }),
      ERROR: Type.String({ description: 'What failed' }),
    },
  },
);

type MarketplaceEnvelope = Static<typeof MarketplaceEnvelope>;

type LeadParties = Pick<MarketplaceEnvelope, 'DATABASE' | 'SOURCE' | 'MARKETPLACE' | 'AGENT'>;

/** @param error What failed, in words for the partner. @param parties As far as they were read by then. */
export function marketplaceFailure(
  error: string,
  parties: Partial<LeadParties>,
): MarketplaceEnvelope {
  return {
    SUCCESS: false,
    ALERT_ID: '',
    DATABASE: '',
    SOURCE: '',
    MARKETPLACE: '',
    AGENT: '',
    MESSAGE: '',
    ...parties,
    ERROR: error,
  };
}

function marketplaceSuccess(alertId: string, parties: LeadParties): MarketplaceEnvelope {
  return { SUCCESS: true, ALERT_ID: alertId, ...parties, MESSAGE: '' };
}

/** 0 is a studio. */
const beds = number();

/** The parameters of `POST /marketplace`. R147, R150. */
const marketplaceParams = {
  listing_id: described(text(50), "Looked up in the client's database, then in its MLS feed"),
  agent_email: described(line(LONGEST_ADDRESS), 'Email of an active agent'),
  first_name: described(line(200), 'First name'),
  last_name: described(line(200), 'Last name'),
  email: email(),
  client_id: described(line(50), 'What the marketplace calls the person; kept as it is'),
  cell_phone: described(line(100), 'Phone'),
  message: described(lines(10_000), 'Kept as the comment of the lead'),
  bed: described(beds, "Bedrooms, 0 for a studio; falls back to beds, then to the listing's"),
  beds: described(beds, 'Another name of bed'),
  bath: zeroIsNone(described(number(), "Bathrooms; falls back to the listing's")),
  price: zeroIsNone(described(number(), 'Dollars; the range is ten percent to either side')),
  address: described(line(500), "Falls back to the listing's"),
  unit: described(line(100), "Apartment; falls back to the listing's"),
  back_link: described(line(2000), 'Where the marketplace shows the listing'),
  source_name: described(line(200), "Falls back to the marketplace's registered name"),
};

const REQUIRED = ['listing_id', 'agent_email', 'first_name', 'last_name', 'email'] as const;

type MarketplaceLead = Values<typeof marketplaceParams>;

/** Leads of marketplaces. R147, R148, R151. */
export const marketplaceEndpoint = endpoint({
  method: 'POST',
  path: '/marketplace',
  access: 'partner',
  tag: 'Leads',
  operation: 'createMarketplaceLead',
  summary: 'Store a lead that a marketplace partner found',
  description:
    'For marketplaces, with their own login. Stores a lead, emails the agent, and tells the operator of every call. Unlike all others it answers failures by the status of HTTP, with the reason in `ERROR`.',
  params: marketplaceParams,
  requires: REQUIRED,
  body: 'json',
  answer: MarketplaceEnvelope,
  handle: addLeadOrNotify,
  unreadable: (call, words) => refused(call, 400, words),
});

/** As `addLead`; if that throws, the operator gets a notice too, if one can still be stored. */
async function addLeadOrNotify(call: Call, params: MarketplaceLead) {
  try {
    return await addLead(call, params);
  } catch (error) {
    const reason = 'An internal error occurred; the log says which.';
    // The same fault may keep the notice from being stored; the first error is the one to report.
    await queue(call, notice(call, { accepted: false, status: 500, reason })).catch(
      () => undefined,
    );
    throw error;
  }
}

async function addLead(call: Call, params: MarketplaceLead) {
  const missing = REQUIRED.find((name) => params[name] === undefined);
  if (missing !== undefined) return refused(call, 400, `${missing} is required.`);

  const { listing_id = '', agent_email = '', first_name = '', last_name = '', email = '' } = params;
  const listing = await findListing(call, listing_id);
  if (listing === undefined) return refused(call, 404, `Listing ${listing_id} does not exist.`);
  const agent = await activeAgentByEmail(call.tenant.database, agent_email);
  if (agent === undefined) {
    return refused(call, 404, `No active agent has the address ${agent_email}.`);
  }
  const source = params.source_name ?? call.caller.partner ?? '';
  const columns = {
    kind: 'marketplace' as const,
    first_name,
    last_name,
    email,
    phone: params.cell_phone ?? '',
    comment: params.message ?? '',
    alert_type: listing.alertType,
    ...rangeAround(params.price ?? listing.price),
    min_beds: params.bed ?? params.beds ?? listing.beds,
    min_bath: params.bath ?? listing.bath,
    area: params.address ?? listing.address,
    unit: params.unit ?? listing.apt,
    source,
    back_link: params.back_link ?? '',
    client_reference: params.client_id ?? '',
  };
  const lead = newLead(columns, { agent, listing }, call.tools.clock.now());
  const id = await storeLead(call.tenant, call.tools, lead, (alertId) => ({
    ...notice(call, { accepted: true, alertId: String(alertId) }),
    alertId,
  }));
  return marketplaceSuccess(String(id), { ...partiesOf(call), AGENT: agent.email, SOURCE: source });
}

/** The listing of an id: the tenant's own, or else its MLS feed's. */
async function findListing(call: Call, listingId: string): Promise<LeadListing | undefined> {
  const id = /^\d{1,16}$/.test(listingId) ? Number(listingId) : 0;
  if (!Number.isSafeInteger(id) || id < 1) return undefined;
  return (await leadListing(call.tenant, id, 'own')) ?? leadListing(call.tenant, id, 'mls');
}

/** Refuses a lead: queues the notice to the operator and answers the partner with the reason. */
async function refused(call: Call, status: 400 | 404, reason: string): Promise<StatusAnswer> {
  await queue(call, notice(call, { accepted: false, status, reason }));
  return new StatusAnswer(status, marketplaceFailure(reason, partiesOf(call)));
}

async function queue({ tenant: { database }, tools }: Call, notice: Email): Promise<void> {
  await withOutbox(tools.outbox, database, () =>
    database.write((transaction) => tools.outbox.queue(transaction, notice)),
  );
}

function partiesOf({ tenant, caller, raw }: Call): LeadParties {
  const { source, agentEmail } = readSentLead(raw);
  const partner = caller.partner ?? '';
  return {
    DATABASE: tenant.settings.name,
    MARKETPLACE: partner,
    SOURCE: source || partner,
    AGENT: agentEmail,
  };
}

function notice({ tenant, raw, caller, tools }: Call, outcome: MarketplaceCall['outcome']): Email {
  return marketplaceNotice({
    tenant: tenant.settings,
    at: tools.clock.now(),
    marketplace: caller.partner ?? '',
    outcome,
    lead: readSentLead(raw),
  });
}
