import { basename } from 'node:path';
import { BoundedQueue } from '../../lib/bounded-queue.js';
import { type FetchOptions, FetchProblem, fetchPicture } from '../../media/fetch-picture.js';
import { PictureProblem } from '../../media/picture.js';
import { CONTENT_FOLDER, type PictureStore } from '../../media/picture-store.js';
import type { Variants } from '../../media/variants.js';
import { checkedForImport } from '../../store/tenant/import-lock.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import {
  areNoted,
  type FetchedPicture,
  picturesFrom,
  storeFetched,
} from '../../store/tenant/picture-sources.js';
import type { FetchedCounts } from '../../transfer/summary.js';

/** How many pictures are fetched at a time, and how many are fetched before they are noted. */
const AT_ONCE = 4;
const NOTED_TOGETHER = 20;

/** How many known pictures are looked for in the store at a time. */
const LOOKED_AT_ONCE = 16;

/** How often pictures are fetched again that a sweep deletes before records name them. */
const ATTEMPTS = 3;

/** How often a host may not be reached in a row until its other pictures are given up. */
const MOST_FAILURES_OF_HOST = 5;

/** The most reasons that are kept. */
const MOST_REASONS = 20;

/** A sweep has deleted pictures that are about to be named. */
class PicturesSwept extends Error {
  constructor() {
    super('pictures are deleted as soon as they are fetched: let `portico media sweep` end first');
  }
}

/** What fetching needs. */
interface FetcherParts {
  readonly database: TenantDatabase;
  readonly variants: Pick<Variants, 'keep'>;
  /** Where fetched pictures are kept. */
  readonly store: PictureStore;
  readonly options: FetchOptions;
}

/**
 * Takes pictures from their URLs into the store, each URL once, and equal pictures once. Those that are
 * noted and there are not fetched again, so an import that was killed goes on where it was. R292, R293.
 */
export class PictureFetcher {
  /** Where the records are to be written: a write of `withPictures` fails if one of its pictures was deleted. */
  readonly database: TenantDatabase;
  readonly #parts: FetcherParts;
  /** The URLs whose pictures the records name that are being written. */
  #named: readonly string[] = [];
  readonly #failures = new Map<string, number>();
  readonly #reasons = new Map<string, { count: number; first: string }>();
  readonly #counts = { fetched: 0, known: 0, failed: 0 };
  /** Why the pictures of this run that could not be fetched could not, by URL. */
  readonly #failed = new Map<string, string>();

  constructor(parts: FetcherParts) {
    this.#parts = parts;
    this.database = checkedForImport(parts.database, async (transaction) => {
      if (!(await areNoted(transaction, this.#named))) throw new PicturesSwept();
    });
  }

  /** What has come of all URLs until now. */
  get counts(): FetchedCounts {
    const reasons = [...this.#reasons].map(([reason, of]) => ({ reason, ...of }));
    return { ...this.#counts, ...(reasons.length === 0 ? {} : { reasons }) };
  }

  /** Why a picture could not be fetched. */
  reasonOf(url: string): string | undefined {
    return this.#failed.get(url);
  }

  /**
   * Writes records with the pictures at these URLs.
   *
   * @param write Writes to `database`, with the pictures as records name them; those that cannot be fetched are
   *   absent. It runs again where a sweep has deleted one of them in the meantime.
   * @throws Error when the import is to stop: what was fetched is kept and noted.
   */
  async withPictures<Result>(
    urls: readonly string[],
    write: (names: ReadonlyMap<string, string>) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const names = await this.#fetch(urls, attempt === 1);
      this.#named = [...names.keys()];
      try {
        return await write(names);
      } catch (error) {
        if (!(error instanceof PicturesSwept) || attempt === ATTEMPTS) throw error;
      } finally {
        this.#named = [];
      }
    }
  }

  /** @param isFirst Whether those that are here already are to be counted. */
  async #fetch(urls: readonly string[], isFirst: boolean): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const missing = () => urls.filter((url) => !found.has(url) && !this.#failed.has(url));
    for (let attempt = 1; ; attempt += 1) {
      for (const [url, filename] of await this.#kept(missing())) found.set(url, filename);
      if (isFirst && attempt === 1) this.#counts.known += found.size;
      const wanted = missing();
      if (wanted.length === 0) return found;
      if (attempt > ATTEMPTS) throw new PicturesSwept();
      await this.#fetchAll(wanted);
    }
  }

  /** The pictures from these URLs that are noted, and whose files are there: somebody may have deleted one. */
  async #kept(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { store } = this.#parts;
    const noted = await picturesFrom(this.database, urls);
    const looks = new BoundedQueue(LOOKED_AT_ONCE, Number.POSITIVE_INFINITY);
    const kept = await Promise.all(
      [...noted].map(([url, filename]) =>
        looks.run(async () => {
          const isThere = await store.has(this.database.name, basename(filename));
          return isThere ? [[url, filename] as const] : [];
        }),
      ),
    );
    return new Map(kept.flat());
  }

  async #fetchAll(urls: readonly string[]): Promise<void> {
    const waiting = urls.values();
    const fetched: FetchedPicture[] = [];
    const note = () => storeFetched(this.#parts.database, fetched.splice(0));
    const fetchOneByOne = async (): Promise<void> => {
      for (const url of waiting) {
        if (this.#parts.options.signal?.aborted === true) return;
        const picture = await this.#fetchOne(url);
        if (picture === undefined) continue;
        if (fetched.push(picture) >= NOTED_TOGETHER) await note();
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, fetchOneByOne));
    } finally {
      await note();
    }
    if (this.#parts.options.signal?.aborted === true) {
      throw new Error('the import was interrupted while it fetched pictures; run it again');
    }
  }

  async #fetchOne(url: string): Promise<FetchedPicture | undefined> {
    const { database, variants, store, options } = this.#parts;
    const host = URL.canParse(url) ? new URL(url).host : '';
    try {
      if ((this.#failures.get(host) ?? 0) >= MOST_FAILURES_OF_HOST) {
        throw new FetchProblem('The host was not reached for others.', true);
      }
      const bytes = await fetchPicture(url, options);
      this.#failures.delete(host);
      const { bytes: kept, extension, ...measured } = await variants.keep(database.name, bytes);
      const name = `${measured.hash}.${extension}`;
      await store.put(database.name, name, Buffer.from(kept));
      this.#counts.fetched += 1;
      return { url, filename: `${CONTENT_FOLDER}/${name}`, ...measured };
    } catch (error) {
      if (options.signal?.aborted === true) return undefined;
      const isExpected = error instanceof FetchProblem || error instanceof PictureProblem;
      if (!isExpected) throw error;
      if (error instanceof FetchProblem && error.ofHost) {
        this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
      }
      this.#fail(url, error.message);
      return undefined;
    }
  }

  #fail(url: string, reason: string): void {
    this.#counts.failed += 1;
    this.#failed.set(url, reason);
    const seen = this.#reasons.get(reason);
    if (seen !== undefined) seen.count += 1;
    else if (this.#reasons.size < MOST_REASONS) {
      this.#reasons.set(reason, { count: 1, first: withoutSecrets(url) });
    }
  }
}

/** A URL to print: what stands ahead of its host or follows on its path may be a password. */
function withoutSecrets(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/\\]*@/i, '$1');
}
