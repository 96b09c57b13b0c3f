import type { Values } from '../params.js';
import { keyword, monthYear } from './content.params.js';

/** What `GET /videos/search/{count}` may be asked. R120. */
export const videoSearchParams = { keyword: keyword('title'), month_year: monthYear() };

/** Which videos a search wants. */
export type VideoSearch = Values<typeof videoSearchParams>;
