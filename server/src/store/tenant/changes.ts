import { randomInt } from 'node:crypto';
import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { idTable, numberTable } from '../engines/dialect-tables.js';
import { fragment } from '../engines/fragment.js';
import { CHANGE_KIND_NAMES, CHANGE_KINDS, type ChangeKind } from './change-tables.js';
import { addedUp, changedLine, joinedLines } from './changed-fields.js';
import { fillPoints } from './listing-steps.js';
import { runPreparedIn } from './prepared.js';
import type { TenantTables } from './tables.js';

/** What listings show: all listings that show one of these are changed with it. */
const SHOWN_BY_LISTINGS = ['neighborhoods', 'buildings', 'agents', 'labels'] as const;
type Shown = (typeof SHOWN_BY_LISTINGS)[number];

/** What a record that is touched shows, by its own kind. */
const TOUCHED_BY = { buildings: 'listings', teams: 'agents' } as const;
type Touched = keyof typeof TOUCHED_BY;

/** Whether listings show records of this kind. */
export function isShown(kind: string): kind is Shown {
  return (SHOWN_BY_LISTINGS as readonly string[]).includes(kind);
}

const LISTINGS = CHANGE_KINDS.listings.code;

/** Which records of a kind no website can read; of the other kinds it reads all. R192. */
const HIDDEN: { readonly [Kind in ChangeKind]?: RawBuilder<boolean> } = {
  agents: sql<boolean>`status = 'Suspend'`,
  blogs: sql<boolean>`status <> 1`,
};

/** The changes of one write. What writes rows names them here, and `writeTo` stores them at its end. */
export class Changes {
  readonly #records = new Map<ChangeKind, Map<number, 0 | 1>>();
  /** The lines of `changedLine` of each record. */
  readonly #fields = new Map<ChangeKind, Map<number, string>>();
  readonly #touched = new Map<Touched, Set<number>>();
  readonly #shown = new Map<Shown, Set<number>>();
  #unnamed = false;

  get isEmpty(): boolean {
    const named = this.#records.size + this.#touched.size + this.#shown.size;
    return named === 0 && !this.#unnamed;
  }

  /** Something changed that no entry names, and that reads with an entity tag may show. */
  unnamed(): void {
    this.#unnamed = true;
  }

  /**
   * These records appeared or changed; one that no website can read from now on counts as removed.
   *
   * @param fields What changed, as lines of `changedLine`: of all, or of each. Messages do not say it where it
   *   is left out.
   */
  wrote(
    kind: ChangeKind,
    ids: Iterable<number>,
    fields: string | ReadonlyMap<number, string> = '',
  ): void {
    const all = [...ids];
    this.#add(kind, all, 0);
    const lines = this.#fields.get(kind) ?? new Map<number, string>();
    for (const id of all) {
      const line = typeof fields === 'string' ? fields : (fields.get(id) ?? '');
      if (line !== '') lines.set(id, joinedLines(lines.get(id), line));
    }
    if (lines.size > 0) this.#fields.set(kind, lines);
  }

  /** What was named as changed in a record, as lines of `changedLine`; empty for nothing. */
  linesOf(kind: string, id: number): string {
    return this.#fields.get(kind as ChangeKind)?.get(id) ?? '';
  }

  /** These records are gone. */
  removed(kind: ChangeKind, ids: Iterable<number>): void {
    this.#add(kind, ids, 1);
  }

  /** Something that these records show changed, as far as they are there when the write ends. */
  touched(kind: Touched, ids: Iterable<number>): void {
    const set = this.#touched.get(kind) ?? new Set();
    for (const id of ids) set.add(id);
    if (set.size > 0) this.#touched.set(kind, set);
  }

  /** What listings show of these records changed, so that the listings changed, too. */
  shown(kind: Shown, ids: Iterable<number>): void {
    const set = this.#shown.get(kind) ?? new Set();
    for (const id of ids) set.add(id);
    if (set.size > 0) this.#shown.set(kind, set);
  }

