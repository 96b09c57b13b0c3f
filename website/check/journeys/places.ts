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
    name: 'a date is the day that it was where the brokerage is',
    devices: ['desktop'],
    run: async () => {
      // Not before the client is built, which it needs.
      const { dayText, monthText } = await import('../../lib/format');
      for (const zone of ['Asia/Tokyo', 'Pacific/Honolulu', 'America/Chicago']) {
        const day = dayText('November, 01 2026 00:00:00', zone);
        must(day === 'November 1, 2026', `${zone}: ${day}`);
        const month = monthText('November, 30 2026 23:59:00', zone);
        must(month === 'November 2026', `${zone}: ${month}`);
      }
    },
  },
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
    name: 'pictures of buildings are counted for each visitor',
    devices: ['desktop'],
    run: async ({ url }) => {
      const statusFor = async (address: string): Promise<number> => {
        const headers = { 'x-forwarded-for': address };
        const init = { headers, redirect: 'manual' } as const;
        return (await fetch(new URL('/buildings/1/picture', url), init)).status;
      };
      must((await statusFor('198.51.100.7')) === 302, 'the building has no picture');
      for (let more = 0; more < 480; more++) await statusFor('198.51.100.7');
      must((await statusFor('198.51.100.7')) === 404, 'nothing is counted');
      must((await statusFor('198.51.100.8')) === 302, 'another visitor has to wait');
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
  {
    name: 'a home leads to its neighborhood and its building, and back to the search',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/search?status=2&sort=largest');
      await page.locator('[data-listing] a').first().click();
      await page.waitForURL(/\/listings\/\d+$/);
      await page.getByRole('link', { name: 'Back to the search' }).click();
      await page.waitForURL(/status=2&sort=largest/);
      await visit(tour, await tour.homeWith(2));
      await page.locator('main article a[href^="/neighborhoods/"]').click();
      await page.waitForURL(/\/neighborhoods\/\d+$/);
    },
  },
  {
    name: 'a home whose address is hidden leads to no building, and is on the page of none',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const hidden = await tour.hiddenHome();
      await visit(tour, hidden.path);
      const source = await tour.page.content();
      must(
        !source.includes('/buildings/'.concat(String(hidden.building))),
        'its building is there',
      );
      must(!/>Floor</.test(source), 'its floor is there');
      await visit(tour, `/buildings/${hidden.building}`);
      const links = tour.page.locator(`[data-listing] a[href="${hidden.path}"]`);
      must((await links.count()) === 0, 'its building lists it');
    },
  },
];
