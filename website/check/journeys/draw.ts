import { overflowOf } from '../browser-check';
import { type Journey, must, type Tour, visit } from '../journey';
import { accessibilityOf } from '../pages';
import { live } from './map';
import { found } from './search';

const MAP = '/search?status=1&view=map';
const board = ({ page }: Tour) => page.getByRole('application', { name: /^Area to draw on/ });

/** Opens the map and begins to draw. */
async function begin(tour: Tour) {
  await visit(tour, MAP);
  await live(tour);
  const all = await found(tour);
  await tour.page.getByRole('button', { name: 'Draw an area' }).click();
  await board(tour).waitFor();
  const box = await board(tour).boundingBox();
  must(box, 'there is nothing to draw on');
  const at = (x: number, y: number): [number, number] => [
    box.x + box.width * x,
    box.y + box.height * y,
  ];
  return { all, at };
}

/** Checks that fewer homes are found, and that a chip takes the area off. */
async function isSearched(tour: Tour, all: number): Promise<void> {
  const { page } = tour;
  await page.waitForURL(/polygon=POLYGON/);
  const chip = page.getByRole('link', { name: /Drawn area/ });
  await chip.waitFor();
  const some = await found(tour);
  must(some < all, `${some} of ${all} homes are in the area`);
  must((await board(tour).count()) === 0, 'it is still drawn on');
  await chip.click();
  await page.waitForURL((url) => !url.search.includes('polygon'));
  await page.waitForFunction((number) => {
    const heading = document.querySelector('h1')?.innerText.replaceAll(',', '') ?? '';
    return (heading.match(/\d+/g) ?? []).reduce((sum, text) => sum + Number(text), 0) === number;
  }, all);
}

export const DRAW_JOURNEYS: readonly Journey[] = [
  {
    name: 'a line that is drawn around an area on the map finds the homes in it',
    devices: ['desktop'],
    run: async (tour) => {
      const { mouse } = tour.page;
      const { all, at } = await begin(tour);
      await mouse.move(...at(0.3, 0.4));
      await mouse.down();
      for (const corner of [at(0.6, 0.35), at(0.65, 0.7), at(0.35, 0.75), at(0.31, 0.42)])
        await mouse.move(...corner, { steps: 12 });
      await mouse.up();
      await isSearched(tour, all);
    },
  },
  {
    name: 'corners that are set on the map find the homes between them, and the search keeps them',
    run: async (tour) => {
      const { page, device } = tour;
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url());
      });
      const { all, at } = await begin(tour);
      must(scripts.length > 0, 'the page has no script');
      const press = (corner: [number, number]) =>
        device === 'phone' ? page.touchscreen.tap(...corner) : page.mouse.click(...corner);
      for (const corner of [at(0.2, 0.4), at(0.8, 0.4), at(0.8, 0.8), at(0.2, 0.8)])
        await press(corner);
      await page.getByText('4 corners').waitFor();
      must((await accessibilityOf(page)).length === 0, (await accessibilityOf(page)).join());
      must((await overflowOf(page)).length === 0, 'it is wider than the window');
      await page.getByRole('button', { name: 'Search here' }).click();
      await page.waitForURL(/polygon=/);
      await page.getByRole('link', { name: /Drawn area/ }).waitFor();
      const some = await found(tour);
      await visit(tour, new URL(page.url()).pathname + new URL(page.url()).search);
      must((await found(tour)) === some, 'the address finds other homes');
      await isSearched(tour, all);
    },
  },
  {
    name: 'an area is drawn and left by keyboard',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      const { all } = await begin(tour);
      await page.keyboard.press('Escape');
      must((await board(tour).count()) === 0, 'Escape does not end it');
      const button = page.getByRole('button', { name: 'Draw an area' });
      must(await button.evaluate((one) => one === document.activeElement), 'the focus is lost');
      await page.keyboard.press('Enter');
      await board(tour).waitFor();
      const go = async (key: string, times: number): Promise<void> => {
        for (let again = 0; again < times; again++) await page.keyboard.press(key);
        await page.keyboard.press('Enter');
      };
      await go('ArrowLeft', 5);
      await go('ArrowUp', 8);
      await go('ArrowRight', 8);
      await page.keyboard.press('Backspace');
      await page.getByText('2 corners').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Search here' }).press('Enter');
      await isSearched(tour, all);
    },
  },
  {
    name: 'the address of a drawn area needs no script, and one that is none is left out',
    script: 'none',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, MAP);
      const all = await found(tour);
      must(
        !(await page.getByRole('button', { name: 'Draw an area' }).isVisible()),
        'a button that does nothing is shown',
      );
      const area = 'POLYGON((-74.02 40.7,-73.97 40.7,-73.97 40.73,-74.02 40.73,-74.02 40.7))';
      await visit(tour, `${MAP}&polygon=${encodeURIComponent(area)}`);
      await page.getByRole('link', { name: /Drawn area/ }).waitFor();
      must((await found(tour)) < all, 'the area changes nothing');
      for (const none of ['POLYGON((1 2))', 'POLYGON((a b,c d))', '{}', 'x'.repeat(5000)]) {
        await visit(tour, `${MAP}&polygon=${encodeURIComponent(none)}`);
        must((await found(tour)) === all, `${none.slice(0, 30)} is an area`);
      }
    },
  },
];
