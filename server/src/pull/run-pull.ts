import { rmSync } from 'node:fs';
import { ImportStopped, messageOf, RemovalRefused } from 'portico-importer/errors.js';
import {
  type ImportResource,
  RESOURCE_NAMES,
  type ResourceName,
} from 'portico-importer/resource.js';
import type { ImportSummary } from 'portico-importer/summary.js';
import { importResources } from '../changes/transfers.js';
import type { Clock } from '../lib/clock.js';
import { type PullPaces, tokenName } from '../store/directory/pull-paces.js';
import { checkedForImport } from '../store/tenant/import-lock.js';
import type { RunEnd } from '../store/tenant/import-runs.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import {
  HELD_MS,
  keepHolding,
  noteSuccess,
  pullState,
  releaseSource,
  renewHold,
  SourceTaken,
} from '../store/tenant/pulls.js';
import { secretOf } from './credentials.js';
import { pullOpenHouses } from './open-houses.js';
import { adoptPace, Pace, SourceRests, systemWait, type Wait } from './pace.js';
import { PageBrake, RemovalHeld } from './page-brake.js';
import { PageImport, sumOfSummaries } from './page-import.js';
import { type PicturePlaces, PictureQueue } from './picture-queue.js';
import { OPEN_HOUSE, type PulledResource, type PullFile } from './pull-file.js';
import { ResourcePull } from './resource-pull.js';
import { SourceClient } from './source-client.js';
import { SourceProblem } from './source-request.js';
import { refusalLines, sweep } from './sweep.js';

/** How often keys are compared, in milliseconds: nothing but that tells of a record that is gone without a word. */
const SWEEP_MS = 24 * 3_600_000;

/** Until which part of the time between two runs pictures are fetched. */
const SHARE_OF_PICTURES = 0.9;

/** What a run may use, and what it is asked to do. */
export interface PullOptions {
  readonly database: TenantDatabase;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Waits; tests move a clock. */
  readonly wait?: Wait;
  /** Tells this run from others. */
  readonly holder: string;
  readonly rejects: (resource: string) => string;
  /** Compares keys now, whenever that was done last. */
  readonly sweep: boolean;
  readonly force: 'all' | ReadonlySet<string>;
  readonly dryRun: boolean;
  readonly show: number | undefined;
  readonly pictures: PicturePlaces;
  /** What tokens have requested of their sources. */
  readonly paces: PullPaces;
  /** How long it is until the next run, in milliseconds: pictures are fetched until shortly before. */
  readonly everyMs: number;
}

interface Outcome {
  summary: ImportSummary;
  readonly bases: Record<string, Readonly<Record<string, number>>>;
}

/**
 * Brings a client or feed up to date with a source, once. The run has the source (`holdSource`), and lets it go.
 *
 * @returns What an import reports of the same records, and what later sweeps compare with.
 * @throws ImportStopped with what was done, when the source does not answer as it should.
 * @throws RemovalRefused when a sweep has removed nothing of a kind.
 */
export async function runPull(
  file: PullFile,
  options: PullOptions,
): Promise<{ readonly summary: ImportSummary; readonly bases: RunEnd['bases'] }> {
  const { database, holder } = options;
  const outcome: Outcome = { summary: { rejects: null }, bases: {} };
  const run = new SourceRun(file, options, outcome);
  let waits_until = 0;
  try {
    await run.run();
  } catch (error) {
    // The feed may have been wiped, and its records must not stay in files.
    if (isTaken(error)) {
      for (const { name } of file.resources) {
        for (const part of [name, picturesOf(name)]) rmSync(options.rejects(part), { force: true });
      }
    }
    if (error instanceof SourceRests) waits_until = error.until;
    if (error instanceof ImportStopped) throw error;
    throw new ImportStopped(messageOf(error), outcome.summary, { cause: error });
  } finally {
    const records = RESOURCE_NAMES.map((name) => outcome.summary[name]?.read ?? 0);
    const read = records.reduce((sum, each) => sum + each, 0);
    const end = { requests: run.requests, records: read, waits_until };
    await releaseSource(database, file.source, holder, end);
  }
  return outcome;
}

/** Whether another run, or nobody, has the source now. */
function isTaken(error: unknown): boolean {
  const { cause = error } = error as Error;
  return cause instanceof SourceTaken;
}

