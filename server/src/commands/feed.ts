import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { feedDisplay } from '../api/named-settings.js';
import { count } from '../lib/text.js';
import type { ClientEntry } from '../store/directory/directory.js';
import type { Places } from '../store/directory/places.js';
import { agreedBackup, type RemovalOptions, removalOptions } from './before-removal.js';
import { placeText } from './client/client.js';
import {
  DEFAULT_TIME_ZONE,
  type NewEntryOptions,
  readSetting,
  readsFeed,
  recordEntry,
  titleAndZone,
} from './client/entry.js';
import { removeCommand, removeFiles, removeRejects } from './client/remove.js';
import { define, defineCommand, reporting, type World } from './command.js';
import { type Report, UsageError } from './command-error.js';
import type { HoldingBackups } from './holding-backups.js';
import { changing, findEntry, onDatabase, withServices } from './open.js';
import { collect } from './options.js';
import { type Columns, moment, print } from './print.js';

/** `portico feed add|list|set|wipe|remove`: listings that several tenants read (R95). */
export function feedCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'feed',
    description: 'add, list and change feeds: databases of listings that several clients read',
    examples: ['portico feed add onekey --kind mls', 'portico feed list'],
  });

  defineCommand(group, {
    usage: 'add <name>',
    description: 'make the database of a feed; `portico client attach` lets a client read it',
    examples: [
      'portico feed add onekey --kind mls --title "OneKey MLS"',
      'portico import onekey ./onekey-listings.csv --map onekey.yaml',
      'portico client attach acme onekey',
    ],
  })
    .addOption(
      new Option('--kind <kind>', 'what kind of feed it is; a client reads one of each kind')
        .choices(['mls', 'rls'])
        .makeOptionMandatory(),
    )
    .option('--title <title>', 'what people call it (default: its name)')
    .option('--timezone <zone>', 'the zone its dates are printed in', DEFAULT_TIME_ZONE)
    .option('--database <url>', 'a PostgreSQL database only for this feed')
    .option('--adopt', 'use that database even if it already has data of this feed')
    .action(
      reporting(
        world,
        async (_, name: string, options: NewEntryOptions & { kind: 'mls' | 'rls' }) => {
          await recordEntry(world, name, options.kind, options);
          return { json: { feed: name }, text: `Made the feed ${name}.` };
        },
      ),
    );

  defineCommand(group, {
    usage: 'list',
    description: 'list the feeds and the clients that read them',
    examples: ['portico feed list', 'portico feed list --json'],
  }).action(reporting(world, list));

  defineCommand(group, {
    usage: 'set <name>',
    description: 'change settings of a feed; running servers use them within a second',
    examples: [
      'portico feed set onekey --title "OneKey MLS" --timezone America/New_York',
      'portico feed set onekey --display "copyright=© 2026 OneKey MLS" --display history=no',
    ],
  })
    .option('--title <title>', 'what people call it')
    .option('--timezone <zone>', 'the zone its dates are printed in')
    .option(
      '--display <name=value>',
      'what its license requires websites to show, such as history=no; may be repeated',
      collect,
    )
    .addHelpText(
      'after',
      '\nTo display: copyright, the copyright line; logo, its URL; disclaimer, the text; history, yes or no, whether' +
        '\nwebsites may show what listings cost before. An empty value removes one.',
    )
    .action(reporting(world, set));

  const wiping = defineCommand(group, {
    usage: 'wipe <name>',
    description: 'remove all records, pictures and files of a feed; its settings and readers stay',
    examples: [
      'portico feed wipe onekey',
      'portico feed wipe onekey --license-ended --backups /var/backups/portico',
    ],
  });
  removalOptions(wiping)
    .option('--backups <folder>', 'say which backups in this folder still hold the feed')
    .option('--licence-ended, --license-ended', 'make no backup, and say what is left to do')
    .action(reporting(world, wipe));
  removeCommand(group, world, 'feed');
}

interface SetOptions extends Pick<NewEntryOptions, 'title' | 'timezone'> {
  readonly display?: readonly string[];
}

async function set(
  world: World,
  name: string,
  { display: changes, ...options }: SetOptions,
): Promise<Report> {
  const settings = titleAndZone(options);
  if (Object.keys(settings).length === 0 && changes === undefined) {
    throw new UsageError('Nothing to change: `portico feed set --help` lists what can be set.');
  }
  const json = await withServices(world, async ({ directory, places }) => {
    const { display = '' } = await findEntry(directory, 'feed', name);
    const shown = readSetting('display', changes, (each) => feedDisplay.change(display, each));
    await directory.setTenant(name, { ...settings, ...shown });
    return feedJson(places, await findEntry(directory, 'feed', name), await directory.tenants());
  });
  return { json, text: `Changed the feed ${name}.` };
}

