import type { SourceClient, SourcePage } from './source-client.js';
import { SourceProblem } from './source-request.js';

/** How often the links of one chain may die at one place. */
const MOST_DEATHS = 10;

/** How many empty pages with a link may follow each other: some servers have them within a chain, others behind its end. */
const MOST_EMPTY = 3;

/** The most pages of one chain: 50 million records in pages of 1,000. */
const MOST_PAGES = 50_000;

/** What a link that is no longer good answers. */
const DEAD = [400, 404, 410];

/** Links that die again and again, also behind new starts. */
export class DeadLinks extends SourceProblem {}

export interface Chain {
  /** The address to begin at, or to go on from where there is no good link. */
  start(): URL;
  /** A link that an earlier run was given. */
  readonly link: string | undefined;
  /** How many records a page is requested to have. */
  readonly pageSize: number;
  /** Whether `start` leads to records again that have the last moment: what comes from there may be no further. */
  readonly startsAgain?: boolean;
  /**
   * Takes a page.
   *
   * @param next The link to the next one.
   * @returns Whether `start` leads behind the page: some servers end a chain at some number of rows, or at the size of a page.
   */
  take(page: SourcePage, next: string | undefined): Promise<boolean>;
  /** Whether no further page is wanted. */
  isDone?(): boolean;
}

/**
 * Follows links until there are none, or until several pages are empty. Behind a dead link it goes on where `start` leads.
 *
 * @throws DeadLinks
 * @throws SourceProblem where the chain does not end, or a page cannot be had.
 */
export async function followChain(client: SourceClient, chain: Chain): Promise<void> {
  const followed = new Set<string>();
  let { link } = chain;
  // How large a page is that may have more behind it. A server may give smaller ones than were requested, and how large those
  // of an earlier run were, nobody knows.
  let full = link === undefined ? chain.pageSize : 1;
  let empty = 0;
  let deaths = 0;
  let diedAt: string | undefined;
  // How many records came since the last start.
  let rows = 0;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await pageAt(client, chain, link);
    if (page === undefined) {
      const { href } = chain.start();
      deaths = href === diedAt ? deaths + 1 : 1;
      diedAt = href;
      if (deaths > MOST_DEATHS) {
        throw new DeadLinks('The links of the source to further pages die again and again.');
      }
      link = undefined;
      // The same links may lead on from there.
      followed.clear();
      continue;
    }
    const { length } = page.records;
    rows = link === undefined ? length : rows + length;
    empty = length === 0 ? empty + 1 : 0;
    const next = empty > MOST_EMPTY ? undefined : page.next;
    const isFull = length > 0 && length >= Math.min(full, chain.pageSize);
    full = pages === 0 ? length : Math.max(full, length);
    const leadsOn = await chain.take(page, next);
    if ((next === undefined && !(leadsOn && isFull)) || chain.isDone?.() === true) return;
    link = next;
    const place = link ?? chain.start().href;
    if (followed.has(place)) {
      if (link !== undefined || chain.startsAgain !== true) break;
      // Its links have led on, or there was room for more.
      if (rows !== chain.pageSize || (await isAll(client, chain.start(), rows))) return;
      throw new SourceProblem(
        `More records of the source have changed at one moment than fit a page of ${rows}, and it names no next page: nothing behind them can be read. Set another \`page\`.`,
      );
    }
    followed.add(place);
  }
  throw new SourceProblem('The pages of the source do not end: one leads back to earlier ones.');
}

/** Whether the source says that there are no more records than these from there. */
async function isAll(client: SourceClient, start: URL, rows: number): Promise<boolean> {
  const { count } = await client.page(new URL(`${start.href}&$count=true`));
  return count !== undefined && count <= rows;
}

/** The page at a link, or at the start of the chain; undefined where the link is dead. */
async function pageAt(
  client: SourceClient,
  chain: Chain,
  link: string | undefined,
): Promise<SourcePage | undefined> {
  if (link === undefined) return client.page(chain.start());
  try {
    return await client.page(linkedUrl(client, link));
  } catch (error) {
    if (error instanceof SourceProblem && DEAD.includes(error.status)) return undefined;
    // One of an earlier run must not fail each later one, too, whatever is wrong with it.
    const isOfEarlierRun = link === chain.link && error instanceof SourceProblem;
    if (isOfEarlierRun && error.status !== 429) return undefined;
    throw error;
  }
}

/** A link as the source wrote it: it is neither decoded nor put together again. */
function linkedUrl(client: SourceClient, link: string): URL {
  if (URL.canParse(link, client.base.href)) return new URL(link, client.base);
  throw new SourceProblem('The source names a next page whose address cannot be read.');
}
