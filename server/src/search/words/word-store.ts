import { type Kysely, sql } from 'kysely';
import { idTable, textTable } from '../../store/engines/dialect-tables.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { WordIndexTable } from '../../store/tenant/word-tables.js';
import { wordsOfListings } from './listing-words.js';

/** The characters of a list: 32 that end a number, and 32 that are followed by more of it. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ-_+*:;';
const VALUES = new Int8Array(128).fill(-1);
for (let at = 0; at < DIGITS.length; at += 1) VALUES[DIGITS.charCodeAt(at)] = at;

/**
 * Ascending whole numbers as text: the distance of each from the one before, five bits a character. Ids
 * of one import follow each other, so that most take one character. Text is what both databases, dumps
 * and moves carry alike.
 */
export function writeIds(ids: readonly number[]): string {
  let text = '';
  let before = 0;
  for (const id of ids) {
    let distance = id - before;
    before = id;
    while (distance >= 32) {
      text += DIGITS[32 + (distance % 32)];
      distance = Math.floor(distance / 32);
    }
    text += DIGITS[distance];
  }
  return text;
}

export function readIds(text: string): number[] {
  const ids: number[] = [];
  let before = 0;
  let distance = 0;
  let place = 1;
  for (let at = 0; at < text.length; at += 1) {
    const value = VALUES[text.charCodeAt(at)] ?? -1;
    if (value < 0) throw new Error('A list of ids in the index of words is damaged.');
    distance += (value % 32) * place;
    if (value >= 32) {
      place *= 32;
      continue;
    }
    before += distance;
    ids.push(before);
    distance = 0;
    place = 1;
  }
  return ids;
}

/**
 * Listings of a block. A change of a listing writes the list of each of its changed words again, which is
 * as long as its block; in larger blocks the whole index has fewer rows.
 */
const BLOCK = 1024;

/** Of which tenant the statements are. */
type Named = Pick<TenantDatabase, 'name'>;

/** What of the state of the index changes with its words. */
type Place = Pick<WordIndexTable, 'block' | 'filled' | 'words'>;

/** Listings that a word is taken from and given to. */
interface Change {
  readonly added: number[];
  readonly removed: Set<number>;
}

/** The changes of a portion: by block, and there by the id of the word. */
type ChangesByBlock = Map<number, Map<number, Change>>;

/**
 * Stores the words of listings as they are now; of listings that are gone, none. The caller holds the
 * lock of the index. Only words that changed are written.
 *
 * @returns The state after it.
 */
export async function storeWords(
  database: Named,
  transaction: Kysely<TenantTables>,
  before: Place,
  ids: readonly number[],
): Promise<Place> {
  const words = await wordsOfListings(transaction, ids);
  const stored = await storedWords(transaction, ids);
  const all = new Set([...words.values()].flatMap((one) => [...one]));
  const vocabulary = await wordIds(database, transaction, all, before.words);
  let { block, filled } = before;
  const changes: ChangesByBlock = new Map();
  const rows: { listing_id: number; block: number; words: string }[] = [];
  for (const id of ids) {
    const old = stored.get(id);
    const current = [...(words.get(id) ?? [])].map((word) => vocabulary.ids.get(word) ?? 0);
    current.sort((one, other) => one - other);
    if (old === undefined && current.length === 0) continue;
    const text = writeIds(current);
    if (old?.words === text) continue;
    if (old === undefined) {
      if (filled === BLOCK) [block, filled] = [block + 1, 0];
      filled += 1;
    }
    const place = old?.block ?? block;
    rows.push({ listing_id: id, block: place, words: text });
    noteChanges(changes, place, id, readIds(old?.words ?? ''), current);
  }
  for (const [place, byWord] of changes) await storePostings(database, transaction, place, byWord);
  await storeListings(database, transaction, rows);
  return { block, filled, words: vocabulary.count };
}

