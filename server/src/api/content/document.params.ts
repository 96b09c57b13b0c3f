import {
  choice,
  described,
  idList,
  type Param,
  pageNumber,
  pageSize,
  type Values,
} from '../params.js';

/** The parameters of `GET /docs/search`. R123. */
export const documentSearchParams = {
  order: described(choice(['desc', 'asc'], 'desc'), 'Newest or oldest first'),
  limit: pageSize(40, 40),
  page: pageNumber(),
  id: documentIds(),
};

/** The values of a search for documents. */
export type DocumentSearch = Values<typeof documentSearchParams>;

/** Ids of documents; the documented default, 0, means none (R20). */
function documentIds(): Param<readonly number[] | undefined> {
  const ids = idList();
  return described(
    {
      ...ids,
      parse: (input) => (/^[0,\s]+$/.test(input) ? undefined : ids.parse(input)),
    },
    'These documents only: ids, comma separated, at most 500; 0 is the same as none',
  );
}
