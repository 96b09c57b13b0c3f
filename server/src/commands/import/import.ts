import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { WriteStream } from 'node:tty';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ImportStopped, messageOf, RemovalRefused } from 'portico-importer/errors.js';
import {
  type ImportResource,
  RESOURCE_NAMES,
  type ResourceName,
} from 'portico-importer/resource.js';
import type { ImportSummary } from 'portico-importer/summary.js';
import type { ImportField } from '../../changes/record-kinds.js';
import type { CompleteImport } from '../../changes/removal/complete-import.js';
import { didYouMean, quoted } from '../../lib/text.js';
import { keepHeapSmall } from '../../lib/threads.js';
import type { PictureFetcher } from '../../resources/pictures/picture-fetcher.js';
import type { Services } from '../../services.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { defineCommand, reporting, terminalFor, type World } from '../command.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { type OpenedDatabase, onDatabase } from '../open.js';
import { collect, wholeUpTo } from '../options.js';
import { type Columns, print } from '../print.js';
import { stopOnInterrupt } from '../stopping.js';
import { recordedImport } from './recorded.js';
import { summaryText } from './summary.js';

interface ImportOptions {
  readonly complete?: true;
  readonly force?: true;
  readonly forceKind?: readonly ResourceName[];
  readonly expect?: number;
  readonly map?: string;
  readonly dryRun?: true;
  readonly show?: number;
  readonly fetchPictures?: true;
  readonly picturesPerSecond?: number;
  readonly picturesAtOnce?: number;
  readonly userAgent?: string;
  readonly rejects?: string;
  readonly fields?: ResourceName;
  readonly suggest?: string;
}

/** How `--force=<kind>` is spelled for commander, which would else take the next argument for the kind. */
const FORCE_KIND = '--force-kind';

