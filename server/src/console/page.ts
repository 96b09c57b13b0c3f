import { problems } from './problems.js';

/** The most records of a page, and how far a list can be paged. */
export const MOST_ON_PAGE = 100;
export const MOST_PAGED = 10_000;

/** The most characters of words to search for. */
const LONGEST_QUERY = 200;

/** A page of a list, and the words that it is searched for; empty for none. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly words: string;
}

/** Reads `page`, `perPage` and `q`. @throws ConsoleProblem that names the parameter. */
export function readPage({
  page = '1',
  perPage = '25',
  q = '',
}: Readonly<Record<string, unknown>>): Page {
  const limit = readNumber('perPage', perPage, MOST_ON_PAGE);
  const number = readNumber('page', page, Math.floor(MOST_PAGED / limit));
  if (typeof q !== 'string' || q.length > LONGEST_QUERY) {
    throw problems.badRequest(`q: accepted are up to ${LONGEST_QUERY} characters.`);
  }
  return { limit, offset: (number - 1) * limit, words: q.trim() };
}

function readNumber(name: string, text: unknown, most: number): number {
  const number = /^[1-9]\d{0,5}$/.test(String(text)) ? Number(text) : most + 1;
  if (number <= most) return number;
  throw problems.badRequest(`${name}: accepted is a whole number from 1 to ${most}.`);
}
