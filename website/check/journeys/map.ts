import type { Locator } from 'playwright-core';
import { unproject, type View } from '../../lib/map/geometry';
import { DRAWN_AT, ORIGIN } from '../../lib/map/ground';
import { type Journey, must, type Tour, visit } from '../journey';
import { accessibilityOf } from '../pages';
import { found } from './search';

const pins = ({ page }: Tour) => page.locator('section[aria-label^="Map of"] svg a');

export async function openMap(tour: Tour): Promise<void> {
  await visit(tour, '/search?status=2');
  if (tour.device === 'phone') {
    await tour.page.getByRole('link', { name: 'Map', exact: true }).click();
    await tour.page.waitForURL(/view=map/);
  }
  await pins(tour).first().waitFor();
}

/** Waits until the map listens. */
export const live = ({ page }: Tour) => page.waitForSelector('section[data-live]');

/** What a map shows, by where the ground lies in it. */
export async function viewIn(map: Locator): Promise<View> {
  const numbersIn = (text: string | null): number[] => (text?.match(/-?[\d.]+/g) ?? []).map(Number);
  const [, , width = 0, height = 0] = numbersIn(await map.getAttribute('viewBox'));
  const ground = await map.locator('g').first().getAttribute('transform');
  const [x = 0, y = 0, scale = 1] = numbersIn(ground);
  const middle = {
    x: ORIGIN.x + (width / 2 - x) / scale,
    y: ORIGIN.y + (height / 2 - y) / scale,
  };
  return { ...unproject(middle, DRAWN_AT), zoom: DRAWN_AT + Math.log2(scale) };
}

/** Nearer than the ground was drawn for, so near that some homes have a marker of their own. */
const NEAR = '/search?status=1&view=map&bbox=-74.02,40.705,-73.985,40.735';

