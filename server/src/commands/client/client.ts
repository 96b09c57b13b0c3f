import type { Command } from 'commander';
import { maskUrl } from '../../lib/mask.js';
import { count } from '../../lib/text.js';
import type { ClientEntry, TenantSettings } from '../../store/directory/directory.js';
import {
  BeingRemovedError,
  type Places,
  UnreadablePlaceError,
} from '../../store/directory/places.js';
import { defineCommand, defineGroup, reporting, terminalFor, type World } from '../command.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { withServices } from '../open.js';
import { checkTimeZone, checkTitle, findFeed, findTenant } from '../options.js';
import { moment, table } from '../print.js';
import { countListings } from '../status/listing-counts.js';
import { addCommand } from './add.js';
import { givenSettings, type SettingOptions, settingOptions, settingsJson } from './entry.js';
import { moveCommand, renameCommand } from './move.js';
import { removeCommand } from './remove.js';

interface SetOptions extends SettingOptions {
  readonly title?: string;
  readonly timezone?: string;
}

/** `portico client add|list|set|move|rename|remove|attach|detach`: the brokerages that the server serves. */
export function clientCommands(program: Command, world: World): void {
  const group = defineGroup(program, {
    usage: 'client',
    description: 'add, list and change client databases: one for each brokerage',
    examples: ['portico client add acme --title "Acme Realty"', 'portico client list'],
  });

  addCommand(group, world);

  defineCommand(group, {
    usage: 'list',
    description: 'list the clients',
    examples: ['portico client list', 'portico client list --json'],
  }).action(reporting(world, () => list(world)));

  const setting = defineCommand(group, {
    usage: 'set <name>',
    description: 'change settings of a client; a running server follows within a second',
    examples: [
      'portico client set acme --title "Acme Realty of Chicago" --timezone America/Chicago',
      'portico client set acme --no-fold-repeat-leads',
      'portico client set acme --lead-recipients agent,coagent,office --lead-copies leads@acme.example',
      "portico client set acme --listings-link 'https://www.example.com/agents/{id}/listings'",
      'portico client set acme --site city=Chicago --site "phone=(312) 555-0100"',
    ],
  })
    .option('--title <title>', 'what people call it')
    .option('--timezone <zone>', 'the zone its dates are printed in');
  settingOptions(setting)
    .option('--no-fold-repeat-leads', 'keep every lead for itself')
    .option('--no-coarsen-hidden', 'print the coordinates of every listing as they are')
    .action(reporting(world, (name: string, options: SetOptions) => set(world, name, options)));

  moveCommand(group, world);
  renameCommand(group, world);
  removeCommand(group, world, 'client');

  defineCommand(group, {
    usage: 'attach <name> <feed>',
    description: 'let a client read a feed, in place of one of the same kind',
    examples: ['portico feed add onekey --kind mls', 'portico client attach acme onekey'],
  }).action(reporting(world, (name: string, feed: string) => attach(world, name, feed)));

  defineCommand(group, {
    usage: 'detach <name> <feed>',
    description: 'end what `client attach` began; the feed keeps its data',
    examples: ['portico client detach acme onekey'],
  }).action(reporting(world, (name: string, feed: string) => detach(world, name, feed)));
}

async function list(world: World): Promise<Report> {
  const {
    clients: tenants,
    json,
    listings,
    keys,
  } = await withServices(world, async (services) => {
    const { directory, places } = services;
    const found = (await directory.tenants()).filter(({ kind }) => kind === 'client');
    const counts = await countListings(services, found);
    const active = await directory.countActiveKeys();
    const objects = found.map(async (one) => ({
      ...(await tenantJson(places, one)),
      listings: counts.get(one.name) ?? null,
      keys: active.get(one.name) ?? 0,
    }));
    return { clients: found, json: await Promise.all(objects), listings: counts, keys: active };
  });
  const rows = tenants.map((tenant) => [
    tenant.name,
    tenant.title,
    tenant.time_zone,
    tenant.mls_feed ?? '',
    tenant.rls_feed ?? '',
    countWords(listings.get(tenant.name)),
    count(keys.get(tenant.name) ?? 0),
    moment(tenant.created_at),
  ]);
  const headings = ['NAME', 'TITLE', 'TIME ZONE', 'MLS', 'RLS', 'LISTINGS', 'KEYS', 'CREATED'];
  const text = table(headings, rows, { terminal: terminalFor(world), below: ['CREATED'] });
  return {
    json: { clients: json },
    text: tenants.length === 0 ? 'No clients. Make one with `portico client add`.' : text,
  };
}