  #add(kind: ChangeKind, ids: Iterable<number>, removed: 0 | 1): void {
    const records = this.#records.get(kind) ?? new Map<number, 0 | 1>();
    for (const id of ids) records.set(id, removed);
    if (records.size > 0) this.#records.set(kind, records);
  }

  /**
   * Stores an entry for each record. The caller holds the row of `revision`: a reader that sees this
   * revision then sees every entry up to it.
   *
   * @param seq The revision that this write leads to.
   * @param at Milliseconds since the epoch.
   * @param keptFrom Entries of records that were removed before are deleted.
   */
  async store(
    transaction: Transaction<TenantTables>,
    seq: number,
    at: number,
    keptFrom: number,
  ): Promise<void> {
    let removing = false;
    for (const [kind, records] of this.#records) {
      for (const removed of [0, 1]) {
        const ids = [...records].filter(([, flag]) => flag === removed).map(([id]) => id);
        if (ids.length === 0) continue;
        removing ||= removed === 1;
        const fields = this.#fields.get(kind);
        await storeEntries(transaction, { kind, ids, seq, removed, at, fields });
      }
    }
    for (const [kind, ids] of this.#touched) {
      const line = changedLine(TOUCHED_BY[kind]);
      const fields = new Map([...ids].map((id) => [id, line]));
      const entries = { kind, ids: [...ids], seq, removed: 0, at, fields };
      await storeEntries(transaction, entries, 'those that are there');
    }
    // In a separate statement: it has to see listings that were committed while this write waited
    // for the row of `revision`.
    for (const [kind, ids] of this.#shown) {
      await touchListings(transaction, kind, [...ids], seq, at);
    }
    // Only removals add to them, so that each removal looks after those before.
    if (removing) await prune(transaction, keptFrom);
  }
}

/** A value whose type PostgreSQL could not tell from where it stands. */
function integer(value: Expression<unknown>): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}

interface Entries {
  readonly kind: ChangeKind;
  readonly ids: readonly number[];
  readonly seq: number;
  readonly removed: number;
  readonly at: number;
  readonly fields?: ReadonlyMap<number, string> | undefined;
}

const COLUMNS = ['kind', 'record_id', 'seq', 'removed', 'at'] as const;

/** A record that is there already appeared when it did; one that was gone appears again. */
const SINCE = sql<number>`case when change_entry.removed = 1 and excluded.removed = 0
  then excluded.seq else change_entry.since_seq end`;

/** All ids travel as one value, so that a batch of any size is one statement, and always the same. */
async function storeEntries(
  transaction: Transaction<TenantTables>,
  { kind, ids, seq, removed, at, fields }: Entries,
  which: 'all' | 'those that are there' = 'all',
): Promise<void> {
  const { code, table } = CHANGE_KINDS[kind];
  const hidden = removed === 0 ? HIDDEN[kind] : undefined;
  const isPlain = hidden === undefined && which === 'all';
  const name = isPlain ? 'change entries' : `change entries of ${kind}, ${which}`;
  const pairs = ids.map((id) => [fields?.get(id) ?? '', id]);
  const inputs = [code, seq, removed, at, JSON.stringify(pairs)] as const;
  const statement = fragment(name, inputs, (code, seq, removed, at, list) =>
    transaction
      .insertInto('change_entry')
      .columns([...COLUMNS, 'since_seq', 'changed'])
      .expression((eb) =>
        eb
          .selectFrom(numberTable(transaction, list).as('ids'))
          .select((from) => [
            integer(code).as('kind'),
            from.ref('ids.number').as('record_id'),
            integer(seq).as('seq'),
            (hidden === undefined
              ? integer(removed)
              : sql<number>`case when ids.number in ${eb
                  .selectFrom(table as 'listing')
                  .select('id')
                  .where(hidden)} then 1 else ${integer(removed)} end`
            ).as('removed'),
            integer(at).as('at'),
            integer(seq).as('since_seq'),
            from.ref('ids.key').as('changed'),
          ])
          // SQLite would take the ON of ON CONFLICT for that of a join.
          .where(
            which === 'all'
              ? sql<boolean>`true`
              : sql<boolean>`exists ${eb
                  .selectFrom(`${table as 'listing'} as t`)
                  .select('t.id')
                  .where(sql<boolean>`t.id = ids.number`)}`,
          ),
      )
      .onConflict((conflict) =>
        conflict.columns(['kind', 'record_id']).doUpdateSet((eb) => ({
          seq: eb.ref('excluded.seq'),
          removed: eb.ref('excluded.removed'),
          at: eb.ref('excluded.at'),
          since_seq: SINCE,
          ...addedUp(transaction),
        })),
      ),
  );
  await runPreparedIn(transaction, statement);
}

