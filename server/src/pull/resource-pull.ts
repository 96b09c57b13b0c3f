import type { TenantDatabase } from '../store/tenant/open.js';
import {
  keepHolding,
  noteRejectedKeys,
  type PullState,
  rejectedKeys,
  renewHold,
  storePullState,
} from '../store/tenant/pulls.js';
import { writeUnversioned } from '../store/tenant/write.js';
import { DeadLinks, followChain } from './chain.js';
import type { PageBrake } from './page-brake.js';
import type { PageImport } from './page-import.js';
import type { PulledResource, PullFile } from './pull-file.js';
import { Queries } from './queries.js';
import type { SourceClient, SourcePage } from './source-client.js';

/** How far our clock may be ahead of that of a source that does not say what its clock shows. */
const UNKNOWN_CLOCK_MS = 900_000;

/** The most rejected records that are asked for by their keys. */
const MOST_RETRIED = 500;

export interface ResourceParts {
  readonly file: PullFile;
  readonly resource: PulledResource;
  readonly database: TenantDatabase;
  readonly client: SourceClient;
  readonly pages: PageImport;
  readonly brake: PageBrake;
  readonly state: PullState;
  /** Tells the run. */
  readonly holder: string;
  readonly dryRun: boolean;
}

/** Reads one resource of a source: everything, or what has changed, and goes on where an earlier run has stopped. */
export class ResourcePull {
  readonly #parts: ResourceParts;
  readonly #queries: Queries;
  /** The records that this run has rejected. */
  readonly #rejected = new Set<string>();
  #state: PullState;

  constructor(parts: ResourceParts) {
    this.#parts = parts;
    this.#queries = new Queries(parts.file, parts.resource);
    this.#state = parts.state;
  }

  /** How far it has been read. */
  get state(): PullState {
    return this.#state;
  }

  /**
   * Brings the resource up to date.
   *
   * With another mapping everything is read again, behind what has changed: a request for everything hides removals.
   */
  async read(): Promise<void> {
    const { digest } = this.#parts.resource;
    const isUnderWay = this.#state.began !== '';
    if (isUnderWay && this.#state.whole === 1 && this.#state.mapping !== digest) {
      await this.#store({ ...this.#state, ...NO_PASS });
    }
    const finishesWhole = this.#state.began !== '' && this.#state.whole === 1;
    if (this.#state.watermark !== '' && !finishesWhole) await this.#readChanges();
    if (finishesWhole || this.#state.mapping !== digest) await this.#pass(1);
  }

  async retryRejected(): Promise<void> {
    const { database, file, resource } = this.#parts;
    await this.askAgain([...(await rejectedKeys(database, file.source, resource.name))]);
  }

  /**
   * Asks again for records: one by one, and where they are many, as with a word that the mapping does not know, for
   * everything, which are fewer requests.
   */
  async askAgain(keys: readonly string[]): Promise<void> {
    if (keys.length > MOST_RETRIED) {
      await this.#pass(1);
      // Those that did not come are no longer there.
      const gone = keys.filter((key) => !this.#rejected.has(key));
      await this.#store(this.#state, { rejected: [], taken: gone });
      return;
    }
    await this.readAgain(keys);
  }

  /** Reads records again, by what finds single ones. */
  async readAgain(keys: readonly string[], pages = this.#parts.pages): Promise<void> {
    const { file, client } = this.#parts;
    const most = this.#queries.keysAtOnce;
    for (let start = 0; start < keys.length; start += most) {
      const portion = keys.slice(start, start + most);
      const rejected: string[] = [];
      await followChain(client, {
        link: undefined,
        pageSize: file.page,
        start: () => this.#queries.records(portion),
        take: async ({ records }) => {
          rejected.push(...(await pages.take(records)).rejected);
          return false;
        },
      });
      await this.#store(this.#state, { rejected, taken: portion });
    }
  }

  /** Stores that the keys of the resource were compared. @param isSettled Whether what the source does not have was removed. */
  async noteSweep(now: number, isSettled: boolean): Promise<void> {
    const base = isSettled ? await this.#parts.brake.count() : this.#state.base;
    await this.#store({ ...this.#state, swept_at: now, base });
  }

  async #readChanges(): Promise<void> {
    try {
      await this.#pass(0);
    } catch (error) {
      const { everything } = this.#parts.file.dialect;
      if (!(error instanceof DeadLinks) || everything === undefined) throw error;
      // More records have changed at one moment than its chains have rows, so that none gets past it.
      await this.#store({ ...this.#state, ...NO_PASS });
      await this.#pass(1);
    }
  }

  async #pass(whole: 0 | 1): Promise<void> {
    const { file, resource, client, pages, brake, database } = this.#parts;
    const { dialect } = file;
    const { mapping } = whole === 1 ? { mapping: resource.digest } : this.#state;
    if (this.#state.began === '') this.#state = { ...this.#state, ...NO_PASS, whole, mapping };
    await followChain(client, {
      link: this.#linkOf(this.#state),
      pageSize: file.page,
      startsAgain: dialect.order === 'changed',
      start: () => this.#queries.pass(this.#state),
      take: async (page, next) => {
        const ours = database.now() - (page.date === undefined ? UNKNOWN_CLOCK_MS : 0);
        // A clock that is ahead would pass over changes for as long.
        const began = Math.min(page.date ?? Number.POSITIVE_INFINITY, ours);
        const outcome = await pages.take(page.records);
        for (const key of outcome.rejected) this.#rejected.add(key);
        const state = {
          ...this.#advanced(page),
          ...{ link: next ?? '', linked_at: database.now() },
        };
        if (state.began === '') state.began = new Date(began).toISOString();
        await this.#store(state, outcome);
        // What reads everything apart knows no position.
        return this.#state.position !== '' && (whole === 0 || dialect.everything === undefined);
      },
      isDone: () => pages.hasShownAll,
    });
    const { began, watermark, swept_at, base } = this.#state;
    const isFirst = watermark === '';
    const hidesRemovals = dialect.existing !== undefined;
    await this.#store({
      ...this.#state,
      ...NO_PASS,
      // Read again for another mapping, it may say nothing of removals until now.
      watermark: whole === 1 && !isFirst && hidesRemovals ? watermark : began,
      swept_at: isFirst ? database.now() : swept_at,
      base: isFirst || brake.isForced ? await brake.count() : base,
    });
  }

