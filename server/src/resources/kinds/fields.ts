import type { ResourceName } from 'portico-importer/resource.js';
import {
  type Static,
  type TInteger,
  type TNumber,
  type TSchema,
  type TString,
  Type,
} from 'typebox';
import * as schemas from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { stampDate, textDate } from '../../lib/dates.js';
import type { Vocabulary } from '../../lib/vocabulary.js';
import * as readers from './transfer-fields.js';

/** What a field may set differently from others of its type. */
interface Own<Column extends string, Stored = unknown> {
  readonly column?: Column;
  readonly initial?: Stored;
  readonly read?: readers.Reader<Stored>;
  readonly show?: (stored: Stored, context: Shown) => Stored;
  /** What files show of it, where that is not what answers show; undefined leaves it out. */
  readonly exported?: (stored: Stored) => unknown;
}

type TNumeric = ReturnType<typeof schemas.bit>;

/** Each function states its type: a column that is only inferred would leave the type of its table without a word. */
function fieldOf<Stored, Answer extends TSchema, Column extends string, Where extends Part>(
  part: Where,
  initial: Stored,
  schema: Answer,
  read: readers.Reader<Stored>,
  own: Partial<
    Pick<Field<Stored, Answer, Column>, 'column' | 'show' | 'exported' | 'of' | 'bit'>
  > = {},
): Field<Stored, Answer, Column, Where> {
  const { column, show, exported, of, bit } = own;
  return { part, column, initial, schema, read, show, exported, of, bit };
}

const int = (description: string) => Type.Integer({ description });
const str = (words: string | TString) =>
  typeof words === 'string' ? Type.String({ description: words }) : words;
const linked = (address: string, { linkUrl }: Shown) => linkUrl(address);
const pictured = (path: string, { mediaUrl }: Shown) => mediaUrl(path);

export function id<const Column extends string = never>(
  description = 'Record id',
  own: Pick<Own<Column>, 'column'> = {},
): Field<number, TInteger, Column, 'answer'> {
  return fieldOf('answer', 0, int(description), readers.wholeReader(), own);
}

/** The number of another record, 0 for none. */
export function idOf<const Column extends string = never>(
  of: ResourceName,
  description: string,
  own: Pick<Own<Column, number>, 'column' | 'exported'> = {},
): Field<number, TInteger, Column, 'answer'> {
  return fieldOf('answer', 0, int(description), readers.wholeReader(), { ...own, of });
}

/** Text. @param words What it is, or its schema. */
export function text<const Column extends string = never>(
  words: string | TString,
  own: Omit<Own<Column, string>, 'initial'> & { readonly of?: ResourceName } = {},
): Field<string, TString, Column, 'answer'> {
  return fieldOf('answer', '', str(words), own.read ?? readers.readText, own);
}

/** A whole number, 0 or more. */
export function whole<const Column extends string = never>(
  description: string,
  own: Pick<Own<Column, number>, 'column' | 'initial'> = {},
): Field<number, TInteger, Column, 'answer'> {
  return fieldOf('answer', own.initial ?? 0, int(description), readers.wholeReader(), own);
}

/** A number, 0 or more. */
export function number<const Column extends string = never>(
  description: string,
  own: Pick<Own<Column, number>, 'column' | 'read'> = {},
): Field<number, TNumber, Column, 'answer'> {
  return fieldOf('answer', 0, Type.Number({ description }), own.read ?? readers.readPositive, own);
}

/** An amount of money, 0 or more. */
export function money<const Column extends string = never>(
  description: string,
  own: Pick<Own<Column>, 'column'> = {},
): Field<number, TNumber, Column, 'answer'> {
  return number(description, { ...own, read: readers.readMoney });
}

/** A coordinate within bounds of degrees, null when it is unknown. Files leave it out then. */
export function degrees<const Column extends string = never>(
  description: string,
  bound: number,
  own: Pick<Own<Column>, 'column'> = {},
): Field<number | null, TNumber, Column, 'answer'> {
  const read = readers.degreesReader(bound);
  return fieldOf('answer', null as number | null, Type.Number({ description }), read, {
    ...own,
    exported: (stored: number | null) => stored ?? undefined,
  });
}

