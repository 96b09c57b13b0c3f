import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { exportOf } from '../changes/manage/shown-record.js';
import { REMOVALS, type RemovableKind } from '../changes/removal/removals.js';
import { FairQueue } from '../lib/queues.js';
import type { TransferRecord } from '../resources/kinds/kind.js';
import { containsWords } from '../store/engines/dialect.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { formRecord } from './form-record.js';
import { LISTED_KINDS } from './kind-list.js';
import { sortsOf } from './kinds.js';
import { MOST_ON_PAGE, MOST_PAGED, type Page, readPage } from './page.js';
import { problems } from './problems.js';
import type { BrokerageCall, SignedInCall } from './route.js';

/** How many rows may be sorted without an index. */
const MOST_SORTED = 10_000;

const turns = new FairQueue(30, 300, 8, 1);

/** Runs what may read a whole table, after what the same session has begun before. */
export function inTurn<Result>({ caller }: SignedInCall, work: () => Promise<Result>) {
  return turns.run(`${caller.session.id}`, work);
}

/** The parameters of a list, checked. */
interface ListQuery extends Page {
  readonly sort: string;
  readonly descending: boolean;
  readonly filters: readonly (readonly [column: string, value: number | string])[];
  /** Only these records. */
  readonly ids: readonly number[] | undefined;
  /** Only these fields; undefined for all. */
  readonly fields: ReadonlySet<string> | undefined;
}

/** A page of records, and how many there are in all. */
export async function listRecords(call: BrokerageCall, kind: RemovableKind) {
  const query = readQuery(call.query, kind);
  const { database } = call.tenant;
  const { ids, ...counts } =
    query.ids === undefined
      ? await inTurn(call, () => findIds(database, kind, query))
      : { ids: query.ids, total: query.ids.length };
  const records = await recordsOf(call, kind, ids);
  const { fields } = query;
  if (fields === undefined) return { records, ...counts };
  const cut = (record: TransferRecord) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => fields.has(name)));
  return { records: records.map(cut), ...counts };
}

/** The records with these ids, in their order. */
export async function recordsOf(
  { tenant, parts: { services } }: Pick<BrokerageCall, 'tenant' | 'parts'>,
  kind: RemovableKind,
  ids: readonly number[],
): Promise<TransferRecord[]> {
  if (ids.length === 0) return [];
  const { all, context } = exportOf({ tenant, tools: services.tools }, kind);
  const records: TransferRecord[] = [];
  for await (const record of all({ ...context, only: ids })) {
    records.push(formRecord(kind, record, context.timeZone));
  }
  return records;
}

type Tables = Record<string, Record<string, number | string>>;
/** The tables of a brokerage, where one stands for all, because the query builder cannot type their union. */
export type Loose = Kysely<Tables>;

async function findIds({ db }: TenantDatabase, kind: RemovableKind, query: ListQuery) {
  const { table = REMOVALS[kind].table, indexed = [], indexedWith } = LISTED_KINDS[kind];
  // One table stands for all, because the query builder cannot type their union.
  const loose = db as unknown as Loose;
  let found = loose.selectFrom(table);
  for (const [column, value] of query.filters) found = found.where(column, '=', value);
  if (query.words !== '') found = found.where(matching(loose, kind, query.words));
  const column = sortsOf(kind)[query.sort] as string;
  const order = query.descending ? 'desc' : 'asc';
  const sorted = found
    .select('id')
    .orderBy(column, order)
    .$if(column !== 'id', (rows) => rows.orderBy('id', order));
  const filtered = new Set(query.filters.map(([name]) => name));
  const hasIndex = indexedWith === undefined || filtered.has(indexedWith);
  const canSort = column === 'id' || (hasIndex && indexed.includes(query.sort));
  const check = (total: number) => {
    if (canSort || total <= MOST_SORTED) return;
    const accepted = [REMOVALS[kind].id, ...(hasIndex ? indexed : [])].join(', ');
    const words = `more than ${MOST_SORTED} records are too many to sort by ${query.sort}`;
    throw problems.badRequest(`sort: ${words}. Filter them, or sort by ${accepted}.`);
  };
  const { limit, offset } = query;
  if (query.words === '' && filtered.size === 0) {
    const { count } = await found
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    check(Number(count));
    const rows = await sorted.limit(limit).offset(offset).execute();
    return pageOf(rows, Number(count));
  }
  if (!canSort) {
    const some = found.select('id').limit(MOST_SORTED + 1);
    check((await some.execute()).length);
  }
  // One statement counts and lists: each may look at the whole table.
  const rows = await sorted.limit(MOST_PAGED + 1).execute();
  return pageOf(rows.slice(offset, offset + limit), rows.length);
}

