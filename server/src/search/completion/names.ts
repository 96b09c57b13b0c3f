import { described, listOf, truth, type Values, whole, withDefault } from '../../api/params.js';
import { bitCount, forgivenLetters, isNear, letterBits, wordsOf } from '../../lib/words.js';
import { searchWords } from '../params/listing.param-kinds.js';
import { withSpellings } from '../words/listing-words.js';

/** A name that can be suggested. */
export interface Name {
  readonly kind: SuggestionKind;
  /** The id of the record; of a zip code its number, of a street 0. */
  readonly id: number;
  text: string;
  /** Whether it is suggested even where nothing of it is on the market. */
  always: boolean;
  /** How many listings on the market count for it. */
  count: number;
}

const SPACE = 32;

/** Up to this many lines are replaced one by one. */
const MOST_RENAMED = 50;

/**
 * The names of one tenant, and where their words are: one line for each name, with a space before and
 * after each of its words. A look for a beginning is one pass over that text.
 */
export class Names {
  readonly #names: Name[] = [];
  readonly #records = new Map<SuggestionKind, Map<number, number>>();
  readonly #streets = new Map<string, number>();
  /** Where each line begins. */
  #starts: number[] = [];
  #lines = '';
  /** The places whose text is not that of their line. */
  readonly #renamed = new Set<number>();

  get bytes(): number {
    return this.#lines.length + this.#names.length * 200;
  }

  at(place: number): Name {
    const name = this.#names[place];
    if (name === undefined) throw new Error('There is no such name to suggest.');
    return name;
  }

  /** The place of a record's name, which may have no text yet. */
  placeOf(kind: SuggestionKind, id: number): number {
    const places = this.#records.get(kind) ?? new Map<number, number>();
    this.#records.set(kind, places);
    return this.#place(places, id, { kind, id, text: '', always: false, count: 0 });
  }

  placeOfStreet(text: string): number {
    const name: Name = { kind: 'street', id: 0, text, always: false, count: 0 };
    return this.#place(this.#streets, text, name);
  }

  /** Sets the text of a record's name; the empty one is not suggested. */
  set(kind: SuggestionKind, id: number, text: string, always: boolean): void {
    const place = this.placeOf(kind, id);
    const name = this.at(place);
    name.always = always;
    if (name.text === text) return;
    name.text = text;
    if (place < this.#starts.length) this.#renamed.add(place);
  }

  /** The words of a name in its line, by which spellings of one street are the same. */
  wordsAt(place: number): string {
    const start = this.#starts[place] ?? 0;
    return this.#lines.slice(start, (this.#starts[place + 1] ?? this.#lines.length) - 1);
  }

  /**
   * The places of names that have a word beginning so; where none of these is wanted, of those that have
   * one near it. Ascending.
   */
  withWord(word: string, isWanted: (name: Name) => boolean): number[] {
    this.#refresh();
    const places = this.#beginning(word).filter((place) => isWanted(this.at(place)));
    const most = forgivenLetters(word);
    if (places.length > 0 || most === 0) return places;
    return this.#near(word, most).filter((place) => isWanted(this.at(place)));
  }

  #place<Key>(places: Map<Key, number>, key: Key, name: Name): number {
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = this.#names.push(name) - 1;
    places.set(key, place);
    return place;
  }

  /** Most writes rename nothing and add a street at most: the other lines stay as they are. */
  #refresh(): void {
    if (this.#renamed.size > MOST_RENAMED) {
      this.#starts = [];
      this.#lines = '';
    } else {
      for (const place of this.#renamed) this.#rename(place);
    }
    this.#renamed.clear();
    if (this.#starts.length === this.#names.length) return;
    let at = this.#lines.length;
    const lines = this.#names.slice(this.#starts.length).map(lineOf);
    for (const line of lines) {
      this.#starts.push(at);
      at += line.length;
    }
    this.#lines += lines.join('');
  }

  #rename(place: number): void {
    const start = this.#starts[place] ?? 0;
    const end = this.#starts[place + 1] ?? this.#lines.length;
    const line = lineOf(this.at(place));
    this.#lines = this.#lines.slice(0, start) + line + this.#lines.slice(end);
    const more = line.length - (end - start);
    for (let later = place + 1; later < this.#starts.length; later += 1) {
      this.#starts[later] = (this.#starts[later] ?? 0) + more;
    }
  }

  #beginning(word: string): number[] {
    const [lines, wanted] = [this.#lines, ` ${word}`];
    const places: number[] = [];
    for (let at = lines.indexOf(wanted); at >= 0; ) {
      const place = this.#lineAt(at);
      places.push(place);
      // On to the next line: a name is found once.
      at = lines.indexOf(wanted, this.#starts[place + 1] ?? lines.length);
    }
    return places;
  }

  #lineAt(at: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #near(wanted: string, most: number): number[] {
    const lines = this.#lines;
    const letters = letterBits(wanted);
    const places: number[] = [];
    for (let start = 0, at = 0, bits = 0; at < lines.length; at += 1) {
      const code = lines.charCodeAt(at);
      // A space or the end of a line ends a word.
      if (code > SPACE) {
        bits |= 1 << (code & 31);
        continue;
      }
      const isLikely = at - start >= wanted.length - most && bitCount(letters & ~bits) <= most;
      if (isLikely && isNear(wanted, lines.slice(start, at), most)) {
        const place = this.#lineAt(start);
        if (places.at(-1) !== place) places.push(place);
      }
      [start, bits] = [at + 1, 0];
    }
    return places;
  }
}

function lineOf({ kind, text }: Name): string {
  const words = wordsOf(text);
  const spelled = kind === 'street' || kind === 'building' ? withSpellings(words) : words;
  return ` ${[...words, ...spelled.filter((word) => !words.includes(word))].join(' ')} \n`;
}

/** What can be suggested; of equal rank and count, in this order. */
export const SUGGESTION_KINDS = ['neighborhood', 'building', 'street', 'zipcode', 'agent'] as const;

export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

const MOST_SUGGESTIONS = 50;
const USUAL_SUGGESTIONS = 10;

/** The parameters of `GET /suggest`. R287. */
export const suggestParams = {
  q: searchWords(
    'What a visitor has typed so far, like 120 w 72 or greenw: words or beginnings of words, which all have to occur. Accents do not matter, and a word that begins no name may have a wrong letter',
  ),
  kinds: described(
    listOf(
      SUGGESTION_KINDS.map((kind) => [kind, kind] as const),
      'SuggestionKind',
    ),
    'Only these kinds, comma separated; default all',
  ),
  limit: described(
    withDefault(whole(1, MOST_SUGGESTIONS), USUAL_SUGGESTIONS),
    `How many at most, up to ${MOST_SUGGESTIONS}`,
  ),
  isMLS: described(truth(), "Names from the attached MLS feed instead of the brokerage's"),
  isRLS: described(truth(), "Names from the attached RLS feed instead of the brokerage's"),
};

export type SuggestValues = Values<typeof suggestParams>;