export const MAP_JOURNEYS: readonly Journey[] = [
  {
    name: 'the map has a marker for each home or group of homes',
    script: 'both',
    run: async (tour) => {
      await openMap(tour);
      const names = await pins(tour).evaluateAll((all) =>
        all.map((pin) => pin.getAttribute('aria-label')),
      );
      const homes = names.map((name) => Number(/^(\d+) homes/.exec(name ?? '')?.[1] ?? 1));
      const total = homes.reduce((sum, number) => sum + number, 0);
      const said = await found(tour);
      must(total > said * 0.8 && total <= said, `${total} homes on the map, ${said} in the list`);
    },
  },
  {
    name: 'the map takes an address with a box around the whole world',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      await visit(tour, '/search?status=2&bbox=-180,-90,180,90');
      must(Number.parseInt(await tour.page.locator('h1').innerText(), 10) > 0, 'no home is found');
      must(!(await tour.page.content()).includes('NaN'), 'a place is no number');
    },
  },
  {
    name: 'a group of homes opens when it is clicked, and the list follows',
    script: 'both',
    run: async (tour) => {
      await openMap(tour);
      if (await tour.page.evaluate(() => matchMedia('(scripting: enabled)').matches))
        await live(tour);
      const group = tour.page.locator('section svg a[aria-label*="homes"]').last();
      const href = await group.getAttribute('href');
      must(href?.includes('bbox='), 'the marker has no link');
      await group.click();
      await tour.page.waitForURL(/bbox=/);
      await tour.page.getByText('This part of the map').waitFor();
    },
  },
  {
    name: 'dragging the map searches what it shows',
    devices: ['desktop'],
    run: async (tour) => {
      await openMap(tour);
      await live(tour);
      const map = tour.page.locator('section[data-live] svg');
      const box = await map.boundingBox();
      must(box, 'the map has no place');
      await tour.page.mouse.move(box.x + box.width - 30, box.y + box.height / 2);
      await tour.page.mouse.down();
      await tour.page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 8 });
      await tour.page.mouse.up();
      await tour.page.waitForURL(/bbox=/);
      await tour.page.getByText('This part of the map').waitFor();
    },
  },
  {
    name: 'the wheel zooms the map, and the page stays where it is',
    devices: ['desktop'],
    run: async (tour) => {
      await openMap(tour);
      await live(tour);
      await tour.page.locator('section[data-live] svg').hover();
      const before = await tour.page.evaluate(() => scrollY);
      await tour.page.mouse.wheel(0, 400);
      await tour.page.waitForURL(/bbox=/);
      must((await tour.page.evaluate(() => scrollY)) === before, 'the page was scrolled');
    },
  },
  {
    name: 'the map is used by keyboard',
    devices: ['desktop'],
    run: async (tour) => {
      await openMap(tour);
      await live(tour);
      const nearer = tour.page.getByRole('link', { name: 'Nearer' });
      await nearer.focus();
      await tour.page.keyboard.press('Enter');
      await tour.page.waitForURL(/bbox=/);
    },
  },
  {
    name: 'a marker shows a card of its home, by mouse, touch and keyboard',
    run: async (tour) => {
      const { page, device } = tour;
      await visit(tour, NEAR);
      await live(tour);
      const marker = page.locator('section svg a[href^="/listings/"]').first();
      const href = (await marker.getAttribute('href')) ?? '';
      const card = page.getByRole('dialog');
      if (device === 'phone') await marker.tap();
      else await marker.click();
      await card.waitFor();
      must(/\$/.test(await card.innerText()), 'it has no price');
      const problems = await accessibilityOf(page);
      must(problems.length === 0, problems.join());
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'hidden' });
      // Its marker has the focus again.
      await page.keyboard.press('Enter');
      await card.waitFor();
      must(new URL(page.url()).pathname === '/search', 'it leaves the page');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === href);
    },
  },
  {
    name: 'a marker is a link without JavaScript',
    script: 'none',
    run: async (tour) => {
      await visit(tour, NEAR);
      const marker = tour.page.locator('section svg a[href^="/listings/"]').first();
      const href = await marker.getAttribute('href');
      await marker.focus();
      await tour.page.keyboard.press('Enter');
      await tour.page.waitForURL((url) => url.pathname === href);
    },
  },
  {
    name: 'the map invents no ground where it knows none',
    script: 'both',
    run: async (tour) => {
      for (const [path, isKnown] of [
        ['/search?status=1&view=map', true],
        [NEAR, false],
        ['/search?status=1&view=map&bbox=-87.9,41.7,-87.4,42', false],
      ] as const) {
        await visit(tour, path);
        const land = tour.page.locator('section[aria-label^="Map of"] svg > g').first();
        const isSeen = (await land.evaluate((g) => getComputedStyle(g).visibility)) === 'visible';
        must(isSeen === isKnown, `${path} ${isSeen ? 'has' : 'lacks'} shores`);
        await tour.page.getByText(/^(\d+,?\d* ft|½ mile|\d+ miles?)$/).waitFor();
      }
    },
  },
  {
    name: 'the scale and each dot of a map that does not move are in it',
    script: 'none',
    run: async (tour) => {
      const { page } = tour;
      for (const path of [await tour.homeWith(2), '/neighborhoods/3']) {
        await visit(tour, path);
        const map = page.getByRole('img', { name: /^Map/ });
        const frame = await map.boundingBox();
        must(frame, `${path} has no map`);
        for (const part of await map.locator('[data-scale], circle').all()) {
          const box = await part.boundingBox();
          const isIn =
            box &&
            box.x >= frame.x &&
            box.y >= frame.y &&
            box.x + box.width <= frame.x + frame.width &&
            box.y + box.height <= frame.y + frame.height;
          must(isIn, `a part of the map of ${path} is cut off`);
        }
      }
    },
  },
  {
    name: 'a map without tiles loads nothing that draws streets',
    run: async (tour) => {
      const scripts: Promise<string>[] = [];
      tour.page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.text());
      });
      await openMap(tour);
      await live(tour);
      await tour.page.waitForLoadState('networkidle');
      must(scripts.length > 0, 'no script is loaded');
      const isLoaded = (await Promise.all(scripts)).some((text) => text.includes('maplibregl'));
      must(!isLoaded, 'MapLibre is loaded');
    },
  },
  {
    name: 'a card lights its marker',
    devices: ['desktop'],
    run: async (tour) => {
      // So few homes that each has a marker of its own.
      await visit(tour, '/search?status=1&beds=3,4&q=tribeca');
      await live(tour);
      const single = tour.page.locator('section svg a[href^="/listings/"]');
      if ((await single.count()) === 0) return;
      const id = (await single.first().getAttribute('href'))?.split('/').pop();
      await tour.page.locator(`[data-listing="${id}"]`).hover();
      await tour.page.waitForSelector(`section svg a[href="/listings/${id}"][data-lit]`);
    },
  },
];
