import { type Kysely, sql } from 'kysely';
import type { Clock, Timer } from '../../lib/clock.js';
import type { DirectoryTables } from './tables.js';

/** When keys were last used, by the ids of the keys. Milliseconds since the epoch. */
export type LastUses = ReadonlyMap<number, number>;

/** How many keys a statement writes or reads. */
const PORTION = 500;

/** When each key was last used, as the directory keeps it. */
export class KeyUses {
  readonly #db: Kysely<DirectoryTables>;

  constructor(db: Kysely<DirectoryTables>) {
    this.#db = db;
  }

  /** Stores uses. A later one that is stored already stays. */
  async store(uses: LastUses): Promise<void> {
    // In one order, so that two processes that write the same rows never wait for each other.
    const rows = [...uses].sort(([one], [other]) => one - other);
    for (let start = 0; start < rows.length; start += PORTION) {
      await this.#db
        .insertInto('key_use')
        .values(
          rows.slice(start, start + PORTION).map(([key_id, used_at]) => ({ key_id, used_at })),
        )
        .onConflict((conflict) =>
          conflict
            .column('key_id')
            .doUpdateSet((eb) => ({ used_at: eb.ref('excluded.used_at') }))
            .where(sql<boolean>`key_use.used_at < excluded.used_at`),
        )
        .execute();
    }
  }

  /** When each of a tenant's keys was last used, of those that were. */
  async ofClient(tenant: string): Promise<LastUses> {
    const rows = await this.#db
      .selectFrom('key_use')
      .innerJoin('api_key', 'api_key.id', 'key_use.key_id')
      .select(['key_use.key_id', 'key_use.used_at'])
      .where('api_key.client', '=', tenant)
      .execute();
    return new Map(rows.map(({ key_id, used_at }) => [key_id, used_at]));
  }
}

/** How long uses are collected before they are written together, in milliseconds. */
const COLLECT_MS = 60_000;

/**
 * Collects the uses of keys. A call only notes the time in memory; once a minute, at the most, all keys
 * that were used since are written together. A process that is killed loses the last minute.
 */
export class KeyUseCollector {
  readonly #store: (uses: LastUses) => Promise<void>;
  readonly #clock: Clock;
  readonly #timer: Timer;
  #noted = new Map<number, number>();
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param store Writes uses. When it rejects, they are written with the next ones. */
  constructor(store: (uses: LastUses) => Promise<void>, clock: Clock, timer: Timer) {
    this.#store = store;
    this.#clock = clock;
    this.#timer = timer;
  }

  note(key: number): void {
    this.#noted.set(key, this.#clock.now());
    this.#arm();
  }

  /** Writes what is noted; for the end of the process. Never rejects. */
  async close(): Promise<void> {
    this.#cancel?.();
    await this.#writing;
    await this.#store(this.#noted).catch(() => {});
  }

  #arm(): void {
    this.#cancel ??= this.#timer.after(COLLECT_MS, () => {
      this.#cancel = undefined;
      this.#writing = this.#write();
    });
  }

  async #write(): Promise<void> {
    const uses = this.#noted;
    this.#noted = new Map();
    try {
      await this.#store(uses);
    } catch {
      // The directory is away: callers hear of that by other reads.
      for (const [key, at] of uses) {
        if (!this.#noted.has(key)) this.#noted.set(key, at);
      }
      this.#arm();
    }
  }
}