async function list(world: World): Promise<Report> {
  const feeds = await withServices(world, async ({ directory, places }) => {
    const entries = await directory.tenants();
    const found = entries.filter(({ kind }) => kind !== 'client');
    return Promise.all(found.map((feed) => feedJson(places, feed, entries)));
  });
  const empty = 'No feeds. Make one with `portico feed add`.';
  return { json: { feeds }, text: print(COLUMNS, feeds, { empty }) };
}

const COLUMNS: Columns<Awaited<ReturnType<typeof feedJson>>> = {
  NAME: ({ feed }) => feed,
  KIND: ({ kind }) => kind,
  TITLE: ({ title }) => title,
  'READ BY': ({ clients }) => clients.join(', '),
  CREATED: ({ created }) => moment(created),
};

/** @param entries All tenants and feeds. */
async function feedJson(places: Places, feed: ClientEntry, entries: readonly ClientEntry[]) {
  return {
    feed: feed.name,
    kind: feed.kind,
    title: feed.title,
    timezone: feed.time_zone,
    display: feedDisplay.read(feed.display),
    database: await placeText(places, feed),
    clients: entries.filter((entry) => readsFeed(entry, feed.name)).map(({ name }) => name),
    created: new Date(feed.created_at).toISOString(),
  };
}

interface WipeOptions extends RemovalOptions {
  readonly backups?: string;
  readonly licenseEnded?: true;
}

async function wipe(world: World, name: string, options: WipeOptions): Promise<Report> {
  const { licenseEnded = false, backups: folder } = options;
  if (licenseEnded && options.backup !== undefined) {
    throw new UsageError('--license-ended makes no backup: give it without --backup.');
  }
  return onDatabase(world, 'feed', name, async ({ services, entry, database }) => {
    const { countRows, emptyDatabase } = await import('../store/copy/dump.js');
    // Before anything is removed, as a wrong folder is a mistake to find now.
    const backups =
      folder === undefined ? undefined : await backupsOf(resolve(world.cwd, folder), entry);
    const records = await countRows(database);
    const backup = await agreedBackup(world, services, options, {
      command: 'feed wipe',
      name,
      loss: `The feed ${name} loses ${count(records)} rows, with its pictures and files.`,
      offersBackup: !licenseEnded,
    });
    await services.outbox.announce(database);
    const rows = await emptyDatabase(changing({ services, database }, 'feed'));
    // Else `portico status` and `pull list` would name its pulls until a server looks for them.
    const { noteInDirectory } = await import('./import/recorded.js');
    await noteInDirectory({ services, database });
    const files = await removeFiles(services, name);
    const rejects = await removeRejects(services, name);
    const wiped = `Wiped the feed ${name}: ${count(rows)} rows, ${count(files)} files. It is there, and empty.`;
    const entries = await services.directory.tenants();
    const clients = entries.filter((entry) => readsFeed(entry, name)).map((entry) => entry.name);
    const { backupLines } = await import('./holding-backups.js');
    const holding = licenseEnded || backups !== undefined ? backupLines(backups, 'it') : [];
    const left = licenseEnded ? leftAfterLicense(name, clients) : [];
    return {
      json: {
        feed: name,
        removed: { rows, files, rejects },
        backup: backup ?? null,
        ...(backups === undefined ? {} : { backups }),
        ...(licenseEnded ? { clients } : {}),
      },
      text: [wiped, ...left, ...holding].join('\n'),
    };
  });
}

/** The backups in a folder that hold something of a feed, also under a name that it had before it was renamed. */
async function backupsOf(folder: string, entry: ClientEntry): Promise<HoldingBackups> {
  const { backupsHolding } = await import('./holding-backups.js');
  const { isEmptied } = await import('../store/copy/dump.js');
  return backupsHolding(folder, async (backup) => {
    const { databases, directory, files } = backup.manifest;
    // A rename changes the name only.
    const entries = await backup.records(directory, 'client');
    const same = entries.filter((one) => Number(one.created_at) === entry.created_at);
    const names = new Set([entry.name, ...same.map(({ name }) => String(name))]);
    const tables = databases.filter(({ name }) => names.has(name)).flatMap((one) => one.tables);
    const hasRows = tables.some((table) => isEmptied(table.name) && table.rows > 0);
    return (
      hasRows || files.some(({ path }) => names.has(/^media\/([^/]+)\//.exec(path)?.[1] ?? ''))
    );
  });
}

function leftAfterLicense(name: string, clients: readonly string[]): string[] {
  return [
    'Left to do:',
    ...clients.map((client) => `  portico client detach ${client} ${name}`),
    `  Stop what fills it: a job that runs \`portico pull ${name}\` or \`portico import ${name}\`.`,
    '  Delete its files, exports and backups, and copies of these in other places.',
  ];
}
