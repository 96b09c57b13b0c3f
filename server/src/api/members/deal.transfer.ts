import { inPortions, storedById, upsert } from '../../data/bulk.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import { writeTo } from '../../data/client-database/write.js';
import {
  type ExportResource,
  type ImportResource,
  RecordProblem,
} from '../../transfer/resource.js';
import { stampDate } from '../dates.js';
import {
  type Fields,
  moment,
  number,
  readFields,
  readId,
  text,
  whole,
} from '../transfer-fields.js';
import { pagedExport } from '../transfer-table.js';
import type { DealRow } from './deal.queries.js';

const EMPTY: DealRow = {
  id: 0,
  client_id: 0,
  listing_id: 0,
  address: '',
  price: 0,
  status: '',
  dealt_at: 0,
};
const COLUMNS = Object.keys(EMPTY) as (keyof DealRow)[];

const date = moment<DealRow>('dealt_at');

const fields: Fields<DealRow> = {
  client_id: whole('client_id'),
  listing_id: whole('listing_id'),
  address: text('address'),
  price: number('price'),
  status: text('status'),
  date: { ...date, read: (...given) => date.read(...given) ?? 0 },
};

interface DealImport {
  readonly id: number;
  readonly values: Partial<DealRow>;
}

/** Imports deals. See docs/importing.md. A deal of a client who is not there is refused. */
export function dealImport(database: ClientDatabase, zone: string): ImportResource<DealImport> {
  return {
    name: 'deals',
    fields: new Set(['id', ...Object.keys(fields)]),
    parse: (record) => ({ id: readId(record, 'id'), values: readFields(fields, record, zone) }),
    key: (row) => String(row.id),
    write: (rows) => writeDeals(database, rows),
  };
}

function writeDeals(
  database: ClientDatabase,
  imports: readonly DealImport[],
): Promise<readonly { readonly index: number; readonly problem: RecordProblem }[]> {
  return writeTo(database, async (transaction) => {
    const ids = imports.map(({ id }) => id);
    const stored = await storedById(transaction, 'deal', ids);
    const rows = imports.map(({ id, values }) => ({
      ...EMPTY,
      ...stored.get(id),
      ...values,
      id,
    }));
    const clients = await inPortions([...new Set(rows.map((row) => row.client_id))], (ids) =>
      transaction.selectFrom('client').select('id').where('id', 'in', ids).execute(),
    );
    const known = new Set(clients.map((client) => client.id));
    await upsert(
      database,
      transaction,
      'deal',
      COLUMNS,
      ['id'],
      rows.filter((row) => known.has(row.client_id)),
    );
    return rows.flatMap(({ client_id }, index) => {
      if (known.has(client_id)) return [];
      const words = `${client_id} was given; accepted is the number of a client`;
      return [{ index, problem: new RecordProblem('client_id', words) }];
    });
  });
}

/** Exports deals. @param zone The zone whose clock their dates show. */
export function dealExport(database: ClientDatabase, zone: string): ExportResource {
  return pagedExport(
    'deals',
    (after, limit) =>
      database.db
        .selectFrom('deal')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) =>
      rows.map(({ dealt_at, ...row }) => ({ ...row, date: stampDate(dealt_at || null, zone) })),
  );
}