/** 1 or 0. @param words What holds when it is 1, or its schema. */
export function flag<const Column extends string = never>(
  words: string | TNumeric,
  own: Pick<Own<Column, number>, 'column' | 'initial'> = {},
): Field<number, TNumeric, Column, 'answer'> {
  const schema = typeof words === 'string' ? schemas.oneZero(words) : words;
  return fieldOf('answer', own.initial ?? 0, schema, readers.readFlag, own);
}

/** A flag in the old encoding, which has -1 for true: any yes is stored as -1. */
export function minusOne(description: string): Field<number, TNumeric, never, 'answer'> {
  return fieldOf('answer', 0, schemas.minusOne(description), (value, field) =>
    readers.readFlag(value, field) === 1 ? -1 : 0,
  );
}

/** Flags that share columns, each by its name. @param bit How the columns hold the one of a name. */
export function flags<const Name extends string, Row>(
  names: readonly Name[],
  description: string,
  bit: (name: Name, position: number) => Bit<Row>,
): { readonly [Each in Name]: Field<number, TNumeric, never, 'bit'> } {
  const entries = names.map((name, position) => {
    const { part: _, ...about } = flag(description);
    return [name, { ...about, part: 'bit', bit: bit(name, position) }];
  });
  return Object.fromEntries(entries);
}

export function code<const Column extends string = never>(
  meanings: readonly (readonly [code: number, words: string])[],
  description: string,
  own: Pick<Own<Column>, 'column'> = {},
): Field<number, TNumeric, Column, 'answer'> {
  const codes = meanings.map(([code]) => code).sort((one, other) => one - other);
  const schema = schemas.codeOf(meanings, description);
  return fieldOf('answer', 0, schema, readers.codeReader(codes), own);
}

/** A word of a closed list, stored as its code. @param schema What answers show of it. */
export function worded<Answer extends TSchema, const Column extends string = never>(
  vocabulary: Vocabulary,
  schema: Answer,
  own: Pick<Own<Column>, 'column'> = {},
): Field<number, Answer, Column, 'answer'> {
  return fieldOf('answer', 0, schema, readers.wordedReader(vocabulary), own);
}

/** A field that is stored, read or answered as no other function here has it. */
export function field<Stored, Answer extends TSchema, const Column extends string = never>(
  initial: Stored,
  schema: Answer,
  read: readers.Reader<Stored>,
  own: Pick<Own<Column, Stored>, 'column' | 'exported'> & { readonly of?: ResourceName } = {},
): Field<Stored, Answer, Column, 'answer'> {
  return fieldOf('answer', initial, schema, read, own);
}

/** The address of a page or a video, which answers show as a whole URL. */
export function address<const Column extends string = never>(
  description: string,
  own: Pick<Own<Column>, 'column'> = {},
): Field<string, TString, Column, 'answer'> {
  return fieldOf('answer', '', str(description), readers.readWebAddress, { ...own, show: linked });
}

/** The path of a picture, which answers show as a whole URL. */
export function picture(description: string): Field<string, TString, never, 'answer'> {
  return fieldOf('answer', '', str(description), readers.readText, { show: pictured });
}

/** A moment, null when it is unknown. */
export function moment<const Column extends string>(
  description: string,
  own: Pick<Own<Column>, 'column'>,
): Field<number | null, TString, Column, 'answer'> {
  const show = (stored: number | null, { timeZone }: Shown) => textDate(stored, timeZone);
  const schema = schemas.textMoment(description);
  return fieldOf('answer', null as number | null, schema, readers.readMoment, { ...own, show });
}

/** A moment, 0 when it is unknown, so that it has a place in the order. */
export function momentOrZero<const Column extends string>(
  description: string,
  own: Pick<Own<Column>, 'column'>,
): Field<number, TString, Column, 'answer'> {
  const show = (stored: number, { timeZone }: Shown) => textDate(stored || null, timeZone);
  const schema = schemas.textMoment(description);
  return fieldOf('answer', 0, schema, readers.readMomentOrZero, { ...own, show });
}

/** A moment, 0 when it is unknown, shown as a local time. */
export function stampOrZero<const Column extends string>(
  description: string,
  own: Pick<Own<Column>, 'column'>,
): Field<number, TString, Column, 'answer'> {
  const show = (stored: number, { timeZone }: Shown) => stampDate(stored || null, timeZone);
  const schema = schemas.stampMoment(description);
  return fieldOf('answer', 0, schema, readers.readMomentOrZero, { ...own, show });
}

/** A local time without a zone, empty when there is none. */
export function stamp(description: string): Field<string, TString, never, 'answer'> {
  return fieldOf('answer', '', schemas.stampMoment(description), readers.readStamp);
}