/** A number that may not be known. */
function countWords(number: number | undefined): string {
  return number === undefined ? '?' : count(number);
}

async function tenantJson(places: Places, tenant: ClientEntry): Promise<object> {
  return {
    client: tenant.name,
    title: tenant.title,
    timezone: tenant.time_zone,
    ...settingsJson(tenant),
    database: await placeText(places, tenant),
    mls: tenant.mls_feed,
    rls: tenant.rls_feed,
    created: new Date(tenant.created_at).toISOString(),
  };
}

async function set(world: World, name: string, options: SetOptions): Promise<Report> {
  const settings: TenantSettings = {
    ...(options.title === undefined ? {} : { title: checkTitle(options.title) }),
    ...(options.timezone === undefined ? {} : { time_zone: checkTimeZone(options.timezone) }),
    ...givenSettings(options),
  };
  if (Object.keys(settings).length === 0) {
    throw new UsageError('Nothing to change: `portico client set --help` lists what can be set.');
  }
  const json = await withServices(world, async ({ directory, places }) => {
    const { site } = await findTenant(directory, name);
    await directory.setTenant(name, { ...settings, ...givenSettings(options, site) });
    return tenantJson(places, await findTenant(directory, name));
  });
  return { json, text: `Changed the client ${name}.` };
}

async function attach(world: World, name: string, feedName: string): Promise<Report> {
  const { client: tenant, feed } = await withServices(world, async ({ directory }) => {
    const found = await findTenant(directory, name);
    const entry = await findFeed(directory, feedName);
    await directory.setTenant(name, attachment(entry, entry.name));
    return { client: found, feed: entry };
  });
  const before = feed.kind === 'mls' ? tenant.mls_feed : tenant.rls_feed;
  const instead = before === null || before === feed.name ? '' : ` in place of ${before}`;
  return {
    json: { client: name, feed: feed.name, kind: feed.kind },
    text: `The client ${name} reads the feed ${feed.name}${instead}.`,
  };
}

async function detach(world: World, name: string, feedName: string): Promise<Report> {
  await withServices(world, async ({ directory }) => {
    const tenant = await findTenant(directory, name);
    const feed = await findFeed(directory, feedName);
    const attached = feed.kind === 'mls' ? tenant.mls_feed : tenant.rls_feed;
    if (attached !== feed.name) {
      throw new CommandError(`The feed ${feed.name} is not attached to the client ${name}.`);
    }
    await directory.setTenant(name, attachment(feed, null));
  });
  return {
    json: { client: name, feed: feedName },
    text: `The client ${name} no longer reads the feed ${feedName}.`,
  };
}

function attachment(feed: ClientEntry, name: string | null): TenantSettings {
  return feed.kind === 'mls' ? { mls_feed: name } : { rls_feed: name };
}

/**
 * The place of a tenant or feed in lists: a masked URL, `sqlite` for a file in the data folder, or
 * null for the place of new ones in the configuration.
 */
export async function placeText(places: Places, entry: ClientEntry): Promise<string | null> {
  try {
    const place = await places.placeOf(entry.name, entry.database_url);
    return place === 'default' ? null : maskUrl(place);
  } catch (error) {
    if (error instanceof BeingRemovedError) return '(being removed)';
    if (error instanceof UnreadablePlaceError) return '(sealed under another secret key)';
    throw error;
  }
}