/** The rejects file of records that are read again for their pictures. */
function picturesOf(resource: string): string {
  return `${resource}.pictures`;
}

class SourceRun {
  readonly #file: PullFile;
  readonly #options: PullOptions;
  readonly #outcome: Outcome;
  /** Writes only while this run has the source: one that was halted and overtaken changes nothing. */
  readonly #database: TenantDatabase;
  readonly #resources: ReadonlyMap<ResourceName, ImportResource>;
  readonly #pictures: PictureQueue | undefined;
  readonly #picturesUntil: number;
  readonly #client: SourceClient;
  readonly #pace: Pace;
  /** The resource whose records name pictures, once they are read. */
  #pictured:
    | { readonly resource: PulledResource; readonly pull: ResourcePull; readonly brake: PageBrake }
    | undefined;

  constructor(file: PullFile, options: PullOptions, outcome: Outcome) {
    const { database, holder, timeZone, clock, signal } = options;
    this.#file = file;
    this.#options = options;
    this.#outcome = outcome;
    this.#database = checkedForImport(database, (transaction) =>
      keepHolding(transaction, file.source, holder, database.now()),
    );
    const resourcesOf = (on: TenantDatabase) => importResources(on, timeZone, clock);
    const resources = resourcesOf(this.#database);
    const { source, base, credentials, dialect } = file;
    const wait: Wait = (ms, until) => this.#wait(ms, until);
    const token = tokenName(secretOf(credentials));
    const pace = new Pace(options.paces, clock, token, dialect.pace, wait);
    this.#pace = pace;
    this.#client = new SourceClient({
      ...{ base, credentials, tokenHosts: dialect.tokenHosts, pace, wait, signal },
      keep: () => this.#keep(),
      userAgent: dialect.pictures?.userAgent,
      limit: dialect.limit,
      headers: dialect.page.by === 'prefer' ? { prefer: `odata.maxpagesize=${file.page}` } : {},
    });
    this.#picturesUntil = database.now() + options.everyMs * SHARE_OF_PICTURES;
    this.#resources = resources;
    if (!file.fetchesPictures) return;
    const listingsOf = (on: TenantDatabase) => resourcesOf(on).get('listings') as ImportResource;
    this.#pictures = new PictureQueue({
      ...{ ...options.pictures, database: this.#database, source, pace, signal, listingsOf },
      client: this.#client,
      keep: () => this.#keep(),
    });
    const listings = this.#pictures.writing(resources.get('listings') as ImportResource);
    this.#resources = new Map([...resources, ['listings', listings]]);
  }

  /** How many requests were made. */
  get requests(): number {
    return this.#pace.requests;
  }

  async run(): Promise<void> {
    await adoptPace(this.#options.paces, this.#options.database, this.#pace.token);
    const refused: string[] = [];
    const problems: SourceProblem[] = [];
    const { resources } = this.#file;
    for (const [at, resource] of resources.entries()) {
      try {
        refused.push(...(await this.#read(resource)));
      } catch (error) {
        // What is wrong with one resource must not make the others old; but a source that has had enough is left alone.
        if (isTaken(error) || error instanceof SourceRests) throw error;
        if (!(error instanceof SourceProblem) || error.status === 429) throw problems[0] ?? error;
        problems.push(error);
      }
      if (!this.#options.signal.aborted) continue;
      if (at < resources.length - 1) this.#outcome.summary.interrupted = true;
      break;
    }
    const [problem] = problems;
    if (this.#outcome.summary.interrupted !== true) {
      const { database, holder, dryRun } = this.#options;
      const isWhole = problem === undefined && refused.length === 0 && !dryRun;
      // Ahead of the pictures, which may take until the next run.
      if (isWhole) await noteSuccess(database, this.#file.source, holder);
      await this.#fetchPictures().catch((error) => {
        throw isTaken(error) ? error : (problem ?? error);
      });
    }
    if (problem !== undefined) throw problem;
    if (this.#outcome.summary.interrupted === true || refused.length === 0) return;
    throw new RemovalRefused(refused.join('\n'), this.#outcome.summary, this.#options.dryRun);
  }

  /** @returns Why a sweep has removed nothing of a kind. */
  async #read(resource: PulledResource): Promise<readonly string[]> {
    const { database, holder, dryRun, force } = this.#options;
    const { source } = this.#file;
    const state = await pullState(database, source, resource.name);
    const isForced = force === 'all' || force.has(resource.mapping.resource);
    const brake = new PageBrake({ database, source, resource, base: state.base, isForced });
    const pages = this.#pagesOf(resource, resource.name, brake);
    const parts = {
      ...{ file: this.#file, client: this.#client, resource, database, pages },
      ...{ brake, holder, dryRun, state },
    };
    const pull = new ResourcePull(parts);
    const isOpenHouse = resource.name === OPEN_HOUSE;
    let lines: readonly string[] = [];
    try {
      if (isOpenHouse) await pullOpenHouses(parts, this.#options.sweep || dryRun);
      else {
        await pull.read();
        if (this.#isSweepDue(pull)) {
          await pull.retryRejected();
          lines = await this.#sweep(resource, pull);
          await pull.noteSweep(database.now(), lines.length === 0);
        }
      }
    } catch (error) {
      this.#add(pages.abandon(error));
      if (this.#options.signal.aborted) {
        this.#outcome.summary.interrupted = true;
        return [];
      }
      if (!(error instanceof RemovalHeld)) throw error;
      const { summary } = this.#outcome;
      summary.refused = { ...summary.refused, [resource.mapping.resource]: error.removal };
      return [error.message];
    }
    this.#add(await pages.finish());
    if (!isOpenHouse && resource.mapping.resource === 'listings')
      this.#pictured = { resource, pull, brake };
    return lines;
  }

  async #fetchPictures(): Promise<void> {
    const { dryRun, signal } = this.#options;
    if (this.#pictures === undefined || this.#pictured === undefined || dryRun) return;
    const { resource, pull, brake } = this.#pictured;
    // Records that are read again for their pictures are not counted.
    const pages = this.#pagesOf(resource, picturesOf(resource.name), brake);
    try {
      await this.#pictures.fetch(this.#picturesUntil, (keys) => pull.readAgain(keys, pages));
      await pages.finish();
    } catch (error) {
      pages.abandon(error);
      // Those that are left wait for the next run.
      if (!signal.aborted) throw error;
    } finally {
      const { counts } = this.#pictures;
      if (counts !== undefined) this.#outcome.summary.pictures = counts;
    }
  }

  /** Writes the records of pages. @param name Names the rejects file. */
  #pagesOf(resource: PulledResource, name: string, brake: PageBrake): PageImport {
    const { dryRun, show, rejects } = this.#options;
    return new PageImport({
      ...{ database: this.#database, source: this.#file.source, resource },
      ...{ resources: this.#resources, pictures: this.#pictures, brake },
      ...{ rejects: rejects(name), dryRun, show },
    });
  }

  #isSweepDue({ state }: ResourcePull): boolean {
    const { show, sweep: isAsked } = this.#options;
    if (show !== undefined) return false;
    // One that is far ahead is of a clock that was set back.
    return isAsked || Math.abs(this.#options.database.now() - state.swept_at) > SWEEP_MS;
  }

  async #sweep(resource: PulledResource, pull: ResourcePull): Promise<readonly string[]> {
    const { force, dryRun } = this.#options;
    const options = { force, dryRun, keep: () => this.#keep() };
    const swept = await sweep(this.#file, resource, this.#client, this.#database, options);
    const { summary, bases } = this.#outcome;
    Object.assign(bases, swept.bases);
    summary.removed = { ...summary.removed, ...swept.removed };
    if (Object.keys(swept.refused).length > 0) {
      summary.refused = { ...summary.refused, ...swept.refused };
    }
    await pull.askAgain(swept.again);
    return refusalLines(swept.refused);
  }

  /** Adds what was done of one resource to what was done of all. */
  #add(more: ImportSummary): void {
    this.#outcome.summary = sumOfSummaries(this.#outcome.summary, more);
  }

  /** Keeps the source for this run. @throws SourceTaken */
  #keep(): Promise<void> {
    const { database, holder } = this.#options;
    return renewHold(database, this.#file.source, holder);
  }

  /** Waits in parts, and keeps the source between them. */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const { wait = systemWait } = this.#options;
    for (let left = ms; left > 0; left -= HELD_MS / 4) {
      await wait(Math.min(left, HELD_MS / 4), signal);
      await this.#keep();
    }
  }
}
