import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overflowOf } from '../browser-check';
import { eventually, homeThat, type Journey, must, type Tour, visit } from '../journey';
import { htmlOf, isTo, unquoted } from '../mail';
import { accessibilityOf } from '../pages';
import { newAddress, join as register } from './account';
import { change } from './prices';

/** Where visitors would reach Portico. Nobody does: journeys put its own address in place of it, as a proxy does. */
export const PUBLIC_PORTICO = 'https://portico.example';

/** The same of the website, as links that end email have to be HTTPS. */
const PUBLIC_WEBSITE = 'https://website.example';

/** A sweep comes by every 30 seconds. */
const TWO_SWEEPS = 90;

const press = ({ page }: Tour, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name }).click();

/** Registers and saves the search of a page, with email at once. */
async function saveAtOnce(tour: Tour, email: string, path: string): Promise<void> {
  const { page } = tour;
  await register(tour, email);
  await visit(tour, path);
  await press(tour, 'Save this search');
  await page.getByText('This search is saved.').waitFor();
  await visit(tour, '/account/searches');
  await page.locator('main li[id^=search-] summary').click();
  await page.getByLabel('Email about new homes').selectOption('instantly');
  await press(tour, 'Save');
  await page.getByText('Your change was saved.').waitFor();
}

/**
 * Waits for the email about a search.
 *
 * @param happen Makes news. It is called again and again, because email begins with what comes after a sweep has first
 *   seen that somebody wants any.
 */
async function emailAfter(
  { emails }: Tour,
  address: string,
  happen: (time: number) => Promise<unknown>,
): Promise<string> {
  const found = () => emails.find((one) => isTo(one, address) && /^List-Unsubscribe:/m.test(one));
  let time = 0;
  await eventually(
    'email about the search comes',
    async () => {
      if (found() === undefined) await happen(++time);
      await new Promise((resolve) => setTimeout(resolve, 900));
      return found() !== undefined;
    },
    TWO_SWEEPS,
  );
  return found() ?? '';
}

/** Opens an email as a mail program shows it. */
async function open({ page, calls }: Tour, email: string): Promise<void> {
  const html = htmlOf(email).replaceAll(PUBLIC_PORTICO, calls.target);
  await page.goto(`data:text/html,${encodeURIComponent(html)}`);
}

/** The link that ends email about a search. */
async function endOf({ page }: Tour): Promise<string> {
  const link = page.getByRole('link', { name: 'Stop the emails about this search' });
  return (await link.getAttribute('href')) ?? '';
}

/** Opens a link that ends email as scanners do. It must end nothing. */
async function scan(tour: Tour, end: string): Promise<void> {
  for (const method of ['HEAD', 'GET']) {
    const { status, headers } = await fetch(end, { method });
    must(status === 200, `${method} answers ${status}`);
    must(headers.get('referrer-policy') === 'no-referrer', 'other sites learn the link');
  }
  must((await emailOfList(tour)).endsWith('at once'), 'a scanner has ended it');
}

/** What the list of saved searches says of the email about the one that is there. */
async function emailOfList(tour: Tour): Promise<string> {
  await visit(tour, '/account/searches');
  return tour.page.getByText('Email about new homes:').innerText();
}

