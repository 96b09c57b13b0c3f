import type { TSchema } from 'typebox';
import {
  choice,
  described,
  idList,
  type Param,
  pageNumber,
  pageSize,
  type Values,
} from '../params.js';

/** What `GET /docs/search` may be asked. R123. */
export const documentSearchParams = {
  order: described(choice(['desc', 'asc'], 'desc'), 'Newest or oldest first'),
  limit: pageSize(40, 40),
  page: pageNumber(),
  id: documentIds(),
};

/** Which documents a search wants. */
export type DocumentSearch = Values<typeof documentSearchParams>;

/** Ids of documents; its documented default is 0, which stands for none (R20). */
function documentIds(): Param<readonly number[] | undefined> {
  const ids = idList();
  return described(
    {
      ...ids,
      schema: { ...ids.schema, default: '0' } as TSchema,
      parse: (given) => (/^[0,\s]+$/.test(given) ? undefined : ids.parse(given)),
    },
    'These documents only: ids, comma separated, at most 500',
  );
}
