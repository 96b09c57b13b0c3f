import { keyword, monthYear } from '../../resources/content.params.js';
import type { Values } from '../params.js';

/** The parameters of `GET /videos/search/{count}`. R120. */
export const videoSearchParams = { keyword: keyword('title'), month_year: monthYear() };

/** The values of a search for videos. */
export type VideoSearch = Values<typeof videoSearchParams>;
