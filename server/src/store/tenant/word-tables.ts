/**
 * The index of the words of listings, for searches by words. It is derived: any of its tables can be
 * emptied, and is filled again at the next search (`search/words/word-index.ts`).
 */
export interface WordTables {
  word_index: WordIndexTable;
  word: WordTable;
  word_posting: WordPostingTable;
  listing_words: ListingWordsTable;
}

/** How far the index is: one row, which the first search makes. */
export interface WordIndexTable {
  /** Always 1. */
  id: number;
  /** The `epoch` of the revision whose changes it follows. */
  epoch: number;
  /** All changes of listings up to this one, by its number and the listing's id, are indexed. */
  seq: number;
  record_id: number;
  /** The block that new listings come into, and how many it has. */
  block: number;
  filled: number;
  /** How many rows `word` has; their ids are the numbers from 1 to this one. */
  words: number;
}

/** Every word that a listing has had, in lower case and without accents. */
export interface WordTable {
  id: number;
  word: string;
}

/** The listings of one block that have a word. */
export interface WordPostingTable {
  word_id: number;
  block: number;
  /** The ids of the listings, as `id-list.ts` writes them. */
  ids: string;
}

/** The words of a listing, from which a change of it knows what to take away. */
export interface ListingWordsTable {
  listing_id: number;
  /** It never changes for a listing. */
  block: number;
  /** The ids of its words, as `id-list.ts` writes them. */
  words: string;
}
