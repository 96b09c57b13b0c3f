import { Type } from 'typebox';
import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../../api/envelopes.js';
import {
  choice,
  described,
  line,
  MALFORMED,
  type Param,
  ParamProblem,
  required,
  truth,
  type Values,
  withDefault,
} from '../../api/params.js';
import type { CheckedParams } from '../../api/read-params.js';
import { countFound } from '../../search/listing.find.js';
import { sourceFilters } from '../../search/listing.source-filters.js';
import { isMember } from '../members/client.queries.js';
import { clientId, memberUnknown, privateOnly } from '../members/member.params.js';
import {
  FREQUENCIES,
  SavedSearchEnvelope,
  type SavedSearchRow,
  searchesFailure,
  searchesFound,
} from './saved-search.js';
import * as queries from './saved-search.queries.js';
import { type CanonicalQuery, canonicalQuery, searchOf } from './saved-search.query.js';

const LONGEST_NAME = 200;
/** Room for a polygon with as many points as a search takes. */
const LONGEST_QUERY = 40_000;

const query: Param<CanonicalQuery | undefined> = {
  schema: Type.String({
    maxLength: LONGEST_QUERY,
    description:
      'A query string of `GET /properties`, like `status=1&priceMax=900000`. What says how an answer looks is left out, and named in `DROPPED`',
  }),
  accepts: `a query string of at most ${LONGEST_QUERY} characters`,
  fallback: undefined,
  parse: (text) => {
    if (text.length > LONGEST_QUERY || text.includes('\0')) return MALFORMED;
    try {
      return canonicalQuery(text);
    } catch (error) {
      if (error instanceof ParamProblem) error.message = `query: ${error.message}`;
      throw error;
    }
  },
};

const params = {
  clientID: clientId(),
  name: described(line(LONGEST_NAME), 'What the member calls it'),
  query,
  frequency: {
    ...choice(FREQUENCIES, 'daily'),
    schema: Type.Enum([...FREQUENCIES], {
      type: 'string',
      description: 'How often email tells of new matches',
    }),
    fallback: undefined,
  } as Param<(typeof FREQUENCIES)[number] | undefined>,
  priceDrops: {
    ...truth(),
    schema: Type.Boolean({ description: 'Whether email tells of lower prices, too' }),
    fallback: undefined,
  } as Param<boolean | undefined>,
};

const newParams = {
  ...params,
  name: required(params.name),
  query: required(params.query),
  frequency: withDefault(params.frequency, 'daily'),
  priceDrops: withDefault(params.priceDrops, true),
};

const ofMember = { clientID: params.clientID };

const common = {
  access: 'signed',
  tag: 'Clients and accounts',
  addition: true,
  answer: SavedSearchEnvelope,
  codes: [codes.memberUnknown],
  onFailure: searchesFailure,
} as const;

const one = {
  ...common,
  path: '/clients/savedSearches/{id}',
  segment: 'Number of the search',
} as const;

const SIGNED =
  'It needs a key with private access, and a signature. The search of another member is refused with the code 257.';

/** Searches that members keep. R340, R341. */
export const savedSearchEndpoints = [
  endpoint({
    ...common,
    method: 'POST',
    path: '/clients/savedSearches',
    operation: 'addSavedSearch',
    summary: 'Save a search for a member',
    description: `Saves a search, at most ${queries.MOST_SEARCHES} for each member. \`query\` is refused if \`GET /properties\` would refuse it. It needs a key with private access, and a signature.`,
    params: newParams,
    check: checkMember,
    handle: add,
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: '/clients/savedSearches',
    operation: 'listSavedSearches',
    summary: "A member's saved searches",
    description:
      'Answers the saved searches of a member, in the order in which they were saved. It needs a key with private access, and a signature.',
    params: ofMember,
    check: checkMember,
    handle: async ({ tenant, context }, { clientID }) =>
      searchesFound(await queries.searchesOf(tenant.database, clientID), context),
  }),
  endpoint({
    ...one,
    method: 'GET',
    operation: 'getSavedSearch',
    summary: 'One saved search, and how many listings match now',
    description: `Answers a saved search with its \`matches\`. ${SIGNED}`,
    params: ofMember,
    check: checkSearch,
    handle: withMatches,
  }),
  endpoint({
    ...one,
    method: 'POST',
    operation: 'updateSavedSearch',
    summary: 'Change a saved search',
    description: `Changes the fields in the body and leaves the rest. ${SIGNED}`,
    params,
    check: checkSearch,
    handle: change,
  }),
  endpoint({
    ...one,
    method: 'DELETE',
    operation: 'removeSavedSearch',
    summary: 'Remove a saved search',
    description: `Removes a saved search. ${SIGNED}`,
    params: ofMember,
    answer: WriteEnvelope,
    onFailure: writeFailure,
    check: checkSearch,
    handle: async ({ tenant }, _, found) => {
      if (found !== undefined) await queries.removeSearch(tenant.database, found);
      return success(codes.done);
    },
  }),
];

