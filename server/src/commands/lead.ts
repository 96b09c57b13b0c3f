import type { Command } from 'commander';
import { parseMoment } from '../lib/dates.js';
import type { Terminal } from '../lib/terminal.js';
import { quoted, stripControls } from '../lib/text.js';
import { isMailbox } from '../outbox/email/address.js';
import type { ListedEmail } from '../outbox/email/email-store.js';
import {
  agentNames,
  emailsAbout,
  leadWithComments,
  newestLeads,
  type StoredComment,
  type StoredLead,
} from '../resources/leads/lead.queries.js';
import { commentRecord, isoOf, leadRecord, spaceOf } from '../resources/leads/lead.record.js';
import { resendLead } from '../resources/leads/lead.resend.js';
import { defineCommand, defineGroup, reporting, terminalFor, type World } from './command.js';
import { CommandError, type Report, UsageError } from './command-error.js';
import { withServices } from './open.js';
import { findTenant, wholeUpTo } from './options.js';
import { momentIn, table } from './print.js';

interface ListOptions {
  readonly email?: string;
  readonly since?: string;
  readonly limit: number;
}

/** The leads that `lead list` prints by default, and the most that it prints. */
const LISTED = 100;
const MOST_LISTED = 10_000;

/** `portico lead list|show|resend`: the leads that websites and marketplaces sent (R139). */
export function leadCommands(program: Command, world: World): void {
  const group = defineGroup(program, {
    usage: 'lead',
    description: 'list the leads of a client, show one whole, and send its emails again',
    examples: ['portico lead list acme --since 2026-11-01', 'portico lead show acme 42'],
  });

  defineCommand(group, {
    usage: 'list <client>',
    description: 'list the leads of a client, the newest first',
    examples: [
      'portico lead list acme',
      'portico lead list acme --email nora@example.com',
      'portico lead list acme --since 2026-11-01 --limit 1000 --json',
    ],
  })
    .option('--email <address>', 'only those from this address')
    .option('--since <date>', "only those from this day on, in the client's time zone")
    .option('--limit <number>', `how many, at most ${MOST_LISTED}`, wholeUpTo(MOST_LISTED), LISTED)
    .action(
      reporting(world, (tenant: string, options: ListOptions) => list(world, tenant, options)),
    );

  defineCommand(group, {
    usage: 'show <client> <id>',
    description: 'show all of a lead: what it says, its repeats, and the emails it caused',
    examples: ['portico lead show acme 42', 'portico lead show acme 42 --json'],
  }).action(reporting(world, (tenant: string, id: string) => show(world, tenant, idOf(id))));

  defineCommand(group, {
    usage: 'resend <client> <id>',
    description: 'send the emails about a lead again, to whom its client sends them now',
    examples: ['portico lead resend acme 42', 'portico lead resend acme 42 --to ann@acme.example'],
  })
    .option('--to <email>', 'to this address alone')
    .action(
      reporting(world, (tenant: string, id: string, { to }: { readonly to?: string }) =>
        resend(world, tenant, idOf(id), to),
      ),
    );
}

function idOf(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && id >= 1 && Number.isSafeInteger(id)) return id;
  throw new UsageError(`${quoted(text)} is no id of a lead. An id is a whole number from 1.`);
}

function list(world: World, tenant: string, { email, since, limit }: ListOptions): Promise<Report> {
  return withServices(world, async (services) => {
    const entry = await findTenant(services.directory, tenant);
    const zone = entry.time_zone;
    const from = since === undefined ? undefined : momentOf(since, zone);
    const database = await services.tenants.database(entry);
    const leads = await newestLeads(database, { email: email?.trim(), since: from, limit });
    const agents = await agentNames(database, leads);
    return {
      json: { client: entry.name, leads: leads.map((lead) => leadJson(lead, agents)) },
      text:
        leads.length === 0
          ? NO_LEADS
          : table(
              ROW_HEADINGS,
              leads.map((lead) => leadRow(lead, zone, agents)),
              { terminal: terminalFor(world), below: ['KIND', 'LISTING'] },
            ),
    };
  });
}

function momentOf(text: string, zone: string): number {
  const moment = parseMoment(text, zone);
  if (moment === undefined) {
    throw new UsageError(
      `${quoted(text)} is no date. --since accepts dates such as 2026-11-20 or "2026-11-20 14:00".`,
    );
  }
  return moment;
}

function show(world: World, tenant: string, id: number): Promise<Report> {
  return withServices(world, async (services) => {
    const entry = await findTenant(services.directory, tenant);
    const database = await services.tenants.database(entry);
    const found = await leadWithComments(database, id);
    if (found === undefined) throw new CommandError(`${entry.name} has no lead ${id}.`);
    const agents = await agentNames(database, [found.lead]);
    const whole = { ...found, agents, letters: await emailsAbout(database, id) };
    return {
      json: { client: entry.name, ...leadJson(whole.lead, agents, whole) },
      text: leadText(whole, entry.time_zone, terminalFor(world)),
    };
  });
}

