import type { Answer } from '../answer.js';
import type { Api, CallOptions, Operation } from '../api.js';
import { Page, PagePromise } from '../page.js';

/** A record of an answer that is a list of at most one; undefined when there is none. */
export function one<Item>(answer: Answer<readonly Item[]>): Answer<Item | undefined> {
  return answer.map(([item]) => item);
}

/** How an endpoint counts its pages. */
interface Paging<Body, Item> {
  readonly path: string;
  readonly signed?: boolean;
  /** Whether the parameters go into a body. */
  readonly byBody?: boolean;
  /** The parameter for the size of a page, what it is where it is left out, and the most it can be. */
  readonly size: { readonly name: string; readonly otherwise: number; readonly most: number };
  readonly items: (body: Body) => readonly Item[];
  readonly total?: (body: Body) => number;
}

/** A page of a search. */
export function pageOf<Body, Item>(
  api: Api,
  paging: Paging<Body, Item>,
  query: { readonly page?: number | undefined },
  options?: CallOptions,
): PagePromise<Item, Body> {
  const { name, otherwise, most } = paging.size;
  const asked = (query as Record<string, unknown>)[name];
  const size = Math.min(typeof asked === 'number' ? asked : otherwise, most);
  const ask = (number: number): PagePromise<Item, Body> => {
    const { path, signed = false, byBody = false } = paging;
    const parameters = { ...query, page: number };
    const operation: Operation = byBody
      ? { method: 'POST', path, signed, body: parameters, commaLists: true, reads: true }
      : { path, signed, query: parameters };
    const answer = api.call<Body>(operation, options);
    return new PagePromise(
      answer.map((body) => {
        const total = paging.total?.(body);
        return new Page({ items: paging.items(body), answer: body, total, number, size, ask });
      }),
    );
  };
  return ask(query.page ?? 1);
}
