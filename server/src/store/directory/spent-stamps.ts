import { type Kysely, sql } from 'kysely';
import type { DirectoryTables } from './tables.js';

/** Stores used stamps. */
export interface StampLedger {
  /**
   * Uses up a stamp. Of all calls with the same two numbers, in any process and however close together,
   * one gets true, and by then the stamp is stored durably.
   *
   * @param issuedClientId The number issued with the secret that signed the stamp.
   * @param stamp Milliseconds since the epoch.
   * @param keepFrom Earlier stamps may be deleted: they are refused for their age.
   */
  spend(issuedClientId: number, stamp: number, keepFrom: number): Promise<boolean>;
}

/** How many pairs this process spends between two sweeps. */
const SPENT_PER_SWEEP = 500;

/** How many rows a sweep removes: more than are added until the next, so that it keeps up. */
const ROWS_PER_SWEEP = 1000;

/**
 * The stamps that signed calls have used up. They are rows of the directory, so that every process of
 * an installation sees them, also after a restart.
 *
 * A row is a stamp and the number issued with the secret, not the token: under one secret a stamp has
 * exactly one token, in any spelling, and the number identifies the secret. So the row stands for the
 * pair, and also makes a stamp unique among the calls of a key.
 */
export class SpentStamps implements StampLedger {
  readonly #db: Kysely<DirectoryTables>;
  #untilSweep = 0;
  #sweeping: Promise<unknown> = Promise.resolve();

  constructor(db: Kysely<DirectoryTables>) {
    this.#db = db;
  }

  async spend(issuedClientId: number, stamp: number, keepFrom: number): Promise<boolean> {
    // The primary key decides between simultaneous calls: one inserts, the others wait for its commit
    // and then insert nothing.
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('spent_stamp')
      .values({ issued_client_id: issuedClientId, stamp })
      .onConflict((conflict) => conflict.columns(['stamp', 'issued_client_id']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    this.#sweepInTurn(keepFrom);
    return true;
  }

  /** Waits for a sweep that runs after an answer. */
  async settled(): Promise<void> {
    await this.#sweeping;
  }

  /** Removes old rows during the first call, and once every `SPENT_PER_SWEEP` calls. */
  #sweepInTurn(keepFrom: number): void {
    if (this.#untilSweep > 0) {
      this.#untilSweep -= 1;
      return;
    }
    this.#untilSweep = SPENT_PER_SWEEP - 1;
    // An error here also fails the next call that spends a pair, which reports it.
    this.#sweeping = this.#sweep(keepFrom).catch(() => {});
  }

  async #sweep(keepFrom: number): Promise<void> {
    const oldest = this.#db
      .selectFrom('spent_stamp')
      .select('stamp')
      .where('stamp', '<', keepFrom)
      .orderBy('stamp')
      .limit(ROWS_PER_SWEEP);
    await this.#db
      .deleteFrom('spent_stamp')
      .where('stamp', '<=', (eb) =>
        eb.selectFrom(oldest.as('oldest')).select(sql<number>`max(oldest.stamp)`.as('last')),
      )
      .execute();
  }
}