type OfMember = Pick<CheckedParams<typeof ofMember>, 'values'>;

async function checkMember(
  call: Call,
  { values: { clientID } }: OfMember,
): Promise<CheckResult<undefined>> {
  const refused = privateOnly(call);
  const isUnknown =
    refused === undefined &&
    clientID !== undefined &&
    !(await isMember(call.tenant.database.db, clientID));
  return { found: undefined, failures: [refused, isUnknown && memberUnknown(clientID)] };
}

/** One answer to a number that there is not and to another member's. */
function unknownSearch(clientID: number, id: number): Failure {
  return new Failure(codes.memberUnknown, `Member ${clientID} has no saved search ${id}.`);
}

async function checkSearch(
  call: Call<number>,
  { values: { clientID } }: OfMember,
): Promise<CheckResult<SavedSearchRow | undefined>> {
  const { segment, tenant } = call;
  const refused = privateOnly(call);
  if (refused !== undefined || clientID === undefined) {
    return { found: undefined, failures: [refused] };
  }
  const found = await queries.searchOfMember(tenant.database, clientID, segment);
  return { found, failures: [found === undefined && unknownSearch(clientID, segment)] };
}

async function add(
  { tenant, tools, context }: Call,
  { clientID, name, query, frequency, priceDrops }: Values<typeof newParams>,
) {
  // From now on servers look for what is new.
  await tools.outbox.announce(tenant.database);
  const stored = await queries.addSearch(tenant.database, {
    ...{ client_id: clientID, name, query: query.query, frequency },
    price_drops: priceDrops ? 1 : 0,
    ...{ created_at: context.now, updated_at: context.now, last_sent_at: 0 },
  });
  if (stored === undefined) return memberUnknown(clientID);
  if (stored === 'full') {
    const words = `clientID: member ${clientID} has ${queries.MOST_SEARCHES} saved searches, as many as one may keep; remove one first.`;
    return new Failure(codes.valueMalformed, words);
  }
  return searchesFound([stored], context, query.dropped);
}

async function change(
  { tenant, tools, context, segment }: Call<number>,
  { clientID, name, query, frequency, priceDrops }: Values<typeof params>,
) {
  await tools.outbox.announce(tenant.database);
  const stored = await queries.changeSearch(
    tenant.database,
    { client_id: clientID, id: segment },
    {
      ...(name && { name }),
      ...(query && { query: query.query }),
      ...(frequency && { frequency }),
      ...(priceDrops !== undefined && { price_drops: priceDrops ? 1 : 0 }),
      updated_at: context.now,
    },
  );
  if (stored === undefined) return unknownSearch(clientID, segment);
  return searchesFound([stored], context, query?.dropped);
}

async function withMatches(
  call: Call<number>,
  { clientID }: Values<typeof ofMember>,
  row: SavedSearchRow | undefined,
) {
  if (row === undefined) return unknownSearch(clientID, call.segment);
  const answer = searchesFound([row], call.context);
  const [item] = answer.ITEM;
  if (item === undefined || item.problem !== '') return answer;
  const matches = await countFound(await sourceFilters(call, searchOf(row.query)));
  return { ...answer, ITEM: [{ ...item, matches }] };
}
