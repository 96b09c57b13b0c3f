import { type Kysely, type Selectable, sql } from 'kysely';
import { fragment } from '../engines/fragment.js';
import type { ChangeEntryTable, ChangeTables } from './change-tables.js';
import type { TenantDatabase } from './open.js';
import { runPrepared } from './prepared.js';
import type { RevisionTable, TenantTables } from './tables.js';
import { writeTo } from './write.js';

/** A place in the changes of one database: what a website keeps to go on from. */
export interface Cursor {
  /** The series of changes that it belongs to; 0 for that of a feed that is not attached. */
  readonly epoch: number;
  /** The last entry that was answered: a revision, the code of a kind, and an id. */
  readonly seq: number;
  readonly kind: number;
  readonly id: number;
  /** The revision at which a first load began, 0 when it is over: what was removed before, the website never had. */
  readonly begun: number;
  /** The kinds that are followed, each as the bit of its code; 0 for all. */
  readonly kinds: number;
}

/** The version of the text of cursors. */
export const CURSOR_VERSION = 1;

/** The cursor as text (R191). It is opaque: websites keep it and send it back, and nothing else. */
export function writeCursor({ epoch, seq, kind, id, begun, kinds }: Cursor): string {
  const text = [CURSOR_VERSION, epoch, seq, kind, id, begun, kinds].join('.');
  return Buffer.from(text).toString('base64url');
}

/** How far the changes of a database are. */
export type ChangeState = Omit<RevisionTable, 'views' | 'refreshed_at'>;

/** How far the changes of a database are, as they were noted last. */
export function changeState(db: Kysely<TenantTables>): Promise<ChangeState> {
  return db
    .selectFrom('revision')
    .select(['number', 'epoch', 'floor_seq', 'entries_seq'])
    .executeTakeFirstOrThrow();
}

/** As `changeState`. Where an earlier program has written without entries, a write of this one begins again. */
export async function followableState(database: TenantDatabase): Promise<ChangeState> {
  const state = await changeState(database.db);
  if (state.entries_seq === state.number) return state;
  await writeTo(database, async () => {});
  return changeState(database.db);
}

/** A page of changes, and the state of the same moment. */
interface ChangePage {
  readonly state: ChangeState;
  readonly entries: readonly ChangeEntryTable[];
}

type Row = ChangeState & { readonly [Column in keyof ChangeEntryTable]: number | null };

/**
 * The changes after a place, in the order in which they were committed.
 *
 * State and entries come from one statement, and so from one moment: where there are fewer entries than
 * `limit`, there is no other one up to the revision of the state.
 *
 * @param codes The codes of kinds to look for; undefined for all.
 */
export async function changesAfter(
  database: TenantDatabase,
  after: Pick<Cursor, 'seq' | 'kind' | 'id' | 'begun'>,
  codes: readonly number[] | undefined,
  limit: number,
): Promise<ChangePage> {
  const page = await changePage(database, after, codes, limit);
  if (page.state.entries_seq === page.state.number) return page;
  // An earlier program has written here, without entries: a write of this one begins again.
  await writeTo(database, async () => {});
  return changePage(database, after, codes, limit);
}

/** As `changesAfter`, also where an earlier program has written without entries: the state shows it. */
export async function changePage(
  database: TenantDatabase,
  after: Pick<Cursor, 'seq' | 'kind' | 'id' | 'begun'>,
  codes: readonly number[] | undefined,
  limit: number,
): Promise<ChangePage> {
  const { seq, kind, id, begun } = after;
  const inputs = [seq, kind, id, begun, codes ?? [0], limit] as const;
  const name = codes === undefined ? 'changes' : 'changes of kinds';
  const statement = fragment(name, inputs, (seq, kind, id, begun, list, limit) =>
    database.db
      .selectFrom('revision as r')
      .leftJoin(
        (eb) => {
          const entries = eb
            .selectFrom('change_entry')
            .selectAll()
            .where(sql<boolean>`(seq, kind, record_id) > (${seq}, ${kind}, ${id})`)
            // A first load leaves out what was removed before it began.
            .where(sql<boolean>`(removed = 0 or seq > ${begun})`)
            .orderBy('seq')
            .orderBy('kind')
            .orderBy('record_id')
            .limit(limit);
          if (codes === undefined) return entries.as('e');
          // The plus keeps the index of kinds out, by which SQLite would read and sort all their entries for each page.
          return entries.where(sql<number>`+kind`, 'in', list as never).as('e');
        },
        (join) => join.onTrue(),
      )
      .select(['r.number', 'r.epoch', 'r.floor_seq', 'r.entries_seq'])
      .select(['e.kind', 'e.record_id', 'e.seq', 'e.removed', 'e.at'])
      .orderBy('e.seq')
      .orderBy('e.kind')
      .orderBy('e.record_id'),
  );
  const rows = await runPrepared<Row>(database, statement as never);
  const [first] = rows;
  if (first === undefined)
    throw new Error(`The database of ${database.name} has lost its revision.`);
  const { number, epoch, floor_seq, entries_seq } = first;
  const entries = rows.filter((row) => row.seq !== null) as unknown as ChangeEntryTable[];
  return { state: { number, epoch, floor_seq, entries_seq }, entries };
}

/** The last change of a record. */
export type ChangeEntry = Selectable<ChangeTables['change_entry']>;

/** How many entries one statement reads, so that an import of any size holds up nobody. */
const PORTION = 1000;

/** The changes after one revision and up to another, in their order, portion by portion. */
export async function* changesBetween(
  database: TenantDatabase,
  after: number,
  upTo: number,
): AsyncIterable<readonly ChangeEntry[]> {
  let place = { seq: after + 1, kind: 0, record_id: 0 };
  for (;;) {
    const { seq, kind, record_id } = place;
    const inputs = [seq, kind, record_id, upTo, PORTION] as const;
    const statement = fragment('changes between', inputs, (seq, kind, id, upTo, most) =>
      database.db
        .selectFrom('change_entry')
        .selectAll()
        .where(sql<boolean>`(seq, kind, record_id) > (${seq}, ${kind}, ${id})`)
        .where('seq', '<=', upTo as never)
        .orderBy('seq')
        .orderBy('kind')
        .orderBy('record_id')
        .limit(most),
    );
    const rows = await runPrepared<ChangeEntry>(database, statement as never);
    yield rows;
    const last = rows.at(-1);
    if (rows.length < PORTION || last === undefined) return;
    place = last;
  }
}
