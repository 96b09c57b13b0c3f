import { grouped } from '../../lib/grouped.js';
import {
  outcomeOf,
  type RefusedRow,
  type WriteOutcome,
} from '../../resources/kinds/record-kind.js';
import { problem } from '../../resources/kinds/transfer-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { keepKeys, numbersOfKeys } from '../../store/tenant/source-keys.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import type { RemovableKind } from '../removal/removals.js';
import { keyedKind } from './record-keys.js';

/** A source key with the number that it is to have. */
export interface SourceKeyImport {
  readonly kind: RemovableKind;
  readonly source: string;
  readonly key: string;
  readonly id: number;
}

/**
 * Keeps keys with the numbers that their records say, in one transaction. A key that has a number keeps it for ever, and
 * no number is that of two keys: what says otherwise is refused.
 */
export function writeSourceKeys(
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
          const accepts = `${number}, as the key has this number`;
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
