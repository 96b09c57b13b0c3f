import type { ResourceName } from 'portico-importer/resource.js';
import type { SampleColumn } from './columns.js';
import { plain } from './paths.js';

/** The columns of one kind of record that stands inside another, such as the agent of a listing. */
export interface InnerColumns {
  readonly kind: ResourceName;
  /** The path of the inner records; undefined where their columns are the record's own. */
  readonly each: string | undefined;
  /** By the names that they have in the inner record. */
  readonly columns: readonly SampleColumn[];
  /** The column of the record that an inner one came of. */
  readonly outer: ReadonlyMap<SampleColumn, SampleColumn>;
}

/** What inner records of each kind are called, without blanks and signs. */
const KINDS: readonly (readonly [kind: ResourceName, names: string])[] = [
  ['agents', '(?:list(?:ing)?)?(?:agent|broker|realtor)'],
  ['offices', '(?:list(?:ing)?)?(?:office|brokerage)'],
  ['buildings', 'building'],
];

/** The inner records that columns tell of, by kind; those of most columns first. */
export function innerKinds(columns: readonly SampleColumn[]): InnerColumns[][] {
  return KINDS.map(([kind, names]) => {
    const groups = new Map<
      string,
      { each: string | undefined; pairs: [SampleColumn, SampleColumn][] }
    >();
    for (const column of columns) {
      const place = nested(column, names) ?? prefixed(column, names);
      if (place === undefined) continue;
      const group = groups.get(place.group) ?? { each: place.each, pairs: [] };
      group.pairs.push([place.column, column]);
      groups.set(place.group, group);
    }
    return [...groups.values()]
      .toSorted((one, other) => other.pairs.length - one.pairs.length)
      .map(({ each, pairs }) => {
        const inner = pairs.map(([column]) => column);
        return { kind, each, columns: inner, outer: new Map(pairs) };
      });
  });
}

interface Place {
  readonly group: string;
  readonly each: string | undefined;
  readonly column: SampleColumn;
}

/** `agents.0.email` and `agent.email`: the records at `agents` or `agent`. */
function nested(column: SampleColumn, names: string): Place | undefined {
  const steps = column.name.split('.');
  const at = steps.findIndex((step) => new RegExp(`^${names}s?$`).test(plain(step)));
  const inner = steps.slice(/^\d+$/.test(steps[at + 1] ?? '') ? at + 2 : at + 1);
  if (at === -1 || inner.length === 0 || steps.slice(0, at).some((step) => /^\d+$/.test(step))) {
    return undefined;
  }
  const each = steps.slice(0, at + 1).join('.');
  return { group: each, each, column: { ...column, name: inner.join('.') } };
}

/** `ListAgentEmail`: a column of the record itself. What has no more of a name, such as `Office`, is a name. */
function prefixed(column: SampleColumn, names: string): Place | undefined {
  const steps = column.name.split('.');
  const found = new RegExp(`^(${names})(.*)$`).exec(plain(steps.at(-1) ?? ''));
  if (found === null || steps.some((step) => /^[\d*]+$/.test(step))) return undefined;
  const [, prefix = '', label = ''] = found;
  const group = `${[...steps.slice(0, -1), prefix].join('.')}:`;
  return { group, each: undefined, column: { ...column, label: label || 'name' } };
}
