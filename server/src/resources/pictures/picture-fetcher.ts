import { basename } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { FetchedCounts } from 'portico-importer/summary.js';
import { PictureProblem } from 'portico-media/picture.js';
import { CONTENT_FOLDER, type PictureStore } from 'portico-media/picture-store.js';
import type { Variants } from 'portico-media/variants.js';
import { systemClock } from '../../lib/clock.js';
import { BoundedQueue } from '../../lib/queues.js';
import { checkedForImport } from '../../store/tenant/import-lock.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import {
  areNoted,
  type FetchedPicture,
  picturesFrom,
  storeFetched,
  storeNames,
} from '../../store/tenant/pictures.js';
import { type FetchOptions, FetchProblem, fetchPicture } from './fetch-picture.js';
import { PictureHosts } from './picture-hosts.js';
import {
  pictureNames,
  recordOf,
  type ShownPicture,
  sameShown,
  shownPictures,
  type WantedPicture,
  withoutSignature,
} from './picture-names.js';

/** How many pictures are fetched at a time, and requests started in a second to one host, if not said otherwise. */
export const USUAL_PACE = { atOnce: 4, perSecond: 5 } as const;

/** How many pictures are fetched before they are noted. */
const NOTED_TOGETHER = 20;

/** How many known pictures are looked for in the store at a time. */
const LOOKED_AT_ONCE = 16;

/** How often pictures are fetched again that a sweep deletes before records name them. */
const ATTEMPTS = 3;

const MOST_REASONS = 20;

/** A sweep has deleted pictures that are about to be named. */
class PicturesSwept extends Error {
  constructor() {
    super('pictures are deleted as soon as they are fetched: let `portico media sweep` end first');
  }
}

/** The most pictures of an import whose URLs are compared with those of their neighbours. */
const MOST_COMPARED = 100_000;

/** Decides when a picture is fetched, and whether. */
export interface PictureTurns {
  /** @throws FetchProblem */
  ask(url: string, signal: AbortSignal | undefined, fetch: () => Promise<Buffer>): Promise<Buffer>;
}

interface FetcherParts {
  readonly database: TenantDatabase;
  readonly variants: Pick<Variants, 'keep'>;
  readonly store: PictureStore;
  /** When the host of a picture gets a request; without it, at a steady pace. */
  readonly hosts?: PictureTurns;
  readonly options: FetchOptions & { readonly atOnce?: number; readonly perSecond?: number };
}

/** What there is of the pictures that records name. */
export interface FoundPictures {
  /** The file of each, as records name it; those that could not be fetched are absent. */
  readonly files: ReadonlyMap<WantedPicture, string>;
  /** What records show now whose pictures are not all found, by `recordOf`. */
  readonly before: ReadonlyMap<string, readonly ShownPicture[]>;
}

/**
 * Takes pictures from their URLs into the store, each once, and equal pictures once. Those that are
 * noted and there are not fetched again, so an import that was killed goes on where it was. R292, R293, R305.
 */
export class PictureFetcher {
  /** Where the records are to be written: a write of `withPictures` fails if one of its pictures was deleted. */
  readonly database: TenantDatabase;
  readonly #parts: FetcherParts;
  readonly #hosts: PictureTurns;
  /** The names of the pictures that the records name which are being written. */
  #named: readonly string[] = [];
  readonly #reasons = new Map<string, { count: number; first: string }>();
  readonly #counts = { fetched: 0, known: 0, failed: 0 };
  /** Why the pictures of this run that could not be fetched could not, by name. */
  readonly #failed = new Map<string, string>();
  /** The URL of each picture by its record and what is left of it without a signature; empty for several. */
  readonly #urls = new LRUCache<string, string>({ max: MOST_COMPARED });

