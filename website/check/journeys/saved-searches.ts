import { overflowOf } from '../browser-check';
import { eventually, type Journey, must, type Tour, visit } from '../journey';
import { accessibilityOf } from '../pages';
import { join, newAddress, PASSWORD, signIn } from './account';
import { found } from './search';

/** Where the back office signs in from. */
const BACK_OFFICE = { userIP: '127.0.0.1' };
const SEARCH = '/search?status=2&beds=1,2&priceMax=9000';

const press = ({ page }: Tour, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name }).click();

async function signOut(tour: Tour): Promise<void> {
  await visit(tour, '/account');
  await press(tour, 'Sign out');
  await tour.page.waitForURL((url) => url.pathname === '/');
}

/** The searches of the list, and the first of them. */
const listed = ({ page }: Tour) => page.locator('main li[id^=search-]');

export const SAVED_SEARCH_JOURNEYS: readonly Journey[] = [
  {
    name: 'a visitor saves a search, signs in on the way, names it, opens it and removes it',
    script: 'both',
    run: async (tour) => {
      const { page, office } = tour;
      const email = newAddress();
      await join(tour, email);
      await signOut(tour);
      await visit(tour, SEARCH);
      const homes = await found(tour);
      await press(tour, 'Save this search');
      await page.waitForURL(/\/account\/sign-in/);
      await page.getByText('Sign in to save this search').waitFor();
      await signIn(tour, email);
      await page.getByText('This search is saved.').waitFor();
      must((await found(tour)) === homes, `another search: ${page.url()}`);

      await page.getByRole('link', { name: /^Name it/ }).click();
      const [one] = [listed(tour)];
      await one.getByText(`${homes.toLocaleString('en-US')} matches now`).waitFor();
      const name = await one.getByRole('heading').innerText();
      must(name === 'For rent, To $9,000, 1 bed, 2 beds', `it is called ${name}`);
      must((await accessibilityOf(page)).length === 0, (await accessibilityOf(page)).join());
      must((await overflowOf(page)).length === 0, 'it is wider than the window');

      await one.locator('summary').click();
      await one.getByLabel('Name').fill('Near the river');
      await one.getByLabel('Email about new homes').selectOption('weekly');
      await one.getByLabel('Include price drops').uncheck();
      await press(tour, 'Save');
      await page.getByText('Your change was saved.').waitFor();
      await visit(tour, '/account/searches');
      await one.locator('summary').click();
      must(
        (await one.getByLabel('Email about').inputValue()) === 'weekly',
        'the email is as it was',
      );
      must(
        !(await one.getByLabel('Include price drops').isChecked()),
        'lower prices are as they were',
      );

      await one.getByRole('link', { name: 'Near the river' }).click();
      await page.waitForURL(/\/search\?/);
      must((await found(tour)) === homes, `it opens ${page.url()}`);
      const { id: memberID } = await office.members.login(
        { email, password: PASSWORD },
        BACK_OFFICE,
      );
      const [kept] = await office.members.savedSearches(memberID);
      must(kept?.query.includes('isMLS=include'), `${kept?.query} finds no home of an MLS later`);
      // Once more is no second one.
      await press(tour, 'Save this search');
      await page.getByText('This search is saved.').waitFor();
      await visit(tour, '/account/searches');
      must((await one.count()) === 1, `${await one.count()} searches are saved`);
      await press(tour, /^Remove/);
      await page.getByText('The search was removed.').waitFor();
      await page.getByText('Nothing is saved yet').waitFor();
    },
  },
  {
    name: 'nobody changes or removes the search of another member',
    devices: ['desktop'],
    run: async (tour) => {
      const { page, office } = tour;
      const [theirs, mine] = [newAddress(), newAddress()];
      await join(tour, theirs);
      const { id: memberID } = await office.members.login(
        { email: theirs, password: PASSWORD },
        BACK_OFFICE,
      );
      const added = { memberID, name: 'Theirs', query: 'status=2' };
      const [{ id = 0 } = {}] = (await office.members.saveSearch(added)).ITEM;
      await signOut(tour);
      await join(tour, mine);
      const other = await office.members.login({ email: mine, password: PASSWORD }, BACK_OFFICE);
      await office.members.saveSearch({ ...added, memberID: other.id, name: 'Mine' });
      for (const button of ['Save', /^Remove/]) {
        await visit(tour, '/account/searches');
        await listed(tour).locator('summary').click();
        await page.getByLabel('Name').fill('Taken');
        for (const field of await page.locator('main input[name=id]').all())
          await field.evaluate((input, text) => input.setAttribute('value', text), String(id));
        await press(tour, button);
        await page.getByText('That did not work.').waitFor();
      }
      const [kept] = await office.members.savedSearches(memberID);
      must(kept?.name === 'Theirs', `theirs is ${JSON.stringify(kept)}`);
    },
  },
  {
    name: 'an account that keeps as many searches as it can says so',
    devices: ['desktop'],
    run: async (tour) => {
      const { page, office } = tour;
      const email = newAddress();
      await join(tour, email);
      const { id: memberID } = await office.members.login(
        { email, password: PASSWORD },
        BACK_OFFICE,
      );
      for (let price = 1; price <= 50; price++)
        await office.members.saveSearch({ memberID, name: `${price}`, query: `priceMax=${price}` });
      await visit(tour, SEARCH);
      await press(tour, 'Save this search');
      await page.getByText('Remove one of your saved searches first.').waitFor();
      tour.calls.take();
      await visit(tour, '/account/searches');
      must((await listed(tour).count()) === 50, 'the list is not whole');
      // One for the list, and one for each of ten searches that are counted.
      const calls = tour.calls.take().filter((call) => call.includes('/clients/savedSearches'));
      must(calls.length === 11, `${calls.length} calls: ${calls.join(' ')}`);
    },
  },
  {
    name: 'the saved searches of a member who was erased lead to signing in',
    devices: ['desktop'],
    run: async (tour) => {
      const email = newAddress();
      await join(tour, email);
      await tour.portico('member', 'erase', 'demo', email, '--yes');
      await eventually('the session ends', async () => {
        await visit(tour, '/account/searches');
        return tour.page.url().includes('/account/sign-in');
      });
    },
  },
];