/** The arguments of a command line, with `--force=<kind>` in the spelling that `import` takes. */
export function withForceKinds(args: readonly string[]): readonly string[] {
  if (args[0] !== 'import') return args;
  return args.map((arg) => arg.replace(/^--force=/, `${FORCE_KIND}=`));
}

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
    .option(
      '--show <number>',
      'print the first records as they are read; implies --dry-run',
      wholeUpTo(100),
    )
    .option('--complete', 'also remove the records that the files do not name')
    .option('--force', 'with --complete, remove any number; --force=agents of one kind')
    .addOption(new Option(`${FORCE_KIND} <kind>`).argParser(readForceKind).hideHelp())
    .option(
      '--expect <number>',
      'with --complete, how many records the main file has; if that is wrong, nothing is removed',
      readExpect,
    )
    .option('--fetch-pictures', 'download pictures from their URLs and serve them')
    .option(
      '--pictures-per-second <number>',
      'with --fetch-pictures, the most requests to one host (default: 5)',
      readPace,
    )
    .option(
      '--pictures-at-once <number>',
      'with --fetch-pictures, how many at a time (default: 4)',
      wholeUpTo(16),
    )
    .option(
      '--user-agent <text>',
      'with --fetch-pictures, the User-Agent of the requests (default: Portico)',
      readUserAgent,
    )
    .option(
      '--rejects <file>',
      'the file for records that cannot be stored (default: in PORTICO_DATA)',
    )
    .option('--suggest <file>', 'draft a mapping for a file, and import nothing')
    .addOption(
      new Option(
        '--fields <kind>',
        'list the fields of a kind of record, and import nothing',
      ).choices(RESOURCE_NAMES),
    )
    .addHelpText(
      'after',
      '\nA file has the name of the kind that it contains, such as listings.csv, agents.ndjson or photos.json.gz.' +
        '\nRecords are inserted or updated by their id, so an import can be run again.',
    )
    .action(
      reporting(
        world,
        async (_, name: string | undefined, sources: readonly string[], options: ImportOptions) => {
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
  keepHeapSmall();
  world.standBack?.();
  const paths = sources.map((source) => (source === '-' ? source : resolve(world.cwd, source)));
  checkOptions(options, paths);
  let complete: CompleteImport | undefined;
  const work = async ({ services, entry, database }: OpenedDatabase, signal: AbortSignal) => {
    // Loaded here, because the other commands do not need the readers of every format.
    const { importResources } = await import('../../changes/transfers.js');
    const { runImport } = await import('portico-importer/import.js');
    const { terminalProgress } = await import('./progress.js');
    const fetcher = await pictureFetcher(services, database, options, signal);
    const target = fetcher?.database ?? database;
    const resources = importResources(target, entry.time_zone, services.clock);
    const { CompleteImport } = await import('../../changes/removal/complete-import.js');
    complete = options.complete === true ? new CompleteImport(database) : undefined;
    const noted = complete?.noting(resources) ?? resources;
    const fetching = fetcher && (await fetchingImport(fetcher, noted));
    const imported = await runImport({
      sources: paths,
      stdin: world.stdin,
      ...(options.map === undefined ? {} : { mapping: resolve(world.cwd, options.map) }),
      ...(fetching ?? { resources: noted }),
      dryRun,
      ...(show === undefined ? {} : { show }),
      rejects: rejectsFile(world, services, name, options),
      progress: terminalProgress(world.stderr as WriteStream),
      ...{ signal, witness: complete },
    });
    const pictures = fetcher?.counts;
    const summary = pictures === undefined ? imported : { ...imported, pictures };
    if (complete === undefined || summary.interrupted === true) return summary;
    return removeUnnamed(complete, summary, options, dryRun);
  };
  const mode = options.complete === true ? 'complete' : 'import';
  const bases = async () => complete?.bases();
  const summary = await onDatabase(world, 'client or feed', name, (opened) =>
    stopOnInterrupt((signal) => {
      if (dryRun) return work(opened, signal);
      const request = { sources: paths, mode, bases, signal } as const;
      return recordedImport(opened, request, () => work(opened, signal));
    }),
  );
  if (summary.interrupted === true) {
    throw new ImportStopped(
      'The import was interrupted. What it had read until then is written; run it again for the rest.',
      summary,
    );
  }
  // What was not fetched may be again by the next import, so that somebody should know.
  const failed = (summary.pictures?.failed ?? 0) > 0;
  return { json: summary, text: summaryText(summary, dryRun), failed };
}

/** How many records of one kind are written at a time while their pictures are fetched. */
const FETCHED_BATCH = 100;

/** Checked before anything is opened, as wrong usage is no import that failed. @throws UsageError */
function checkOptions(options: ImportOptions, paths: readonly string[]): void {
  const { complete, force, forceKind, expect } = options;
  if (complete !== true && (force === true || forceKind !== undefined))
    throw new UsageError('it goes with --complete only.', undefined, '--force');
  if (complete !== true && expect !== undefined)
    throw new UsageError('it goes with --complete only.', undefined, '--expect');
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (expect !== undefined && paths.every(isFolder))
    throw new UsageError(
      'it says how many records one file has: name that file, not its folder.',
      undefined,
      '--expect',
    );
  const { fetchPictures, picturesPerSecond, picturesAtOnce, userAgent } = options;
  if (fetchPictures !== true && (picturesPerSecond ?? picturesAtOnce ?? userAgent) !== undefined) {
    throw new UsageError(
      '--pictures-per-second, --pictures-at-once and --user-agent go with --fetch-pictures only.',
    );
  }
}

/** Takes pictures from their URLs; undefined for an import that does not. */
async function pictureFetcher(
  { variants, fetched }: Services,
  database: TenantDatabase,
  { fetchPictures, picturesPerSecond, picturesAtOnce, userAgent }: ImportOptions,
  signal: AbortSignal,
): Promise<PictureFetcher | undefined> {
  if (fetchPictures !== true) return undefined;
  const { PictureFetcher } = await import('../../resources/pictures/picture-fetcher.js');
  const options = {
    signal,
    ...(picturesPerSecond === undefined ? {} : { perSecond: picturesPerSecond }),
    ...(picturesAtOnce === undefined ? {} : { atOnce: picturesAtOnce }),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
  return new PictureFetcher({ database, variants, store: fetched, options });
}

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

/** Words its own refusal, because that of commander names the option in the spelling that nobody has written. */
function readForceKind(kind: string, before?: readonly string[]): readonly string[] {
  if ((RESOURCE_NAMES as readonly string[]).includes(kind)) return collect(kind, before);
  const near = didYouMean(kind, RESOURCE_NAMES);
  throw new UsageError(
    `${quoted(kind)} is not a kind of record.${near} Kinds are ${RESOURCE_NAMES.join(', ')}.`,
    undefined,
    '--force',
  );
}

function readExpect(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A whole number is accepted.');
}

/** From one request in ten seconds on. */
function readPace(text: string): number {
  const pace = /^\d{1,3}(\.\d)?$/.test(text) ? Number(text) : 0;
  if (pace >= 0.1 && pace <= 100) return pace;
  throw new InvalidArgumentError('A number from 0.1 to 100 is accepted.');
}

function readUserAgent(text: string): string {
  if (/^[!-~](?:[ -~]{0,198}[!-~])?$/.test(text)) return text;
  throw new InvalidArgumentError('Text of 1 to 200 printable characters of ASCII is accepted.');
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
  const { importFields } = await import('../../changes/record-kinds.js');
  const fields = importFields(kind);
  return {
    json: { kind, fields },
    text: print(FIELD_COLUMNS, fields, { terminal: terminalFor(world) }),
  };
}

const FIELD_COLUMNS: Columns<ImportField> = {
  FIELD: ({ name }) => name,
  TYPE: ({ type }) => (type === '' ? 'ignored' : type),
  REQUIRED: ({ required }) => (required ? 'yes' : ''),
  MEANING: ({ meaning }) => meaning,
};

async function suggestFor(world: World, file: string): Promise<Report> {
  if (file === '-') {
    throw new CommandError(
      '--suggest reads a file more than once, and standard input only once: save it to a file',
    );
  }
  const { draftMapping } = await import('portico-importer/drafting/draft-mapping.js');
  const { DRAFT_TARGET } = await import('../../changes/record-kinds.js');
  const path = resolve(world.cwd, file);
  try {
    const { kind, text } = await draftMapping(path, DRAFT_TARGET);
    return { json: { kind, mapping: text }, text };
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ENOENT';
    throw new CommandError(`${path}: ${isMissing ? 'there is no such file' : messageOf(error)}`);
  }
}

/** Removes what the files of a complete import do not name. @throws RemovalRefused with what was done. */
async function removeUnnamed(
  complete: CompleteImport,
  summary: ImportSummary,
  { force, forceKind, expect }: ImportOptions,
  dryRun: boolean,
): Promise<ImportSummary> {
  const { removed, refused, incomplete } = await complete.finish(summary, {
    force: force === true ? 'all' : new Set(forceKind),
    ...{ expect, dryRun },
  });
  if (incomplete !== undefined) {
    throw new RemovalRefused(`Nothing was removed: ${incomplete}`, summary, dryRun);
  }
  const kinds = Object.entries(refused);
  if (kinds.length === 0) return { ...summary, removed };
  const lines = kinds.map(([kind, { reason }]) => `Nothing was removed of ${kind}: ${reason}`);
  throw new RemovalRefused(lines.join('\n'), { ...summary, removed, refused }, dryRun);
}
