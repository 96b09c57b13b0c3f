import { join, resolve } from 'node:path';
import type { WriteStream } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PictureFetcher } from '../../api/pictures/picture-fetcher.js';
import type { CompleteImport } from '../../api/removal/complete-import.js';
import type { Services } from '../../services.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { ImportStopped, messageOf } from '../../transfer/errors.js';
import { type ImportResource, RESOURCE_NAMES, type ResourceName } from '../../transfer/resource.js';
import type { ImportSummary } from '../../transfer/summary.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { defineCommand, reporting } from '../define-command.js';
import { onDatabase } from '../on-database.js';
import { table } from '../text-table.js';
import { summaryText } from '../transfer-summary.js';
import { terminalFor, type World } from '../world.js';

interface ImportOptions {
  readonly map?: string;
  readonly dryRun?: true;
  readonly show?: number;
  readonly complete?: true;
  readonly fetchPictures?: true;
  readonly force?: true;
  readonly rejects?: string;
  readonly fields?: ResourceName;
  readonly suggest?: string;
}

/** The most records of each resource that `--show` prints. */
const MOST_SHOWN = 100;

/** `portico import`: data in, from files. */
export function importCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'import [name] [source...]',
    description: 'read files or folders into the database of a client or feed',
    examples: [
      'portico import acme ./export-of-the-old-system',
      'portico import acme listings.ndjson.gz photos.csv --dry-run',
      'portico import onekey feed.csv --map onekey.yaml',
      'portico import onekey feed.csv --map onekey.yaml --show 3',
      'zcat feed.json.gz | jq .value | portico import onekey - --map onekey.yaml',
      'portico import --suggest feed.csv > feed.yaml',
      'portico import --fields listings',
    ],
  })
    .option('--map <file>', 'a YAML or JSON file that names the column of each field')
    .option('--dry-run', 'check every record, and write none')
    .addOption(
      new Option(
        '--show <number>',
        'print the first records as they are read; implies --dry-run',
      ).argParser(readShow),
    )
    .option('--complete', 'the files are the whole truth: remove what they do not name')
    .option('--force', 'with --complete, remove more than a tenth of a kind, too')
    .option('--fetch-pictures', 'take pictures from their URLs and serve them from here')
    .option('--rejects <file>', 'where records that cannot be taken go (default: in PORTICO_DATA)')
    .option('--suggest <file>', 'write a first mapping of a file, and import nothing')
    .addOption(
      new Option(
        '--fields <kind>',
        'list the fields of a kind of record, and import nothing',
      ).choices(RESOURCE_NAMES),
    )
    .addHelpText(
      'after',
      '\nA file is named after what it holds, such as listings.csv, agents.ndjson or photos.json.gz.' +
        '\nRecords are inserted or updated by their id, so an import can be run again.',
    )
    .action(
      reporting(
        world,
        (name: string | undefined, sources: readonly string[], options: ImportOptions) => {
          if (options.fields !== undefined) return listFields(world, options.fields);
          if (options.suggest !== undefined) return suggestFor(world, options.suggest);
          if (name === undefined) throw new UsageError("missing required argument 'name'");
          if (sources.length === 0) throw new UsageError("missing required argument 'source'");
          return importInto(world, name, sources, options);
        },
      ),
    );
}

async function importInto(
  world: World,
  name: string,
  sources: readonly string[],
  options: ImportOptions,
): Promise<Report> {
  const { show } = options;
  // Who asks to see records has not decided to write them yet.
  const dryRun = options.dryRun === true || show !== undefined;
  // By default V8 lets the heap grow to four times the size of a batch before it collects garbage.
  // Earlier collections cost a tenth of the time, and keep an import of any size small.
  setFlagsFromString('--heap-growing-percent=30');
  const summary = await onDatabase(world, name, async ({ services, entry, database, signal }) => {
    // Loaded here, because the other commands do not need the readers of every format.
    const { importResources } = await import('../../changes/transfers.js');
    const { runImport } = await import('../../transfer/import.js');
    const { terminalProgress } = await import('../../transfer/progress.js');
    const fetcher = await pictureFetcher(services, database, options, signal);
    const target = fetcher?.database ?? database;
    const resources = importResources(target, entry.time_zone, services.clock);
    const complete = await completeImport(database, options);
    const noted = complete?.noting(resources) ?? resources;
    const fetching = fetcher && (await fetchingImport(fetcher, noted));
    const imported = await runImport({
      sources: sources.map((source) => (source === '-' ? source : resolve(world.cwd, source))),
      stdin: world.stdin,
      ...(options.map === undefined ? {} : { mapping: resolve(world.cwd, options.map) }),
      ...(fetching ?? { resources: noted }),
      dryRun,
      ...(show === undefined ? {} : { show }),
      rejects: rejectsFile(world, services, name, options),
      progress: terminalProgress(world.stderr as WriteStream),
      signal,
    });
    const pictures = fetcher?.counts;
    const summary = pictures === undefined ? imported : { ...imported, pictures };
    const { interrupted } = summary;
    if (!dryRun && interrupted !== true) await tellOfImport(services, entry, database, summary);
    if (complete === undefined || interrupted === true) return summary;
    return { ...summary, removed: await removeUnnamed(complete, summary, options) };
  });
  if (summary.interrupted === true) {
    throw new ImportStopped(
      'The import was interrupted. What it had read until then is written; run it again for the rest.',
      summary,
    );
  }
  return { json: summary, text: summaryText(summary, dryRun) };
}

