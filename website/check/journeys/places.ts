import { createHash } from 'node:crypto';
import { type Home, homeThat, type Journey, leadsOf, must, type Tour, visit } from '../journey';
import { wordsOf } from '../pages';
import { viewIn } from './map';

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

/** Writes to whom the page is about, and sees that the brokerage has the message. */
async function write(tour: Tour): Promise<void> {
  const { page } = tour;
  const name = `Check-${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill(name);
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByLabel('What are you looking for?').fill('Two rooms and a tree.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your message is on its way.').waitFor();
  must((await leadsOf(tour, name)) === 1, 'portico lead list does not have it');
}

/** A script in a page that would be data of it: what it says it is. */
async function structured({ page }: Tour): Promise<string> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => (JSON.parse(text) as { '@type': string })['@type']).join(' ');
}

/** A home in a building, with an apartment that no other text has, and a place that rounding moves. */
const isInBuilding = (home: Home): boolean =>
  home.essentials_building > 0 &&
  home.essentials_units > 0 &&
  /^\d+$/.test(home.essentials_floor) &&
  /^\d+[A-Z]$/.test(home.main_apt) &&
  Math.abs(home.extras_latitude - Math.round(home.extras_latitude * 100) / 100) > 1e-3;
const isOpenInBuilding = (home: Home): boolean =>
  home.main_hide_address === 0 && home.main_neighborhood !== '' && isInBuilding(home);

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
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Please enter a message.').waitFor();
      await write(tour);
    },
  },
  {
    name: 'a team gets a message',
    script: 'both',
    run: async (tour) => {
      await visit(tour, '/agents');
      await tour.page.locator('#teams a').first().click();
      await tour.page.waitForURL(/\/teams\/\d+$/);
      await write(tour);
    },
  },
  {
    name: 'each agent has a face, and no two have the same',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      await visit(tour, '/agents');
      const cards = tour.page.locator('main article');
      const files = await cards
        .locator('img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
      must(files.length > 1, 'there are no faces');
      must(files.length === (await cards.count()), 'somebody has none');
      const faces = new Set<string>();
      for (const file of files) {
        const answer = await fetch(file);
        must(answer.ok, `${file} is not there`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        faces.add(createHash('sha256').update(bytes).digest('hex'));
      }
      must(faces.size === files.length, `${files.length} agents have ${faces.size} faces`);
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
    name: 'the list of buildings shows their pictures',
    script: 'both',
    run: async (tour) => {
      await visit(tour, '/buildings');
      const buildings = tour.page.locator('main li:has(h2)');
      const pictured = buildings.filter({ has: tour.page.locator('img') });
      // A few have none.
      must((await pictured.count()) > (await buildings.count()) * 0.8, 'most have no picture');
      const picture = pictured.first().locator('img');
      await picture.scrollIntoViewIfNeeded();
      await picture.evaluate((image: HTMLImageElement) => image.decode());
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
      const home = await homeThat(tour, isOpenInBuilding);
      const path = `/listings/${home.main_id}`;
      await visit(tour, path);
      await page
        .locator('main article')
        .getByRole('link', { name: home.main_neighborhood })
        .click();
      await page.waitForURL(/\/neighborhoods\/\d+$/);
      await page.getByRole('heading', { level: 1, name: home.main_neighborhood }).waitFor();
      await visit(tour, path);
      await page.getByRole('link', { name: 'The building' }).click();
      await page.waitForURL(/\/buildings\/\d+$/);
      await page.locator(`[data-listing] a[href="${path}"]`).waitFor();
    },
  },
  {
    name: 'a home whose address is hidden shows no apartment, floor, building or exact place',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      const linkOf = ({ main_id }: Home) =>
        page.locator(`[data-listing] a[href="/listings/${main_id}"]`);
      // The same parts of a home whose address is known, to see that they would be found.
      for (const [isHidden, is] of [
        [true, (home: Home) => home.main_hide_address === 1 && isInBuilding(home)],
        [false, isOpenInBuilding],
      ] as const) {
        const home = await homeThat(tour, is);
        await visit(tour, `/listings/${home.main_id}`);
        const data = await page.locator('script[type="application/ld+json"]').allTextContents();
        const text = `${await page.title()} ${await wordsOf(page)} ${data.join(' ')}`;
        const { lat, lng } = await viewIn(page.getByRole('img', { name: /^Map: / }));
        const off = Math.hypot(lat - home.extras_latitude, lng - home.extras_longitude);
        const parts = {
          apartment: new RegExp(`\\b${home.main_apt}\\b`).test(text),
          'ZIP code': text.includes('"postalCode"'),
          geo: text.includes('"geo"'),
          floor: (await page.locator('dt', { hasText: /^Floor$/ }).count()) > 0,
          units: (await page.locator('dt', { hasText: 'Homes in the building' }).count()) > 0,
          building: (await page.locator('main a[href^="/buildings/"]').count()) > 0,
          'exact place': off < 1e-4,
        };
        const wrong = Object.entries(parts).filter(([, isShown]) => isShown === isHidden);
        const what = wrong.map(([part]) => part).join(', ');
        must(what === '', `${home.main_id} ${isHidden ? 'shows' : 'hides'} its ${what}`);
        must(off < 0.01, `its map is elsewhere: ${lat}, ${lng}`);
        await visit(tour, `/buildings/${home.essentials_building}`);
        must((await linkOf(home).count()) === (isHidden ? 0 : 1), 'the list of its building');
      }
    },
  },
];
