import { Readable } from 'node:stream';
import type { Clock } from 'portico/lib/clock.js';
import { BoundedQueue, FairQueue, QueueFull } from 'portico/lib/queues.js';
import type { OriginalFiles } from './original-files.js';
import { PictureInterrupted, PictureProblem, SHORT_OF_MEMORY } from './picture.js';
import type { PictureProcesses } from './picture-processes.js';
import { isPicturePath, type StoredPicture, VARIANTS } from './picture-store.js';
import type { MeasuredPicture, PictureResults, PictureWork } from './picture-work.js';
import { parseVariantName, type VariantName } from './variant.js';
import type { VariantCache } from './variant-cache.js';

/** How many pictures are decoded and encoded at a time: each takes a processor, and usually 100 MB. */
const AT_ONCE = 2;

/** The most pictures that wait for that: of one tenant, and in all. A waiting one takes next to no memory. */
const MOST_WAITING = { each: 100, inAll: 200 } as const;

/** How many originals are looked up at a time, and how many look-ups wait: anybody may ask for any name. */
const LOOK_UPS = { atOnce: 8, waiting: 200 } as const;

/** How many originals are read at a time to see whether they are the same. */
const COMPARED_AT_ONCE = 2;

/** What variants are made from, and where they are kept. */
interface VariantParts {
  readonly cache: VariantCache;
  readonly originals: OriginalFiles;
  /** The files of a tenant that had this content when they were measured. */
  readonly filesOf: (tenant: string, hash: string) => Promise<readonly string[]>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly processes: PictureProcesses;
}

/** The original of a variant that is not made for now, as records name it. */
export interface OriginalInstead {
  readonly original: string;
}

/**
 * Makes pictures in other sizes and formats at the first request, and keeps them. R288, R289.
 *
 * Each is made once, however many ask for it at the same time. All decoding is in child processes.
 */
export class Variants {
  readonly #parts: VariantParts;
  readonly #queue = new FairQueue(MOST_WAITING.each, MOST_WAITING.inAll, AT_ONCE);
  readonly #lookUps = new BoundedQueue(LOOK_UPS.atOnce, LOOK_UPS.waiting);
  readonly #comparisons = new BoundedQueue(COMPARED_AT_ONCE, Number.POSITIVE_INFINITY);
  readonly #underWay = new Map<string, Promise<Buffer | OriginalInstead | undefined>>();
  readonly #interruptions: Interruptions;
  readonly #allowance: MakingAllowance;

  constructor(parts: VariantParts) {
    this.#parts = parts;
    this.#interruptions = new Interruptions(parts.clock);
    this.#allowance = new MakingAllowance(parts.clock);
  }

  /**
   * Opens a variant, which is made where it does not exist.
   *
   * @param name `<hash>-<width>.<extension>`.
   * @returns undefined when there is no such original, or it is not made in this width; the original where the variant is
   *   not made for now: too many wait, memory is short, or the cache is full and enough was made for it.
   * @throws QueueFull when too many names are being looked up.
   */
  async read(tenant: string, name: string): Promise<StoredPicture | OriginalInstead | undefined> {
    const wanted = parseVariantName(name);
    if (wanted === undefined || !isPicturePath(tenant, name, VARIANTS)) return undefined;
    const found = await this.#parts.cache.read(tenant, name);
    if (found !== undefined) return found;
    const made = await this.#madeOnce(tenant, name, wanted);
    if (made === undefined || 'original' in made) return made;
    return { content: Readable.from([made]), length: made.length };
  }

