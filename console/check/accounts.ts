import { type Journey, must } from './journey';
import {
  accept,
  codeOf,
  EDITOR,
  OPERATOR,
  OWNER,
  signIn,
  signOut,
  VIEWER,
  WATCHER,
} from './people';

/** How accounts come to be and how people sign in, in the order of a new installation. */
export const ACCOUNT_JOURNEYS: readonly Journey[] = [
  {
    name: 'the link of the first start makes the account of the owner',
    run: async ({ open, server }) => {
      const { page } = await open();
      await accept(page, server.link, OWNER);
      must(!page.url().includes('#'), `the address has a fragment: ${page.url()}`);
    },
  },
  {
    name: 'a link that was used says so',
    run: async ({ open, server }) => {
      const { page } = await open();
      await page.goto(server.link);
      await page.getByRole('heading', { name: 'This link cannot be opened' }).waitFor();
      must(!page.url().includes('#'), 'the token is in the address bar');
    },
  },
  {
    name: 'a wrong password is refused, the right one signs in, and Logout ends it',
    run: async ({ open }) => {
      const { page } = await open();
      await page.goto('/b/demo/listings');
      await signIn(page, { ...OWNER, password: 'not it at all' });
      await page.getByRole('alert').waitFor();
      await signIn(page, OWNER);
      // They are at the address that they opened.
      await page.getByRole('columnheader', { name: 'Status' }).waitFor();
      await signOut(page);
    },
  },
  {
    name: 'an owner invites somebody of each other role, and they make their accounts',
    run: async ({ as, open }) => {
      const { page } = await as(OWNER, '/installation');
      for (const [person, role] of [
        [EDITOR, 'Editor of a brokerage'],
        [VIEWER, 'Viewer of a brokerage'],
        [OPERATOR, 'Operator of the installation'],
        [WATCHER, 'Viewer of the installation'],
      ] as const) {
        await page.getByRole('button', { name: 'Invite somebody' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Email').fill(person.email);
        await dialog.getByLabel('Role').click();
        await page.getByRole('option', { name: role }).click();
        const brokerage = dialog.getByLabel('Brokerage');
        if (role.endsWith('brokerage')) await brokerage.fill('demo');
        await dialog.getByRole('button', { name: 'Make the link' }).click();
        const secret = page.getByRole('textbox', { name: `Link for ${person.email}` });
        const link = (await secret.textContent()) ?? '';
        const invited = await open();
        await accept(invited.page, link, person);
      }
    },
  },
  {
    name: 'a second factor is turned on, asked for, replaced by a recovery code, and turned off',
    run: async ({ as, open }) => {
      const { page } = await as(EDITOR, '/b/demo/account');
      await page.getByLabel('Your password').fill(EDITOR.password);
      await page.getByRole('button', { name: 'Turn it on' }).click();
      const secret = await page.getByRole('textbox', { name: 'Secret' }).textContent();
      await page.getByLabel('Code of the app').fill(codeOf(secret ?? ''));
      await page.getByRole('button', { name: 'Turn it on' }).click();
      const shown = await page.getByRole('textbox', { name: 'Recovery codes' }).textContent();
      const [first = '', second = ''] = (shown ?? '').split('\n');
      await page.getByRole('button', { name: 'I have them' }).click();
      await signOut(page);
      // The code of this half minute was used when the factor was turned on.
      await signIn(page, EDITOR, codeOf(secret ?? '', 1));
      await page.getByRole('heading', { name: 'Today at' }).waitFor();
      const other = await open();
      await other.page.goto('/');
      await signIn(other.page, EDITOR, first);
      await other.page.getByRole('heading', { name: 'Today at' }).waitFor();
      await page.goto('/b/demo/account');
      await page.getByText('9 recovery codes are left').waitFor();
      await page.getByLabel('Your password').fill(EDITOR.password);
      await page.getByLabel('Code of the app').fill(second);
      await page.getByRole('button', { name: 'Turn it off' }).click();
      await page.getByRole('button', { name: 'Turn it on' }).waitFor();
      await page.getByRole('button', { name: 'End all others' }).click();
      await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'what somebody types outlives their session',
    run: async ({ as }) => {
      const { page, context } = await as(EDITOR, '/b/demo/listings');
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByLabel('Cross streets').fill('between two lives');
      await context.clearCookies();
      await page.getByRole('button', { name: 'Save' }).click();
      const again = page.getByRole('dialog', { name: 'Sign in again' });
      await again.getByLabel('Password').fill(EDITOR.password);
      await again.getByRole('button', { name: 'Sign in' }).click();
      await again.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Taken back').waitFor();
    },
  },
];
