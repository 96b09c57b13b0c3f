import type { Page } from 'playwright-core';
import { type Journey, must, visit } from '../journey';

/** Words that stand in records where nothing is known, and words about the demo. */
const NO_WORDS = /\bN\/A\b|\bUnknown\b|\bundefined\b|\bNaN\b|\bnull\b|\binvented\b/;

/** All words of a page, those of panels that are closed included. */
function wordsOf(page: Page): Promise<string> {
  return page.locator('body').evaluate((body) => {
    const copy = body.cloneNode(true) as Element;
    for (const element of copy.querySelectorAll('script, style, template, noscript'))
      element.remove();
    // Elements that stand beside each other are no one word.
    for (const element of copy.querySelectorAll('*')) element.append(' ');
    return copy.textContent ?? '';
  });
}

/** What no page of a brokerage's own data may have: words for nothing, and headings without anything below. */
async function mustBeWhole(page: Page, path: string): Promise<void> {
  const text = await wordsOf(page);
  must(!NO_WORDS.test(text), `${path} says ${NO_WORDS.exec(text)?.[0]}`);
  for (const heading of await page.locator('main h2').all()) {
    const isFollowed = await heading.evaluate(
      (element) =>
        element.nextElementSibling !== null ||
        (element.parentElement?.nextElementSibling ?? null) !== null,
    );
    must(isFollowed, `nothing is below ${await heading.innerText()} of ${path}`);
  }
}

/** Made on a site of a brokerage that has imported the spreadsheet of README.md, and has set nothing. */
export const OWN_DATA_JOURNEYS: readonly Journey[] = [
  {
    name: 'the spreadsheet of README.md is a website without empty parts',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      for (const path of ['/', '/search?status=2', '/listings/101', '/contact']) {
        await visit(tour, path);
        const text = await wordsOf(page);
        must(!text.includes('New York'), `${path} says New York`);
        await mustBeWhole(page, path);
        must(text.includes('Acme Realty'), `${path} does not name the brokerage`);
        must((await page.locator('main svg[role=img]').count()) === 0, `${path} has a map`);
      }
      await visit(tour, '/');
      await page.getByText('312 West 20th Street').waitFor();
      for (const name of ['Agents', 'Buildings', 'Press', 'Journal'])
        must(
          (await page.getByRole('link', { name, exact: true }).count()) === 0,
          `${name} is linked`,
        );
      await visit(tour, '/search?status=2');
      await page.getByRole('heading', { name: '2 homes for rent' }).waitFor();
      must((await page.getByLabel('Map of the homes found').count()) === 0, 'the search has a map');
      await visit(tour, '/listings/101');
      for (const heading of await page.locator('main h2').all())
        must((await heading.locator('xpath=following-sibling::*').count()) > 0, 'an empty part');
      must(
        (await page.getByRole('heading', { name: 'Details' }).count()) === 0,
        'Details is empty',
      );
    },
  },
];

/** Kinds of pages of a brokerage: a list, and what in it leads to one of them. */
const KINDS = [
  ['/search?status=1', 'a[href^="/listings/"]'],
  ['/search?status=2', 'a[href^="/listings/"]'],
  ['/agents', 'main a[href^="/agents/"]'],
  ['/buildings', 'main a[href^="/buildings/"]'],
  ['/neighborhoods', 'main a[href^="/neighborhoods/"]'],
] as const;

/** One page of each kind that a brokerage has. */
export async function pagesOfOwn(page: Page, url: string): Promise<string[]> {
  const found = ['/', '/contact', '/search?status=1&view=map'];
  for (const [list, links] of KINDS) {
    await page.goto(new URL(list, url).href, { waitUntil: 'load' });
    found.push(list);
    const hrefs = await page
      .locator(links)
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const [first] = hrefs.filter((href) => /\/\d+$/.test(href));
    if (first !== undefined) found.push(first);
  }
  return found;
}

/** Made on the site of each brokerage that has been made out of a file of the sample data. */
export const SAMPLE_JOURNEYS: readonly Journey[] = [
  {
    name: 'the pages of a brokerage out of a file have no empty parts',
    script: 'both',
    run: async (tour) => {
      const { page, url } = tour;
      const paths = await pagesOfOwn(page, url);
      must(
        paths.some((path) => path.startsWith('/listings/')),
        'there is no home',
      );
      for (const path of paths) {
        await visit(tour, path);
        await mustBeWhole(page, path);
      }
    },
  },
];
