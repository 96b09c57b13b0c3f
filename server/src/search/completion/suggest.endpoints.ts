import { Type } from 'typebox';
import { type Call, endpoint } from '../../api/endpoint.js';
import { oneOf } from '../../api/fields.js';
import { ADDITIONS } from '../../api/openapi-frame.js';
import { ParamProblem } from '../../api/params.js';
import { searchedSources } from '../listing.sources.js';
import { readyMarket } from './ready-market.js';
import { suggest } from './suggest.js';
import { SUGGESTION_KINDS, type SuggestValues, suggestParams } from './suggest.params.js';

const Suggestion = Type.Object(
  {
    kind: oneOf(SUGGESTION_KINDS, 'What it names', 'SuggestionKind'),
    id: Type.Integer({
      description:
        'For `cat`, `buildingId` or `agent`; of a ZIP code its number, for `zipcode`; of a street 0',
    }),
    text: Type.String({ description: 'The name as it is shown; of a street for `q` or `address`' }),
    count: Type.Integer({ description: 'Its listings for sale and for rent' }),
  },
  { $id: 'Suggestion', additionalProperties: false },
);

const Suggestions = Type.Object(
  { SUGGESTIONS: Type.Array(Suggestion) },
  { $id: 'Suggestions', additionalProperties: false },
);

/** What a visitor may mean by what was typed so far. R286, R287. */
export const suggestEndpoint = endpoint({
  method: 'GET',
  path: '/suggest',
  access: 'key',
  freshness: 'data',
  tag: ADDITIONS,
  operation: 'listSuggestions',
  summary: 'Neighborhoods, buildings, streets, ZIP codes and agents for a search box',
  description:
    'Completes what a visitor types: names that have all of the words, or words that begin so. Those that begin as the text does come first, and of these the ones with the most listings on the market.',
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
