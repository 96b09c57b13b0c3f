import type { Command } from 'commander';
import { parseMoment } from '../lib/dates.js';
import { quoted, stripControls } from '../lib/text.js';
import { isMailbox } from '../outbox/email/address.js';
import {
  agentNames,
  emailsAbout,
  leadWithComments,
  newestLeads,
} from '../resources/leads/lead.queries.js';
import { resendLead } from '../resources/leads/lead.resend.js';
import { findTenant } from './check-options.js';
import { CommandError, type Report, UsageError } from './command-error.js';
import { defineCommand, defineGroup, reporting } from './define-command.js';
import { leadJson, leadRow, leadText, NO_LEADS, ROW_HEADINGS } from './lead-printing.js';
import { table } from './text-table.js';
import { wholeUpTo } from './whole-number.js';
import { withServices } from './with-services.js';
import { terminalFor, type World } from './world.js';

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
