import { type Command, Option } from 'commander';
import { iso } from '../lib/dates.js';
import { quoted, stripControls } from '../lib/text.js';
import { isMailbox } from '../outbox/email/email.js';
import type { ListedEmail } from '../outbox/email/email-store.js';
import { resendLead } from '../resources/leads/lead.email.js';
import {
  agentNames,
  commentRecord,
  emailsAbout,
  LEAD_STATES,
  type LeadState,
  leadRecord,
  leadWithComments,
  newestLeads,
  type StoredLead,
} from '../resources/leads/lead.js';
import { tourKindWords, tourWords } from '../resources/leads/tour.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { idSpaceOf } from '../store/tenant/people-tables.js';
import { define, defineCommand, reporting, terminalFor, type World } from './command.js';
import { CommandError, type Report, UsageError } from './command-error.js';
import { changing, type OpenedCommand, onDatabase, reportingOn } from './open.js';
import { checkSince, limitOption } from './options.js';
import { type Columns, facts, type Look, momentIn, print } from './print.js';

interface ListOptions {
  readonly email?: string;
  readonly since?: string;
  readonly state?: LeadState;
  readonly limit: number;
}

/** `portico lead list|show|resend`: the leads that websites and marketplaces sent (R139). */
export function leadCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'lead',
    description: 'list the leads of a client, show one, and send its emails again',
    examples: ['portico lead list acme --since 2026-11-01', 'portico lead show acme 42'],
  });

  defineCommand(group, {
    usage: 'list <client>',
    description: 'list the leads of a client, the newest first',
    examples: [
      'portico lead list acme',
      'portico lead list acme --email nora@example.com',
      'portico lead list acme --state new',
      'portico lead list acme --since 2026-11-01 --limit 1000 --json',
    ],
  })
    .option('--email <address>', 'only those from this address')
    .option('--since <date>', "only those from this day on, in the client's time zone")
    .addOption(new Option('--state <state>', 'only those in this state').choices(LEAD_STATES))
    .addOption(limitOption())
    .action(reportingOn(world, 'client', list));

  defineCommand(group, {
    usage: 'show <client> <id>',
    description: 'show everything about a lead: its fields, repeats and emails',
    examples: ['portico lead show acme 42', 'portico lead show acme 42 --json'],
  }).action(reporting(world, show));

  defineCommand(group, {
    usage: 'resend <client> <id>',
    description: 'send the emails about a lead again, to its current recipients',
    examples: ['portico lead resend acme 42', 'portico lead resend acme 42 --to ann@acme.example'],
  })
    .option('--to <email>', 'only to this address')
    .action(reporting(world, resend));
}

async function list(
  { world, entry, database }: OpenedCommand,
  { email, since, state, limit }: ListOptions,
): Promise<Report> {
  const zone = entry.time_zone;
  const from = since === undefined ? undefined : checkSince(since, zone);
  const filter = { email: email?.trim(), since: from, state, limit };
  const leads = await newestLeads(database, filter);
  const agents = await agentNames(database, leads);
  const look: Look = { terminal: terminalFor(world), below: ['KIND', 'LISTING'] };
  return {
    json: { client: entry.name, leads: leads.map((lead) => leadJson(lead, agents)) },
    text: print(columns(zone, agents), leads, { ...look, empty: 'There are no such leads.' }),
  };
}

async function show(world: World, name: string, text: string): Promise<Report> {
  const id = idOf(text);
  return onDatabase(world, 'client', name, async ({ entry, database }) => {
    const { lead, comments } = await findLead(database, name, id);
    const agents = await agentNames(database, [lead]);
    const emails = await emailsAbout(database, id);
    const zone = entry.time_zone;
    return {
      json: {
        client: name,
        ...leadJson(lead, agents),
        comments: comments.map(commentRecord),
        letters: emails.map(emailJson),
      },
      text: [
        facts(factsOf(lead, zone, agents)),
        said(lead.comment),
        lead.notes === '' ? '' : `Notes\n${said(lead.notes)}`,
        ...comments.map((comment) => {
          const about = comment.listing_id === 0 ? '' : `, about listing ${listingWords(comment)}`;
          return `Again on ${receivedWords(comment, zone)}${about}\n${said(comment.text)}`.trimEnd();
        }),
        print(EMAIL_COLUMNS, emails, { terminal: terminalFor(world), empty: '' }),
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
    };
  });
}

async function resend(
  world: World,
  name: string,
  text: string,
  { to }: { readonly to?: string },
): Promise<Report> {
  const id = idOf(text);
  const address = to?.trim();
  if (address !== undefined && !isMailbox(address)) {
    throw new UsageError(`${quoted(address)} is not an email address.`, undefined, '--to');
  }
  return onDatabase(world, 'client', name, async (opened) => {
    const { tenants, tools } = opened.services;
    const tenant = await tenants.tenant(name);
    if (tenant === undefined) throw new CommandError(`There is no client ${name} any more.`);
    const { lead } = await findLead(tenant.database, name, id);
    const target = { ...tenant, database: changing(opened, 'leads', id) };
    const recipients = await resendLead(target, tools, lead, address);
    if (recipients.length === 0) {
      throw new CommandError(
        `Lead ${id} goes to nobody: neither an agent nor the settings of ${name} name an address. Say --to.`,
      );
    }
    const addresses = recipients.map(({ email }) => email);
    return {
      json: { client: name, lead: id, to: addresses },
      text: `Queued for ${stripControls(addresses.join(', '))}. A running server sends it, or \`portico outbox flush\`.`,
    };
  });
}

function idOf(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && id >= 1 && Number.isSafeInteger(id)) return id;
  throw new UsageError(`${quoted(text)} is not an id of a lead. An id is a whole number from 1.`);
}

