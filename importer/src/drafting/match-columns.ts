import type { ResourceName } from '../resource.js';
import { isInList, isOfListing, plain, type SampleColumn } from './columns.js';
import { type DraftTarget, FIELD_NAMES, resoNames } from './field-names.js';

/** A column whose name may mean a field; the surer, the higher the score. */
export interface NameMatch {
  readonly field: string;
  readonly column: SampleColumn;
  readonly score: number;
}

/** Columns by the names of our fields, and of other systems, the surest first. */
export function nameMatches(
  target: DraftTarget,
  kind: ResourceName,
  columns: readonly SampleColumn[],
): readonly NameMatch[] {
  const { fields: all, computed } = target.kind(kind);
  const fields = new Set([...all].filter((field) => computed?.has(field) !== true));
  const names = Object.entries(FIELD_NAMES[kind] ?? {}).filter(([field]) => fields.has(field));
  const aliases = new Map(
    names.map(([field, list]) => [
      field,
      [...list.split(' '), ...resoNames(kind, field).map(plain)],
    ]),
  );
  const matches = columns.flatMap((column) => {
    const steps = (column.label ?? column.name)
      .split('.')
      .filter((step) => step !== '*' && !/^\d+$/.test(step));
    const isForeign = kind === 'listings' && !isOfListing(column.name);
    // What stands in one of several elements is told by more than its last name.
    const isElement = isInList(column.name) && column.label === undefined;
    const whole = plain(steps.join(''));
    const photos = aliases.get('photos')?.includes(plain(steps.at(-2) ?? '')) ?? false;
    const last = plain(steps.at(-1) ?? '');
    const two = plain(steps.slice(-2).join(''));
    return [...fields].flatMap((field) => {
      const isLoose = !isForeign && (!isElement || field.startsWith('openhouse'));
      const reso = resoNames(kind, field).indexOf(steps.at(-1) ?? '');
      const isPhoto = field === 'photos' && photos && column.name.includes('.*.') && isLoose;
      const isMade = column.source !== undefined && column.label === field;
      const score = isMade
        ? 300
        : isPhoto
          ? 95 + (/large|original|full/.test(last) ? 2 : /thumb|small/.test(last) ? -2 : 0)
          : reso !== -1 && isLoose
            ? 250 - reso
            : scoreOf(
                field,
                aliases.get(field) ?? [],
                whole,
                isForeign ? '' : two,
                isLoose ? last : '',
              );
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
  if (plain(field) === whole && !aliases.includes(whole)) return 200;
  const short = whole.replace(/^(?:address|property|listing|home)(?=.)/, '');
  const [at, near, far] = [whole, two, last].map((name) => aliases.indexOf(name));
  if (at !== undefined && at !== -1) return 150 - at;
  if (near !== undefined && near !== -1) return 120 - near;
  if (far !== undefined && far !== -1) return 100 - far;
  if (aliases.includes(short)) return 80 - aliases.indexOf(short);
  return plain(field) === last ? 90 : 0;
}

/** What a column that tells records apart counts, in fields. */
const IDENTITY_WEIGHT = 5;

const PRICE = 'financials_price';

/** The kind that most columns fit, by their names alone. */
export function likelyKind(target: DraftTarget, columns: readonly SampleColumn[]): ResourceName {
  const kinds = Object.keys(FIELD_NAMES) as ResourceName[];
  const fits = kinds.map((kind) => {
    const all = nameMatches(target, kind, columns);
    const matches = all.filter(({ score }) => score > 100);
    const fields = new Set(matches.map(({ field }) => field));
    const { identity } = target.kind(kind);
    const isIdentified = identity.every((field) => fields.has(field));
    // What has no price is hardly a listing.
    const isPriceless = kind === 'listings' && !all.some(({ field }) => field === PRICE);
    const weight = (isIdentified ? IDENTITY_WEIGHT : 0) - (isPriceless ? 2 * IDENTITY_WEIGHT : 0);
    return [kind, fields.size + weight] as const;
  });
  return fits.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'listings';
}
