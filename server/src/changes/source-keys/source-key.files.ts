import { readSourceKey } from 'portico-importer/source-key.js';
import { grouped } from '../../lib/grouped.js';
import {
  outcomeOf,
  type RefusedRow,
  recordKind,
  type TransferContext,
  type TransferRecord,
  type WriteOutcome,
} from '../../resources/kinds/kind.js';
import { problem, readText, readWhole } from '../../resources/kinds/transfer-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import {
  FIRST_KEY_NUMBER,
  keepKeys,
  LAST_KEY_NUMBER,
  numbersOfKeys,
} from '../../store/tenant/source-keys.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { isRemovable, REMOVALS, type RemovableKind } from '../removal/removals.js';
import { keyedKind } from './record-keys.js';

/** A source key with the number that it is to have. */
interface SourceKeyImport {
  readonly kind: RemovableKind;
  readonly source: string;
  readonly key: string;
  readonly id: number;
}

/**
 * The kinds whose records websites make, too. What they make gets the number after the highest, so that a key may not
 * keep one of these.
 */
const MADE_BY_WEBSITES: readonly RemovableKind[] = [
  'clients',
  'leads',
  'saved-searches',
  'trails',
  'blogs',
];

/** The source keys of a database as records of files, so that an export brings its keys and numbers. */
export const sourceKeyFiles = recordKind<SourceKeyImport>({
  fields: new Set(['kind', 'source', 'key', 'id']),
  identity: ['kind', 'key', 'id'],
  read: readRecord,
  key: ({ kind, source, key, id }) => JSON.stringify([kind, source, key, id]),
  write: writeSourceKeys,
  export: exportSourceKeys,
});

function readRecord(record: TransferRecord): SourceKeyImport {
  const kind = readText(record.kind ?? '', 'kind').trim();
  if (!isRemovable(kind)) throw problem('kind', kind, Object.keys(REMOVALS).join(', '));
  const { source = null, key } = record;
  const read = readSourceKey(source === null ? { key } : { key, source }, 'key');
  const isMade = MADE_BY_WEBSITES.includes(kind);
  const least = isMade ? FIRST_KEY_NUMBER : 1;
  const id = readWhole(record.id ?? '', 'id', least, LAST_KEY_NUMBER);
  return { kind, ...read, id };
}

/**
 * Keeps keys with the numbers that their records say, in one transaction. A key that has a number keeps it for ever, and
 * no number is that of two keys: what says otherwise is refused.
 */
function writeSourceKeys(
  database: TenantDatabase,
  imports: readonly SourceKeyImport[],
): Promise<WriteOutcome> {
  return writeUnversioned(database, async (transaction) => {
    const refused: RefusedRow[] = [];
    const added = new Set<SourceKeyImport>();
    const places = imports.map(
      (row, index) => [`${row.kind} ${row.source}`, { row, index }] as const,
    );
    for (const rows of grouped(places).values()) {
      const [first] = rows;
      if (first === undefined) continue;
      const { kind, source } = first.row;
      const keys = rows.map(({ row }) => row.key);
      const numbers = await numbersOfKeys(transaction, kind, source, keys);
      const fresh = rows.filter(({ index, row: { key, id } }) => {
        const number = numbers.get(key);
        if (number !== undefined && number !== id) {
          const accepts = `${number}, because the key has this number`;
          refused.push({ index, problem: problem('id', id, accepts) });
        }
        numbers.set(key, number ?? id);
        return number === undefined;
      });
      const wanted = fresh.map(({ row }) => row);
      const kept = await keepKeys(transaction, keyedKind(kind), source, wanted);
      for (const { index, row } of fresh) {
        if (kept.get(row.id) === row.key) added.add(row);
        else
          refused.push({ index, problem: problem('id', row.id, 'a number that no other key has') });
      }
    }
    return outcomeOf(imports, (row) => added.has(row), refused);
  });
}

/** How many keys an export reads at a time, where nobody else waits for its process. */
const PAGE = 1000;

/** Exports all keys, by kind and number. */
async function* exportSourceKeys({ database, pageSize = PAGE }: TransferContext) {
  let [kind, number] = ['', 0];
  for (;;) {
    const rows = await database.db
      .selectFrom('source_key')
      .selectAll()
      .where((eb) =>
        eb.or([eb('kind', '>', kind), eb.and([eb('kind', '=', kind), eb('number', '>', number)])]),
      )
      .orderBy('kind')
      .orderBy('number')
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      yield { kind: row.kind, source: row.source, key: row.key, id: row.number };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    ({ kind, number } = last);
  }
}