  /**
   * Measures a picture that records name.
   *
   * @returns undefined when it is not here, or no sound picture.
   * @throws QueueFull when too many wait, or memory is short.
   */
  async measure(tenant: string, filename: string): Promise<MeasuredPicture | undefined> {
    return this.#queue.run(tenant, async () => {
      const bytes = await this.#parts.originals.read(tenant, filename);
      if (bytes === undefined) return undefined;
      const work = { kind: 'measure', bytes } as const;
      return this.#workOn(`${tenant}/${filename}`, work).catch(undefinedIfUnsound);
    });
  }

  /** The hash of a picture's bytes by now; undefined when it is not here. */
  async contentOf(tenant: string, filename: string): Promise<string | undefined> {
    return this.#comparisons.run(() => this.#parts.originals.hash(tenant, filename));
  }

  /** Checks bytes from elsewhere and encodes them again. @throws PictureProblem and QueueFull */
  async keep(tenant: string, bytes: Buffer): Promise<PictureResults['keep']> {
    try {
      return await this.#queue.run(tenant, () =>
        this.#parts.processes.run({ kind: 'keep', bytes }),
      );
    } catch (error) {
      if (!(error instanceof PictureInterrupted)) throw error;
      throw new PictureProblem(SHORT_OF_MEMORY, { cause: error });
    }
  }

  /** Resolves when nothing is removed from the cache any more. The processes are to be ended before. */
  async close(): Promise<void> {
    await this.#parts.cache.settled();
  }

  #madeOnce(tenant: string, name: string, wanted: VariantName) {
    const key = `${tenant}/${name}`;
    let making = this.#underWay.get(key);
    if (making === undefined) {
      making = this.#make(tenant, name, wanted).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, making);
    }
    return making;
  }

  async #make(tenant: string, name: string, wanted: VariantName) {
    const files = await this.#lookUps.run(() => this.#parts.filesOf(tenant, wanted.hash));
    for (const filename of files) {
      const made = await this.#queue
        .run<Buffer | OriginalInstead | undefined>(tenant, () => {
          const make = () => this.#makeOf(tenant, filename, name, wanted);
          if (!this.#parts.cache.isFull) return make();
          if (!this.#allowance.isSpent) return this.#allowance.spend(make);
          return this.#originalOf(tenant, filename, wanted);
        })
        .catch((error: unknown) => {
          // The picture was sound when it was measured: what is short is time, memory or room to wait. A browser that
          // is refused one of the sizes shows none of the others.
          if (!(error instanceof QueueFull || error instanceof PictureProblem)) throw error;
          return { original: filename };
        });
      if (made !== undefined) return made;
    }
    return undefined;
  }

  async #makeOf(tenant: string, filename: string, name: string, wanted: VariantName) {
    const { cache, originals } = this.#parts;
    const bytes = await originals.read(tenant, filename);
    if (bytes === undefined) return undefined;
    const work = { kind: 'variant', bytes, ...wanted } as const;
    const made = await this.#workOn(`${tenant}/${filename}`, work);
    if (made === undefined) return undefined;
    const variant = Buffer.from(made.bytes);
    await cache.keep(tenant, name, variant);
    return variant;
  }

  async #originalOf(
    tenant: string,
    filename: string,
    { hash }: VariantName,
  ): Promise<OriginalInstead | undefined> {
    const isSame = (await this.#parts.originals.hash(tenant, filename)) === hash;
    return isSame ? { original: filename } : undefined;
  }

  /**
   * Has work done on an original.
   *
   * @throws PictureProblem for no sound picture, and for one whose work is interrupted again and again.
   * @throws QueueFull when it was interrupted: it can be requested again.
   */
  async #workOn<Kind extends PictureWork['kind']>(
    picture: string,
    work: Extract<PictureWork, { kind: Kind }>,
  ): Promise<PictureResults[Kind]> {
    if (this.#interruptions.isLeftAlone(picture)) throw new PictureProblem(SHORT_OF_MEMORY);
    try {
      const result = await this.#parts.processes.run(work);
      this.#interruptions.forget(picture);
      return result;
    } catch (error) {
      if (!(error instanceof PictureInterrupted)) throw error;
      this.#interruptions.note(picture);
      throw new QueueFull();
    }
  }
}

function undefinedIfUnsound(error: unknown): undefined {
  if (!(error instanceof PictureProblem)) throw error;
}

/** How often the work on a picture may be interrupted until it is left alone for a while. */
const MOST_INTERRUPTIONS = 3;

/** How long it is left alone, in milliseconds. */
const LEFT_ALONE_MS = 3_600_000;

/** The most pictures that are remembered; those that were interrupted last stay. */
const MOST_REMEMBERED = 1_000;

/**
 * Counts how often the work on each picture was ended from outside. Most often memory was short for a moment, and
 * the picture can be made when it is next requested; but one that itself takes too much memory would end a process at
 * each request.
 */
export class Interruptions {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #counts = new Map<string, { count: number; at: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Whether this picture was interrupted so often that it is left alone for now. */
  isLeftAlone(picture: string): boolean {
    const found = this.#counts.get(picture);
    if (found === undefined || found.count < MOST_INTERRUPTIONS) return false;
    if (this.#clock.monotonic() - found.at < LEFT_ALONE_MS) return true;
    // One more attempt: where that is interrupted, too, the picture is left alone again.
    found.count = MOST_INTERRUPTIONS - 1;
    return false;
  }

  /** Notes that the work on a picture was interrupted. */
  note(picture: string): void {
    const count = (this.#counts.get(picture)?.count ?? 0) + 1;
    this.#counts.delete(picture);
    this.#counts.set(picture, { count, at: this.#clock.monotonic() });
    const [oldest = ''] = this.#counts.keys();
    if (this.#counts.size > MOST_REMEMBERED) this.#counts.delete(oldest);
  }

  /** Notes that the work on a picture was done. */
  forget(picture: string): void {
    this.#counts.delete(picture);
  }
}

/** The share of its time that a process may spend on making variants for a cache that is full. */
const SHARE_OF_TIME = 0.25;

/** The time that may be spent at once, in milliseconds: that of an hour. */
const MOST_SPENT_MS = 3_600_000 * SHARE_OF_TIME;

/**
 * Bounds what it costs to make variants while the cache has no room: each one that is kept then takes the place of
 * another, so that the same ones could be made for ever.
 */
export class MakingAllowance {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #spentMs = 0;
  #at = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Whether nothing more is to be made for now. */
  get isSpent(): boolean {
    const now = this.#clock.monotonic();
    this.#spentMs = Math.max(0, this.#spentMs - (now - this.#at) * SHARE_OF_TIME);
    this.#at = now;
    return this.#spentMs >= MOST_SPENT_MS;
  }

  /** Does work, and counts its time. */
  async spend<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = this.#clock.monotonic();
    try {
      return await work();
    } finally {
      this.#spentMs += this.#clock.monotonic() - start;
    }
  }
}
