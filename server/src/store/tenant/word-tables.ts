import type { Kysely } from 'kysely';
import type { Place } from '../engines/dialect.js';
import { makeTable } from '../schema/steps.js';

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
interface WordTable {
  id: number;
  word: string;
}

/** The listings of one block that have a word. */
interface WordPostingTable {
  word_id: number;
  block: number;
  /** The ids of the listings, as `search/words/word-store.ts` writes them. */
  ids: string;
}

/** The words of a listing, from which a change of it knows what to take away. */
interface ListingWordsTable {
  listing_id: number;
  /** It never changes for a listing. */
  block: number;
  /** The ids of its words, as `search/words/word-store.ts` writes them. */
  words: string;
}

/** The step that makes the tables of `word-tables.ts`. They are filled by the first search by words. */
export async function makeWords(db: Kysely<unknown>, place: Place): Promise<void> {
  await makeTable(
    db,
    place,
    'word_index',
    'integer: id',
    'integer: epoch seq record_id block filled words',
  );
  await makeTable(db, place, 'word', 'integer: id', 'text: word');
  await db.schema.createIndex('word_word').unique().on('word').column('word').execute();
  const posting = 'integer: word_id block text: ids';
  await makeTable(db, place, 'word_posting', 'word_id, block', posting);
  await makeTable(db, place, 'listing_words', 'integer: listing_id', 'integer: block text: words');
}
