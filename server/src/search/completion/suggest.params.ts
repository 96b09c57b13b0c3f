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

/** The values of a call for suggestions. */
export type SuggestValues = Values<typeof suggestParams>;
