import type { Generated, Selectable } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { type Static, Type } from 'typebox';
import { codes, envelope, type Failure, success, writeFailure } from '../../api/envelopes.js';
import { named, oneOf, oneZero, stampMoment } from '../../api/fields.js';
import { ParamProblem } from '../../api/params.js';
import type { AnswerContext } from '../../api/request-context.js';
import { stampDate } from '../../lib/dates.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { type ColumnsOf, field, flag, id, idOf, text } from '../kinds/fields.js';
import { defineKind } from '../kinds/kind.js';
import { readText, readTrimmed, wordReader } from '../kinds/transfer-fields.js';
import { clientRowFiles } from '../members/client-rows.js';
import { received } from '../members/visitor-fields.js';
import { canonicalQuery, searchOf } from './saved-search.query.js';

/** How often a member wants email about a search. */
export const FREQUENCIES = ['instantly', 'daily', 'weekly', 'never'] as const;

const str = (description: string) => Type.String({ description });

const fields = {
  id: id('Number of the search'),
  clientID: idOf('clients', 'The member whose search it is', { column: 'client_id' }),
  name: text('What the member calls it', { read: readTrimmed }),
  query: field('', str('A query string of `GET /properties`'), readQuery),
  frequency: field(
    'daily' as string,
    str('How often email tells of it'),
    wordReader<string>(FREQUENCIES, 'daily'),
  ),
  priceDrops: flag('email tells of lower prices, too', { column: 'price_drops', initial: 1 }),
  created: received('created_at', 'When it was saved'),
  updated: received('updated_at', 'When it was last changed'),
  lastSent: received('last_sent_at', 'When email last left for it'),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    saved_search: Omit<ColumnsOf<typeof fields>, 'id'> & { id: Generated<number> };
  }
}

/** A search that nobody could run is refused, as the endpoint refuses it. @throws RecordProblem */
function readQuery(value: unknown, field: string): string {
  try {
    const { query, dropped } = canonicalQuery(readText(value, field));
    // An exported search has nothing to drop: without what this release does not know it would find more.
    if (dropped.length === 0) return query;
    throw new RecordProblem(field, `names ${dropped.join(', ')}, which is not kept`);
  } catch (error) {
    if (error instanceof ParamProblem) throw new RecordProblem(field, error.message);
    throw error;
  }
}

/** Searches that members keep. R340. */
export const savedSearch = defineKind('saved-searches', 'StoredSearch', fields);

export const savedSearchFiles = clientRowFiles(savedSearch, {
  table: 'saved_search',
  clientField: 'clientID',
});

export type SavedSearchRow = Selectable<TenantTables['saved_search']>;

/** A saved search. R340. */
const SavedSearch = named('SavedSearch', {
  id: Type.Integer({ description: 'Number of the search' }),
  clientID: Type.Integer({ description: 'The member whose search it is' }),
  name: Type.String({ description: 'What the member calls it' }),
  query: Type.String({
    description: 'A query string of `GET /properties`, in the form in which searches are kept',
  }),
  frequency: oneOf(FREQUENCIES, 'How often email tells of it', 'AlertFrequency'),
  priceDrops: oneZero('email tells of lower prices, too'),
  date_create: stampMoment('When it was saved'),
  date_update: stampMoment('When it was last changed'),
  lastSent: stampMoment('When email last left for it'),
  problem: Type.String({
    description:
      'Why this server does not understand the search, which another release has stored; mostly empty',
  }),
  matches: Type.Optional(
    Type.Integer({
      description: 'How many listings match now, in the answer to a GET of the one search',
    }),
  ),
});

const none = Type.Array(SavedSearch, { maxItems: 0, description: 'Always empty' });

/** The answer of reads and writes of saved searches. R340. */
export const SavedSearchEnvelope = envelope(
  'SavedSearchEnvelope',
  {
    ITEM: Type.Array(SavedSearch, { description: 'The searches; empty on failure' }),
    DROPPED: Type.Array(Type.String(), {
      description: 'The parameters of `query` that were not kept',
    }),
  },
  {
    success: { ITEM: Type.Array(SavedSearch, { description: 'The searches as they are now' }) },
    error: {
      ITEM: none,
      DROPPED: Type.Array(Type.String(), { maxItems: 0, description: 'Always empty' }),
    },
  },
);

type SavedSearchEnvelope = Static<typeof SavedSearchEnvelope>;

/** Why this release does not understand a stored search; empty where it does. */
function problemOf({ query }: Pick<SavedSearchRow, 'query'>): string {
  try {
    searchOf(query);
    return '';
  } catch (error) {
    if (error instanceof ParamProblem) return error.message;
    throw error;
  }
}

function savedSearchRecord(
  row: SavedSearchRow,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): Static<typeof SavedSearch> {
  const stamp = (moment: number) => stampDate(moment || null, timeZone);
  return {
    id: row.id,
    clientID: row.client_id,
    name: row.name,
    query: row.query,
    frequency: row.frequency as (typeof FREQUENCIES)[number],
    priceDrops: row.price_drops,
    date_create: stamp(row.created_at),
    date_update: stamp(row.updated_at),
    lastSent: stamp(row.last_sent_at),
    problem: problemOf(row),
  };
}

/** @param dropped What was not kept of a query. */
export function searchesFound(
  rows: readonly SavedSearchRow[],
  context: AnswerContext,
  dropped: readonly string[] = [],
): SavedSearchEnvelope {
  const ITEM = rows.map((row) => savedSearchRecord(row, context));
  return { ...success(codes.done), ITEM, DROPPED: [...dropped] };
}

export function searchesFailure(failure: Failure): SavedSearchEnvelope {
  return { ...writeFailure(failure), ITEM: [], DROPPED: [] };
}
