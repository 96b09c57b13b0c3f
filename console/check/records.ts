import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type Journey, must } from './journey';
import { recordsIn } from './pages';
import { EDITOR, OPERATOR, VIEWER } from './people';
import { importRecords } from './server';

/** The first listing of the list. @returns Its address. */
async function firstListing(page: Page): Promise<string> {
  await recordsIn(page, 'listings').first().click();
  await page.getByRole('heading', { name: 'Main' }).waitFor();
  return new URL(page.url()).pathname;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();

/** A picture of one red dot. */
const PICTURE = {
  name: 'kitchen.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** What staff do with records. */
export const RECORD_JOURNEYS: readonly Journey[] = [
  {
    name: 'a price is changed, seen in the card, saved, and taken back',
    devices: ['desktop', 'phone'],
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/listings');
      const address = await firstListing(page);
      const price = page.getByLabel('Price', { exact: true });
      const before = await price.inputValue();
      await price.fill('1234567');
      await page.getByText('$1,234,567').waitFor();
      await save(page);
      await saved(page);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Taken back').waitFor();
      await page.goto(address);
      const after = await page.getByLabel('Price', { exact: true }).inputValue();
      must(after === before, `the price is ${after}, and was ${before}`);
    },
  },
  {
    name: 'a listing without a page on the website says who sets it',
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/listings/1001');
      await page.getByText('ask the people who run this server').waitFor();
      const operator = await as(OPERATOR, '/b/demo/listings/1001');
      await operator.page.getByRole('link', { name: 'the settings of this brokerage' }).click();
      await operator.page.getByLabel('Page of a listing').waitFor();
    },
  },
  {
    name: 'what is typed after a save stays, whatever is taken back',
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/listings');
      await firstListing(page);
      const streets = page.getByLabel('Cross streets');
      await page.getByLabel('Price', { exact: true }).fill('1234567');
      await save(page);
      await saved(page);
      await streets.fill('typed after the save');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Save what you have typed first').waitFor();
      const typed = await streets.inputValue();
      must(typed === 'typed after the save', `the field holds ${typed}`);
    },
  },
  {
    name: 'the field says what the server refuses',
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/listings');
      await firstListing(page);
      await page.getByLabel('Virtual tour', { exact: true }).fill('javascript:alert(1)');
      await save(page);
      await page.locator('[id$=helper-text].Mui-error').first().waitFor();
    },
  },
  {
    name: 'of two people who change one listing, the second sees both versions and chooses',
    run: async ({ as }) => {
      const one = await as(EDITOR, '/b/demo/listings');
      const address = await firstListing(one.page);
      const other = await as(EDITOR, address);
      await other.page.getByLabel('Cross streets').fill('theirs');
      await save(other.page);
      await saved(other.page);
      await one.page.getByLabel('Cross streets').fill('mine');
      await one.page.getByLabel('Apartment').fill('9Z');
      await save(one.page);
      const dialog = one.page.getByRole('dialog', { name: 'Changed by somebody else' });
      await dialog.getByRole('radio', { name: 'theirs' }).check();
      await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
      await saved(one.page);
      must(
        (await one.page.getByLabel('Cross streets').inputValue()) === 'theirs',
        'theirs is lost',
      );
      must((await one.page.getByLabel('Apartment').inputValue()) === '9Z', 'mine is lost');
    },
  },
  {
    name: 'a price that staff correct outlives an import, and is given back',
    run: async ({ as, server }) => {
      const bring = (financials_price: number) =>
        importRecords(server, 'listings', [
          {
            ...{ main_id: { key: 'A1', source: 'feed' }, main_status: 'For Sale' },
            ...{ main_street: 'Kept Street', financials_price },
          },
        ]);
      await bring(900_000);
      const filter = encodeURIComponent(JSON.stringify({ q: 'Kept Street' }));
      const { page } = await as(EDITOR, `/b/demo/listings?filter=${filter}`);
      const address = await firstListing(page);
      const price = page.getByLabel('Price', { exact: true });
      await price.fill('950000');
      must(await page.getByRole('radio', { name: 'Keep mine' }).isChecked(), 'it is not kept');
      await save(page);
      await saved(page);
      await bring(910_000);
      await page.goto(address);
      must((await price.inputValue()) === '950000', 'an import has changed what was kept');
      await page.getByRole('button', { name: 'Give Price back to imports' }).click();
      await save(page);
      await saved(page);
      await bring(920_000);
      await page.goto(address);
      must((await price.inputValue()) === '920000', 'an import does not change it any more');
    },
  },
  {
    name: 'pictures are added, ordered with the keyboard, and stored',
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/listings');
      const address = await firstListing(page);
      const group = page.getByRole('group', { name: 'Photos' });
      const before = await group.getByRole('listitem').count();
      await group
        .getByLabel('Add photos')
        .setInputFiles([PICTURE, { ...PICTURE, name: 'bath.png' }]);
      await group
        .getByRole('listitem')
        .nth(before + 1)
        .waitFor();
      await group.getByLabel(`Caption of picture ${before + 2}`).fill('The bath');
      const earlier = group.getByRole('button', { name: `Picture ${before + 2} earlier` });
      await earlier.focus();
      await page.keyboard.press('Enter');
      await save(page);
      await saved(page);
      await page.goto(address);
      const caption = group.getByLabel(`Caption of picture ${before + 1}`);
      must((await caption.inputValue()) === 'The bath', 'the order is not stored');
    },
  },
  {
    name: 'a pin is placed on a map, whose host is asked only then, and the numbers follow',
    devices: ['desktop', 'phone'],
    run: async ({ as, server: { map } }) => {
      const { page, problems } = await as(EDITOR, '/b/demo/listings/1002');
      await page.getByText('Websites show it where its building is').waitFor();
      await page.goto('/b/demo/buildings/1');
      const open = page.getByRole('button', { name: 'Place it on a map' });
      await open.waitFor();
      const before = map.paths.length;
      must(problems.length === 0, `asked before: ${problems.join('; ')}`);
      await open.click();
      const canvas = page.locator('.maplibregl-canvas');
      await canvas.waitFor();
      await page.getByRole('button', { name: 'Map marker' }).waitFor();
      while (!map.paths.slice(before).includes('/land.json')) await page.waitForTimeout(50);
      must(
        (await page.getByText('could not be loaded whole').count()) === 0,
        'the map is not whole',
      );
      const latitude = page.getByLabel('Latitude');
      const was = await latitude.inputValue();
      await canvas.click({ position: { x: 60, y: 60 } });
      must((await latitude.inputValue()) !== was, 'the number has not followed');
      must(Number(await latitude.inputValue()) > Number(was), 'the pin went south');
      await page.getByLabel('Longitude').fill('-73.5');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      const placed = await latitude.inputValue();
      await page.reload();
      await open.waitFor();
      const stored = await latitude.inputValue();
      must(stored === placed, `${placed} is stored as ${stored}, and was ${was}`);
      // The host of the style, and nobody else.
      const { origin } = new URL(map.url);
      const others = problems.filter((problem) => !problem.startsWith(`foreign: ${origin}/`));
      problems.splice(0, problems.length, ...others);
    },
  },
  {
    name: 'a listing is made and removed',
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/listings/create');
      await page.getByLabel('Street', { exact: true }).fill('Journey Street');
      await page.getByLabel('House number').fill('77');
      await save(page);
      await page.getByText('Not accepted: Status.').waitFor();
      await page.getByLabel('Status *').click();
      await page.getByRole('option', { name: 'For Sale' }).click();
      must(await page.getByLabel('Shown on the website').isChecked(), 'it would not be shown');
      await save(page);
      await page.getByText('77 Journey Street is made.').waitFor();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.waitForURL('**/b/demo/listings');
    },
  },
  {
    name: 'a lead is answered: its state and a note are saved, and the list is filtered by the state',
    devices: ['desktop', 'phone'],
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/leads/1');
      const reply = await page.getByRole('link', { name: /^Reply/ }).getAttribute('href');
      must(reply?.startsWith('mailto:nora@example.com?subject='), `the reply goes to ${reply}`);
      await page.getByText('Sunday after two').waitFor();
      await page
        .getByText(/^About/)
        .getByRole('link')
        .waitFor();
      await page.getByLabel('State', { exact: true }).click();
      const isOpen = (await page.getByRole('option', { name: 'open', selected: true }).count()) > 0;
      await page.getByRole('option', { name: isOpen ? 'won' : 'open' }).click();
      await page.getByLabel('Notes').fill(`Seen ${isOpen ? 'twice' : 'once'}.`);
      await save(page);
      await saved(page);
      const filter = encodeURIComponent(JSON.stringify({ state: isOpen ? 'won' : 'open' }));
      await page.goto(`/b/demo/leads?filter=${filter}`);
      await recordsIn(page, 'leads').filter({ hasText: 'Nora' }).waitFor();
    },
  },
  {
    name: 'a list is searched, and its address is the search',
    devices: ['desktop', 'phone'],
    run: async ({ as, open }) => {
      const { page } = await as(EDITOR, '/b/demo/agents');
      const name = (await recordsIn(page, 'agents').first().textContent()) ?? '';
      const [word = ''] = name.split(' ').slice(-1);
      must(word !== '', 'the first agent has no name');
      await page.getByPlaceholder('Name or email').fill(word);
      await page.waitForURL(/filter=/);
      await recordsIn(page, 'agents')
        .filter({ hasNotText: word })
        .first()
        .waitFor({ state: 'hidden' });
      must((await recordsIn(page, 'agents').count()) > 0, `the search for ${word} finds nobody`);
      const address = page.url();
      const colleague = await open();
      await colleague.page.goto(address);
      await colleague.page.getByLabel('Email').waitFor();
    },
  },
  {
    name: 'a list is saved as CSV',
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/agents');
      await recordsIn(page, 'agents').first().waitFor();
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV' }).click();
      const download = await coming;
      const text = readFileSync(await download.path(), 'utf8');
      const [head = '', ...lines] = text.trim().split('\r\n');
      must(head.includes('firstname') && lines.length > 1, `the file begins with ${head}`);
    },
  },
  {
    name: 'a viewer sees values and has nothing to save',
    devices: ['desktop', 'phone'],
    run: async ({ as }) => {
      const { page } = await as(VIEWER, '/b/demo/listings');
      await firstListing(page);
      must(
        (await page.getByRole('button', { name: 'Save' }).count()) === 0,
        'there is a button to save',
      );
      must((await page.locator('main input').count()) === 0, 'there is an input');
      await page.goto('/installation');
      await page.getByRole('heading', { name: 'Today at' }).waitFor();
    },
  },
];
