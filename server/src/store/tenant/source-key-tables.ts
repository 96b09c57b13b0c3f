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

/**
 * The highest numbers that a kind of record ever had, where these are above what is there: those of records that were
 * removed, and of those that were lost with what a restore replaced. R313.
 */
export interface HighestNumberTable {
  /** As in `SourceKeyTable`. */
  kind: string;
  /** Of a record. */
  number: number;
  /** Of a key; 0 for none. */
  key_number: number;
}

/** The tables of source keys and of numbers. */
export interface SourceKeyTables {
  source_key: SourceKeyTable;
  highest_number: HighestNumberTable;
}
