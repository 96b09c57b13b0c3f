/**
 * Keys by which other systems know records, and the numbers that these have here. R240. A row is never
 * deleted, also where its record is removed: the number of a key stays that of the key.
 */
export interface SourceKeyTable {
  /** The kind of record, by the name that its files carry. */
  kind: string;
  /** The system that gave the key. Equal keys of two sources are two records. */
  source: string;
  /** The key as the source writes it. */
  key: string;
  /** The id of the record. Records may name it before there is one. */
  number: number;
}

/** The table of source keys. */
export interface SourceKeyTables {
  source_key: SourceKeyTable;
}
