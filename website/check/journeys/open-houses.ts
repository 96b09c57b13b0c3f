import { type Journey, must, type Tour, visit } from '../journey';
import { hasScript } from '../pages';
import { found } from './search';

const more = ({ page }: Tour) => page.locator('#filters details').filter({ hasText: 'Open house' });

/** Sends the filters: they send themselves where there is a script. */
async function apply(tour: Tour): Promise<void> {
  if (!(await hasScript(tour.page)))
    await more(tour).getByRole('button', { name: 'Apply' }).click();
}

export const OPEN_HOUSE_JOURNEYS: readonly Journey[] = [
  {
    name: 'homes are found by their open houses, the soonest first, on any day and on chosen ones',
    script: 'both',
    run: async (tour) => {
      const { page, office } = tour;
      const query = { status: [1], perPage: 1 } as const;
      const { total = 0 } = await office.listings.search({ ...query, openHouse: 'any' });
      must(total > 0, 'the demo has no open house');
      await visit(tour, '/search?status=1');
      const all = await found(tour);
      must((await page.locator('#sort option').count()) === 4, 'there is an order by open houses');
      await more(tour).locator('summary').click();
      await more(tour).getByLabel('When').selectOption('any');
      await apply(tour);
      const chip = page.getByRole('link', { name: /^Without Open house/ });
      await chip.waitFor();
      must((await found(tour)) === total, `${await found(tour)} and not ${total}`);

      await visit(tour, '/search?status=1&openHouse=any&sort=openhouse');
      must((await page.locator('#sort').inputValue()) === 'openhouse', 'the order is another');
      const { items } = await office.listings.search({
        ...{ ...query, perPage: 3, openHouse: 'any', sort: 'openhouse', addOpenHouse: true },
      });
      const shown = await page
        .locator('[data-listing]')
        .evaluateAll((list) => list.map((home) => Number(home.getAttribute('data-listing'))));
      must(
        items.every(({ main_id }, index) => shown[index] === main_id),
        `${shown.slice(0, 3)} come first`,
      );
      const day = new Date((items[0]?.openhouse ?? '').replace(',', ''));
      const iso = `${day.getFullYear()}-${`${day.getMonth() + 1}`.padStart(2, '0')}-${`${day.getDate()}`.padStart(2, '0')}`;
      await chip.click();
      await page.waitForURL((url) => !url.search.includes('openHouse'));
      await page.locator('#sort option').nth(4).waitFor({ state: 'detached' });
      must((await page.locator('#sort').inputValue()) === 'newest', 'the order stays');

      await more(tour).locator('summary').click();
      await more(tour).getByLabel('Or from').fill(iso);
      // A field of dates is sent when it is left.
      if (await hasScript(page)) await more(tour).getByLabel('Or from').blur();
      await apply(tour);
      await chip.waitFor();
      const those = await found(tour);
      const days = { ...query, openHouse: `${iso}..${iso}` };
      must(those === (await office.listings.search(days)).total, `${those} on ${iso}`);
      must(those > 0 && those < all, `${those} of ${all}`);
    },
  },
  {
    name: 'days of open houses that there are not are passed over',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      await visit(tour, '/search?status=1');
      const all = await found(tour);
      for (const wrong of [
        'openFrom=2026-02-31',
        'openHouse=soon',
        'openHouse=..',
        'sort=openhouse',
      ]) {
        await visit(tour, `/search?status=1&${wrong}`);
        must((await found(tour)) === all, `${wrong} finds others`);
      }
      // From and to in the wrong order are the same days.
      await visit(tour, '/search?status=1&openFrom=2031-02-02&openUntil=2031-02-01');
      await tour.page.getByText('Open house Feb 1, 2031 to Feb 2, 2031').waitFor();
    },
  },
];
