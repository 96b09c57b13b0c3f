import { readFileSync } from 'node:fs';
import { type Journey, must } from './journey';
import { EDITOR, OPERATOR } from './people';
import { importRecords } from './server';

/** Of an MLS that is not there. */
const PULL = `source: mls
from: { dialect: reso, url: "https://127.0.0.1:9", token: $MLS_TOKEN }
take: { Property: { map: reso/property.yaml } }`;

/** What operators do, and what staff see of what came and went. */
export const OPERATOR_JOURNEYS: readonly Journey[] = [
  {
    name: 'an operator adds a brokerage, and says what its website shows',
    devices: ['desktop', 'phone'],
    run: async ({ as, device }) => {
      const { page } = await as(OPERATOR, '/installation/clients');
      await page.getByRole('button', { name: 'Add a brokerage' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a brokerage or feed' });
      await dialog.getByLabel('Title').fill(`North of the ${device}`);
      await dialog.getByLabel('Name').fill('demo');
      await dialog.getByRole('button', { name: 'Add it' }).click();
      await dialog.getByText('demo is taken.').waitFor();
      await dialog.getByLabel('Name').fill(`north-${device}`);
      await dialog.getByRole('button', { name: 'Add it' }).click();
      await page.waitForURL(`**/installation/clients/north-${device}`);
      await page.getByRole('heading', { name: `North of the ${device}` }).waitFor();
      await page.locator('main').getByText(`north-${device}`, { exact: true }).waitFor();
      const city = page.getByLabel('Website: city');
      await city.fill('Chicago');
      // What is typed while they are saved stays.
      await page.route('**/settings', async (route) => {
        if (route.request().method() === 'PUT')
          await page.getByLabel('Website: tagline').fill('Homes');
        await route.continue();
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('It is saved.').waitFor();
      must((await page.getByLabel('Website: tagline').inputValue()) === 'Homes', 'it is lost');
      await page.reload();
      must((await city.inputValue()) === 'Chicago', 'the setting is not stored');
    },
  },
  {
    name: 'an operator adds a feed, has it filled from an MLS, and removes that',
    devices: ['desktop', 'phone'],
    run: async ({ as, device }) => {
      const { page } = await as(OPERATOR, '/installation/clients');
      await page.getByRole('button', { name: 'Add a brokerage or feed' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Kind').click();
      await page.getByRole('option', { name: /^Feed of an MLS/ }).click();
      await dialog.getByLabel('Title').fill(`MLS of the ${device}`);
      await dialog.getByLabel('Name').fill(`mls-${device}`);
      await dialog.getByRole('button', { name: 'Add it' }).click();
      await page.waitForURL(`**/installation/feeds/mls-${device}`);
      await page.getByLabel('Its license: history').fill('no');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('It is saved.').waitFor();

      await page.goto('/installation/pulls');
      await page.getByRole('button', { name: 'Add a pull' }).click();
      await dialog.getByLabel('Into').fill(`mls-${device}`);
      await dialog.getByRole('textbox', { name: 'File' }).fill(PULL);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Not accepted: Secret MLS_TOKEN.').waitFor();
      await dialog.getByText('Give its secret.').waitFor();
      await dialog.getByLabel('Secret MLS_TOKEN').fill('hush');
      await dialog.getByRole('button', { name: 'Try it' }).click();
      // After some attempts.
      await dialog.getByText('https://127.0.0.1:9/').last().waitFor({ timeout: 120_000 });
      await dialog.getByRole('button', { name: 'Save' }).click();
      const row = page.locator('main tr', { hasText: `mls-${device}` });
      await row.getByRole('button', { name: 'Pause' }).click();
      await row.getByRole('button', { name: 'Resume' }).waitFor();
      await row.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByText(/^Stored\. Empty leaves it/).waitFor();
      await dialog.getByLabel('Every').fill('30m');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText('30 minutes').waitFor();
      must(!(await page.content()).includes('hush'), 'the secret is shown');
      await row.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await row.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'a marketplace is registered, gets its credentials once, and loses them',
    run: async ({ as }) => {
      const { page } = await as(OPERATOR, '/installation/partners');
      await page.getByRole('button', { name: 'Register a marketplace' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('StreetWise');
      await page.getByRole('button', { name: 'Register it' }).click();
      await page.getByRole('textbox', { name: 'Partner key' }).waitFor();
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.locator('main tr', { hasText: 'Revoked' }).waitFor();
    },
  },
  {
    name: 'an operator makes a key, sees it once, replaces it and revokes both',
    devices: ['desktop', 'phone'],
    run: async ({ as, device }) => {
      const name = `${device}.example`;
      const { page } = await as(OPERATOR, '/installation/clients');
      await page.locator('main').getByRole('link', { name: 'Portico Demo' }).click();
      await page.getByRole('button', { name: 'Make a key' }).click();
      const dialog = page.getByRole('dialog', { name: 'Make a key' });
      await dialog.getByLabel('Name').fill(name);
      const expires = dialog.getByLabel('Expires');
      await expires.fill('2001-01-31');
      await dialog.getByRole('button', { name: 'Make it' }).click();
      await dialog.getByText('"2001-01-31" has passed').waitFor();
      must(await expires.evaluate((input) => input.matches(':focus')), 'its field has no focus');
      await expires.fill('2999-01-31');
      await dialog.getByRole('button', { name: 'Make it' }).click();
      const made = page.getByRole('textbox', { name: 'API key' });
      must(((await made.textContent()) ?? '').length > 20, 'no key is shown');
      const address = page.getByRole('textbox', { name: 'Address of Portico' });
      must(((await address.textContent()) ?? '').startsWith('http'), 'no address is shown');
      await page.reload();
      const rows = page.locator('main tr', { hasText: name });
      await rows.first().waitFor();
      must((await made.count()) === 0, 'the key is shown again');
      await rows.first().getByRole('button', { name: 'Replace' }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await made.waitFor();
      for (const left of [1, 0]) {
        await rows.getByRole('button', { name: 'Revoke' }).first().click();
        await page.getByRole('button', { name: 'Confirm' }).click();
        await rows
          .filter({ hasText: 'Revoked' })
          .nth(1 - left)
          .waitFor();
      }
      must((await rows.getByRole('button').count()) === 0, 'a revoked key has buttons');
      must((await made.count()) === 0, 'a revoked key is still shown');
    },
  },
  {
    name: 'what is held about a member is saved as a file after the password, and erased',
    run: async ({ as, server }) => {
      const email = 'leaving@example.com';
      const member = { id: 90_001, firstName: 'Lea', lastName: 'Ving', email };
      await importRecords(server, 'clients', [member]);
      const { page } = await as(EDITOR, '/b/demo/clients/90001');
      // The server asks a quarter of an hour after signing in; here at the first call.
      let isAsked = false;
      await page.route('**/person/file', async (route) => {
        if (isAsked) return route.continue();
        isAsked = true;
        const error = { code: 'proofNeeded', message: 'Give your password again to do this.' };
        return route.fulfill({ status: 403, json: { error } });
      });
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save what is held about them' }).click();
      const dialog = page.getByRole('dialog', { name: 'Is it you?' });
      await dialog.getByLabel('Your password').fill(EDITOR.password);
      await dialog.getByRole('button', { name: 'Go on' }).click();
      const text = readFileSync(await (await coming).path(), 'utf8');
      must(text.includes(email), 'the file does not have their address');
      await page.getByRole('button', { name: 'Erase the person' }).click();
      await page.getByRole('button', { name: 'Erase', exact: true }).click();
      await page.waitForURL('**/b/demo/clients');
      await page.goto('/b/demo/clients/90001');
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    },
  },
  {
    name: 'an editor imports a file, after trying what would come of it',
    devices: ['desktop', 'phone'],
    run: async ({ as, device }) => {
      const { page } = await as(EDITOR, '/b/demo/imports');
      const id = device === 'phone' ? 90_001 : 90_002;
      const content = `id,full name\n${id},Office of the ${device}\nx,Nobody\n`;
      await page.getByLabel('File to import').setInputFiles({
        ...{ name: 'offices.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
      });
      const mapping = page.getByRole('textbox', { name: 'Mapping' });
      await mapping.fill('resource: offices\nfields: { id: id, name: full name }\n');
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('Nothing is written yet.').waitFor();
      await page.getByText('offices, line 3: id').waitFor();
      await page.getByRole('button', { name: 'Import it' }).click();
      await page.getByText('Done: offices: 2 read, 1 written').waitFor();
      await page.locator('main tr', { hasText: 'offices.csv' }).first().waitFor();
      await page.goto(`/b/demo/offices/${id}`);
      const name = page.getByLabel('Name', { exact: true });
      must((await name.inputValue()) === `Office of the ${device}`, 'the office is not stored');
    },
  },
  {
    name: 'what has come, what was sent and who changed what are pages of the brokerage',
    devices: ['desktop', 'phone'],
    run: async ({ as }) => {
      const { page } = await as(EDITOR, '/b/demo/imports');
      await page.locator('main tr', { hasText: 'leads.ndjson' }).first().waitFor();
      await page.goto('/b/demo/outbox?state=failed');
      await page.getByRole('heading', { name: 'What was sent, and what was not' }).waitFor();
      await page.goto('/b/demo/audit');
      await page.locator('main tr', { hasText: EDITOR.email }).first().waitFor();
      const done = page.locator('main td', { hasText: /^ok, \w+: / });
      await done.first().waitFor();
    },
  },
];