async function touchListings(
  transaction: Transaction<TenantTables>,
  kind: Shown,
  ids: readonly number[],
  seq: number,
  at: number,
): Promise<void> {
  const among = (column: string) =>
    sql<boolean>`${sql.ref(column)} in (select ids.id from ${idTable(transaction, sql`${JSON.stringify(ids)}`)} as ids)`;
  const entry = (column: string) =>
    [
      sql<number>`${sql.lit(LISTINGS)}`.as('kind'),
      sql<number>`${sql.ref(column)}`.as('record_id'),
      sql<number>`${sql.lit(seq)}`.as('seq'),
      sql<number>`0`.as('removed'),
      sql<number>`${sql.lit(at)}`.as('at'),
      sql<string>`${sql.lit(changedLine(kind))}`.as('changed'),
    ] as const;
  await transaction
    .insertInto('change_entry')
    .columns([...COLUMNS, 'changed'])
    .expression((eb) => {
      if (kind === 'labels') {
        return eb
          .selectFrom('listing_label as l')
          .select(entry('l.listing_id'))
          .distinct()
          .where(among('l.label_id'));
      }
      const listings = eb.selectFrom('listing_search as l').select(entry('l.id'));
      if (kind === 'neighborhoods') return listings.where(among('l.neighborhood_id'));
      if (kind === 'agents') {
        return listings.where((or) =>
          or.or([among('l.agent_id'), among('l.coagent_id'), among('l.listingagent_id')]),
        );
      }
      return eb.selectFrom('listing as l').select(entry('l.id')).where(among('l.building_id'));
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'record_id'])
        .doUpdateSet((eb) => ({
          seq: eb.ref('excluded.seq'),
          removed: eb.ref('excluded.removed'),
          at: eb.ref('excluded.at'),
          ...addedUp(transaction),
        }))
        // Those that this write has an entry for already stay as they are.
        .where('change_entry.seq', '<', seq),
    )
    .execute();
}

/**
 * Deletes the entries of records that were removed long ago, and notes up to where: an older cursor
 * would miss them, and is refused.
 */
async function prune(transaction: Transaction<TenantTables>, keptFrom: number): Promise<void> {
  if (!Number.isFinite(keptFrom)) return;
  // Worded as in the partial index.
  const old = sql<boolean>`removed = 1 and at < ${keptFrom}`;
  const { newest } = await transaction
    .selectFrom('change_entry')
    .select((eb) => eb.fn.max('seq').as('newest'))
    .where(old)
    .executeTakeFirstOrThrow();
  if (newest === null) return;
  const forgotten = transaction
    .selectFrom('change_entry')
    .select('record_id')
    .where('kind', '=', LISTINGS)
    .where(old);
  await transaction.deleteFrom('listing_history').where('listing_id', 'in', forgotten).execute();
  await transaction.deleteFrom('change_entry').where(old).execute();
  await transaction
    .updateTable('revision')
    .set((eb) => ({
      floor_seq: eb
        .case()
        .when('floor_seq', '<', newest)
        .then(newest)
        .else(eb.ref('floor_seq'))
        .end(),
    }))
    .execute();
}

/** Draws the name of a series of changes. Cursors of another series are refused. */
export function drawEpoch(): number {
  return randomInt(1, 2 ** 48 - 1);
}

/**
 * Gives every readable record without an entry one, under a new epoch: an earlier program, which knows
 * nothing of changes, has written to this database, and nobody knows what. It knew nothing of the points
 * of listings either.
 */
export async function startAgain(
  transaction: Transaction<TenantTables>,
  seq: number,
  at: number,
): Promise<void> {
  await transaction.updateTable('revision').set({ epoch: drawEpoch(), entries_seq: seq }).execute();
  for (const kind of CHANGE_KIND_NAMES) {
    const { code, table } = CHANGE_KINDS[kind];
    await transaction
      .insertInto('change_entry')
      .columns(COLUMNS)
      .expression((eb) => {
        const rows = eb
          .selectFrom(table as 'listing')
          .select([
            sql<number>`${sql.lit(code)}`.as('kind'),
            'id as record_id',
            sql<number>`${sql.lit(seq)}`.as('seq'),
            sql<number>`0`.as('removed'),
            sql<number>`${sql.lit(at)}`.as('at'),
          ]);
        const hidden = HIDDEN[kind];
        return rows.where(
          hidden === undefined ? sql<boolean>`true` : sql<boolean>`not (${hidden})`,
        );
      })
      .onConflict((conflict) => conflict.columns(['kind', 'record_id']).doNothing())
      .execute();
  }
  await fillPoints(transaction as unknown as Kysely<unknown>);
}
