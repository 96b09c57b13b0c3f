import { type Kysely, sql } from 'kysely';
import type { DirectoryTables } from './tables.js';

/**
 * Numbers up to this one are kept apart from those above: one client whose files bring large ones must not make those of
 * all others large.
 */
const LARGE = 10 ** 12;

/** How far apart two restores begin: as far as one begins above its backup. */
const APART = 1_000_000;

/**
 * From which number on each kind of record counts after a restore, over all restores of an installation: a backup that is
 * restored twice must not give one number to two records. It is kept for the kind and not for the client, because a
 * restored client may have another name, and be renamed. R313.
 */
export class RestoredNumbers {
  readonly #db: Kysely<DirectoryTables>;

  constructor(db: Kysely<DirectoryTables>) {
    this.#db = db;
  }

  /**
   * The number above which a restored database counts, kept before it is used.
   *
   * @param kind The kind of record, or of its keys.
   * @param least The number as the backup alone has it.
   */
  async above(kind: string, least: number): Promise<number> {
    return this.#raise(kind, least, APART);
  }

  /** Keeps a number above which a database counts that was restored with its directory. */
  async keep(kind: string, number: number): Promise<void> {
    await this.#raise(kind, number, 0);
  }

  async #raise(kind: string, least: number, distance: number): Promise<number> {
    const name = least > LARGE ? `${kind}, large` : kind;
    const next = sql<number>`case when ${least} > restored_number.number + ${distance}
      then ${least} else restored_number.number + ${distance} end`;
    const { number } = await this.#db
      .insertInto('restored_number')
      .values({ kind: name, number: least })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ number: next }))
      .returning('number')
      .executeTakeFirstOrThrow();
    return number;
  }
}
