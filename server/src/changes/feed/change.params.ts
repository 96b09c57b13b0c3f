import { Type } from 'typebox';
import { described, listOf, type Param, pageSize, truth } from '../../api/params.js';
import type { Cursor } from '../../store/tenant/change-cursor.js';
import { CHANGE_KIND_NAMES } from '../../store/tenant/change-tables.js';
import { readCursor } from './cursor.js';

/** Where to go on: the `CURSOR` of an earlier answer. */
function cursor(): Param<Cursor | 'start'> {
  return {
    schema: Type.String({ default: '0' }),
    accepts: 'the CURSOR of an earlier answer, or 0 for everything',
    fallback: 'start',
    parse: readCursor,
  };
}

/** The most changes in an answer; with their records fewer, as the largest of them take the processor for long. R191. */
const MOST = 1000;
const MOST_WITH_RECORDS = 500;

/** How many changes an answer has at most. */
export function pageLimit(limit: number, records: boolean): number {
  return records ? Math.min(limit, MOST_WITH_RECORDS) : limit;
}

/** The parameters of `GET /changes`. R190. */
export const changeParams = {
  since: described(cursor(), 'The CURSOR of the answer before; without it, everything there is'),
  limit: described(
    pageSize(500, MOST),
    `How many changes an answer has; more than ${MOST}, with records=true more than ${MOST_WITH_RECORDS}, are lowered to that`,
  ),
  kinds: described(
    listOf(
      CHANGE_KIND_NAMES.map((kind) => [kind, kind] as const),
      'ChangeKind',
    ),
    'The kinds to follow, comma separated; without it, all',
  ),
  records: described(truth(), 'Adds the record to each change that left one'),
  isMLS: described(truth(), 'Follows the listings of the attached MLS feed'),
  isRLS: described(truth(), 'Follows the listings of the attached RLS feed'),
};