/** One of some words, of which the first stands for none. */
export function oneOf<const Word extends string, const Column extends string = never>(
  words: readonly [Word, ...Word[]],
  description: string,
  own: Pick<Own<Column>, 'column'> = {},
): Field<Word, ReturnType<typeof schemas.oneOf<Word>>, Column, 'answer'> {
  const [first] = words;
  const read = readers.wordReader<Word>(words, first);
  return fieldOf('answer', first as Word, schemas.oneOf(words, description), read, own);
}

/** A field that files have, and answers do not. */
export function inFiles<Stored, Answer extends TSchema, Column extends string>(
  field: Field<Stored, Answer, Column, 'answer'>,
): Field<Stored, Answer, Column, 'files'> {
  return { ...field, part: 'files' };
}

/** A field of answers whose value follows from other records: the row brings it along. */
export function computed<Answer extends TSchema>(
  schema: Answer,
): Field<never, Answer, never, 'computed'> {
  return fieldOf('computed', undefined as never, schema, neverRead);
}

/** A column that follows from others, or that only the program writes. */
export function column<Stored>(initial: Stored): Field<Stored, TSchema, never, 'column'> {
  return fieldOf('column', initial, Type.Unknown() as TSchema, neverRead);
}

function neverRead(): never {
  throw new Error('No record fills this field.');
}

/** What a field may need to be shown, besides what is stored. */
export type Shown = Pick<AnswerContext, 'timeZone' | 'mediaUrl' | 'linkUrl'>;

/**
 * Where a field is: `answer` in answers and files, `files` in files only, `column` in the table only. A `computed`
 * field is in answers only, with a value that the row brings along; files may have it, and it is ignored. A `bit` is in
 * answers and files, and shares a column with others.
 */
export type Part = 'answer' | 'files' | 'column' | 'computed' | 'bit';

/** How a 1 or 0 is kept in columns that hold many. */
export interface Bit<Row> {
  get(row: Row): 0 | 1;
  /** The columns that hold it, with this value. */
  put(row: Row, on: 0 | 1): Partial<Row>;
}

/**
 * A field of a kind of records, declared once: its column, the schema of its answers, and how it is read and shown.
 *
 * `Column` is never where the column has the field's own name.
 */
export interface Field<
  Stored = unknown,
  Answer extends TSchema = TSchema,
  Column extends string = string,
  Where extends Part = Part,
> {
  readonly part: Where;
  /** The name of its column, where it is another one. */
  readonly column: Column | undefined;
  /** What a new row has where its record lacks the field. */
  readonly initial: Stored;
  readonly schema: Answer;
  /** Reads the value of an import record. @throws RecordProblem */
  readonly read: readers.Reader<Stored>;
  /** What answers show of it; without this, what is stored. */
  readonly show: ((stored: never, context: Shown) => Static<Answer>) | undefined;
  /** What files show of it, where that is something else; undefined leaves it out. */
  readonly exported: ((stored: never) => unknown) | undefined;
  /** The kind of the record whose number it is. */
  readonly of: ResourceName | undefined;
  readonly bit: Bit<never> | undefined;
}

/** The fields of a kind by name, in the order of its schema, its records and its exports. */
export type FieldList = Readonly<Record<string, Field>>;

type ColumnName<Name, Of extends Field> = [NonNullable<Of['column']>] extends [never]
  ? Name
  : NonNullable<Of['column']>;

/** The row of a kind's table. */
export type ColumnsOf<List extends FieldList> = {
  -readonly [Name in keyof List as List[Name]['part'] extends 'computed' | 'bit'
    ? never
    : ColumnName<Name, List[Name]>]: List[Name]['initial'];
};

export type SchemasOf<List extends FieldList> = {
  -readonly [Name in keyof List as List[Name]['part'] extends 'answer' | 'computed' | 'bit'
    ? Name
    : never]: List[Name]['schema'];
};

/** What of a row answers show: a query need not read more. */
export type ShownRow<List extends FieldList> = {
  readonly [Name in keyof List as List[Name]['part'] extends 'answer'
    ? ColumnName<Name, List[Name]>
    : never]: List[Name]['initial'];
} & {
  readonly [Name in keyof List as List[Name]['part'] extends 'computed' ? Name : never]: Static<
    List[Name]['schema']
  >;
};
