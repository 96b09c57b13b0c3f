import { type RawBuilder, sql } from 'kysely';
import { BOOKKEEPING } from '../../store/engines/bookkeeping.js';
import type { OwnedDatabase } from '../../store/tenant/open.js';

/** A table of a tenant database as the engine describes it, so that no table is forgotten. */
export interface MovedTable {
  readonly name: string;
  /** All columns, in alphabetical order. */
  readonly columns: readonly string[];
  /** The columns of the primary key in order; none for a table of one row. */
  readonly key: readonly string[];
  /** The numeric ones among them. */
  readonly numbers: readonly string[];
  /** The column that the engine numbers. */
  readonly counted: string | undefined;
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  /** Its place in the primary key, from 1; 0 for none. */
  readonly key: number;
  readonly number: number;
  readonly counted: number;
}

/** The tables that hold a tenant's data, by name. */
export async function tablesOf({ db, place }: OwnedDatabase): Promise<readonly MovedTable[]> {
  const { rows } = await (place.kind === 'sqlite'
    ? sqliteColumns()
    : postgresColumns(place.schema ?? '')
  ).execute(db);
  const names = [...new Set(rows.map(({ table }) => table))].sort();
  return names
    .filter((name) => !(BOOKKEEPING as readonly string[]).includes(name))
    .map((name) => {
      const columns = rows.filter(({ table }) => table === name);
      const key = columns.filter((column) => column.key > 0);
      key.sort((a, b) => a.key - b.key);
      return {
        name,
        columns: columns.map(({ column }) => column).sort(),
        key: key.map(({ column }) => column),
        numbers: key.filter(({ number }) => number === 1).map(({ column }) => column),
        counted: columns.find(({ counted }) => counted === 1)?.column,
      };
    });
}

function sqliteColumns(): RawBuilder<ColumnRow> {
  return sql<ColumnRow>`
    select t.name as "table", c.name as "column", c.pk as "key",
      case when lower(c.type) in ('integer', 'double precision') then 1 else 0 end as number,
      case when c.pk = 1 and t.sql like '%autoincrement%' then 1 else 0 end as counted
    from sqlite_master t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
  `;
}

function postgresColumns(schema: string): RawBuilder<ColumnRow> {
  return sql<ColumnRow>`
    select c.relname as "table", a.attname as "column",
      coalesce(array_position(i.indkey::int[], a.attnum::int) + 1, 0) as "key",
      case when a.atttypid in ('bigint'::regtype, 'double precision'::regtype) then 1 else 0 end as number,
      case when a.attidentity = '' then 0 else 1 end as counted
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname = ${schema} and c.relkind = 'r'
  `;
}

/** The table's name in statements of a place. */
export function tableIn(
  { place }: Pick<OwnedDatabase, 'place'>,
  name: string,
): RawBuilder<unknown> {
  return place.schema === undefined ? sql.id(name) : sql.id(place.schema, name);
}
