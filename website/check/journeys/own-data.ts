import { type Journey, must, visit } from '../journey';

/** Words that stand in records where nothing is known, and words about the demo. */
const NO_WORDS = /\bN\/A\b|\bUnknown\b|undefined|New York|invented/;

/** Made on a site of a brokerage that has imported the spreadsheet of README.md, and has set nothing. */
export const OWN_DATA_JOURNEYS: readonly Journey[] = [
  {
    name: 'the spreadsheet of README.md is a website without empty parts',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      for (const path of ['/', '/search?status=2', '/listings/101', '/contact']) {
        await visit(tour, path);
        const text = await page.locator('body').innerText();
        must(!NO_WORDS.test(text), `${path} says ${NO_WORDS.exec(text)?.[0]}`);
        must(text.includes('Acme Realty'), `${path} does not name the brokerage`);
        must((await page.locator('main svg[role=img]').count()) === 0, `${path} has a map`);
      }
      await visit(tour, '/');
      await page.getByText('312 West 20th Street').waitFor();
      for (const name of ['Agents', 'Buildings', 'Press', 'Journal'])
        must(
          (await page.getByRole('link', { name, exact: true }).count()) === 0,
          `${name} is linked`,
        );
      await visit(tour, '/search?status=2');
      await page.getByRole('heading', { name: '2 homes for rent' }).waitFor();
      must((await page.getByLabel('Map of the homes found').count()) === 0, 'the search has a map');
      await visit(tour, '/listings/101');
      for (const heading of await page.locator('main h2').all())
        must((await heading.locator('xpath=following-sibling::*').count()) > 0, 'an empty part');
      must(
        (await page.getByRole('heading', { name: 'Details' }).count()) === 0,
        'Details is empty',
      );
    },
  },
];
