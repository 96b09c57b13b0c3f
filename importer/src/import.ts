import type { Readable } from 'node:stream';
import { checkPacked } from './bytes.js';
import { FileProblem, messageOf, TransferRefused } from './errors.js';
import { ImportAccount } from './import-account.js';
import { type ImportWitness, Intake } from './intake.js';
import { loadMapping, type Mapping } from './mapping.js';
import { headerProblems, readRecords } from './read.js';
import type { ImportResource, ResourceName } from './resource.js';
import { RowCount, type SourceItem } from './source-items.js';
import { type ImportFile, planImport } from './sources.js';
import type { ImportSummary } from './summary.js';
import { count } from './text.js';

/** The most rows of one transaction. */
export const BATCH_LIMIT = 5000;

export interface Progress {
  /** @param total Bytes of all files on the disk. */
  start(total: number): void;
  /** @param done The bytes of them that have been read. */
  update(done: number): void;
  stop(): void;
}

/** Shows nothing. */
export const noProgress: Progress = { start() {}, update() {}, stop() {} };

export interface ImportOptions {
  /** Files, folders and named pipes; `-` is standard input. */
  readonly sources: readonly string[];
  readonly stdin?: Readable;
  readonly mapping?: string;
  /** The resources that this database accepts. */
  readonly resources: ReadonlyMap<ResourceName, ImportResource>;
  /** Reads and checks everything, and writes only the rejects file. */
  readonly dryRun?: boolean;
  /** How many records of each resource the summary shows as they were read; none, if not given. */
  readonly show?: number;
  /** The path of the rejects file, which exists only if there are rejects; see RejectsFile. */
  readonly rejects: string;
  readonly progress?: Progress;
  /** Rows of one transaction, from 1 to BATCH_LIMIT. */
  readonly batchSize?: number;
  /** Stops the import after the batch that is being collected. */
  readonly signal?: AbortSignal;
  readonly witness?: ImportWitness | undefined;
}

/**
 * Reads files into a database, in batches of one transaction each. It checks everything that it can
 * before it reads the first record. See docs/importing/results.md.
 * @throws TransferRefused with every reason when the import did not start.
 * @throws ImportStopped when a file cannot be read to its end or the database fails. The records
 *   read until then are written, and `summary` counts them.
 */
export async function runImport(options: ImportOptions): Promise<ImportSummary> {
  const { batchSize = BATCH_LIMIT } = options;
  if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > BATCH_LIMIT) {
    throw new RangeError(`batchSize is ${batchSize}; accepted are 1 to ${BATCH_LIMIT}`);
  }
  const { files, skipped, mapping } = await prepare(options);
  return new ImportRun(options, mapping, batchSize, skipped).take(files);
}

async function prepare(options: ImportOptions) {
  const { resources } = options;
  const { mapping, problems: wrong } =
    options.mapping === undefined
      ? { mapping: undefined, problems: [] }
      : await loadMapping(options.mapping, resources);
  if (options.mapping !== undefined && mapping === undefined) throw new TransferRefused(wrong);
  const plan = await planImport(options.sources, resources, mapping, options.stdin);
  const problems = [...wrong, ...plan.problems];
  for (const file of plan.files) {
    const resource = resources.get(file.resource) as ImportResource;
    problems.push(...(await problemsOfFile(file, resource, mapping, options.signal)));
  }
  if (problems.length > 0) {
    for (const { pipe } of plan.files) pipe?.close();
    throw new TransferRefused(problems);
  }
  return { ...plan, mapping };
}

async function problemsOfFile(
  file: ImportFile,
  resource: ImportResource,
  mapping: Mapping | undefined,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  try {
    if (file.pipe === undefined) await checkPacked(file.path, signal);
    const problems = await headerProblems(file, resource, mapping);
    return problems.map((problem) => `${file.path}: ${problem}`);
  } catch (error) {
    return [`${file.path}: ${messageOf(error)}`];
  }
}

/** One running import: the account of it, and the current place in the files. */
class ImportRun {
  readonly #options: ImportOptions;
  readonly #mapping: Mapping | undefined;
  readonly #account: ImportAccount;
  readonly #intake: Intake;

  constructor(
    options: ImportOptions,
    mapping: Mapping | undefined,
    batchSize: number,
    skipped: readonly string[],
  ) {
    this.#options = options;
    this.#mapping = mapping;
    this.#account = new ImportAccount(options, mapping, skipped);
    const { resources, dryRun = false, witness } = options;
    this.#intake = new Intake({ resources, mapping, batchSize, dryRun }, this.#account, witness);
  }

  async take(files: readonly ImportFile[]): Promise<ImportSummary> {
    const { progress = noProgress } = this.#options;
    progress.start(files.reduce((total, { size }) => total + size, 0));
    try {
      let passed = 0;
      for (const file of files) {
        if (this.#askedToStop()) break;
        await this.#takeFile(file, (bytes) => progress.update(passed + bytes));
        passed += file.size;
      }
    } catch (error) {
      this.#account.close(error);
      throw error;
    } finally {
      progress.stop();
    }
    this.#account.close();
    await this.#account.lookUpReferences();
    return this.#account.summary();
  }

  async #takeFile(file: ImportFile, progress: (bytes: number) => void): Promise<void> {
    const resource = this.#options.resources.get(file.resource) as ImportResource;
    const counts = this.#account.countsOf(file.resource);
    const before = counts.read;
    this.#account.seeFile(file, resource);
    const { items, bytesRead } = readRecords(file, resource, this.#mapping, (columns) =>
      this.#account.seeColumns(file, columns),
    );
    const rows = new RowCount(file.format);
    try {
      for await (const portion of items) {
        if (await this.#takePortion(rows.records(portion), file)) break;
        progress(bytesRead());
      }
    } catch (error) {
      if (!(error instanceof FileProblem)) this.#account.stop(file, error);
      // The records before the error are sound, so they are written.
      await this.#intake.finish(file);
      const read = count(counts.read - before);
      const message = `${error.message} (records read before it: ${read})`;
      this.#account.stop(file, new FileProblem(message, { cause: error }));
    }
    await this.#intake.finish(file);
    if (this.#account.isInterrupted) return;
    this.#options.witness?.ended(file, rows.count, rows.announced);
  }

  /** Returns true after a request to stop. */
  async #takePortion(portion: readonly SourceItem[], file: ImportFile): Promise<boolean> {
    for (const item of portion) {
      const writing = this.#intake.take(item, file);
      // Most records only join a batch.
      if (writing === undefined) continue;
      await writing;
      if (this.#askedToStop()) return true;
    }
    return this.#askedToStop();
  }

  #askedToStop(): boolean {
    this.#account.isInterrupted ||= this.#options.signal?.aborted === true;
    return this.#account.isInterrupted;
  }
}
