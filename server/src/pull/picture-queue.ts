import type { ImportResource, WriteOutcome } from 'portico-importer/resource.js';
import type { FetchedCounts } from 'portico-importer/summary.js';
import { PictureProblem } from 'portico-media/picture.js';
import type { PictureStore } from 'portico-media/picture-store.js';
import type { Variants } from 'portico-media/variants.js';
import { FetchProblem } from '../resources/pictures/fetch-picture.js';
import { withFetchedPictures } from '../resources/pictures/fetching-resource.js';
import { PictureFetcher, type PictureTurns } from '../resources/pictures/picture-fetcher.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import {
  duePictures,
  listingsThere,
  noteWaiting,
  type PullPicture,
  removeWaiting,
  setDue,
} from '../store/tenant/pull-pictures.js';
import { numbersOfKeys } from '../store/tenant/source-keys.js';
import { isListing, keyOf, missingOf, type WaitingPicture } from './missing-pictures.js';
import type { Pace } from './pace.js';
import type { PulledResource } from './pull-file.js';
import type { SourceClient } from './source-client.js';

/** How many pictures, and of how many listings, are fetched at a time: within minutes, as their addresses grow old. */
const PICTURES_AT_ONCE = 100;
const LISTINGS_AT_ONCE = 25;

/** How long a picture waits that was not had, twice as long each time. Some hosts count to one download an hour. */
const AGAIN_MS = 3_600_000;
const LATEST_AGAIN_MS = 24 * AGAIN_MS;

/** How many pictures in a row may fail, and how often their host may be busy in a row, until a run leaves them. */
const MOST_FAILURES = 10;
const MOST_SILENCES = 4;

/** Where fetched pictures are kept. */
export interface PicturePlaces {
  readonly variants: Pick<Variants, 'keep'>;
  readonly store: PictureStore;
}

interface QueueParts extends PicturePlaces {
  readonly database: TenantDatabase;
  readonly source: string;
  readonly client: SourceClient;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Keeps the source for this run. */
  readonly keep: () => Promise<void>;
  /** What writes listings to a database. */
  readonly listingsOf: (database: TenantDatabase) => ImportResource;
}

/**
 * The pictures of a source. Its listings are written with those that are here, known by their keys; the others wait,
 * and are fetched in the order in which visitors see them, each by an address that was just read from its record.
 */
