import { keyword, monthYear } from '../../resources/content.params.js';
import { described, idList, type Values } from '../params.js';

/** The parameters of `GET /press/search/{count}`. R120. */
export const pressSearchParams = {
  keyword: keyword('title or the subtitle'),
  month_year: monthYear(),
  agent_id: described(idList(), 'Agent ids, comma separated, any of them; at most 500'),
};

/** The values of a search for articles. */
export type PressSearch = Values<typeof pressSearchParams>;
