import type { IdleCache } from '../../lib/idle-cache.js';
import { TimeoutError, withTimeout } from '../../lib/timeout.js';
import { StillIndexing } from '../../lib/unavailable.js';
import { bitCount, forgivenLetters, isNear, letterBits } from '../../lib/words.js';
import { idTable } from '../../store/engines/dialect-tables.js';
import { fragment } from '../../store/engines/fragment.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { runPrepared } from '../../store/tenant/prepared.js';
import type { Condition } from '../conditions/conditions.js';
import { bringForward } from './word-index.js';
import { readIds } from './word-store.js';

/**
 * Words in one text, each behind a line break, which takes a fifth of the memory of as many strings. Their
 * ids are the numbers from 1 on, in this order.
 */
export class Vocabulary {
  /** Where each word begins in the text. */
  #starts: Int32Array<ArrayBufferLike> = new Int32Array(0);
  #text = '\n';
  /** The letters of each word, as `letterBits` has them. */
  #bits: Int32Array<ArrayBufferLike> = new Int32Array(0);

  get count(): number {
    return this.#starts.length;
  }

  get bytes(): number {
    return 8 * this.#starts.length + this.#text.length;
  }

  add(words: readonly string[]): void {
    const starts = new Int32Array(this.#starts.length + words.length);
    starts.set(this.#starts);
    const bits = new Int32Array(starts.length);
    bits.set(this.#bits);
    let at = this.#text.length;
    for (const [index, word] of words.entries()) {
      starts[this.#starts.length + index] = at;
      bits[this.#starts.length + index] = letterBits(word);
      at += word.length + 1;
    }
    this.#starts = starts;
    this.#bits = bits;
    this.#text += words.map((word) => `${word}\n`).join('');
  }

  beginningWith(beginning: string): number[] {
    return this.#found(`\n${beginning}`);
  }

  /** The id of a word; none where it is not there. */
  equalTo(word: string): number[] {
    return this.#found(`\n${word}\n`);
  }

  /** The ids of the words that are this one, or begin with it, but for a few letters (`isNear`). */
  near(wanted: string, most: number): number[] {
    const bits = letterBits(wanted);
    const ids: number[] = [];
    for (let index = 0; index < this.#starts.length; index += 1) {
      // Each letter that is nowhere in the word is a wrong one: that rules out most of them.
      if (bitCount(bits & ~(this.#bits[index] ?? 0)) > most) continue;
      const start = this.#starts[index] ?? 0;
      const end = (this.#starts[index + 1] ?? this.#text.length) - 1;
      if (end - start < wanted.length - most) continue;
      if (isNear(wanted, this.#text.slice(start, end), most)) ids.push(index + 1);
    }
    return ids;
  }

  #found(text: string): number[] {
    const ids: number[] = [];
    for (let at = this.#text.indexOf(text); at >= 0; at = this.#text.indexOf(text, at + 1)) {
      ids.push(this.#indexOf(at + 1) + 1);
    }
    return ids;
  }

  #indexOf(start: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** How long a search waits for words to be indexed, in milliseconds; a call has four seconds. */
const WAIT_MS = 2500;

/** Beginnings are looked for from this length on; shorter words have to be there as they are. */
const SHORTEST_BEGINNING = 3;

/** Up to this many listings, the database looks at each of them rather than through an index. */
const FEW = 2000;

/** The words of a tenant's listings, of one series of changes. */
export interface CachedVocabulary {
  readonly epoch: number;
  readonly words: Vocabulary;
}

/** The vocabularies of the tenants that are searched by words. */
export type Vocabularies = IdleCache<CachedVocabulary>;

/**
 * The condition that a listing has all of these words (R285). A word is found by its beginning, too; one
 * that no listing has is taken for those that differ from it by a letter or two.
 *
 * @param words Folded (`wordsOf`).
 * @throws StillIndexing when the words are not indexed in time, as at the first search of a large tenant.
 */
export async function hasWords(
  database: TenantDatabase,
  vocabularies: Vocabularies,
  words: readonly string[],
): Promise<Condition> {
  await indexed(database);
  const vocabulary = await vocabularyOf(database, vocabularies);
  let found: ReadonlySet<number> | undefined;
  for (const word of byLength(words)) {
    const listings: ReadonlySet<number> = await listingsWith(database, vocabulary, word);
    found = found === undefined ? listings : intersection(found, listings);
    if (found.size === 0) break;
  }
  return isOneOf(database, [...(found ?? [])]);
}

async function indexed(database: TenantDatabase): Promise<void> {
  try {
    // The indexing goes on; its failure is that of the next search.
    await withTimeout(bringForward(database), WAIT_MS, () => {});
  } catch (error) {
    throw error instanceof TimeoutError ? new StillIndexing(WAIT_MS) : error;
  }
}

/** The longest first, as they leave the fewest listings; each once. */
function byLength(words: readonly string[]): string[] {
  return [...new Set(words)].sort((one, other) => other.length - one.length);
}

/** Whether a word is known is asked of the listings and not of the vocabulary, which forgets no word. */
async function listingsWith(
  database: TenantDatabase,
  vocabulary: Vocabulary,
  word: string,
): Promise<ReadonlySet<number>> {
  const isWhole = word.length < SHORTEST_BEGINNING || /^\p{N}+$/u.test(word);
  const ids = isWhole ? vocabulary.equalTo(word) : vocabulary.beginningWith(word);
  const listings = await postingsOf(database, ids);
  const most = forgivenLetters(word);
  if (listings.size > 0 || most === 0) return listings;
  return postingsOf(database, vocabulary.near(word, most));
}

async function postingsOf(
  database: TenantDatabase,
  wordIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const listings = new Set<number>();
  if (wordIds.length === 0) return listings;
  const statement = fragment('postings', [JSON.stringify(wordIds)], (list) =>
    database.db
      .selectFrom(idTable(database.db, list).as('w'))
      .innerJoin('word_posting as p', 'p.word_id', 'w.id')
      .select('p.ids'),
  );
  for (const { ids } of await runPrepared<{ ids: string }>(database, statement)) {
    for (const id of readIds(ids)) listings.add(id);
  }
  return listings;
}

function intersection(one: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> {
  const [smaller, larger] = one.size < other.size ? [one, other] : [other, one];
  return new Set([...smaller].filter((id) => larger.has(id)));
}

function isOneOf({ db }: TenantDatabase, ids: number[]): Condition {
  const condition: Condition = fragment(
    'one of',
    [JSON.stringify(ids)],
    (list) => (eb) => eb('s.id', 'in', eb.selectFrom(idTable(db, list).as('ids')).select('ids.id')),
  );
  return ids.length > FEW ? condition : { ...condition, narrow: true, readsIds: true };
}

/** Reads the words that were added since this process has read them. */
async function vocabularyOf(
  database: TenantDatabase,
  vocabularies: Vocabularies,
): Promise<Vocabulary> {
  const [state] = await runPrepared<{ epoch: number; words: number }>(
    database,
    fragment('vocabulary', [], () =>
      database.db.selectFrom('word_index').select(['epoch', 'words']),
    ),
  );
  const { epoch = 0, words: count = 0 } = state ?? {};
  const cached = vocabularies.get(database.name);
  const isOld = cached?.epoch !== epoch || cached.words.count > count;
  const vocabulary = isOld ? new Vocabulary() : cached.words;
  if (vocabulary.count === count && !isOld) return vocabulary;
  const rows = await runPrepared<{ id: number; word: string }>(
    database,
    fragment('words', [vocabulary.count], (after) =>
      database.db.selectFrom('word').select(['id', 'word']).where('id', '>', after).orderBy('id'),
    ),
  );
  // Another call of this process may have added them while this one read.
  const added = rows.filter(({ id }) => id > vocabulary.count).map(({ word }) => word);
  vocabulary.add(added);
  vocabularies.keep(database.name, { epoch, words: vocabulary }, vocabulary.bytes);
  return vocabulary;
}
