import type { Page } from 'playwright-core';
import type { Portico } from 'portico-sdk';
import type { Device } from './browser';
import type { Counter } from './counter';

/** What a journey can use. */
export interface Tour {
  readonly page: Page;
  /** The address of the website. */
  readonly url: string;
  readonly device: Device;
  /** The calls that the website makes to Portico. */
  readonly calls: Counter;
  /** Runs a `portico` command with `--json` on the data of the demo. */
  portico(...input: string[]): Promise<unknown>;
  /** Portico as a back office of the brokerage reaches it: past the website. */
  readonly office: Portico;
  /** The path of a home with this status of a search, such as 19 for sold. */
  homeWith(status: number): Promise<string>;
  /** The emails that Portico has sent, as they came, the newest first. */
  readonly emails: readonly string[];
}

/** What a visitor does, and what they must find. It throws where they do not. */
export interface Journey {
  readonly name: string;
  readonly run: (tour: Tour) => Promise<void>;
  /** Where it is made; on all devices where it is left out. */
  readonly devices?: readonly Device[];
  /** Whether it is made without JavaScript as well, or only so; only with it if this is left out. */
  readonly script?: 'both' | 'none';
}

/** Throws with words where something is not as it has to be. */
export function must(condition: unknown, words: string): asserts condition {
  if (!condition) throw new Error(words);
}

/** Goes to a page and waits until it works: links and forms before that are the browser's own. */
export async function visit({ page, url }: Tour, path: string): Promise<void> {
  await page.goto(new URL(path, url).href, { waitUntil: 'load' });
}

/** A home as a search answers it. */
export type Home = Awaited<ReturnType<Portico['listings']['search']>>['items'][number];

/** The first home on the market that is as a journey needs it. */
export async function homeThat({ office }: Tour, is: (home: Home) => boolean): Promise<Home> {
  for await (const home of office.listings.search({ status: [1, 2], perPage: 200 }))
    if (is(home)) return home;
  throw new Error(`No home is like that: ${is}`);
}

/** Waits until something holds, for what no page shows and so nothing announces. */
export async function eventually(
  what: string,
  holds: () => Promise<boolean>,
  tries = 200,
): Promise<void> {
  for (let again = 0; again < tries; again++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`It does not come to pass that ${what}.`);
}

interface Leads {
  readonly leads: readonly { readonly lastname: string }[];
}

/** How many leads of somebody the brokerage finds. */
export async function leadsOf({ portico }: Tour, lastname: string): Promise<number> {
  const { leads } = (await portico('lead', 'list', 'demo')) as Leads;
  return leads.filter((lead) => lead.lastname === lastname).length;
}
