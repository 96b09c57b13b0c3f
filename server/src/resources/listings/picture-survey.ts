import type { Logger } from 'pino';
import type { Variants } from 'portico-media/variants.js';
import type { Clock } from '../../lib/clock.js';
import { QueueFull } from '../../lib/queues.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import {
  forgetPictures,
  LONGEST_FILENAME,
  type PictureRow,
  picturesNamed,
  storePictures,
} from '../../store/tenant/pictures.js';

/** How long a call waits for pictures that nobody has measured before, in milliseconds (R290). */
const WAIT_MS = 1_000;

/** How long a check of a file holds: an operator may put another one in its place. */
const LOOK_AGAIN_MS = 3_600_000;

/** The most files of which a process remembers that it has looked at them. */
const MOST_REMEMBERED = 50_000;

/** How many pictures are measured before they are stored, and how many of a call at a time. */
const STORED_TOGETHER = 20;
const AT_ONCE = 4;

/** The most pictures that this process has yet to measure; a later call asks for the others again. */
const MOST_TO_MEASURE = 1_000;

/** Names that stand for their content, or for one picture only. */
const NEVER_CHANGES = /^(?:p|blog)\/[0-9a-f]{32}\.[a-z]+$/;

/** What a URL begins with: such a picture is elsewhere. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;

interface SurveyParts {
  readonly variants: Pick<Variants, 'measure' | 'contentOf'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Knows the size and content of the pictures that records name. Those that nobody has measured are measured
 * when an answer first asks for them, as files come and go without Portico being told.
 */
export class PictureSurvey {
  readonly #parts: SurveyParts;
  /** When this process has looked at a file, by tenant and name, the longest ago first. */
  readonly #looked = new Map<string, number>();
  #toMeasure = 0;

  constructor(parts: SurveyParts) {
    this.#parts = parts;
  }

  /**
   * What is known of pictures. Waits a moment for those that are not measured yet; an answer goes without
   * those that take longer, and a later one has them.
   *
   * @param filenames As records name them.
   */
  async of(
    database: TenantDatabase,
    filenames: readonly string[],
  ): Promise<ReadonlyMap<string, PictureRow>> {
    const here = [...new Set(filenames)].filter(
      (name) => name !== '' && name.length <= LONGEST_FILENAME && !ELSEWHERE.test(name),
    );
    const known = new Map(await picturesNamed(database, here));
    const due = here.filter((name) => this.#isDue(database, name, known.has(name)));
    const [seen, unseen] = [
      due.filter((name) => known.has(name)),
      due.filter((name) => !known.has(name)),
    ];
    if (seen.length > 0) {
      void this.#inBackground(this.#lookAgain(database, seen, known), seen.length);
    }
    if (unseen.length > 0) {
      const work = this.#measureAll(database, unseen, known);
      await Promise.race([this.#inBackground(work, unseen.length), expiry(WAIT_MS)]);
    }
    // What is measured from now on belongs to the next answer.
    return new Map(known);
  }

  /** Whether to look at a file now; notes that somebody does. */
  #isDue({ name: tenant }: TenantDatabase, filename: string, isKnown: boolean): boolean {
    if (isKnown && NEVER_CHANGES.test(filename)) return false;
    if (this.#toMeasure >= MOST_TO_MEASURE) return false;
    const key = `${tenant}/${filename}`;
    const now = this.#parts.clock.monotonic();
    const lookedAt = this.#looked.get(key);
    if (lookedAt !== undefined && now - lookedAt < LOOK_AGAIN_MS) return false;
    this.#looked.delete(key);
    this.#looked.set(key, now);
    const [oldest = ''] = this.#looked.keys();
    if (this.#looked.size > MOST_REMEMBERED) this.#looked.delete(oldest);
    this.#toMeasure += 1;
    return true;
  }

  /** Measures files, and adds what is measured to `known`. */
  async #measureAll(
    database: TenantDatabase,
    filenames: readonly string[],
    known: Map<string, PictureRow>,
  ): Promise<void> {
    const waiting = filenames.values();
    const measured: PictureRow[] = [];
    const store = () => storePictures(database, measured.splice(0));
    const measureOneByOne = async (): Promise<void> => {
      for (const filename of waiting) {
        const row = await this.#measure(database, filename);
        if (row === undefined) continue;
        known.set(filename, row);
        if (measured.push(row) >= STORED_TOGETHER) await store();
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, measureOneByOne));
    } finally {
      await store();
    }
  }

  async #measure({ name }: TenantDatabase, filename: string): Promise<PictureRow | undefined> {
    try {
      const found = await this.#parts.variants.measure(name, filename);
      return found && { filename, ...found };
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      this.#looked.delete(`${name}/${filename}`);
      return undefined;
    }
  }

  /** Forgets the pictures that are gone or others by now, and measures those. */
  async #lookAgain(
    database: TenantDatabase,
    filenames: readonly string[],
    known: ReadonlyMap<string, PictureRow>,
  ): Promise<void> {
    const changed: string[] = [];
    for (const filename of filenames) {
      const hash = await this.#parts.variants.contentOf(database.name, filename);
      if (hash !== known.get(filename)?.hash) changed.push(filename);
    }
    await forgetPictures(database, changed);
    if (changed.length > 0) await this.#measureAll(database, changed, new Map());
  }

  /** An answer goes without what could not be measured. @param files How many files it looks at. */
  async #inBackground(work: Promise<void>, files: number): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'pictures could not be measured');
    } finally {
      this.#toMeasure -= files;
    }
  }
}

function expiry(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