  constructor(parts: FetcherParts) {
    this.#parts = parts;
    const { perSecond = USUAL_PACE.perSecond } = parts.options;
    this.#hosts = parts.hosts ?? new PictureHosts({ perSecond, clock: systemClock });
    this.database = checkedForImport(parts.database, async (transaction) => {
      if (!(await areNoted(transaction, this.#named))) throw new PicturesSwept();
    });
  }

  /** What has come of all URLs until now. */
  get counts(): FetchedCounts {
    const reasons = [...this.#reasons].map(([reason, of]) => ({ reason, ...of }));
    return { ...this.#counts, ...(reasons.length === 0 ? {} : { reasons }) };
  }

  reasonOf(picture: WantedPicture): string | undefined {
    return this.#failed.get(this.#namesOf(picture)[0]);
  }

  /**
   * Writes records with these pictures, which are fetched in their order.
   *
   * @param write Writes to `database`. It runs again where a sweep has deleted one of them in the meantime.
   * @throws Error when the import is to stop: what was fetched is kept and noted.
   */
  async withPictures<Result>(
    pictures: readonly WantedPicture[],
    write: (found: FoundPictures) => Promise<Result>,
  ): Promise<Result> {
    const inOrder = [...pictures].sort((one, other) => one.order - other.order);
    for (const picture of inOrder) this.#compare(picture);
    for (let attempt = 1; ; attempt += 1) {
      const { found, before } = await this.#fetch(inOrder, attempt === 1);
      this.#named = [...found.values()].map(({ name }) => name);
      const files = new Map([...found].map(([picture, { filename }]) => [picture, filename]));
      try {
        return await write({ files, before });
      } catch (error) {
        if (!(error instanceof PicturesSwept) || attempt === ATTEMPTS) throw error;
      } finally {
        this.#named = [];
      }
    }
  }

  /** Notes whether the record has another picture whose URL differs in its signature at most. */
  #compare(picture: WantedPicture): void {
    const plain = plainName(picture);
    const other = this.#urls.get(plain) ?? picture.url;
    this.#urls.set(plain, other === picture.url ? other : '');
  }

  #isAlike(picture: WantedPicture): boolean {
    return this.#urls.get(plainName(picture)) === '';
  }

  #namesOf(picture: WantedPicture): readonly [string, ...string[]] {
    return pictureNames(picture, this.#isAlike(picture));
  }

  /** @param isFirst Whether those that are here already are to be counted. */
  async #fetch(pictures: readonly WantedPicture[], isFirst: boolean) {
    const found = new Map<WantedPicture, Kept>();
    const missing = () =>
      pictures.filter((each) => !found.has(each) && this.reasonOf(each) === undefined);
    const addKept = async () => {
      for (const [picture, kept] of await this.#kept(missing())) found.set(picture, kept);
    };
    await addKept();
    const left = pictures.filter((each) => !found.has(each));
    const before = left.length === 0 ? NONE : await shownPictures(this.database, left);
    if (await this.#recognize(missing(), before)) await addKept();
    if (isFirst) this.#counts.known += new Set([...found.values()].map(({ name }) => name)).size;
    for (let attempt = 1; ; attempt += 1) {
      const wanted = missing();
      if (wanted.length === 0) return { found, before };
      if (attempt > ATTEMPTS) throw new PicturesSwept();
      await this.#fetchAll(wanted);
      await addKept();
    }
  }

  /** The pictures that are noted, and whose files are there: somebody may have deleted one. */
  async #kept(pictures: readonly WantedPicture[]): Promise<ReadonlyMap<WantedPicture, Kept>> {
    const { store } = this.#parts;
    const names = new Set(pictures.flatMap((picture) => this.#namesOf(picture)));
    const noted = await picturesFrom(this.database, [...names]);
    const looks = new BoundedQueue(LOOKED_AT_ONCE, Number.POSITIVE_INFINITY);
    const files = await Promise.all(
      [...new Set(noted.values())].map((file) =>
        looks.run(async () => {
          const isThere = await store.has(this.database.name, basename(file));
          return isThere ? [file] : [];
        }),
      ),
    );
    const there = new Set(files.flat());
    const entries = pictures.flatMap((picture) => {
      const name = this.#namesOf(picture).find((each) => there.has(noted.get(each) ?? ''));
      return name === undefined
        ? []
        : [[picture, { name, filename: noted.get(name) ?? '' }] as const];
    });
    return new Map(entries);
  }

  /** Notes the names of pictures that their records show already, under another name. @returns Whether any. */
  async #recognize(
    pictures: readonly WantedPicture[],
    before: FoundPictures['before'],
  ): Promise<boolean> {
    const recognized = pictures.flatMap((picture) => {
      const shown = before.get(recordOf(picture)) ?? [];
      const same = sameShown(picture, shown, this.#isAlike(picture));
      if (same === undefined) return [];
      const { url, key = '' } = picture;
      const { filename } = same;
      return this.#namesOf(picture).map((name) => ({ name, url, key, filename }));
    });
    await storeNames(this.#parts.database, recognized);
    return recognized.length > 0;
  }

  async #fetchAll(pictures: readonly WantedPicture[]): Promise<void> {
    const { atOnce = USUAL_PACE.atOnce, signal } = this.#parts.options;
    const byName = new Map(pictures.map((picture) => [this.#namesOf(picture)[0], picture]));
    const waiting = byName.values();
    const fetched: FetchedPicture[] = [];
    const note = () => storeFetched(this.#parts.database, fetched.splice(0));
    const fetchOneByOne = async (): Promise<void> => {
      for (const each of waiting) {
        if (signal?.aborted === true) return;
        const picture = await this.#fetchOne(each);
        if (picture === undefined) continue;
        if (fetched.push(picture) >= NOTED_TOGETHER) await note();
      }
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, fetchOneByOne));
    } finally {
      await note();
    }
    if (signal?.aborted === true) {
      throw new Error('the import was interrupted while it fetched pictures; run it again');
    }
  }

  async #fetchOne(picture: WantedPicture): Promise<FetchedPicture | undefined> {
    const { database, variants, store, options } = this.#parts;
    const { url, key } = picture;
    try {
      const fetch = () => fetchPicture(url, options);
      const bytes = await this.#hosts.ask(url, options.signal, fetch);
      const { bytes: kept, extension, ...measured } = await variants.keep(database.name, bytes);
      const name = `${measured.hash}.${extension}`;
      await store.put(database.name, name, Buffer.from(kept));
      this.#counts.fetched += 1;
      const filename = `${CONTENT_FOLDER}/${name}`;
      return { url, key, names: this.#namesOf(picture), filename, ...measured };
    } catch (error) {
      if (options.signal?.aborted === true) return undefined;
      const isExpected = error instanceof FetchProblem || error instanceof PictureProblem;
      if (!isExpected) throw error;
      this.#fail(picture, error.message);
      return undefined;
    }
  }

  #fail(picture: WantedPicture, reason: string): void {
    this.#counts.failed += 1;
    this.#failed.set(this.#namesOf(picture)[0], reason);
    const seen = this.#reasons.get(reason);
    if (seen !== undefined) seen.count += 1;
    else if (this.#reasons.size < MOST_REASONS) {
      this.#reasons.set(reason, { count: 1, first: withoutSecrets(picture.url) });
    }
  }
}

/** A picture that is here, and the name that it was found by. */
interface Kept {
  readonly name: string;
  readonly filename: string;
}

const NONE: FoundPictures['before'] = new Map();

/** The picture of a record by its URL, whatever signature that has. */
function plainName(picture: WantedPicture): string {
  return `${recordOf(picture)} ${withoutSignature(picture.url)}`;
}

/** A URL to print: what stands ahead of its host or follows on its path may be a password. */
function withoutSecrets(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/\\]*@/i, '$1');
}
