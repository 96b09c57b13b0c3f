import type { Values } from '../params.js';
import { keyword, monthYear } from './content.params.js';

/** Specification: Endpoints, Content, `GET /videos/search/{count}`; decision 22. */
export const videoSearchParams = { keyword: keyword('title'), month_year: monthYear() };

/** Which videos a search wants. */
export type VideoSearch = Values<typeof videoSearchParams>;
