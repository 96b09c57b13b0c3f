/**
 * What the import and export pipeline asks of a resource. The pipeline knows files, formats,
 * mappings, batches and rejects; everything that has to do with a database or with the meaning of
 * a field stands behind these two interfaces.
 */

/** The resources that a file can hold, in the order in which their files are taken. */
export const RESOURCE_NAMES = [
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
  'leads',
] as const;

/** The name of a resource, as its files are named. */
export type ResourceName = (typeof RESOURCE_NAMES)[number];

/**
 * The record cannot be taken: it is left out, counted, and written to the rejects file, and the
 * records beside it are taken. Any other error stops the import.
 */
export class RecordProblem extends Error {
  /**
   * @param field The record's field that is at fault, in dotted form inside a nested value; empty
   *   when the record as a whole is.
   * @param message What was given, cut at 80 characters (see `given`), and what is accepted.
   */
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
    this.name = 'RecordProblem';
  }
}

/**
 * The import side of a resource. From ndjson and JSON files, values arrive with the types that
 * they have there. From CSV, every value is text, but for cells that hold a JSON array or object,
 * and an empty cell is absent; so `parse` takes numbers as text as well.
 */
export interface ImportResource<Row = unknown> {
  readonly name: ResourceName;
  /** Every field name that an import record may carry; what a mapping may name. */
  readonly fields: ReadonlySet<string>;
  /** Names that are allowed beside `fields`, such as `custom_<name>`. */
  readonly openFields?: RegExp;
  /**
   * Reads one record.
   * @throws RecordProblem when it cannot be taken.
   */
  parse(record: Readonly<Record<string, unknown>>): Row;
  /** What makes the row the same record as another: its id as text. */
  key(row: Row): string;
  /**
   * Inserts or updates the rows in one transaction. No two rows of one call have the same key.
   * @returns The rows that the database's state makes impossible, by their index; they were not
   *   written. An error that is thrown means that the whole call wrote nothing.
   */
  write(
    rows: readonly Row[],
  ): Promise<readonly { readonly index: number; readonly problem: RecordProblem }[]>;
}

/** The export side of a resource: its records as an import would take them, in a steady order. */
export interface ExportResource {
  readonly name: ResourceName;
  records(): AsyncIterable<Readonly<Record<string, unknown>>>;
}
