import type { Command } from 'commander';
import { count, maskUrl } from '../../lib/text.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import {
  BeingRemovedError,
  type Places,
  UnreadablePlaceError,
} from '../../store/directory/places.js';
import { define, defineCommand, reporting, terminalFor, type World } from '../command.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { findEntry, withServices } from '../open.js';
import { type Columns, moment, print } from '../print.js';
import { countListings } from '../status/visits.js';
import { addCommand } from './add.js';
import {
  givenSettings,
  type SettingOptions,
  settingOptions,
  settingsJson,
  titleAndZone,
} from './entry.js';
import { moveCommand, renameCommand } from './move.js';
import { removeCommand } from './remove.js';

interface SetOptions extends SettingOptions {
  readonly title?: string;
  readonly timezone?: string;
}

/** `portico client add|list|set|move|rename|remove|attach|detach`: the brokerages that the server serves. */
export function clientCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'client',
    description: 'add, list and change client databases: one for each brokerage',
    examples: ['portico client add acme --title "Acme Realty"', 'portico client list'],
  });

  addCommand(group, world);

  defineCommand(group, {
    usage: 'list',
    description: 'list the clients',
    examples: ['portico client list', 'portico client list --json'],
  }).action(reporting(world, list));

  const setting = defineCommand(group, {
    usage: 'set <name>',
    description: 'change settings of a client; running servers use them within a second',
    examples: [
      'portico client set acme --title "Acme Realty of Chicago" --timezone America/Chicago',
      'portico client set acme --no-fold-repeat-leads',
      'portico client set acme --lead-recipients agent,coagent,office --lead-copies leads@acme.example',
      "portico client set acme --listings-link 'https://www.example.com/agents/{id}/listings'",
      "portico client set acme --password-page 'https://www.example.com/new-password?token={token}'",
      'portico client set acme --site city=Chicago --site "phone=(312) 555-0100"',
    ],
  })
    .option('--title <title>', 'what people call it')
    .option('--timezone <zone>', 'the zone its dates are printed in');
  settingOptions(setting)
    .option('--no-fold-repeat-leads', 'keep every lead separate')
    .option('--no-coarsen-hidden', 'print the coordinates of every listing as they are')
    .action(reporting(world, set));

  moveCommand(group, world);
  renameCommand(group, world);
  removeCommand(group, world, 'client');

  defineCommand(group, {
    usage: 'attach <name> <feed>',
    description: 'let a client read a feed, instead of one of the same kind',
    examples: ['portico feed add onekey --kind mls', 'portico client attach acme onekey'],
  }).action(reporting(world, attach));

  defineCommand(group, {
    usage: 'detach <name> <feed>',
    description: 'stop a client from reading a feed; the feed keeps its data',
    examples: ['portico client detach acme onekey'],
  }).action(reporting(world, detach));
}

async function list(world: World): Promise<Report> {
  const clients = await withServices(world, async (services) => {
    const { directory, places } = services;
    const found = (await directory.tenants()).filter(({ kind }) => kind === 'client');
    const listings = await countListings(services, found);
    const keys = await directory.keys.countActive();
    const objects = found.map(async (one) => ({
      ...(await tenantJson(places, one)),
      listings: listings.get(one.name) ?? null,
      keys: keys.get(one.name) ?? 0,
    }));
    return Promise.all(objects);
  });
  return {
    json: { clients },
    text: print(COLUMNS, clients, {
      ...{ terminal: terminalFor(world), below: ['CREATED'] },
      empty: 'No clients. Make one with `portico client add`.',
    }),
  };
}

interface ListedClient extends Awaited<ReturnType<typeof tenantJson>> {
  /** Null where the database could not be asked in time. */
  readonly listings: number | null;
  readonly keys: number;
}

const COLUMNS: Columns<ListedClient> = {
  NAME: ({ client }) => client,
  TITLE: ({ title }) => title,
  'TIME ZONE': ({ timezone }) => timezone,
  MLS: ({ mls }) => mls,
  RLS: ({ rls }) => rls,
  LISTINGS: ({ listings }) => (listings === null ? '?' : count(listings)),
  KEYS: ({ keys }) => count(keys),
  CREATED: ({ created }) => moment(created),
};

async function tenantJson(places: Places, tenant: ClientEntry) {
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
  const settings = { ...titleAndZone(options), ...givenSettings(options) };
  if (Object.keys(settings).length === 0) {
    throw new UsageError('Nothing to change: `portico client set --help` lists what can be set.');
  }
  const json = await withServices(world, async ({ directory, places }) => {
    const { site } = await findEntry(directory, 'client', name);
    await directory.setTenant(name, { ...settings, ...givenSettings(options, site) });
    return tenantJson(places, await findEntry(directory, 'client', name));
  });
  return { json, text: `Changed the client ${name}.` };
}

function attach(world: World, name: string, feedName: string): Promise<Report> {
  return withServices(world, async ({ directory }) => {
    const tenant = await findEntry(directory, 'client', name);
    const feed = await findEntry(directory, 'feed', feedName);
    const column = columnOf(feed);
    await directory.setTenant(name, { [column]: feedName });
    const before = tenant[column];
    const instead = before === null || before === feedName ? '' : ` in place of ${before}`;
    return {
      json: { client: name, feed: feedName, kind: feed.kind },
      text: `The client ${name} reads the feed ${feedName}${instead}.`,
    };
  });
}

function detach(world: World, name: string, feedName: string): Promise<Report> {
  return withServices(world, async ({ directory }) => {
    const tenant = await findEntry(directory, 'client', name);
    const column = columnOf(await findEntry(directory, 'feed', feedName));
    if (tenant[column] !== feedName) {
      throw new CommandError(`The feed ${feedName} is not attached to the client ${name}.`);
    }
    await directory.setTenant(name, { [column]: null });
    return {
      json: { client: name, feed: feedName },
      text: `The client ${name} no longer reads the feed ${feedName}.`,
    };
  });
}

/** Where a client's entry names the feed of this kind that it reads. */
function columnOf({ kind }: ClientEntry): 'mls_feed' | 'rls_feed' {
  return kind === 'mls' ? 'mls_feed' : 'rls_feed';
}

/** The place in lists: a masked URL, `sqlite` for a file in the data folder, null for the configured place. */
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
