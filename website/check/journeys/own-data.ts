import type { Page } from 'playwright-core';
import { type Journey, must, visit } from '../journey';
import { wordsOf } from '../pages';
import { viewIn } from './map';

/** Words that stand in records where nothing is known, and words about the demo. */
const NO_WORDS = /\bN\/A\b|\bUnknown\b|\bundefined\b|\bNaN\b|\bnull\b|\binvented\b/;

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

const VIEW = { lat: 41.88, lng: -87.63, zoom: 12 };

/** What a brokerage tells its website besides its records. */
export const SETTINGS = {
  city: 'Chicago',
  tagline: 'Rooms with a lake.',
  about: 'Three agents, one lake.',
  phone: '(312) 555-0100',
  email: 'hello@acme.example',
  address: '1 Example Plaza, Chicago, IL 60601',
  ...{ latitude: VIEW.lat, longitude: VIEW.lng, zoom: VIEW.zoom },
  privacy_page: 'https://acme.example/privacy',
  accessibility_page: 'https://acme.example/accessibility',
  fair_housing: 'https://acme.example/fair-housing',
} as const;

/** Made on the site of that brokerage once it has set these. */
export const SETTINGS_JOURNEYS: readonly Journey[] = [
  {
    name: 'what a brokerage sets is in its header and footer, on its contact page and under its maps',
    script: 'both',
    run: async (tour) => {
      const { page, device } = tour;
      const { tagline, about, phone, email, address } = SETTINGS;
      const [call, write] = ['tel:+13125550100', `mailto:${email}`];
      await visit(tour, '/');
      must((await page.title()) === 'Acme Realty: homes in Chicago', await page.title());
      await page.getByRole('heading', { level: 1, name: tagline }).waitFor();
      const header = page.getByRole('banner');
      if (device === 'phone') await header.getByRole('button', { name: 'Menu' }).click();
      const number = header.getByRole('link', { name: `Call ${phone}` });
      must((await number.getAttribute('href')) === call, 'the header calls another number');
      const footer = page.getByRole('contentinfo');
      for (const text of ['Acme Realty', about, address]) await footer.getByText(text).waitFor();
      for (const [name, href] of [
        [phone, call],
        [email, write],
        ['Privacy', SETTINGS.privacy_page],
        ['Accessibility', SETTINGS.accessibility_page],
        ['Fair housing', SETTINGS.fair_housing],
      ] as const) {
        const link = footer.getByRole('link', { name, exact: true });
        must((await link.getAttribute('href')) === href, `the footer leads elsewhere for ${name}`);
      }
      await visit(tour, '/contact');
      const place = page.locator('main address');
      await place.getByText(address).waitFor();
      for (const [name, href] of [
        [phone, call],
        [email, write],
      ] as const) {
        const link = place.getByRole('link', { name });
        must((await link.getAttribute('href')) === href, `the contact page has no ${name}`);
      }
      await visit(tour, '/search?status=2&view=map');
      const view = await viewIn(page.locator('section[aria-label^="Map of"] svg'));
      for (const name of ['lat', 'lng', 'zoom'] as const)
        must(Math.abs(view[name] - VIEW[name]) < 1e-2, `the map begins at ${JSON.stringify(view)}`);
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
