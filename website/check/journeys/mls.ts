import { eventually, type Journey, must, visit } from '../journey';
import { LICENCE, SHARED_ID } from '../mls';
import { wordsOf } from '../pages';

const PAGE = `/listings/mls-${SHARED_ID}`;

/** Made on the site of a brokerage that reads an MLS. */
export const MLS_JOURNEYS: readonly Journey[] = [
  {
    name: 'homes of the MLS are found next to those of the brokerage, each with its office',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/search?status=1');
      await page.getByRole('heading', { name: '3 homes for sale' }).waitFor();
      const cards = page.locator('article');
      const own = cards.filter({ hasText: 'Own Street' });
      must(!(await own.innerText()).includes('Courtesy'), 'a home of the brokerage has a courtesy');
      const other = cards.filter({ hasText: 'Pier Road' });
      await other.getByText('Courtesy of Harbor Realty').waitFor();
      must(!(await other.innerText()).includes('Was $'), 'the card says what it cost before');
      // Where nobody knows the office, the MLS is named.
      const hidden = cards.filter({ hasText: 'Dock Street' });
      await hidden.getByText('Courtesy of Coast MLS').waitFor();
      must(!(await wordsOf(page)).includes('Secret Lane'), 'a hidden street is shown');
      await other.getByRole('link').first().click();
      await page.waitForURL(`**${PAGE}`);
      await page.getByRole('heading', { name: '7 Pier Road, Harbor' }).waitFor();
    },
  },
  {
    name: 'a home that the MLS names by text, and so has a number of 16 digits, has a page',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/search?status=1');
      const hidden = page.locator('article').filter({ hasText: 'Dock Street' });
      await hidden.getByRole('link').first().click();
      await page.waitForURL(/\/listings\/mls-9\d{15}$/);
      await page.getByRole('heading', { level: 1, name: /^Dock Street/ }).waitFor();
    },
  },
  {
    name: 'the page of a home of the MLS says what its licence asks, and nothing of past prices',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, PAGE);
      const notice = page.getByRole('region', { name: 'Source of this listing' });
      const text = await notice.innerText();
      const lines = text.split(/\s*\n\s*/);
      const expected = ['Listing courtesy of Harbor Realty, 555-0177', LICENCE.copyright];
      for (const words of [...expected, LICENCE.disclaimer])
        must(lines.includes(words), `the notice has no line ${words}`);
      must(/last updated \w+ \d+, \d{4} at \d/.test(text), 'the notice has no last update');
      await notice.getByRole('img', { name: 'Coast MLS' }).waitFor();
      must(!(await wordsOf(page)).includes('$900,000'), 'the page says what the home cost before');
      await visit(tour, `${PAGE}/history`);
      await page.getByRole('heading', { name: 'No earlier prices are known' }).waitFor();
      // The brokerage has another home of this number.
      await visit(tour, `/listings/${SHARED_ID}`);
      await page.getByRole('heading', { name: '7 Own Street, Harbor' }).waitFor();
      must((await notice.count()) === 0, 'a home of the brokerage has the notice of an MLS');
      await visit(tour, '/contact');
      const foot = page.getByRole('region', { name: 'Sources of listings' });
      must((await foot.innerText()).includes(LICENCE.disclaimer), 'the footer has no disclaimer');
      const missing = await page.goto(new URL('/listings/mls-999', tour.url).href);
      must(missing?.status() === 404, `a home that is not there answers ${missing?.status()}`);
    },
  },
  {
    name: 'a question about a home of the MLS reaches the brokerage',
    run: async (tour) => {
      const { page, portico, device } = tour;
      const lastname = `Asks ${device}`;
      await visit(tour, PAGE);
      const form = page.locator('#contact');
      await form.getByLabel('First name').fill('Mia');
      await form.getByLabel('Last name').fill(lastname);
      await form.getByLabel('Email').fill('mia@example.com');
      await form.getByRole('button', { name: 'Send' }).click();
      await form.getByText('Thank you.').waitFor();
      await eventually('the brokerage has the lead', async () => {
        const { leads } = (await portico('lead', 'list', 'bayside')) as {
          leads: { lastname: string }[];
        };
        return leads.some((lead) => lead.lastname === lastname);
      });
    },
  },
];
