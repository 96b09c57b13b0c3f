import { described, idList, type Values } from '../params.js';
import { keyword, monthYear } from './content.params.js';

/** Specification: Endpoints, Content, `GET /press/search/{count}`; decision 22. */
export const pressSearchParams = {
  keyword: keyword('title or the subtitle'),
  month_year: monthYear(),
  agent_id: described(idList(), 'Agent ids, comma separated'),
};

/** Which articles a search wants. */
export type PressSearch = Values<typeof pressSearchParams>;
