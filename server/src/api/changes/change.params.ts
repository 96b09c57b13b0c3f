import { Type } from 'typebox';
import type { Cursor } from '../../data/tenant-database/change-cursor.js';
import { CHANGE_KIND_NAMES } from '../../data/tenant-database/change-tables.js';
import { described, listOf, type Param, pageSize, truth } from '../params.js';
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

/** The parameters of `GET /changes`. R190. */
export const changeParams = {
  since: described(cursor(), 'The CURSOR of the answer before; without it, everything there is'),
  limit: pageSize(500, 1000),
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