function resend(world: World, name: string, id: number, to: string | undefined): Promise<Report> {
  const address = to?.trim();
  if (address !== undefined && !isMailbox(address)) {
    throw new UsageError(`--to: ${quoted(address)} is no email address.`);
  }
  return withServices(world, async ({ tenants, directory, tools }) => {
    const entry = await findTenant(directory, name);
    const tenant = await tenants.tenant(entry.name);
    if (tenant === undefined) throw new CommandError(`There is no client ${name} any more.`);
    const found = await leadWithComments(tenant.database, id);
    if (found === undefined) throw new CommandError(`${entry.name} has no lead ${id}.`);
    const recipients = await resendLead(tenant, tools, found.lead, address);
    if (recipients.length === 0) {
      throw new CommandError(
        `Lead ${id} goes to nobody: neither an agent nor the settings of ${entry.name} name an address. Say --to.`,
      );
    }
    const addresses = recipients.map(({ email }) => email);
    return {
      json: { client: entry.name, lead: id, to: addresses },
      text: `Queued for ${stripControls(addresses.join(', '))}. A running server sends it, or \`portico outbox flush\`.`,
    };
  });
}

/** A lead with its repeats and emails. */
export interface WholeLead {
  readonly lead: StoredLead;
  readonly comments: readonly StoredComment[];
  readonly letters: readonly ListedEmail[];
  readonly agents: AgentNames;
}

/** The names of agents, by id. */
export type AgentNames = ReadonlyMap<number, string>;

/** The text of an empty list. */
export const NO_LEADS = 'There are no such leads.';

/** The headings of `leadRow`. */
export const ROW_HEADINGS = ['ID', 'RECEIVED', 'KIND', 'NAME', 'EMAIL', 'LISTING', 'AGENT'];

/** A lead as a row of a table. */
export function leadRow(lead: StoredLead, zone: string, agents: AgentNames): string[] {
  return [
    `${lead.id}`,
    receivedWords(lead, zone),
    lead.kind,
    nameOf(lead),
    lead.email,
    listingWords(lead),
    agentWords(lead, agents),
  ];
}

/** A lead as JSON for programs. @param more Its repeats and emails, to be included. */
export function leadJson(
  lead: StoredLead,
  agents: AgentNames,
  more?: Pick<WholeLead, 'comments' | 'letters'>,
): object {
  const record = { ...leadRecord(lead), agentName: agents.get(lead.agent_id) ?? null };
  if (more === undefined) return record;
  return {
    ...record,
    comments: more.comments.map(commentRecord),
    letters: more.letters.map(emailJson),
  };
}

function emailJson(email: ListedEmail): object {
  return {
    id: email.id,
    kind: email.kind,
    to: email.to_address,
    subject: email.subject,
    state: email.state,
    sent: email.state === 'sent' ? isoOf(email.sent_at) : null,
    reason: email.last_error,
  };
}

/** A lead as text for people, lines without a line break at the end. */
export function leadText(
  { lead, comments, letters: emails, agents }: WholeLead,
  zone: string,
  terminal: Terminal,
): string {
  const facts: [name: string, value: string][] = [
    ['lead', `${lead.id}, ${lead.kind}`],
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
    ['agent', agentWords(lead, agents)],
    ['member', numberWords(lead.client_id)],
    ['reference', lead.client_reference],
    ['source', lead.source],
    ['link', lead.back_link],
  ];
  const filled = facts.filter(([, value]) => value !== '');
  const width = Math.max(...filled.map(([name]) => name.length));
  const blocks = [
    filled.map(([name, value]) => `${name.padEnd(width)}  ${stripControls(value)}`),
    said(lead.comment),
    ...comments.map((comment) => {
      const about = comment.listing_id === 0 ? '' : `, about listing ${listingWords(comment)}`;
      return [`Again on ${receivedWords(comment, zone)}${about}`, ...said(comment.text)];
    }),
    emails.length === 0 ? [] : [table(EMAIL_HEADINGS, emails.map(emailRow), { terminal })],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const EMAIL_HEADINGS = ['EMAIL', 'KIND', 'TO', 'STATE', 'REASON'];

function emailRow({ id, kind, to_address, state, last_error }: ListedEmail): string[] {
  return [`${id}`, kind, to_address, state, last_error];
}

function said(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/).map((line) => `  ${stripControls(line)}`);
}

function receivedWords({ created_at }: Pick<StoredLead, 'created_at'>, zone: string): string {
  return created_at === 0 ? '' : momentIn(created_at, zone);
}

function nameOf(lead: StoredLead): string {
  return `${lead.first_name} ${lead.last_name}`.trim();
}

function listingWords(lead: Pick<StoredLead, 'listing_id' | 'listing_space'>): string {
  if (lead.listing_id === 0) return '';
  const space = spaceOf(lead);
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
