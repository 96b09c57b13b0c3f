import type { ResourceName } from '../../transfer/resource.js';
import { RECORD_KINDS } from '../record-kinds.js';
import type { SampleColumn } from './columns.js';
import { FIELD_NAMES } from './field-names.js';
import { plain } from './rules.js';

/** A column whose name may mean a field; the surer, the higher the score. */
export interface NameMatch {
  readonly field: string;
  readonly column: SampleColumn;
  readonly score: number;
}

/** Columns by the names of our fields, and of other systems, the surest first. */
export function nameMatches(
  kind: ResourceName,
  columns: readonly SampleColumn[],
): readonly NameMatch[] {
  const { fields: all, computed } = RECORD_KINDS[kind];
  const fields = new Set([...all].filter((field) => computed?.has(field) !== true));
  const names = Object.entries(FIELD_NAMES[kind] ?? {}).filter(([field]) => fields.has(field));
  const aliases = new Map(names.map(([field, list]) => [field, list.split(' ')]));
  const matches = columns.flatMap((column) => {
    const steps = (column.label ?? column.name)
      .split('.')
      .filter((step) => step !== '*' && !/^\d+$/.test(step));
    const whole = plain(steps.join(''));
    const last = plain(steps.at(-1) ?? '');
    const two = plain(steps.slice(-2).join(''));
    return [...fields].flatMap((field) => {
      const score = scoreOf(field, aliases.get(field) ?? [], whole, two, last);
      // A column that few records fill tells less than one of the same meaning that many fill.
      return score === 0
        ? []
        : [{ field, column, score: score + Math.min(column.filled, 1000) / 1e4 }];
    });
  });
  return matches.toSorted((one, other) => other.score - one.score);
}

function scoreOf(
  field: string,
  aliases: readonly string[],
  whole: string,
  two: string,
  last: string,
): number {
  if (plain(field) === whole) return 200;
  const [at, near, far] = [whole, two, last].map((name) => aliases.indexOf(name));
  if (at !== undefined && at !== -1) return 150 - at;
  if (near !== undefined && near !== -1) return 120 - near;
  if (far !== undefined && far !== -1) return 100 - far;
  return plain(field) === last ? 90 : 0;
}

/** What a column that tells records apart counts, in fields. */
const IDENTITY_WEIGHT = 5;

/** The kind that most columns fit, by their names alone. */
export function likelyKind(columns: readonly SampleColumn[]): ResourceName {
  const kinds = Object.keys(FIELD_NAMES) as ResourceName[];
  const fits = kinds.map((kind) => {
    const matches = nameMatches(kind, columns).filter(({ score }) => score > 100);
    const fields = new Set(matches.map(({ field }) => field));
    const { identity = ['id'] } = RECORD_KINDS[kind];
    const isIdentified = identity.every((field) => fields.has(field));
    return [kind, fields.size + (isIdentified ? IDENTITY_WEIGHT : 0)] as const;
  });
  return fits.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'listings';
}
