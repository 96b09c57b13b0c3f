/**
 * What the import and export pipeline needs of a resource. The pipeline knows files, formats,
 * mappings, batches and rejects. Everything about a database, or about the meaning of a field, is
 * behind these two interfaces.
 */

/** The resources that a file can hold, in the order in which an import reads their files. */
export const RESOURCE_NAMES = [
  'source-keys',
  'neighborhoods',
  'buildings',
  'building-photos',
  'offices',
  'agents',
  'teams',
  'listings',
  'photos',
  'labels',
  'blog-labels',
  'blogs',
  'press',
  'videos',
  'testimonials',
  'docs',
  'link-categories',
  'links',
  'clients',
  'deals',
  'favorites',
  'trails',
  'saved-searches',
  'leads',
] as const;

export type ResourceName = (typeof RESOURCE_NAMES)[number];

/**
 * A record that cannot be imported. It is left out, counted and written to the rejects file, and
 * the other records are imported. Any other error stops the import.
 */
export class RecordProblem extends Error {
  /**
   * @param field The record's field with the error, in dotted form inside a nested value; empty for
   *   an error of the record as a whole.
   * @param message The value, cut at 80 characters (see `given`), and what is accepted.
   * @param accepts What is accepted, where that can be said of the field alone.
   */
  constructor(
    readonly field: string,
    message: string,
    readonly accepts = '',
  ) {
    super(message);
    this.name = 'RecordProblem';
  }
}

/** The field of a record that asks for its removal. */
export const REMOVE = '_remove';

/** A record in our own fields. */
export type ImportRecord = Readonly<Record<string, unknown>>;

/**
 * The import side of a resource. Values from ndjson and JSON files have the types of the file. From
 * CSV, every value is text, except a cell that holds a JSON array or object, and an empty cell is
 * absent; so `parse` accepts numbers as text too.
 */
export interface ImportResource<Row = unknown> {
  readonly name: ResourceName;
  /** Every field name that an import record may have, and that a mapping may name. */
  readonly fields: ReadonlySet<string>;
  /** Those of the fields that are accepted and ignored, as they follow from others. */
  readonly computed?: ReadonlySet<string>;
  /** The fields that tell a record from others; each record must have them. */
  readonly identity?: readonly string[];
  /** Names that are allowed besides `fields`, such as `custom_<name>`. */
  readonly openFields?: RegExp;
  /** The fields that hold numbers of records, where a source key may stand in place of a number. */
  readonly keyFields?: ReadonlySet<string>;
  /**
   * Puts numbers in place of the source keys of records, and gives keys without one a number.
   * @param dryRun Gives them numbers that no database keeps.
   * @returns For each record itself with numbers, or what is wrong with its keys.
   */
  numberKeys?(
    records: readonly ImportRecord[],
    dryRun: boolean,
  ): Promise<readonly (ImportRecord | RecordProblem)[]>;
  /**
   * What counts of a record that asks for its removal: its id, whatever else it says (R302); undefined for any other.
   * @throws RecordProblem for what is neither yes nor no.
   */
  removalOf?(record: ImportRecord): ImportRecord | undefined;
  /** Whether `parse` made a row of such a record. */
  isRemoval?(row: unknown): boolean;
  /** IANA name of the database's zone: dates without an offset are read in it. */
  readonly timeZone?: string;
  /**
   * Reads one record.
   * @param timeZone The zone of dates without an offset, where it is not the database's.
   * @throws RecordProblem when it is not acceptable.
   */
  parse(record: Readonly<Record<string, unknown>>, timeZone?: string): Row;
  references?(row: Row): readonly { readonly resource: ResourceName; readonly id: number }[];
  /** What there is to say of a row that is written nevertheless; the same words for all rows alike. */
  remark?(row: Row): string | undefined;
  /** Those of these ids that have no record. */
  missing?(ids: readonly number[]): Promise<readonly number[]>;
  /** The source keys that these numbers stand for; a number that no key has is absent. */
  keysOf?(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Rows with the same key are the same record: the key is the id as text. */
  key(row: Row): string;
  /**
   * The row that writes what two rows of one record write one after the other; the later row itself where nothing is left
   * of the earlier one, and undefined where one row cannot do it. Without this, none can.
   */
  merge?(earlier: Row, later: Row): Row | undefined;
  /** Whether one call of `write` takes several rows of a record, and writes them one after the other. */
  readonly inOrder?: boolean;
  /** The rows that the database's content does not allow, as far as is known without writing; a dry run asks, too. */
  check?(rows: readonly Row[]): Promise<readonly RefusedRow[]>;
  /**
   * Inserts or updates the rows in one transaction. No two rows of one call have the same key, unless they are taken
   * `inOrder`.
   * If the call throws, it wrote nothing.
   */
  write(rows: readonly Row[]): Promise<WriteOutcome>;
}

/** What became of the rows of one transaction that were not stored; the others were. */
export interface WriteOutcome {
  /** Those that the database's content does not allow; they were not written. */
  readonly refused: readonly RefusedRow[];
  /** Those whose records were as they are already, by their index: nothing was written for them. */
  readonly unchanged: readonly number[];
  /** How many of their values were left out, as staff keep other ones; absent where none was. */
  readonly kept?: number;
}

/** A row that the database's content does not allow, by its index. */
export interface RefusedRow {
  readonly index: number;
  readonly problem: RecordProblem;
}

/** The export side of a resource: its records in the form that an import accepts, always in one order. */
export interface ExportResource {
  readonly name: ResourceName;
  records(): AsyncIterable<Readonly<Record<string, unknown>>>;
}
