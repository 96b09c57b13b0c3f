import { Type } from 'typebox';
import { type Call, read } from '../../api/endpoint.js';
import { named, oneOf } from '../../api/fields.js';
import { ParamProblem } from '../../api/params.js';
import { searchedSources } from '../listing.source-filters.js';
import { readyMarket } from './market.js';
import {
  type Name,
  type Names,
  SUGGESTION_KINDS,
  type SuggestionKind,
  type SuggestValues,
  suggestParams,
} from './names.js';

export interface Suggestion {
  readonly kind: SuggestionKind;
  readonly id: number;
  readonly text: string;
  readonly count: number;
}

/** A name that fits, with all spellings of its street. */
interface Candidate extends Suggestion {
  /** Its words, folded. */
  readonly words: string;
  /** The largest count of one spelling. */
  readonly best: number;
}

const ORDER = new Map<SuggestionKind, number>(SUGGESTION_KINDS.map((kind, at) => [kind, at]));

/**
 * The names that have all of these words, or beginnings of words: first those that begin as the words
 * do, and of these the ones with the most listings on the market. The same data gives the same order in
 * every process.
 *
 * @param words Folded (`wordsOf`).
 */
export function suggest(
  names: Names,
  words: readonly string[],
  kinds: ReadonlySet<SuggestionKind>,
  limit: number,
): Suggestion[] {
  const isWanted = (name: Name) =>
    kinds.has(name.kind) && name.text !== '' && (name.always || name.count > 0);
  let places: number[] | undefined;
  for (const word of new Set(words)) {
    const found = names.withWord(word, isWanted);
    places = places === undefined ? found : common(places, found);
    if (places.length === 0) return [];
  }
  const beginning = ` ${words.join(' ')}`;
  const best: Candidate[] = [];
  for (const candidate of candidatesAt(names, places ?? [])) {
    if (best.length === limit && comesBefore(best[limit - 1], candidate, beginning)) continue;
    const at = best.findIndex((other) => !comesBefore(other, candidate, beginning));
    best.splice(at < 0 ? best.length : at, 0, candidate);
    if (best.length > limit) best.pop();
  }
  return best.map(({ kind, id, text, count }) => ({ kind, id, text, count }));
}

/** What is in both lists, which are ascending. */
function common(one: readonly number[], other: readonly number[]): number[] {
  const both: number[] = [];
  let at = 0;
  for (const place of one) {
    while ((other[at] ?? Number.POSITIVE_INFINITY) < place) at += 1;
    if (other[at] === place) both.push(place);
  }
  return both;
}

/** The names at these places; the spellings of one street are one, in the most usual of them. */
function candidatesAt(names: Names, places: readonly number[]): Iterable<Candidate> {
  const streets = new Map<string, Candidate>();
  const others: Candidate[] = [];
  for (const place of places) {
    const { kind, id, text, count } = names.at(place);
    const words = names.wordsAt(place);
    const one = { kind, id, text, count, words, best: count };
    if (kind !== 'street') {
      others.push(one);
      continue;
    }
    const other = streets.get(words);
    if (other === undefined) streets.set(words, one);
    else streets.set(words, { ...moreUsual(one, other), count: one.count + other.count });
  }
  return [...others, ...streets.values()];
}

function moreUsual(one: Candidate, other: Candidate): Candidate {
  if (one.best !== other.best) return one.best > other.best ? one : other;
  return one.text < other.text ? one : other;
}

function comesBefore(one: Candidate | undefined, other: Candidate, beginning: string): boolean {
  if (one === undefined) return false;
  const rank = Number(other.words.startsWith(beginning)) - Number(one.words.startsWith(beginning));
  if (rank !== 0) return rank < 0;
  if (one.count !== other.count) return one.count > other.count;
  const kind = (ORDER.get(one.kind) ?? 0) - (ORDER.get(other.kind) ?? 0);
  if (kind !== 0) return kind < 0;
  if (one.text !== other.text) return one.text < other.text;
  return one.id < other.id;
}

const Suggestion = named('Suggestion', {
  kind: oneOf(SUGGESTION_KINDS, 'What it names', 'SuggestionKind'),
  id: Type.Integer({
    description:
      'For `cat`, `buildingId` or `agent`; of a ZIP code its number, for `zipcode`; of a street 0',
  }),
  text: Type.String({ description: 'The name as it is shown; of a street for `q` or `address`' }),
  count: Type.Integer({ description: 'Its listings for sale and for rent' }),
});

const Suggestions = named('Suggestions', { SUGGESTIONS: Type.Array(Suggestion) });

/** What a visitor may mean by what was typed so far. R286, R287. */
export const suggestEndpoint = read({
  path: '/suggest',
  tag: 'Listings',
  addition: true,
  operation: 'listSuggestions',
  summary: 'Neighborhoods, buildings, streets, ZIP codes and agents for a search box',
  description:
    'Completes what a visitor types. Finds names that contain every word, or words that begin with it. Names that begin with the text come first; among these, the ones with the most listings on the market.',
  params: suggestParams,
  requires: ['q'],
  answer: Suggestions,
  emptyPage: { SUGGESTIONS: [] },
  handle: suggestions,
});

async function suggestions(call: Call, { q, kinds, limit, isMLS, isRLS }: SuggestValues) {
  if (q === undefined) throw new ParamProblem('q', undefined, suggestParams.q.accepts);
  const choice = { isMLS: isMLS ? 'feed' : 'own', isRLS: isRLS ? 'feed' : 'own' } as const;
  const [source] = searchedSources(call, choice);
  if (source === undefined) return { SUGGESTIONS: [] };
  const market = await readyMarket(source.database, call.tools.markets);
  const wanted = new Set(kinds ?? SUGGESTION_KINDS);
  return { SUGGESTIONS: suggest(market.names, q, wanted, limit) };
}
