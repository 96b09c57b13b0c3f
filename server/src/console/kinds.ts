import type { ResourceName } from 'portico-importer/resource.js';
import { REMOVE, RecordProblem } from 'portico-importer/resource.js';
import { hasKeptFields, KEEP } from '../changes/kept/kept-fields.js';
import {
  type ImportField,
  importFields,
  keyFieldsOf,
  RECORD_KINDS,
} from '../changes/record-kinds.js';
import { isRemovable, REMOVALS, type RemovableKind } from '../changes/removal/removals.js';
import { AMENITY_LABELS, FIELD_LABELS } from '../resources/kinds/field-labels.js';
import { AMENITIES } from '../search/params/amenity.vocabulary.js';
import { LISTED_KINDS, type ListedKind } from './kind-list.js';

/** How a field is shown and edited. */
export type FieldType =
  | 'id'
  | 'text'
  | 'longText'
  | 'html'
  | 'url'
  | 'picture'
  | 'whole'
  | 'number'
  | 'money'
  | 'flag'
  | 'choice'
  | 'moment'
  | 'reference'
  | 'references'
  | 'list'
  | 'amenities'
  | 'photos'
  | 'comments'
  | 'other';

/** A field of a form. It follows from the declaration of the kind, so that a new field appears by itself. */
export interface ConsoleField {
  readonly name: string;
  readonly label: string;
  readonly group: string;
  readonly type: FieldType;
  readonly choices?: readonly { readonly id: string | number; readonly name: string }[];
  /** The kind that it refers to. */
  readonly of?: ResourceName;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly help: string;
  /** What the form of a new record begins with, if not with nothing. */
  readonly initial?: number;
}

/** What a schema of an answer says of a field. */
interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly description?: string;
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
}

/** The groups of fields, by what their names begin with; what is in none is in the first or the last. */
const GROUPS = [
  [/^main_/, 'Main'],
  [/^financials_/, 'Price and fees'],
  [/^essentials_/, 'Details'],
  [/^openhouse/, 'Open houses'],
  [/^agents_/, 'Agents'],
  [/^(extras?_|extras|idx|vow|distribute)/, 'On the website'],
  [/^(link_|agent_link|agent_custom|social_|\w+link$)/, 'Links'],
] as const;

/** Texts of several lines. */
const LONG =
  /^(?:bio|body|comments?|content|description|main_description|access_note|public_note|text_1|quote|about|notes)$/;

/** Texts that name one picture. */
const PICTURE = /^(?:image|img|logo|groupimage)$/;

/** What the server writes itself. */
const READ_ONLY = new Set(['received', 'lastSent', 'created', 'updated']);

const fieldsOfKinds = new Map<RemovableKind, readonly ConsoleField[]>();

/** The kind of this name that the console has. */
export function kindOf(name = ''): RemovableKind | undefined {
  return isRemovable(name) ? name : undefined;
}

/** The fields of a kind, in the order of its form. */
export function fieldsOf(kind: RemovableKind): readonly ConsoleField[] {
  const known = fieldsOfKinds.get(kind);
  if (known !== undefined) return known;
  const { title, columns, hidden = [], computed: hasComputed } = LISTED_KINDS[kind];
  const first = [...new Set([...title, ...columns])];
  const place = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  const { computed = new Set() } = RECORD_KINDS[kind];
  const fields = importFields(kind)
    .filter(({ name }) => hasComputed === true || !computed.has(name))
    .filter(({ name }) => !hidden.includes(name) && ![REMOVE, 'custom_<name>'].includes(name))
    .map((field) => fieldOf(kind, field, computed.has(field.name)))
    .sort((one, other) => place(one.name) - place(other.name));
  fieldsOfKinds.set(kind, fields);
  return fields;
}

function fieldOf(kind: RemovableKind, field: ImportField, isComputed: boolean): ConsoleField {
  const { name, meaning } = field;
  const { id } = REMOVALS[kind];
  const { needed = [], initial = {} } = LISTED_KINDS[kind];
  const required = field.required || needed.includes(name);
  const schema = schemasOf(kind)[name] ?? {};
  const of = new Map(keyFieldsOf(kind)).get(name)?.of;
  const type = name === id ? 'id' : typeOf(kind, field, schema, of);
  const choices =
    type === 'choice' ? choicesOf(schema) : type === 'amenities' ? AMENITY_CHOICES : undefined;
  return {
    ...{ name, label: labelOf(name), group: groupOf(kind, name, schema), type, required },
    ...(choices && { choices }),
    ...(of !== undefined && type !== 'id' && { of }),
    readOnly: isComputed || ['id', 'comments', 'other'].includes(type) || READ_ONLY.has(name),
    help: type === 'id' ? '' : meaning,
    ...(initial[name] !== undefined && { initial: initial[name] }),
  };
}

