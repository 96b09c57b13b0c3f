import type { ResourceName } from 'portico-importer/resource.js';
import type { Static, TSchema } from 'typebox';
import type { AnswerContext } from '../../api/request-context.js';
import type { Reader } from './transfer-fields.js';

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
  readonly read: Reader<Stored>;
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

/** The schemas of the fields that answers have. */
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
