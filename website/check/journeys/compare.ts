import { overflowOf } from '../browser-check';
import { type Journey, must, type Tour, visit } from '../journey';
import { accessibilityOf } from '../pages';

const boxes = ({ page }: Tour) => page.locator('[data-listing]').getByLabel(/^Compare/);
const heads = ({ page }: Tour) => page.locator('thead th');
const go = ({ page }: Tour) => page.locator('form#compare').getByRole('button').click();

/** The numbers of the homes of a list. */
const homesIn = ({ page }: Tour): Promise<string[]> =>
  page
    .locator('[data-listing]')
    .evaluateAll((all) => all.map((home) => home.getAttribute('data-listing') ?? ''));

export const COMPARE_JOURNEYS: readonly Journey[] = [
  {
    name: 'homes are ticked, compared, added from their pages and taken off',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/compare');
      await page.getByText('Nothing to compare yet').waitFor();
      await visit(tour, '/search?status=1');
      const homes = await homesIn(tour);
      must(!(await page.locator('form#compare').isVisible()), 'it offers to compare nothing');
      for (const index of [0, 1]) await boxes(tour).nth(index).check();
      await go(tour);
      await page.waitForURL(`**/compare?id=${homes.slice(0, 2).join()}`);
      must((await heads(tour).count()) === 2, 'there are not two homes');
      must((await accessibilityOf(page)).length === 0, (await accessibilityOf(page)).join());
      must((await overflowOf(page)).length === 0, 'the page is wider than the window');

      await visit(tour, `/listings/${homes[4]}`);
      await page.getByRole('link', { name: 'Compare', exact: true }).click();
      await page.waitForURL(`**/compare?id=${[homes[0], homes[1], homes[4]].join()}`);
      await page
        .getByRole('link', { name: /^Remove/ })
        .nth(1)
        .click();
      await page.waitForURL(`**/compare?id=${[homes[0], homes[4]].join()}`);
      must((await heads(tour).count()) === 2, 'it is not taken off');

      // A list shows what is compared, and takes off what is no longer ticked in it.
      await visit(tour, '/search?status=1');
      must(await boxes(tour).first().isChecked(), 'the first box is not ticked');
      await boxes(tour).first().uncheck();
      await go(tour);
      await page.waitForURL(`**/compare?id=${homes[4]}`);
    },
  },
  {
    name: 'a comparison has four homes at most, asks Portico once, and leaves out what there is not',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      await visit(tour, '/search?status=2');
      const homes = await homesIn(tour);
      tour.calls.take();
      await visit(tour, `/compare?id=${homes.slice(0, 6).join()}`);
      must((await heads(tour).count()) === 4, `${await heads(tour).count()} homes`);
      const calls = tour.calls.take();
      must(calls.length === 1, calls.join(' '));
      await visit(tour, `/compare?id=${homes[0]},999999999,no,,-1`);
      must((await heads(tour).count()) === 1, 'there is a home that there is not');
      await visit(tour, '/compare?id=');
      await tour.page.getByText('Nothing to compare yet').waitFor();
    },
  },
  {
    name: 'the homes that a visitor has looked at are listed without an account, until they are forgotten',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/recent');
      await page.getByText('No homes yet').waitFor();
      await visit(tour, '/search?status=2');
      const [first, second] = await homesIn(tour);
      for (const home of [first, second, first]) await visit(tour, `/listings/${home}`);
      await visit(tour, '/listings/999999999');
      await visit(tour, '/recent');
      const seen = await homesIn(tour);
      must(seen.join() === [first, second].join(), `${seen} are listed`);
      must((await accessibilityOf(page)).length === 0, (await accessibilityOf(page)).join());
      await page.locator('main').getByRole('button', { name: 'Clear the list' }).click();
      await page.getByText('No homes yet').waitFor();
    },
  },
];
