import { toPlainNumber } from './amount.js';
import {
  type ColumnReader,
  columnReader,
  type ForeignRecord,
  isMissing,
  isObject,
} from './column.js';
import { RecordProblem } from './resource.js';
import { plain, quoted } from './text.js';

/** A source of values, as rules have it. */
interface Sum {
  readonly columns: readonly string[];
  read(record: ForeignRecord): number | undefined;
}

/** A factor as a fraction, so that a twelfth of 1,200 is 100. */
interface Factor {
  readonly times: number;
  readonly per: number;
}

/** How often an addend counts; undefined where it does not count at all. @throws RecordProblem */
interface Weight {
  readonly columns: readonly string[];
  of(record: ForeignRecord, field: string): Factor | undefined;
}

/**
 * The sum of columns, each times a number, or times what a table says to the word in another column: a fee by how often
 * it is due. Words are compared without blanks, punctuation and case, as sources spell them in several ways.
 *
 * @returns In place of the sum, what is wrong with the table of weights.
 */
export function weightedSum(value: unknown, field: string): Sum | string {
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) return SHAPE;
  const addends: { weight: Weight; read: ColumnReader }[] = [];
  const columns: string[] = [];
  for (const [column, spec] of entries) {
    const weight = weightOf(spec);
    if (typeof weight === 'string') return weight;
    addends.push({ weight, read: columnReader(column) });
    columns.push(column, ...weight.columns);
  }
  const read = (record: ForeignRecord): number | undefined => {
    let total: number | undefined;
    for (const { weight, read } of addends) {
      const value = read(record);
      const factor = isMissing(value) ? undefined : weight.of(record, field);
      if (factor === undefined) continue;
      total = (total ?? 0) + ((toPlainNumber(value, field) ?? 0) * factor.times) / factor.per;
    }
    return total;
  };
  return { columns, read };
}

const SHAPE = 'sum: is not a table of column: weight';
const BY_SHAPE = `${SHAPE}, where a weight is a number or { by: column, values: { word: weight } }`;

function weightOf(spec: unknown): Weight | string {
  if (typeof spec === 'number') {
    const factor = { times: spec, per: 1 };
    return { columns: [], of: () => factor };
  }
  if (!isObject(spec)) return SHAPE;
  const { by, values, ...others } = spec;
  const isShaped = typeof by === 'string' && by !== '' && isObject(values);
  if (!isShaped || Object.keys(others).length > 0) return BY_SHAPE;
  return weightBy(by, values);
}

function weightBy(column: string, values: ForeignRecord): Weight | string {
  const table = new Map<string, Factor | undefined>();
  for (const [word, weight] of Object.entries(values)) {
    const factor = weight === null ? undefined : factorOf(weight);
    if (weight !== null && factor === undefined) {
      return `sum: ${quoted(weight)} is neither a number, a fraction such as 1/12, nor null`;
    }
    table.set(word === '*' ? word : plain(word), factor);
  }
  const read = columnReader(column);
  const of = (record: ForeignRecord, field: string) => {
    const value = read(record);
    const word = isMissing(value) ? '' : plain(String(value));
    if (table.has(word)) return table.get(word);
    if (table.has('*')) return table.get('*');
    const accepted = Object.keys(values).slice(0, 20).map(quoted).join(', ');
    throw new RecordProblem(field, `${quoted(value)} is not in the table of weights (${accepted})`);
  };
  return { columns: [column], of };
}

function factorOf(weight: unknown): Factor | undefined {
  const [, times = '', per = '1'] = /^(\d{1,6}(?:\.\d+)?)(?:\/(\d{1,6}))?$/.exec(`${weight}`) ?? [];
  if (times === '' || Number(per) === 0) return undefined;
  return { times: Number(times), per: Number(per) };
}
