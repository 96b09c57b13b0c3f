import type { ResourceName } from '../resource.js';
import { plain } from '../text.js';
import { isInList, isLikeId, isOfListing, type SampleColumn } from './columns.js';
import { type DraftTarget, FIELD_NAMES, resoNames } from './field-names.js';

/** A column whose name may mean a field; the surer, the higher the score. */
export interface NameMatch {
  readonly field: string;
  readonly column: SampleColumn;
  readonly score: number;
}

/** A name of ours, or of the RESO Data Dictionary, scores more. */
const RESO = 200;

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
      .filter(
        (step, at, all) =>
          !/^(?:\*|\d+)$/.test(step) && (at === all.length - 1 || !WRAPPER.test(step)),
      );
    const isForeign = kind === 'listings' && !isOfListing(column.name);
    // What stands in one of several elements needs more than its last name to be recognized.
    const isElement = isInList(column.name) && column.label === undefined;
    const whole = plain(steps.join(''));
    const photos = aliases.get('photos')?.includes(plain(steps.at(-2) ?? '')) ?? false;
    const last = plain(steps.at(-1) ?? '');
    const two = plain(steps.slice(-2).join(''));
    return [...fields].flatMap((field) => {
      const isLoose = !isForeign && (!isElement || field.startsWith('openhouse'));
      // `ListAgentMlsId` says of an agent what `MemberMlsId` says of a member.
      const reso = resoNames(kind, field).findIndex(
        (name) =>
          name === steps.at(-1) ||
          (column.label !== undefined && plain(name).replace(/^(?:member|office)/, '') === whole),
      );
      const isPhoto = field === 'photos' && photos && column.name.includes('.*.') && isLoose;
      const isMade = column.source !== undefined && column.label === field;
      const score = isMade
        ? 300
        : isPhoto
          ? 95 + (/large|original|full/.test(last) ? 2 : /thumb|small/.test(last) ? -2 : 0)
          : reso !== -1 && isLoose
            ? RESO + 50 - reso
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

/** Steps around all columns of a record, in GeoJSON, GraphQL and the like. */
const WRAPPER = /^(?:properties|attributes|node|StandardFields)$/;

/** What a column that tells records apart counts, in fields. */
const IDENTITY_WEIGHT = 5;

/** What records of a kind hardly lack: one of these fields. */
const HALLMARKS: { readonly [Kind in ResourceName]?: readonly string[] } = {
  listings: ['financials_price', 'essentials_beds'],
  agents: ['firstname', 'email', 'phone', 'mobile'],
  offices: ['address', 'email', 'phone'],
  buildings: ['address', 'house', 'latitude', 'units'],
};

/** The kind that most columns fit, by their names alone. */
export function likelyKind(target: DraftTarget, columns: readonly SampleColumn[]): ResourceName {
  const kinds = Object.keys(FIELD_NAMES) as ResourceName[];
  const fits = kinds.map((kind) => {
    const all = nameMatches(target, kind, columns);
    const matches = all.filter(({ score }) => score > 100);
    const fields = new Set(matches.map(({ field }) => field));
    const { identity } = target.kind(kind);
    const isIdentified = identity.every((id) =>
      matches.some(({ field, column }) => field === id && isLikeId(column)),
    );
    const isNamed = matches.some(
      ({ field, column, score }) =>
        (score > RESO && identity.includes(field)) ||
        plain(column.name).includes(kind.slice(0, -1)),
    );
    const marks = HALLMARKS[kind];
    const isBare = !isNamed && marks && !all.some(({ field }) => marks.includes(field));
    const weight = (isIdentified ? IDENTITY_WEIGHT : 0) - (isBare ? 2 * IDENTITY_WEIGHT : 0);
    return [kind, fields.size + weight] as const;
  });
  return fits.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'listings';
}