export class PictureQueue implements PictureTurns {
  readonly #parts: QueueParts;
  /** What this run has fetched. */
  readonly #counts = { fetched: 0, known: 0, failed: 0 };
  readonly #reasons = new Map<string, { count: number; first: string }>();
  /** Of the listings that were written since the last `note`, the pictures that are not here. */
  #missing = new Map<number, readonly Omit<WaitingPicture, 'record'>[]>();
  /** The pictures that may be fetched now, by listing and key, and then by address. */
  #wanted: ReadonlyMap<string, PullPicture> = new Map();
  #addresses = new Map<string, PullPicture>();
  readonly #requested = new Set<PullPicture>();
  #until = 0;
  #failures = 0;
  #silences = 0;
  #isOver = false;
  /** The picture that was answered last. */
  #answered: PullPicture | undefined;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** What has come of the pictures; undefined where none was requested. */
  get counts(): FetchedCounts | undefined {
    const { fetched, failed } = this.#counts;
    if (fetched + failed === 0) return undefined;
    const reasons = [...this.#reasons].map(([reason, of]) => ({ reason, ...of }));
    return {
      ...this.#counts,
      ...(reasons.length === 0 ? {} : { reasons }),
      ...(this.#gaveUp ? { gaveUp: true } : {}),
    };
  }

  /** Whether their host has had enough. */
  get #gaveUp(): boolean {
    return this.#failures >= MOST_FAILURES || this.#silences >= MOST_SILENCES;
  }

  /** What writes listings with the pictures that are here. */
  writing(listings: ImportResource): ImportResource {
    return { ...listings, write: (rows) => this.#write(rows) };
  }

  async #write(rows: readonly unknown[]): Promise<WriteOutcome> {
    const { database, variants, store, signal, client, listingsOf } = this.#parts;
    this.#addresses = new Map();
    for (const row of rows) {
      if (!isListing(row)) continue;
      for (const photo of row.photos ?? []) {
        const picture = this.#wanted.get(`${row.id} ${keyOf(photo)}`);
        if (picture !== undefined) this.#addresses.set(photo.filename, picture);
      }
    }
    const at = (url: URL) => client.callerAt(url);
    const options = { atOnce: 1, signal, at };
    const keeping = this.#counting(variants);
    const parts = { database, variants: keeping, store, hosts: this, options };
    const fetcher = new PictureFetcher(parts);
    const resource = withFetchedPictures(listingsOf(fetcher.database), fetcher);
    const outcome = await resource.write(rows);
    this.#counts.fetched += fetcher.counts.fetched;
    const refused = new Set(outcome.refused.map(({ index }) => index));
    for (const [index, row] of rows.entries()) {
      if (refused.has(index) || !isListing(row) || row.photos === undefined) continue;
      this.#missing.set(row.id, missingOf(row, row.photos, fetcher));
    }
    return outcome;
  }

  /** Notes the pictures that wait of the records that were just written. */
  async note(
    { key, lookupField }: PulledResource,
    records: readonly Readonly<Record<string, unknown>>[],
  ): Promise<void> {
    const missing = this.#missing;
    if (missing.size === 0) return;
    this.#missing = new Map();
    const { database, source } = this.#parts;
    const lookups = new Map(
      records.map((record) => [String(record[key]).trim(), String(record[lookupField])]),
    );
    const numbers = await numbersOfKeys(database.db, 'listings', source, [...lookups.keys()]);
    const waiting: [number, WaitingPicture[]][] = [];
    for (const [listingKey, record] of lookups) {
      const id = numbers.get(listingKey) ?? 0;
      const pictures = missing.get(id);
      if (pictures !== undefined) {
        waiting.push([id, pictures.map((picture) => ({ ...picture, record }))]);
      }
    }
    await noteWaiting(database, source, new Map(waiting));
  }

  /**
   * Fetches pictures that wait, until then or until their host has had enough.
   *
   * @param readAgain Reads and writes the records of some listings, as in a pass.
   */
  async fetch(
    until: number,
    readAgain: (records: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const { database, source, signal } = this.#parts;
    this.#until = until;
    do {
      const noted = portionOf(await duePictures(database, source, PICTURES_AT_ONCE));
      if (noted.length === 0 || signal.aborted) return;
      const due = await this.#withoutGone(noted);
      if (due.length === 0) continue;
      // Ahead of the requests: an address that a killed run has used is not used again.
      const now = database.now();
      const leased = due.map((picture) => ({
        ...picture,
        due_at: now + Math.min(AGAIN_MS * 2 ** picture.attempts, LATEST_AGAIN_MS),
        attempts: picture.attempts + 1,
      }));
      await setDue(database, leased);
      this.#wanted = new Map(due.map((each) => [`${each.listing_id} ${each.media_key}`, each]));
      this.#requested.clear();
      let isRead = false;
      try {
        await readAgain([...new Set(due.map(({ record }) => record))]);
        isRead = true;
      } finally {
        this.#wanted = new Map();
        // Those for which there was no time wait as before.
        const left = isRead && !this.#isOver ? [] : due;
        await setDue(
          database,
          left.filter((picture) => !this.#requested.has(picture)),
        );
      }
    } while (!this.#isOver && database.now() < until);
  }

  /** Forgets the pictures of listings that are gone: no request is made for them. */
  async #withoutGone(pictures: readonly PullPicture[]): Promise<readonly PullPicture[]> {
    const { database } = this.#parts;
    const ids = pictures.map(({ listing_id }) => listing_id);
    const there = await listingsThere(database, ids);
    await removeWaiting(
      database,
      pictures.filter(({ listing_id }) => !there.has(listing_id)),
    );
    return pictures.filter(({ listing_id }) => there.has(listing_id));
  }

  /** @throws FetchProblem for a picture that comes later. */
  async ask(
    url: string,
    _: AbortSignal | undefined,
    fetch: () => Promise<Buffer>,
  ): Promise<Buffer> {
    const { pace, signal, keep } = this.#parts;
    const picture = this.#addresses.get(url);
    if (picture === undefined || this.#isOver) throw new FetchProblem(LATER);
    if (!(await pace.turnOfRest(this.#until, signal))) {
      this.#isOver = true;
      throw new FetchProblem(LATER);
    }
    this.#requested.add(picture);
    try {
      // A slow host must not have this run taken for one that was killed, and nothing is kept of a feed that was wiped.
      const bytes = await fetch().finally(keep);
      await pace.answered(bytes.length);
      this.#silences = 0;
      this.#answered = picture;
      return bytes;
    } catch (error) {
      if (error instanceof FetchProblem) {
        this.#fail(picture, error);
        if (error.busy !== undefined) await pace.silence(error.busy.afterMs);
      }
      throw error;
    }
  }

  /** What keeps pictures, one by one: a host may answer 200 with a page that says what is wrong. */
  #counting(variants: PicturePlaces['variants']): PicturePlaces['variants'] {
    return {
      keep: async (...picture) => {
        try {
          const kept = await variants.keep(...picture);
          this.#failures = 0;
          return kept;
        } catch (error) {
          if (error instanceof PictureProblem && this.#answered) this.#fail(this.#answered, error);
          throw error;
        }
      },
    };
  }

  #fail({ media_key, attempts }: PullPicture, error: FetchProblem | PictureProblem): void {
    const { message } = error;
    this.#counts.failed += 1;
    const reason = this.#reasons.get(message) ?? { count: 0, first: media_key };
    this.#reasons.set(message, { ...reason, count: reason.count + 1 });
    if ('busy' in error && error.busy !== undefined) this.#silences += 1;
    // One that failed before says nothing of those that were never requested: they come behind it.
    else if (attempts === 0) this.#failures += 1;
    this.#isOver = this.#gaveUp;
  }
}

const LATER = 'It is fetched later.';

/** The first pictures, of as many listings as one request reads. */
function portionOf(pictures: readonly PullPicture[]): readonly PullPicture[] {
  const records = new Set<string>();
  return pictures.filter(({ record }) => {
    if (records.size < LISTINGS_AT_ONCE) records.add(record);
    return records.has(record);
  });
}
