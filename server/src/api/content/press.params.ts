import { described, idList, type Values } from '../params.js';
import { keyword, monthYear } from './content.params.js';

/** What `GET /press/search/{count}` may be asked. R120. */
export const pressSearchParams = {
  keyword: keyword('title or the subtitle'),
  month_year: monthYear(),
  agent_id: described(idList(), 'Agent ids, comma separated'),
};

/** Which articles a search wants. */
export type PressSearch = Values<typeof pressSearchParams>;