  /** The link of an earlier run, where it may still be good. */
  #linkOf({ link, linked_at }: PullState): string | undefined {
    const { linkMs = Number.POSITIVE_INFINITY } = this.#parts.file.dialect;
    const age = this.#parts.database.now() - linked_at;
    return link === '' || age > linkMs ? undefined : link;
  }

  /** The state behind a page: with its last record, where pages come in the order of the dialect. */
  #advanced(page: SourcePage): PullState {
    const { file, resource } = this.#parts;
    const { order, changed } = file.dialect;
    const field = order === 'key' ? resource.key : changed;
    let { position, unordered } = this.#state;
    let before = '';
    for (const record of page.records) {
      const value = String(record[field] ?? '');
      if (value === '' || !isInOrder(order, before, value)) unordered = 1;
      before = value;
    }
    // A page that comes again leads no further back: what is up to the position has been read.
    if (isInOrder(order, position, before)) position = before;
    return { ...this.#state, unordered, position: unordered === 1 ? '' : position };
  }

  /**
   * Stores how far the resource has been read, behind the batches that it tells of: a run that is killed in between reads
   * one page again, and what is there already changes nothing.
   */
  async #store(
    state: PullState,
    outcome: { readonly rejected: readonly string[]; readonly taken: readonly string[] } = NOBODY,
  ): Promise<void> {
    const { database, file, resource, holder, dryRun } = this.#parts;
    this.#state = state;
    if (dryRun) return renewHold(database, file.source, holder);
    const place = { source: file.source, resource: resource.name };
    await writeUnversioned(database, async (transaction) => {
      await keepHolding(transaction, file.source, holder, database.now());
      await storePullState(transaction, file.source, resource.name, state);
      await noteRejectedKeys(database, transaction, place, outcome);
    });
  }
}

const NOBODY = { rejected: [], taken: [] };

/** No pass is under way. */
const NO_PASS = {
  began: '',
  link: '',
  linked_at: 0,
  position: '',
  unordered: 0,
  whole: 0,
} as const;

function isInOrder(order: 'key' | 'changed', before: string, value: string): boolean {
  if (before === '') return true;
  if (order === 'changed') return Date.parse(before) <= Date.parse(value);
  // As text, or as the numbers that most keys are.
  return before <= value || (isWhole(before) && isWhole(value) && BigInt(before) <= BigInt(value));
}

function isWhole(text: string): boolean {
  return /^\d{1,30}$/.test(text);
}