function pageOf(rows: readonly Tables[string][], count: number) {
  const ids = rows.map((row) => Number(row.id));
  // Nobody pages further than this.
  const more = count > MOST_PAGED ? { more: true } : {};
  return { ids, total: Math.min(count, MOST_PAGED), ...more };
}

/** The words anywhere in one of the columns that are searched, or the number of a record. */
function matching(loose: Loose, kind: RemovableKind, words: string) {
  const { search = [] } = LISTED_KINDS[kind];
  return (eb: ExpressionBuilder<Tables, string>) => {
    const conditions: Expression<SqlBool>[] = containsWords(search, words);
    if (/^\d{1,16}$/.test(words)) conditions.push(eb('id', '=', Number(words)));
    if (kind === 'listings') {
      const numbered = loose.selectFrom('listing').select('id').where('mls_no', '=', words);
      // The index of MLS numbers leaves the empty ones out.
      conditions.push(eb('id', 'in', numbered.where('mls_no', '<>', '')));
    }
    return eb.or(conditions);
  };
}

/** The parameters that every list has. */
const COMMON = ['page', 'perPage', 'sort', 'order', 'q', 'ids', 'fields'];

/** @throws ConsoleProblem that names the parameter. */
function readQuery(input: BrokerageCall['query'], kind: RemovableKind): ListQuery {
  const { filters = {}, search } = LISTED_KINDS[kind];
  const accepted = [...COMMON, ...Object.keys(filters)];
  for (const [name, value] of Object.entries(input)) {
    if (!accepted.includes(name)) {
      throw problems.badRequest(`${name}: no list takes it; accepted are ${accepted.join(', ')}.`);
    }
    if (typeof value !== 'string') throw problems.badRequest(`${name}: it was given twice.`);
  }
  const params = input as Readonly<Record<string, string>>;
  const sorts = Object.keys(sortsOf(kind));
  const { sort = sorts[0] as string, order = 'ASC' } = params;
  const page = readPage(params);
  if (!sorts.includes(sort)) {
    throw problems.badRequest(`sort: accepted are ${sorts.join(', ')}.`);
  }
  if (!/^(asc|desc)$/i.test(order)) throw problems.badRequest('order: accepted are ASC and DESC.');
  if (page.words !== '' && search === undefined) {
    throw problems.badRequest('q: this kind cannot be searched.');
  }
  return {
    ...{ ...page, sort },
    descending: /^desc$/i.test(order),
    filters: Object.entries(filters).flatMap(([name, { column, read }]) => {
      const text = params[name];
      if (text === undefined) return [];
      const value = read(text);
      if (value === undefined) throw problems.badRequest(`${name}: there is no such value.`);
      return [[column, value] as const];
    }),
    ids: params.ids === undefined ? undefined : readIds(params.ids),
    fields: readFields(params.fields, kind),
  };
}

function readIds(text: string): readonly number[] {
  const ids = text.split(',').map((id) => (/^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0));
  if (ids.length <= MOST_ON_PAGE && !ids.includes(0)) return [...new Set(ids)];
  throw problems.badRequest(`ids: accepted are up to ${MOST_ON_PAGE} numbers, comma separated.`);
}

function readFields(text: string | undefined, kind: RemovableKind) {
  return text === undefined ? undefined : new Set([REMOVALS[kind].id, ...text.split(',')]);
}
