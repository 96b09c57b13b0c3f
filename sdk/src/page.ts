import { Answer, type WithResponse } from './answer.js';

/** What a page is made of. */
export interface PageParts<Item, Body> {
  readonly items: readonly Item[];
  readonly answer: Body;
  /** All matches; undefined if the endpoint does not count them. */
  readonly total: number | undefined;
  /** Its number, from 1. */
  readonly number: number;
  /** How many items a full page has. */
  readonly size: number;
  readonly ask: (number: number) => PagePromise<Item, Body>;
}

/**
 * Where a page has `readBy`. By a name that all copies of this package share, as some frameworks bundle it
 * twice into one process.
 */
export const READ_BY = Symbol.for('portico-sdk.readBy');

/** One page of a search. Iterating over it goes on with the pages after it. */
export class Page<Item, Body = unknown> implements AsyncIterable<Item> {
  declare readonly items: readonly Item[];
  /** The whole answer, with what it has in addition to the items, such as `FACETS`. */
  declare readonly answer: Body;
  /** All matches; undefined if the endpoint does not count them. */
  declare readonly total: number | undefined;
  /** Its number, from 1. */
  declare readonly number: number;
  readonly #parts: PageParts<Item, Body>;

  constructor(parts: PageParts<Item, Body>) {
    const { items, answer, total, number } = parts;
    Object.assign(this, { items, answer, total, number });
    this.#parts = parts;
  }

  hasNextPage(): boolean {
    const { size } = this.#parts;
    if (this.items.length < size) return false;
    return this.total === undefined || this.number * size < this.total;
  }

  /** The page after this one; undefined after the last. */
  async nextPage(): Promise<Page<Item, Body> | undefined> {
    return this.hasNextPage() ? this.#parts.ask(this.number + 1) : undefined;
  }

  /** This page and those after it. Each is asked for when it is reached. */
  async *pages(): AsyncGenerator<Page<Item, Body>> {
    for (let page: Page<Item, Body> | undefined = this; page; page = await page.nextPage())
      yield page;
  }

  /** The same page, and those after it, with their items and answers read by `read`. */
  [READ_BY](read: <Data>(data: Data) => Data): Page<Item, Body> {
    const { items, answer, ask, ...rest } = this.#parts;
    return new Page({
      ...rest,
      items: read(items),
      answer: read(answer),
      ask: (number) => new PagePromise(ask(number).map((page) => page[READ_BY](read))),
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/** The promise of a page; `for await` over it goes through the items of all pages. */
export class PagePromise<Item, Body = unknown>
  extends Answer<Page<Item, Body>>
  implements AsyncIterable<Item>
{
  constructor(answer: Answer<Page<Item, Body>>) {
    super(answer.withResponse() as Promise<WithResponse<Page<Item, Body>>>);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    yield* await this;
  }
}
