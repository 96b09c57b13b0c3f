import { createContext, useContext } from 'react';

/** What a field holds, and so how it is shown and typed. */
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

export interface Choice {
  readonly id: string | number;
  readonly name: string;
}

/** A field as the server describes it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly group: string;
  readonly type: FieldType;
  readonly choices?: readonly Choice[];
  /** The kind of the record whose number it holds. */
  readonly of?: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly help: string;
  /** What the form of a new record begins with, if not with nothing. */
  readonly initial?: number;
}

/** A kind of records as the server describes it: its lists and forms follow from this. */
export interface Kind {
  readonly name: string;
  readonly label: string;
  readonly one: string;
  /** The field that holds the number of a record. */
  readonly id: string;
  /** The fields that name a record. */
  readonly title: readonly string[];
  readonly create: boolean;
  readonly edit: boolean;
  readonly remove: boolean;
  /** Whether what staff correct can be kept from imports. */
  readonly keep: boolean;
  readonly search: boolean;
  readonly searchHelp?: string;
  readonly sorts: readonly string[];
  readonly order?: 'ASC' | 'DESC';
  readonly filters: readonly string[];
  readonly columns: readonly string[];
  readonly fields: readonly Field[];
}

/** A record, with the number that react-admin knows it by and the entity tag that it was read with. */
export interface Stored {
  readonly id: number;
  readonly _etag?: string;
  /** Its fields that no import changes. */
  readonly _keep?: readonly string[];
  /** The source that brings it, if one does. */
  readonly _source?: string;
  readonly [field: string]: unknown;
}

export interface Photo {
  readonly filename: string;
  readonly name?: string;
  readonly sort?: number;
}

export const Kinds = createContext<readonly Kind[]>([]);

/** The kind with a name; undefined where this brokerage has none. */
export function useKind(name: string | undefined): Kind | undefined {
  return useContext(Kinds).find((kind) => kind.name === name);
}

export function fieldOf(kind: Kind, name: string): Field | undefined {
  return kind.fields.find((field) => field.name === name);
}

/** The fields with these names, in their order, as far as the kind has them. */
export function fieldsNamed(kind: Kind, names: readonly string[]): readonly Field[] {
  return names.map((name) => fieldOf(kind, name)).filter((field) => field !== undefined);
}

/** The fields of a record: those of its kind, and those of the brokerage's own that it has. */
export function fieldsOf(kind: Kind, record: Readonly<Record<string, unknown>>): readonly Field[] {
  const own = Object.keys(record).filter((name) => name.startsWith(OWN) && !fieldOf(kind, name));
  return [
    ...kind.fields,
    ...own.map((name) => ({
      ...{ name, label: name.slice(OWN.length), group: 'Your own fields', type: 'text' as const },
      ...{ required: false, readOnly: false, help: '' },
    })),
  ];
}

const OWN = 'custom_';

/** What a record is called: the fields that name it, else its number. */
export function titleOf(kind: Kind, record: Readonly<Record<string, unknown>> | undefined): string {
  if (record === undefined) return '';
  const words = kind.title
    .map((name) => record[name])
    .filter((part) => part !== undefined && part !== null && part !== '' && part !== 0)
    .map(String)
    .join(' ')
    .trim();
  return words === '' ? `${kind.one} ${record.id ?? ''}`.trim() : words;
}

/** What is for programs in the words about a field: how a parameter asks for it, and what a file has for none. */
const FOR_PROGRAMS =
  /^(?:The same in words$|add\w+: |1 when |[\w ]+: (?=0 ))|[;,] (?:like \d{4}-.*|(?:0|empty) (?:when|for) (?:there is )?(?:none|unknown).*)$/g;

/** What a field is, where that is more than its label says. */
export function helpOf({ label, type, help, choices }: Field): string {
  const words = help.replace(FOR_PROGRAMS, '');
  const isSaid = words.toLowerCase().replace(/ id$/, '') === label.toLowerCase();
  // The choices say what their codes mean.
  const isCodes = choices !== undefined && /^0 \w/.test(words);
  if (isSaid || isCodes || type === 'moment') return '';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const NUMBERS: readonly FieldType[] = ['whole', 'number', 'money', 'flag', 'reference'];
const LISTS: readonly FieldType[] = ['references', 'list', 'amenities', 'photos', 'comments'];

/** What a field holds when it is cleared: a record keeps what is sent as null. */
export function emptyOf({ type }: Pick<Field, 'type'>): unknown {
  if (NUMBERS.includes(type)) return 0;
  return LISTS.includes(type) ? [] : '';
}

/** Whether a field has a whole row of a form. */
export function isWide({ type }: Field): boolean {
  return ['longText', 'html', 'amenities', 'photos', 'comments', 'list'].includes(type);
}

/** The fields that a form has changed, with their new values as they are sent. */
export function changesOf(
  kind: Kind,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const field of fieldsOf(kind, after)) {
    if (field.readOnly || !(field.name in after)) continue;
    const value = sent(field, after[field.name]);
    const was = before[field.name] ?? emptyOf(field);
    if (JSON.stringify(value) !== JSON.stringify(sent(field, was))) changes[field.name] = value;
  }
  return changes;
}

function sent(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return emptyOf(field);
  // True is -1 in the oldest fields.
  if (field.type === 'flag') return value ? 1 : 0;
  if (field.type === 'list')
    return (value as readonly string[]).filter((line) => line.trim() !== '');
  if (field.type === 'amenities') return [...(value as readonly string[])].sort();
  return value;
}
