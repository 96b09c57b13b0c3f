import { type Journey, leadsOf, must, type Tour, visit } from '../journey';

/** Goes from a list to its first entry, whose name is then the title of a page. */
async function openFirst(tour: Tour, list: string, path: RegExp): Promise<void> {
  const { page } = tour;
  await visit(tour, list);
  const link = page.locator(`main a[href^="${list}/"]`).first();
  const name = await link.innerText();
  await link.click();
  await page.waitForURL(path);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** A script in a page that would be data of it: what it says it is. */
async function structured({ page }: Tour): Promise<string> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => (JSON.parse(text) as { '@type': string })['@type']).join(' ');
}

export const PLACE_JOURNEYS: readonly Journey[] = [
  {
    name: 'the page of a home leads to its agent, who gets a message',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/search?status=1');
      await page.locator('[data-listing] a').first().click();
      await page.waitForURL(/\/listings\/\d+$/);
      await page.locator('main a[href^="/agents/"]').first().click();
      await page.waitForURL(/\/agents\/\d+$/);
      const name = `Check-${crypto.randomUUID().slice(0, 8)}`;
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Please write a line.').waitFor();
      await page.getByLabel('First name').fill('Dana');
      await page.getByLabel('Last name').fill(name);
      await page.getByLabel('Email').fill('dana@example.com');
      await page.getByLabel('What are you looking for?').fill('Two rooms and a tree.');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your message is on its way.').waitFor();
      must((await leadsOf(tour, name)) === 1, 'portico lead list does not have it');
    },
  },
  {
    name: 'lists of agents, buildings, neighborhoods and posts lead to their pages',
    script: 'both',
    run: async (tour) => {
      await openFirst(tour, '/agents', /\/agents\/\d+$/);
      must((await structured(tour)).includes('RealEstateAgent'), 'no RealEstateAgent');
      await openFirst(tour, '/buildings', /\/buildings\/\d+$/);
      must(await tour.page.locator('[data-listing]').count(), 'the building has no home');
      await openFirst(tour, '/neighborhoods', /\/neighborhoods\/\d+$/);
      must(await tour.page.locator('[data-listing]').count(), 'the borough has no home');
      await openFirst(tour, '/blog', /\/blog\/\d+$/);
      must((await structured(tour)) === 'Article BreadcrumbList', await structured(tour));
    },
  },
  {
    name: 'buildings of a neighborhood are found by a form without JavaScript',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/buildings');
      const all = Number.parseInt(await page.locator('main .lead').innerText(), 10);
      await page.getByLabel('Neighborhood').selectOption({ label: 'Battery Park City' });
      await page.getByRole('button', { name: 'Show' }).click();
      await page.waitForURL(/cat=\d+/);
      const few = Number.parseInt(await page.locator('main .lead').innerText(), 10);
      must(few > 0 && few < all, `${few} of ${all} buildings`);
    },
  },
  {
    name: 'what is not there is a page of its own, drawn on the server',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      for (const path of [
        ...['listings/999999', 'listings/x', 'agents/99999', 'buildings/x', 'buildings/99999'],
        ...['neighborhoods/99999', 'blog/0', 'blog/99999', 'teams/9', 'listings/1/x'],
      ]) {
        const answer = await tour.page.goto(new URL(`/${path}`, tour.url).href);
        must(answer?.status() === 404, `${path} answers ${answer?.status()}`);
        await tour.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
        await tour.page.getByRole('link', { name: 'Search homes' }).waitFor();
      }
    },
  },
];