function typeOf(
  kind: RemovableKind,
  { name, type, meaning }: ImportField,
  { enum: values, pattern = '', type: schemaType }: Schema,
  of: ResourceName | undefined,
): FieldType {
  if (of !== undefined) return refuses(kind, name, [1]) ? 'reference' : 'references';
  if (name === 'amenities' || name === 'photos' || name === 'comments') return name;
  if (type === '1 or 0' || values?.every((value) => value === 0 || Math.abs(Number(value)) === 1)) {
    return 'flag';
  }
  if (values !== undefined) return 'choice';
  if (/^a date/.test(type) || /January|\d\{2\}:/.test(pattern)) return 'moment';
  if (type === 'a list') return 'list';
  const isNumber =
    schemaType === 'integer' || schemaType === 'number' || /number|degrees/.test(type);
  if (isNumber) {
    if (/dollars/i.test(meaning)) return 'money';
    return /^a whole number/.test(type) ? 'whole' : 'number';
  }
  if (/^HTML|as HTML/.test(meaning)) return 'html';
  if (refuses(kind, name, 'javascript:x')) return 'url';
  if (PICTURE.test(name)) return 'picture';
  return LONG.test(name) ? 'longText' : type === '' ? 'other' : 'text';
}

/** Whether the reader of a kind refuses this value of a field. */
function refuses(kind: RemovableKind, name: string, value: unknown): boolean {
  try {
    RECORD_KINDS[kind].read({ [REMOVALS[kind].id]: 1, [name]: value }, 'UTC');
    return false;
  } catch (error) {
    return error instanceof RecordProblem && error.field === name;
  }
}

const AMENITY_CHOICES = AMENITIES.map((id) => ({ id, name: labelOf(id) }));

function choicesOf({ enum: values = [], 'x-enumDescriptions': words = {} }: Schema) {
  return values.map((id) => ({ id, name: words[id] ?? String(id) }));
}

function schemasOf(kind: RemovableKind): Readonly<Record<string, Schema>> {
  const answers = RECORD_KINDS[kind].answers ?? [];
  return Object.assign({}, ...answers.map(({ properties }) => properties));
}

function groupOf(kind: RemovableKind, name: string, { description = '' }: Schema): string {
  if (kind === 'buildings' && /1 when the (building|rent)/.test(description)) return 'Amenities';
  const found = GROUPS.find(([pattern]) => pattern.test(name));
  if (found !== undefined && (kind === 'listings' || found[1] === 'Links')) return found[1];
  return kind === 'listings' ? 'More' : 'Main';
}

/** `home_Phone` as `Home phone`. */
function labelOf(name: string): string {
  const label = FIELD_LABELS[name] ?? AMENITY_LABELS[name];
  if (label !== undefined) return label;
  const bare = name
    .replace(/^(main|essentials|extras?|financials|agents)_/, '')
    .replace(/_id$/i, '');
  const words = bare
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .replace(/ ID$/, '')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The kinds for an app. @param mayEdit Whether the caller may change records. */
export function kindsFor(mayEdit: boolean) {
  return (Object.keys(LISTED_KINDS) as RemovableKind[]).map((name) => {
    const kind: ListedKind = LISTED_KINDS[name];
    const { id } = REMOVALS[name];
    const fields = fieldsOf(name);
    const sorts = Object.keys(sortsOf(name));
    const first = fields.find((field) => field.name === sorts[0]);
    const isAllowed = (what: 'create' | 'edit' | 'remove') =>
      mayEdit && kind.without?.includes(what) !== true;
    return {
      ...{ name, label: kind.label, one: kind.one, id, title: kind.title, columns: kind.columns },
      create: isAllowed('create'),
      edit: isAllowed('edit'),
      remove: isAllowed('remove'),
      keep: hasKeptFields(name),
      search: kind.search !== undefined,
      searchHelp: kind.searchHelp ?? 'Name or number',
      sorts,
      // By number or time, what is new comes first.
      order: first?.type === 'id' || first?.type === 'moment' ? 'DESC' : 'ASC',
      filters: Object.keys(kind.filters ?? {}),
      fields: fields.filter((field) => field.name !== KEEP),
    };
  });
}

/** The fields that lists of a kind may be sorted by, with their columns; the first is the default. */
export function sortsOf(kind: RemovableKind): Readonly<Record<string, string>> {
  return LISTED_KINDS[kind].sorts ?? { [REMOVALS[kind].id]: 'id' };
}
