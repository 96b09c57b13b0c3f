import type { Generated } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { Type } from 'typebox';
import { ParamProblem } from '../../api/params.js';
import { type ColumnsOf, field, flag, id, idOf, text } from '../kinds/fields.js';
import { defineKind } from '../kinds/kind.js';
import { readText, readTrimmed, wordReader } from '../kinds/transfer-fields.js';
import { clientRowFiles } from '../members/client-rows.js';
import { received } from '../members/visitor-fields.js';
import { canonicalQuery } from './saved-search.query.js';
import { FREQUENCIES } from './saved-search.record.js';

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
