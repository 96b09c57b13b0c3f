import { described, listOf, truth, type Values, whole, withDefault } from '../../api/params.js';
import { searchWords } from '../params/listing.param-kinds.js';

/** What can be suggested; of equal rank and count, in this order. */
export const SUGGESTION_KINDS = ['neighborhood', 'building', 'street', 'zipcode', 'agent'] as const;

/** One of the kinds of suggestion. */
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

const MOST_SUGGESTIONS = 50;
const USUAL_SUGGESTIONS = 10;

/** The parameters of `GET /suggest`. R287. */
export const suggestParams = {
  q: searchWords(
    'What a visitor has typed so far, like 120 w 72 or greenw: words and beginnings of words that all have to occur; without regard to accents, and a word that begins none may have a wrong letter',
  ),
  kinds: described(
    listOf(
      SUGGESTION_KINDS.map((kind) => [kind, kind] as const),
      'SuggestionKind',
    ),
    'Only these kinds, comma separated; without it all of them',
  ),
  limit: described(
    withDefault(whole(1, MOST_SUGGESTIONS), USUAL_SUGGESTIONS),
    `How many at most, up to ${MOST_SUGGESTIONS}`,
  ),
  isMLS: described(truth(), 'Names of the attached MLS feed instead of those of the brokerage'),
  isRLS: described(truth(), 'The same of the RLS feed'),
};

/** The values of a call for suggestions. */
export type SuggestValues = Values<typeof suggestParams>;
