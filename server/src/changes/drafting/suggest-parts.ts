import type { ResourceName } from 'portico-importer/resource.js';
import type { SampleColumn } from './columns.js';
import { type InnerColumns, innerKinds } from './inner-kinds.js';
import { idRule, keyRule } from './rules.js';
import { type Suggestions, suggestFields } from './suggested-fields.js';
import type { RuleSuggestion } from './words.js';

/** Another kind of record in the same file: an element of `also`. */
export interface SuggestedPart {
  readonly kind: ResourceName;
  readonly each: string | undefined;
  readonly fields: Suggestions;
  /** The columns of the file that it reads. */
  readonly columns: readonly SampleColumn[];
}

/** A part, and how the record around it names its records. */
interface NamedPart extends SuggestedPart {
  /** Whether a column has an id, and not only a name. */
  readonly hasId: boolean;
  /** A rule for the number of its record, with a prefix of the column's name. */
  reference(prefix?: string): RuleSuggestion | undefined;
}

/** The fields of a listing that name inner records. */
const REFERENCES: { readonly [Kind in ResourceName]?: string } = {
  agents: 'agents_agent_id',
  buildings: 'essentials_building',
};

/** What may stand for an id, where a kind has none: people and firms are known by these. */
const STAND_INS: { readonly [Kind in ResourceName]?: readonly string[] } = {
  agents: ['email', 'lastname'],
  offices: ['name'],
};

/**
 * Agents, offices and buildings inside listings. The listing's own fields get rules that name them.
 *
 * @param listing Receives these rules.
 */
export function suggestParts(
  columns: readonly SampleColumn[],
  listing: Suggestions,
): SuggestedPart[] {
  const parts = innerKinds(columns).flatMap((candidates) => {
    const named = candidates.flatMap((inner) => namedPart(inner) ?? []);
    return named.find(({ hasId }) => hasId) ?? named[0] ?? [];
  });
  for (const part of parts) {
    const field = REFERENCES[part.kind];
    const suggestion = field === undefined ? undefined : part.reference();
    if (field !== undefined && suggestion !== undefined) {
      listing.set(field, { ...suggestion, columns: part.columns.slice(0, 1) });
    }
  }
  const agents = parts.find(({ kind }) => kind === 'agents');
  const offices = parts.find(({ kind }) => kind === 'offices');
  if (agents !== undefined && !agents.fields.has('office') && areTogether(agents, offices)) {
    const office = offices?.reference(agents.each === undefined ? '' : '^.');
    if (office !== undefined) agents.fields.set('office', { ...office, columns: [] });
  }
  return parts;
}

/** Whether agents are of the offices: the office of a sale is not that of the listing's agent. */
function areTogether(
  { each: one = '' }: SuggestedPart,
  { each: other }: Partial<SuggestedPart> = {},
) {
  const around = (path: string) => path.slice(0, path.lastIndexOf('.') + 1);
  return other === undefined || around(one) === around(other);
}

/** Undefined where nothing tells the inner records apart. */
function namedPart(inner: InnerColumns): NamedPart | undefined {
  const { kind, each, outer } = inner;
  const fields = suggestFields(kind, inner.columns, true);
  let own = fields.get('id')?.columns[0];
  const hasId = own !== undefined;
  for (const field of STAND_INS[kind] ?? []) own ??= fields.get(field)?.columns[0];
  if (own === undefined) return undefined;
  const column = own;
  const rule = (of: SampleColumn) => (hasId ? idRule(of) : keyRule(of));
  const suggestion = rule(column);
  if (suggestion === undefined) return undefined;
  const note = hasId ? {} : { note: 'no column has an id' };
  fields.set('id', { ...suggestion, ...note, columns: [column] });
  const columns = [...fields.values()].flatMap((one) =>
    one.columns.flatMap((of) => outer.get(of) ?? []),
  );
  const named = outer.get(column) ?? column;
  return {
    kind,
    each,
    hasId,
    fields,
    columns: [named, ...columns],
    reference: (prefix = '') => rule({ ...named, name: prefix + named.name }),
  };
}
