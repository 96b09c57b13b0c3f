import { overflowOf } from '../browser-check';
import { eventually, homeThat, type Journey, must, type Tour, visit } from '../journey';
import { accessibilityOf } from '../pages';

let officeKey: Promise<unknown> | undefined;

/** Changes a home as a back office does. */
export async function change({ portico, calls }: Tour, home: object): Promise<void> {
  const making = 'key add demo --scope manage --address 127.0.0.1 --name prices';
  officeKey ??= portico(...making.split(' '));
  const { apiKey } = (await officeKey) as { apiKey: string };
  const answer = await fetch(new URL('/manage/listings', calls.target), {
    ...{ method: 'PUT', body: JSON.stringify([home]) },
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
  });
  const { REJECTED } = (await answer.json()) as { REJECTED?: unknown[] };
  must(answer.ok && REJECTED?.length === 0, `the home is not changed: ${JSON.stringify(REJECTED)}`);
}

const cost = ({ page }: Tour) => page.locator('#cost');

async function calculate(tour: Tour, rate: string, years: string, down: string): Promise<number> {
  const { page } = tour;
  await cost(tour).getByLabel('Interest, %').fill(rate);
  await cost(tour).getByLabel('Years').fill(years);
  await cost(tour).getByLabel('Down payment, %').fill(down);
  await cost(tour).getByRole('button', { name: 'Calculate' }).click();
  await page.waitForURL(/rate=/);
  return Number((await cost(tour).locator('strong').innerText()).replace(/\D/g, ''));
}

export const PRICE_JOURNEYS: readonly Journey[] = [
  {
    name: 'the page of a home for sale says what it costs a month, with the numbers of the visitor',
    script: 'both',
    run: async (tour) => {
      // Not before the client is built, which it needs.
      const { dollars } = await import('../../lib/format');
      const { page } = tour;
      const home = await homeThat(
        tour,
        (one) =>
          one.main_status === 'For Sale' &&
          one.financials_taxes > 0 &&
          one.financials_maintenance > 0,
      );
      const { financials_price: price, financials_taxes, financials_maintenance } = home;
      const charges = financials_taxes + financials_maintenance;
      await visit(tour, `/listings/${home.main_id}`);
      await cost(tour).getByText(dollars(financials_taxes)).waitFor();
      const interestFree = await calculate(tour, '0', '10', '50');
      must(interestFree === Math.round((price * 0.5) / 120 + charges), `it says ${interestFree}`);
      // 12 % a year for a year is 1 % a month, twelve times.
      const short = await calculate(tour, '12', '1', '0');
      const expected = (price * 0.01) / (1 - 1.01 ** -12) + charges;
      must(Math.abs(short - expected) <= 1, `it says ${short} and not ${expected}`);
      // What no loan can be is passed over.
      await calculate(tour, 'much', '0', '200');
      must((await cost(tour).getByLabel('Years').inputValue()) === '30', 'a loan of 0 years');
      must(page.url().endsWith('#cost'), 'the page does not begin at the numbers');
      must((await overflowOf(page)).length === 0, 'the page is wider than the window');
    },
  },
  {
    name: 'the page of a home for rent has no monthly cost of a loan',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const { main_id } = await homeThat(tour, ({ main_status }) => main_status === 'For Rent');
      await visit(tour, `/listings/${main_id}`);
      must((await cost(tour).count()) === 0, 'it has');
    },
  },
  {
    name: 'a lower price is on the card of a home and in its history, as a chart and as a table',
    script: 'both',
    run: async (tour) => {
      // Not before the client is built, which it needs.
      const { dollars } = await import('../../lib/format');
      const { page } = tour;
      const home = await homeThat(
        tour,
        (one) => one.main_status === 'For Rent' && one.financials_price > 3000,
      );
      const { main_id: id, financials_price: before } = home;
      const after = Math.round(before * 0.9);
      await change(tour, { main_id: id, financials_price: after });
      await eventually('the page knows the price', async () => {
        await visit(tour, `/listings/${id}`);
        return page
          .getByText(`${dollars(after)}/month`)
          .first()
          .isVisible();
      });
      await page.getByRole('link', { name: 'Price history' }).click();
      await page.waitForURL(`**/listings/${id}/history`);
      await page.getByRole('img', { name: /^Prices from/ }).waitFor();
      await eventually('the history begins with the price', async () => {
        await visit(tour, `/listings/${id}/history`);
        const [newest = ''] = await page.locator('tbody tr').allInnerTexts();
        return newest.includes('lowered by') && newest.includes(dollars(after));
      });
      must((await accessibilityOf(page)).length === 0, (await accessibilityOf(page)).join());
      must((await overflowOf(page)).length === 0, 'the page is wider than the window');

      await eventually('the card says it', async () => {
        await visit(tour, `/search?status=2&priceMin=${after}&priceMax=${after}`);
        const card = page.locator(`[data-listing="${id}"]`);
        return (
          (await card.getByText(`Was ${dollars(before)}`).isVisible()) &&
          (await card.getByText('Price dropped').isVisible())
        );
      });
      const gone = await page.goto(new URL('/listings/999999999/history', tour.url).href);
      must(gone?.status() === 404, `${gone?.status()} for a home that there is not`);
    },
  },
];