/** How many records of one kind are written at a time while their pictures are fetched. */
const FETCHED_BATCH = 100;

/** Takes pictures from their URLs; undefined for an import that does not. */
async function pictureFetcher(
  { variants, fetched }: Services,
  database: TenantDatabase,
  { fetchPictures }: ImportOptions,
  signal: AbortSignal,
): Promise<PictureFetcher | undefined> {
  if (fetchPictures !== true) return undefined;
  const { PictureFetcher } = await import('../../api/pictures/picture-fetcher.js');
  return new PictureFetcher({ database, variants, store: fetched, options: { signal } });
}

/** The resources of an import that takes pictures from their URLs. */
async function fetchingImport(
  fetcher: PictureFetcher,
  resources: ReadonlyMap<ResourceName, ImportResource>,
) {
  const { withFetchedPictures } = await import('../../resources/pictures/fetching-resource.js');
  const entries = [...resources].map(
    ([name, resource]) => [name, withFetchedPictures(resource, fetcher)] as const,
  );
  // Small, as a batch is written when all of its pictures are there.
  return { resources: new Map(entries), batchSize: FETCHED_BATCH };
}

/** Feeds have no receivers of their own. A server sends the message within a minute. */
async function tellOfImport(
  { outbox, webhooks }: Services,
  { name, kind }: ClientEntry,
  database: TenantDatabase,
  summary: ImportSummary,
): Promise<void> {
  // Without a receiver nothing is noted for the servers, which would open the database for it.
  if (kind !== 'client' || !(await webhooks.wants(database, 'import.completed'))) return;
  const { importEvent } = await import('../../resources/leads/webhook-events.js');
  const counts = RESOURCE_NAMES.flatMap((resource) => {
    const of = summary[resource];
    return of === undefined ? [] : [[resource, of] as const];
  });
  await outbox.announce(database);
  const event = importEvent(Object.fromEntries(counts));
  await database.write((transaction) => webhooks.queue(transaction, name, event));
}

function readShow(text: string): number {
  const records = /^\d+$/.test(text) ? Number(text) : 0;
  if (records >= 1 && records <= MOST_SHOWN) return records;
  throw new InvalidArgumentError(`A whole number from 1 to ${MOST_SHOWN} is accepted.`);
}

async function completeImport(
  database: TenantDatabase,
  { complete, force }: ImportOptions,
): Promise<CompleteImport | undefined> {
  if (force === true && complete !== true) {
    throw new UsageError('--force goes with --complete alone.');
  }
  if (complete !== true) return undefined;
  const { CompleteImport } = await import('../../api/removal/complete-import.js');
  return new CompleteImport(database);
}

/** @throws ImportStopped with what was written, when nothing may be removed. */
async function removeUnnamed(
  complete: CompleteImport,
  summary: ImportSummary,
  { dryRun, force }: ImportOptions,
): Promise<Readonly<Partial<Record<ResourceName, number>>>> {
  const counts = RESOURCE_NAMES.flatMap((name) => {
    const count = summary[name];
    return count === undefined ? [] : [[name, count]];
  });
  try {
    const options = { force: force === true, dryRun: dryRun === true };
    return await complete.finish(Object.fromEntries(counts), options);
  } catch (error) {
    throw new ImportStopped(error instanceof Error ? error.message : String(error), summary, {
      cause: error,
    });
  }
}

/**
 * A separate file for each import, in the data folder, because rejected records are people's data.
 */
function rejectsFile(
  world: World,
  { config, clock }: Services,
  name: string,
  { rejects }: ImportOptions,
): string {
  if (rejects !== undefined) return resolve(world.cwd, rejects);
  const at = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '');
  return join(config.dataFolder, 'rejects', `${name}-${at}.ndjson`);
}

async function listFields(world: World, kind: ResourceName): Promise<Report> {
  const { importFields } = await import('../../changes/import-fields.js');
  const fields = importFields(kind);
  const rows = fields.map(({ name, type, required, meaning }) => [
    name,
    type === '' ? 'ignored' : type,
    required ? 'yes' : '',
    meaning,
  ]);
  return {
    json: { kind, fields },
    text: table(['FIELD', 'TYPE', 'REQUIRED', 'MEANING'], rows, { terminal: terminalFor(world) }),
  };
}

async function suggestFor(world: World, file: string): Promise<Report> {
  const { suggestMapping } = await import('../../changes/drafting/suggest-mapping.js');
  const path = resolve(world.cwd, file);
  try {
    const { kind, text } = await suggestMapping(path);
    return { json: { kind, mapping: text }, text };
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ENOENT';
    throw new CommandError(`${path}: ${isMissing ? 'there is no such file' : messageOf(error)}`);
  }
}