async function findLead(database: TenantDatabase, name: string, id: number) {
  const found = await leadWithComments(database, id);
  if (found === undefined) throw new CommandError(`${name} has no lead ${id}.`);
  return found;
}

type AgentNames = ReadonlyMap<number, string>;

function columns(zone: string, agents: AgentNames): Columns<StoredLead> {
  return {
    ID: (lead) => lead.id,
    RECEIVED: (lead) => receivedWords(lead, zone),
    STATE: (lead) => lead.state,
    KIND: (lead) => lead.kind,
    NAME: nameOf,
    EMAIL: (lead) => lead.email,
    LISTING: listingWords,
    AGENT: (lead) => agentWords(lead, agents),
  };
}

const EMAIL_COLUMNS: Columns<ListedEmail> = {
  EMAIL: (email) => email.id,
  KIND: (email) => email.kind,
  TO: (email) => email.to_address,
  STATE: (email) => email.state,
  REASON: (email) => email.last_error,
};

function leadJson(lead: StoredLead, agents: AgentNames): object {
  return { ...leadRecord(lead), agentName: agents.get(lead.agent_id) ?? null };
}

function emailJson(email: ListedEmail): object {
  return {
    id: email.id,
    kind: email.kind,
    to: email.to_address,
    subject: email.subject,
    state: email.state,
    sent: email.state === 'sent' ? iso(email.sent_at) : null,
    reason: email.last_error,
  };
}

function factsOf(lead: StoredLead, zone: string, agents: AgentNames): [string, string][] {
  const lines: [name: string, value: string][] = [
    ['lead', `${lead.id}, ${lead.kind}`],
    ['state', lead.state],
    ['received', receivedWords(lead, zone)],
    ['name', nameOf(lead)],
    ['email', lead.email],
    ['phone', lead.phone],
    ['looks for', lead.alert_type],
    ['price', lead.price_to === 0 ? '' : `${lead.price_from} to ${lead.price_to}`],
    ['beds', numberWords(lead.min_beds)],
    ['baths', numberWords(lead.min_bath)],
    ['size', numberWords(lead.min_size)],
    ['area', lead.area],
    ['unit', lead.unit],
    ['listing', listingWords(lead)],
    ['tour', tourKindWords(lead)],
    ['tour times', tourWords(lead, zone)],
    ['agent', agentWords(lead, agents)],
    ['member', numberWords(lead.client_id)],
    ['reference', lead.client_reference],
    ['source', lead.source],
    ['link', lead.back_link],
  ];
  return lines.map(([name, value]) => [name, stripControls(value)]);
}

function said(text: string): string {
  if (text === '') return '';
  const lines = text.split(/\r?\n/).map((line) => `  ${stripControls(line)}`);
  return lines.join('\n');
}

function receivedWords({ created_at }: Pick<StoredLead, 'created_at'>, zone: string): string {
  return created_at === 0 ? '' : momentIn(created_at, zone);
}

function nameOf(lead: StoredLead): string {
  return `${lead.first_name} ${lead.last_name}`.trim();
}

function listingWords(lead: Pick<StoredLead, 'listing_id' | 'listing_space'>): string {
  if (lead.listing_id === 0) return '';
  const space = idSpaceOf(lead.listing_space);
  return space === 'own' ? `${lead.listing_id}` : `${lead.listing_id} (${space})`;
}

/** The name and the id, as another command asks for the id. */
function agentWords({ agent_id: id }: StoredLead, agents: AgentNames): string {
  const name = agents.get(id) ?? '';
  return name === '' ? numberWords(id) : `${name} (${id})`;
}

function numberWords(value: number): string {
  return value === 0 ? '' : `${value}`;
}
