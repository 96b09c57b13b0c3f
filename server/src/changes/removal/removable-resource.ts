import {
  type ImportRecord,
  type ImportResource,
  REMOVE,
  RecordProblem,
} from 'portico-importer/resource.js';
import { readId } from '../../resources/kinds/transfer-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { isRemovable, REMOVALS } from './removals.js';
import { removeRecords } from './remove-records.js';

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
 * batch go in a separate transaction, before the rest of the batch is written; a record that is not
 * there is none to complain of, as an import may be run again.
 */
export function withRemovals(resource: ImportResource, database: TenantDatabase): ImportResource {
  const { name, numberKeys } = resource;
  if (!isRemovable(name)) return resource;
  const { id } = REMOVALS[name];
  const removalOf = (record: ImportRecord) =>
    asksForRemoval(record[REMOVE]) ? { [id]: record[id], [REMOVE]: true } : undefined;
  return {
    ...resource,
    fields: new Set([...resource.fields, REMOVE]),
    removalOf,
    isRemoval,
    ...(numberKeys && {
      // A key in another field of a removed record is not looked at, and gets no number.
      numberKeys: (records, dryRun) =>
        numberKeys(
          records.map((record) =>
            FLAGS.get(wordOf(record[REMOVE])) ? { [id]: record[id], [REMOVE]: true } : record,
          ),
          dryRun,
        ),
    }),
    parse(record, ...rest) {
      if (removalOf(record) !== undefined) return new RemovalRow(readId(record, id));
      const { [REMOVE]: flag, ...others } = record;
      return resource.parse(flag === undefined ? record : others, ...rest);
    },
    key: (row) => (row instanceof RemovalRow ? String(row.id) : resource.key(row)),
    merge(earlier, later) {
      if (isRemoval(later)) return later;
      return isRemoval(earlier) ? undefined : resource.merge?.(earlier, later);
    },
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
  const asks = flag === undefined || flag === null ? false : FLAGS.get(wordOf(flag));
  if (asks !== undefined) return asks;
  throw new RecordProblem(
    REMOVE,
    `${JSON.stringify(wordOf(flag).slice(0, 80))} was given; accepted is true or false`,
  );
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['', false],
]);

function wordOf(flag: unknown): string {
  return String(flag).trim().toLowerCase();
}
