import { readId } from '../../resources/kinds/transfer-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { type ImportResource, RecordProblem } from '../../transfer/resource.js';
import { isRemovable, REMOVALS } from './removals.js';
import { removeRecords } from './remove-records.js';

/** The field of an import record that says that the record is to be removed. */
const REMOVE = '_remove';

/** A row that asks for the removal of its record. */
class RemovalRow {
  constructor(readonly id: number) {}
}

/** Whether a row that `withRemovals` has read asks for the removal of its record. */
export function isRemoval(row: unknown): boolean {
  return row instanceof RemovalRow;
}

/**
 * Has an import take records such as `{"main_id": 1, "_remove": true}`, which remove theirs. Those of a
 * batch go in a transaction of their own, before the rest of the batch is written; a record that is not
 * there is none to complain of, as an import may be run again.
 */
export function withRemovals(resource: ImportResource, database: TenantDatabase): ImportResource {
  const { name } = resource;
  if (!isRemovable(name)) return resource;
  return {
    ...resource,
    fields: new Set([...resource.fields, REMOVE]),
    parse(record, ...rest) {
      const { [REMOVE]: flag, ...others } = record;
      return asksForRemoval(flag)
        ? new RemovalRow(readId(others, REMOVALS[name].id))
        : resource.parse(flag === undefined ? record : others, ...rest);
    },
    key: (row) => (row instanceof RemovalRow ? String(row.id) : resource.key(row)),
    ...readersOfRows(resource),
    async write(rows) {
      const removed = rows.filter((row) => row instanceof RemovalRow);
      if (removed.length === 0) return resource.write(rows);
      const { missing } = await removeRecords(
        database,
        name,
        removed.map(({ id }) => id),
      );
      const gone = new Set(missing);
      const absent = rows.flatMap((row, at) =>
        row instanceof RemovalRow && gone.has(row.id) ? [at] : [],
      );
      const places = placesOfRecords(rows);
      if (places.length === 0) return { refused: [], unchanged: absent };
      const { refused, unchanged } = await resource.write(places.map((at) => rows[at]));
      const placeOf = (index: number) => places[index] ?? 0;
      return {
        refused: refused.map(({ index, problem }) => ({ index: placeOf(index), problem })),
        unchanged: [...absent, ...unchanged.map(placeOf)],
      };
    },
  };
}

/** What a resource says of its rows, of which none is asked of a removal. */
function readersOfRows({
  check,
  references,
  remark,
}: ImportResource): Pick<ImportResource, 'check' | 'references' | 'remark'> {
  return {
    ...(check && {
      async check(rows) {
        const places = placesOfRecords(rows);
        const refused = await check(places.map((at) => rows[at]));
        return refused.map(({ index, problem }) => ({ index: places[index] ?? 0, problem }));
      },
    }),
    ...(references && { references: (row) => (isRemoval(row) ? [] : references(row)) }),
    ...(remark && { remark: (row) => (isRemoval(row) ? undefined : remark(row)) }),
  };
}

function placesOfRecords(rows: readonly unknown[]): number[] {
  return rows.flatMap((row, at) => (isRemoval(row) ? [] : [at]));
}

/** @throws RecordProblem for what is neither true nor false. */
function asksForRemoval(flag: unknown): boolean {
  if (flag === undefined || flag === null) return false;
  const word = String(flag).trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0' || word === '') return false;
  throw new RecordProblem(
    REMOVE,
    `${JSON.stringify(word.slice(0, 80))} was given; accepted is true or false`,
  );
}