export const ALERT_JOURNEYS: readonly Journey[] = [
  {
    name: 'email tells of a lower price, leads to the home, and is ended by a button behind a link that scanners open first',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      const address = newAddress();
      const home = await homeThat(tour, ({ main_status: status }) => status === 'For Rent');
      const { main_id, financials_price: price } = home;
      await saveAtOnce(tour, address, '/search?status=2');
      must((await emailOfList(tour)).endsWith('at once'), 'the list says another email');
      const email = await emailAfter(tour, address, (time) =>
        change(tour, { main_id, financials_price: price - time }),
      );
      must(/^Subject: .*price.drop/m.test(email), 'another subject');
      must(/ a month \(was \$[\d,]+\)/.test(unquoted(email)), 'no price before');
      await open(tour, email);
      must((await overflowOf(page)).length === 0, 'the email is wider than the window');
      await page.locator(`a[href$="/listings/${main_id}"]`).click();
      await page.waitForURL(tour.url.replace(/\/?$/, `/listings/${main_id}`));
      await page.locator('h1').waitFor();

      await open(tour, email);
      await scan(tour, await endOf(tour));
      await open(tour, email);
      await page.getByRole('link', { name: 'Stop the emails about this search' }).click();
      await page.getByRole('heading', { name: 'Stop these emails?' }).waitFor();
      must((await accessibilityOf(page)).length === 0, (await accessibilityOf(page)).join());
      must((await overflowOf(page)).length === 0, 'the page is wider than the window');
      await press(tour, 'Stop the emails');
      await page.getByRole('heading', { name: 'The emails have stopped' }).waitFor();
      must((await emailOfList(tour)).endsWith('never'), 'the account does not say that it ended');
    },
  },
  {
    name: 'email tells of a home that an import brings, and is ended by one click in a mail program',
    devices: ['desktop'],
    run: async (tour) => {
      const { page, portico } = tour;
      const address = newAddress();
      const folder = mkdtempSync(join(tmpdir(), 'portico-import-'));
      const home = { main_status: 'For Rent', main_house: '7', main_street: 'Check Street' };
      await saveAtOnce(tour, address, '/search?status=2');
      const added: string[] = [];
      const email = await emailAfter(tour, address, async (time) => {
        added.push(String(900_000 + time));
        const record = { ...home, main_id: added.at(-1), financials_price: 3_000 };
        writeFileSync(join(folder, 'listings.ndjson'), JSON.stringify(record));
        await portico('import', 'demo', folder);
      });
      rmSync(folder, { recursive: true });
      await open(tour, email);
      const link = page.getByRole('link', { name: '7 Check Street' }).first();
      await link.click();
      await page.waitForURL(/\/listings\/90\d+$/);
      await page.getByRole('heading', { level: 1, name: '7 Check Street' }).waitFor();

      await open(tour, email);
      const end = await endOf(tour);
      must(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m.test(email), 'no one click');
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      must((await fetch(end, { method: 'POST', body })).ok, 'the click is refused');
      must((await emailOfList(tour)).endsWith('never'), 'the account does not say that it ended');
      await portico('remove', 'demo', 'listings', ...added);
    },
  },
  {
    name: 'email of a Portico that visitors cannot reach is ended on a page of the website',
    devices: ['desktop'],
    run: async (tour) => {
      const { page, portico } = tour;
      const address = newAddress();
      const { main_id, financials_price: price } = await homeThat(
        tour,
        ({ main_status: status }) => status === 'For Rent',
      );
      const name = (origin: string) =>
        portico(
          'client',
          'set',
          'demo',
          '--unsubscribe-page',
          origin && `${origin}/account/stop?token={token}`,
        );
      await name(PUBLIC_WEBSITE);
      await saveAtOnce(tour, address, '/search?status=2');
      const email = await emailAfter(tour, address, (time) =>
        change(tour, { main_id, financials_price: price - time }),
      );
      await name('');
      await open(tour, email);
      const end = (await endOf(tour)).replace(PUBLIC_WEBSITE, new URL(tour.url).origin);
      await scan(tour, end);
      await page.goto(end);
      await page.getByRole('heading', { name: 'Stop these emails?' }).waitFor();
      await press(tour, 'Stop the emails');
      await page.getByRole('heading', { name: 'The emails have stopped' }).waitFor();
      must((await accessibilityOf(page)).length === 0, (await accessibilityOf(page)).join());
      must((await emailOfList(tour)).endsWith('never'), 'the account does not say that it ended');
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      for (const [link, status] of [
        [end, 200],
        [`${end}0`, 404],
      ] as const) {
        const answer = await fetch(link, { method: 'POST', body });
        must(answer.status === status, `one click answers ${answer.status}`);
      }
    },
  },
];
