import { type Journey, must, type Tour, visit } from '../journey';

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
      const said = Number.parseInt(await tour.page.locator('h1').innerText(), 10);
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