async function storedWords(transaction: Kysely<TenantTables>, ids: readonly number[]) {
  const rows = await inPortions(ids, (portion) =>
    transaction
      .selectFrom('listing_words')
      .selectAll()
      .where('listing_id', 'in', portion)
      .execute(),
  );
  return new Map(rows.map((row) => [row.listing_id, row]));
}

/** A listing without words keeps its row, so that its block stays the same. */
async function storeListings(
  database: Named,
  transaction: Kysely<TenantTables>,
  rows: readonly { listing_id: number; block: number; words: string }[],
): Promise<void> {
  const columns = ['listing_id', 'block', 'words'] as const;
  await upsert(database, transaction, 'listing_words', columns, ['listing_id'], rows);
}

/** The ids of words; new ones get the next numbers. */
async function wordIds(
  database: Named,
  transaction: Kysely<TenantTables>,
  words: ReadonlySet<string>,
  before: number,
): Promise<{ ids: ReadonlyMap<string, number>; count: number }> {
  const list = sql<string>`${JSON.stringify([...words])}`;
  const known = await transaction
    .selectFrom('word')
    .selectAll()
    .where(sql<boolean>`word in (select w.text from ${textTable(transaction, list)} as w)`)
    .execute();
  const ids = new Map(known.map((row) => [row.word, row.id]));
  const added: { id: number; word: string }[] = [];
  let count = before;
  for (const word of words) {
    if (ids.has(word)) continue;
    count += 1;
    ids.set(word, count);
    added.push({ id: count, word });
  }
  await upsert(database, transaction, 'word', ['id', 'word'], ['id'], added);
  return { ids, count };
}

function noteChanges(
  changes: ChangesByBlock,
  block: number,
  listing: number,
  before: readonly number[],
  after: readonly number[],
): void {
  const byWord = changes.get(block) ?? new Map<number, Change>();
  changes.set(block, byWord);
  const old = new Set(before);
  for (const word of after) if (!old.delete(word)) changeOf(byWord, word).added.push(listing);
  for (const word of old) changeOf(byWord, word).removed.add(listing);
}

function changeOf(byWord: Map<number, Change>, word: number): Change {
  const change = byWord.get(word) ?? { added: [], removed: new Set() };
  byWord.set(word, change);
  return change;
}

async function storePostings(
  database: Named,
  transaction: Kysely<TenantTables>,
  block: number,
  byWord: ReadonlyMap<number, Change>,
): Promise<void> {
  const list = sql<string>`${JSON.stringify([...byWord.keys()])}`;
  const rows = await transaction
    .selectFrom('word_posting')
    .select(['word_id', 'ids'])
    .where('block', '=', block)
    .where(sql<boolean>`word_id in (select w.id from ${idTable(transaction, list)} as w)`)
    .execute();
  const stored = new Map(rows.map((row) => [row.word_id, row.ids]));
  const written: { word_id: number; block: number; ids: string }[] = [];
  const emptied: number[] = [];
  for (const [word_id, { added, removed }] of byWord) {
    const listed = readIds(stored.get(word_id) ?? '');
    const left = removed.size === 0 ? listed : listed.filter((id) => !removed.has(id));
    const ids = merged(left, added);
    if (ids.length === 0) emptied.push(word_id);
    else written.push({ word_id, block, ids: writeIds(ids) });
  }
  const columns = ['word_id', 'block', 'ids'] as const;
  await upsert(database, transaction, 'word_posting', columns, ['word_id', 'block'], written);
  await inPortions(emptied, (portion) =>
    transaction
      .deleteFrom('word_posting')
      .where('block', '=', block)
      .where('word_id', 'in', portion)
      .execute()
      .then(() => []),
  );
}

/** Both lists in one, ascending. New listings mostly have larger ids, and then nothing has to be sorted. */
function merged(one: readonly number[], other: readonly number[]): number[] {
  const both = [...one, ...other];
  const isAscending = both.every((id, at) => at === 0 || (both[at - 1] ?? 0) < id);
  return isAscending ? both : both.sort((a, b) => a - b);
}
