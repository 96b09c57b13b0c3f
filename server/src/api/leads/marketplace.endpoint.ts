import { byName } from '../../lib/names.js';
import type { Email } from '../../mail/email.js';
import { type Call, endpoint, StatusAnswer } from '../endpoint.js';
import { described, email, line, lines, number, text, type Values, zeroIsNone } from '../params.js';
import { activeAgentByEmail } from './lead.agent.js';
import { type LeadListing, leadListing } from './lead.listing.js';
import { storeLead } from './lead.write.js';
import { marketplaceNotice } from './marketplace.email.js';
import {
  type KnownOfLead,
  MarketplaceEnvelope,
  marketplaceFailure,
  marketplaceSuccess,
} from './marketplace.envelope.js';
import { rangeAround } from './price-range.js';

/** 0 is a studio. */
const beds = number();

/** What `POST /marketplace` may be told. R147, R150. */
export const marketplaceParams = {
  listing_id: described(text(50), "Looked up in the client's database, then in its MLS feed"),
  agent_email: described(line(254), 'Of an active agent'),
  first_name: line(200),
  last_name: line(200),
  email: email(),
  client_id: described(line(50), 'What the marketplace calls the person; kept as it is'),
  cell_phone: line(100),
  message: described(lines(10_000), 'Kept as the comment of the lead'),
  bed: described(beds, "Falls back to beds, then to the listing's"),
  beds: described(beds, 'Another name of bed'),
  bath: described(zeroIsNone(number()), "Falls back to the listing's"),
  price: described(zeroIsNone(number()), 'The range is ten percent to either side'),
  address: line(500),
  unit: line(100),
  back_link: line(2000),
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
  summary: 'Store a lead that a marketplace partner found',
  params: marketplaceParams,
  body: 'json',
  answer: MarketplaceEnvelope,
  handle: addLeadOrTell,
  unreadable: (call, words) => refused(call, 400, words),
});

/** As `addLead`; that it broke down is told the operator too, as far as that can still be done. */
async function addLeadOrTell(call: Call, params: MarketplaceLead) {
  try {
    return await addLead(call, params);
  } catch (error) {
    const reason = 'An internal error occurred; the log says which.';
    // The same fault may be in the way of the email, and the first one is the one to report.
    await tell(call, notice(call, { accepted: false, status: 500, reason })).catch(() => undefined);
    throw error;
  }
}

async function addLead(call: Call, asked: MarketplaceLead) {
  const missing = REQUIRED.find((name) => asked[name] === undefined);
  if (missing !== undefined) return refused(call, 400, `${missing} is required.`);

  const { listing_id = '', agent_email = '', first_name = '', last_name = '' } = asked;
  const listing = await wanted(call, listing_id);
  if (listing === undefined) return refused(call, 404, `Listing ${listing_id} does not exist.`);
  const agent = await activeAgentByEmail(call.client.database, agent_email);
  if (agent === undefined) {
    return refused(call, 404, `No active agent has the address ${agent_email}.`);
  }
  const source = asked.source_name ?? call.caller.partner ?? '';
  const id = await storeLead(
    call.client,
    call.tools,
    {
      kind: 'marketplace',
      firstName: first_name,
      lastName: last_name,
      email: asked.email ?? '',
      phone: asked.cell_phone ?? '',
      comment: asked.message ?? '',
      alertType: listing.alertType,
      price: rangeAround(asked.price ?? listing.price),
      minBeds: asked.bed ?? asked.beds ?? listing.beds,
      minBath: asked.bath ?? listing.bath,
      minSize: 0,
      area: asked.address ?? listing.address,
      unit: asked.unit ?? listing.apt,
      source,
      backLink: asked.back_link ?? '',
      clientId: 0,
      clientReference: asked.client_id ?? '',
      agent,
      listing,
    },
    (alertId) => ({ ...notice(call, { accepted: true, alertId: String(alertId) }), alertId }),
  );
  return marketplaceSuccess(String(id), { ...known(call), AGENT: agent.email, SOURCE: source });
}

/** The listing of an id: the client's own, or else its MLS feed's. */
async function wanted(call: Call, listingId: string): Promise<LeadListing | undefined> {
  const id = /^\d{1,16}$/.test(listingId) ? Number(listingId) : 0;
  if (!Number.isSafeInteger(id) || id < 1) return undefined;
  return (await leadListing(call.client, id, 'own')) ?? leadListing(call.client, id, 'mls');
}

/** Tells the partner why not, and the operator that it was so. */
async function refused(call: Call, status: 400 | 404, reason: string): Promise<StatusAnswer> {
  await tell(call, notice(call, { accepted: false, status, reason }));
  return new StatusAnswer(status, marketplaceFailure(reason, known(call)));
}

/** Stores an email that no lead is stored with. */
async function tell({ client: { database }, tools }: Call, notice: Email): Promise<void> {
  await tools.outbox.announce(database);
  await database.write((transaction) => tools.outbox.queue(transaction, notice));
  tools.outbox.wake(database);
}

function known({ client, caller, raw }: Call): Required<KnownOfLead> {
  const partner = caller.partner ?? '';
  return {
    DATABASE: client.settings.name,
    MARKETPLACE: partner,
    SOURCE: textOf(raw, 'source_name') || partner,
    AGENT: textOf(raw, 'agent_email'),
  };
}

function notice(call: Call, outcome: Parameters<typeof marketplaceNotice>[0]['outcome']) {
  const { client, raw, caller, tools } = call;
  const { name, title, time_zone } = client.settings;
  return marketplaceNotice({
    client: { name, title, timeZone: time_zone },
    at: tools.clock.now(),
    marketplace: caller.partner ?? '',
    outcome,
    lead: {
      listingId: textOf(raw, 'listing_id'),
      agentEmail: textOf(raw, 'agent_email'),
      firstName: textOf(raw, 'first_name'),
      lastName: textOf(raw, 'last_name'),
      email: textOf(raw, 'email'),
      phone: textOf(raw, 'cell_phone'),
      message: textOf(raw, 'message'),
      source: textOf(raw, 'source_name'),
    },
  });
}

const SHOWN = 500;

/** A member of the body as far as it is text, in any letter case of its name. */
function textOf(raw: Call['raw'], name: string): string {
  const value = byName(raw).get(name)?.[0];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, SHOWN) : '';
}
