import type { TestServer } from '../rig/server.js';

/** A record as an answer carries it. */
export type AnswerRecord = Readonly<Record<string, unknown>>;

/** The answer of a search. */
export interface SearchAnswer {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly AnswerRecord[];
}

/** Searches with a query string such as `cat=11&sort=size`, and throws what is no search answer. */
export async function search(
  server: TestServer,
  key: string,
  query: string,
): Promise<SearchAnswer> {
  const answer = (await server.get(key, `/properties?${query}`)) as SearchAnswer;
  if (!Array.isArray(answer.LISTINGS)) throw new Error(`${query}: ${JSON.stringify(answer)}`);
  return answer;
}

/** The ids of one page of a search, in the order in which they came. */
export async function pageOf(server: TestServer, key: string, query: string): Promise<unknown[]> {
  return (await search(server, key, query)).LISTINGS.map((record) => record.main_id);
}

/** The ids of all listings that a search finds, ascending; the total must say the same. */
export async function found(server: TestServer, key: string, query: string): Promise<number[]> {
  const { TOTAL_COUNT, LISTINGS } = await search(server, key, `${query}&perPage=200`);
  const ids = LISTINGS.map((record) => Number(record.main_id)).sort((one, two) => one - two);
  if (TOTAL_COUNT !== ids.length) throw new Error(`${query}: ${TOTAL_COUNT} told, ${ids} came`);
  return ids;
}

/** The one record of `GET /properties/{id}`. */
export async function detail(
  server: TestServer,
  key: string,
  id: number,
  query = '',
): Promise<AnswerRecord> {
  const answer = (await server.get(key, `/properties/${id}?${query}`)) as AnswerRecord[];
  const [record] = answer;
  if (record === undefined) throw new Error(`There is no listing ${id}.`);
  return record;
}
