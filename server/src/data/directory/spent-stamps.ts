import { type Kysely, sql } from 'kysely';
import type { StampLedger } from '../../gate/signature.js';
import type { DirectoryTables } from './tables.js';

/** How many pairs are spent, by this process, from one sweep to the next. */
const SPENT_PER_SWEEP = 500;

/** How many rows one sweep removes: more than are added until the next, so that it keeps up. */
const ROWS_PER_SWEEP = 1000;

/**
 * The stamps that signed calls have used up. They are rows of the directory, so that every process
 * of an installation sees them, and sees them still after a restart.
 *
 * A row is a stamp and the number issued with the secret, not the token: under one secret a stamp
 * has exactly one token, however that is spelled, and the number names the secret. So the row stands
 * for the pair, and also makes a stamp unique among the calls of a key.
 */
export class SpentStamps implements StampLedger {
  readonly #db: Kysely<DirectoryTables>;
  #untilSweep = 0;
  #sweeping: Promise<unknown> = Promise.resolve();

  constructor(db: Kysely<DirectoryTables>) {
    this.#db = db;
  }

  async spend(issuedClientId: number, stamp: number, keepFrom: number): Promise<boolean> {
    // The primary key decides between simultaneous calls: one inserts, the others wait for its
    // commit and then insert nothing.
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('spent_stamp')
      .values({ issued_client_id: issuedClientId, stamp })
      .onConflict((conflict) => conflict.columns(['stamp', 'issued_client_id']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    this.#sweepInTurn(keepFrom);
    return true;
  }

  /** Waits for what is still at work behind the answers. */
  async settled(): Promise<void> {
    await this.#sweeping;
  }

  /** Every so many pairs, and first of all, removes old rows while the call goes on. */
  #sweepInTurn(keepFrom: number): void {
    if (this.#untilSweep > 0) {
      this.#untilSweep -= 1;
      return;
    }
    this.#untilSweep = SPENT_PER_SWEEP - 1;
    // What fails here fails when the next pair is spent, where somebody is told.
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
