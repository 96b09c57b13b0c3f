import type { Locator } from 'playwright-core';
import { eventually, type Journey, must, type Tour, visit } from '../journey';
import { isTo, unquoted } from '../mail';

export const PASSWORD = 'a long pass word';
const OTHER_PASSWORD = 'another long pass word';

/** An address that nobody has. */
export const newAddress = (): string => `check-${crypto.randomUUID().slice(0, 8)}@example.com`;

const press = ({ page }: Tour, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name }).click();

async function fillRegistration(tour: Tour, email: string): Promise<void> {
  const { page } = tour;
  await visit(tour, '/account/register');
  await page.getByLabel('First name').fill('Noor');
  await page.getByLabel('Last name').fill('Check');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(tour, 'Create account');
  await page.waitForURL(/\/account\/verify/);
}

/** Registers, takes the code from the email, and signs in. */
export async function join(tour: Tour, email: string): Promise<void> {
  const { page } = tour;
  await fillRegistration(tour, email);
  must((await page.getByLabel('Email').inputValue()) === email, 'the address is gone');
  await page.getByLabel('Code').fill('0000');
  await press(tour, 'Confirm');
  await page.getByText('This is not the code').waitFor();
  await page.getByLabel('Code').fill(await codeFor(tour, email));
  await press(tour, 'Confirm');
  await page.waitForURL(/\/account\/sign-in/);
  await signIn(tour, email);
}

export async function signIn(tour: Tour, email: string, password = PASSWORD): Promise<void> {
  await tour.page.getByLabel('Email').fill(email);
  await tour.page.getByLabel('Password').fill(password);
  await press(tour, 'Sign in');
  await tour.page.waitForURL((url) => !url.pathname.includes('sign-in'));
}

/** The email may be written a moment after the answer. */
async function codeFor(tour: Tour, address: string): Promise<string> {
  let code: string | undefined;
  await eventually('the code comes', async () => {
    const email = tour.emails.find((one) => isTo(one, address));
    code = /^ +([0-9a-f]{32})\s*$/m.exec(email ?? '')?.[1];
    return code !== undefined;
  });
  return code ?? '';
}

/** The link of the newest email to an address that has a secret of this name. */
async function linkFor(tour: Tour, address: string, secret: 'code' | 'token'): Promise<string> {
  let link: string | undefined;
  await eventually('the link comes', async () => {
    link = tour.emails
      .filter((one) => isTo(one, address))
      .map((one) => /^https?:\S+$/m.exec(unquoted(one))?.[0])
      .find((url) => url?.includes(`${secret}=`));
    return link !== undefined;
  });
  return link ?? '';
}

/** What programs do that look at links before people open them. */
async function scanned(link: string): Promise<void> {
  for (const method of ['HEAD', 'GET']) {
    const { status, headers } = await fetch(link, { method, redirect: 'manual' });
    must(status === 307, `a link answers ${status}`);
    must(headers.get('referrer-policy') === 'no-referrer', 'the link is told to other sites');
    await fetch(link, { method });
  }
}

/** Presses a heart, and waits until the site has answered: it shows at once what it will be. */
async function posted({ page }: Tour, heart: Locator): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await heart.click();
  await answer;
}

async function saveFirst(tour: Tour): Promise<string> {
  const { page } = tour;
  const heart = page.getByRole('button', { name: /^Save: / }).first();
  const name = (await heart.getAttribute('aria-label'))?.replace('Save: ', '') ?? '';
  await posted(tour, heart);
  return name;
}

export const ACCOUNT_JOURNEYS: readonly Journey[] = [
  {
    name: 'a visitor registers, confirms by the code, saves a home, and takes it off again',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await join(tour, newAddress());
      await page.getByText('nothing is saved yet').waitFor();
      await visit(tour, '/search?status=2');
      const name = await saveFirst(tour);
      const saved = page.getByRole('button', { name: `Saved: ${name}` });
      await saved.first().waitFor();
      await visit(tour, '/account');
      must((await page.locator('[data-listing]').count()) === 1, 'the list has another length');
      must((await page.locator('[data-listing]').innerText()).includes(name), 'another home');
      await posted(tour, saved);
      await page
        .getByRole('button', { name: `Save: ${name}` })
        .or(page.getByText('Keep the ones'))
        .first()
        .waitFor();
      await visit(tour, '/account');
      await page.getByText('nothing is saved yet').waitFor();
    },
  },
  {
    name: 'a visitor confirms by the link, forgets the password, and sets another one by a link that scanners open first',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      const email = newAddress();
      await fillRegistration(tour, email);
      await page.getByText('No email?').waitFor();
      const confirming = await linkFor(tour, email, 'code');
      await scanned(confirming);
      await page.goto(confirming);
      must(!page.url().includes('code'), 'the code is in the address');
      await press(tour, 'Confirm');
      await page.getByText('Your address is confirmed').waitFor();
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Email').fill(`no-${email}`);
      await press(tour, 'Send the email');
      const said = await page.getByRole('status').innerText();
      await page.getByLabel('Email').fill(email);
      await press(tour, 'Send the email');
      must(
        (await page.getByRole('status').innerText()) === said,
        'a member is told from a stranger',
      );
      const link = await linkFor(tour, email, 'token');
      await scanned(link);
      await page.goto(link);
      must(!page.url().includes('token'), 'the token is in the address');
      await page.getByLabel('New password').fill('short');
      await press(tour, 'Set password');
      await page.getByText('Please use at least 10').waitFor();
      await page.getByLabel('New password').fill(OTHER_PASSWORD);
      await press(tour, 'Set password');
      await page.getByText('Your new password is set').waitFor();
      await signIn(tour, email, OTHER_PASSWORD);
      await page.getByText('nothing is saved yet').waitFor();
      await page.goto(link);
      await page.getByLabel('New password').fill(PASSWORD);
      await press(tour, 'Set password');
      await page.getByText('This link was already used').waitFor();
    },
  },
  {
    name: 'the heart of a home leads to signing in, and saves it then',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      const email = newAddress();
      await join(tour, email);
      await press(tour, 'Sign out');
      await page.waitForURL((url) => url.pathname === '/');
      await visit(tour, '/account');
      must(page.url().includes('/account/sign-in'), 'the page is open to everybody');
      await visit(tour, '/search?status=1');
      const name = await saveFirst(tour);
      await page.waitForURL(/\/account\/sign-in/);
      await signIn(tour, email);
      must(page.url().includes('/search?status=1'), `it leads to ${page.url()}`);
      await page
        .getByRole('button', { name: `Saved: ${name}` })
        .first()
        .waitFor();
    },
  },
  {
    name: 'a member changes name and password',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      await join(tour, newAddress());
      await visit(tour, '/account/profile');
      await page.getByLabel('First name').fill('Nura');
      await page.getByLabel('Phone').fill('212-555-0100');
      await press(tour, 'Save');
      await page.getByText('Your profile was saved.').waitFor();
      await page.getByLabel('Current password').fill('not this one');
      await page.getByLabel('New password').fill('another long one');
      await press(tour, 'Change password');
      await page.getByText('This is not your password.').waitFor();
      await visit(tour, '/account/profile');
      must((await page.getByLabel('First name').inputValue()) === 'Nura', 'the name is as it was');
      await visit(tour, '/account');
      await page.getByText('Nura, nothing is saved yet').waitFor();
    },
  },
  {
    name: 'a member signs in and changes the password where Portico refuses to say the version once more',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      tour.calls.refuse = /^GET \/clients\/\d+\?.*addVersion/;
      try {
        await join(tour, newAddress());
        await visit(tour, '/account/profile');
        await page.getByLabel('Current password').fill(PASSWORD);
        await page.getByLabel('New password').fill('another long one');
        await press(tour, 'Change password');
        await page.getByText('Your password was changed.').waitFor();
        await visit(tour, '/account');
        must(!page.url().includes('sign-in'), 'the session has ended');
      } finally {
        tour.calls.refuse = undefined;
      }
    },
  },
  {
    name: 'a visitor learns of an email address that no email can go to',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/account/register');
      await page.getByLabel('First name').fill('Noor');
      await page.getByLabel('Last name').fill('Check');
      await page.getByLabel('Email').fill('noor..check@example.com');
      await page.getByLabel('Password').fill(PASSWORD);
      await press(tour, 'Create account');
      await page.getByText('We cannot send email to this address').waitFor();
      await visit(tour, '/account/sign-in');
      await page.getByLabel('Email').fill('noor..check@example.com');
      await page.getByLabel('Password').fill(PASSWORD);
      await press(tour, 'Sign in');
      await page.getByText('Email and password do not match').waitFor();
    },
  },
  {
    name: 'a member signs in from every address that a proxy writes',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      const email = newAddress();
      await join(tour, email);
      for (const address of ['192.0.2.1:51234', '9.9.9.9, [2001:db8::1]:443', 'unknown']) {
        await press(tour, 'Sign out');
        await page.waitForURL((url) => url.pathname === '/');
        await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
        await visit(tour, '/account/sign-in');
        await signIn(tour, email);
        await visit(tour, '/account');
      }
    },
  },
  {
    name: 'a wrong password and a wrong address get one answer, and nothing is signed in',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      for (const next of [
        '/.//elsewhere.example/x',
        '/%5Celsewhere.example',
        '//elsewhere.example',
      ]) {
        await visit(tour, `/account/sign-in?next=${next}`);
        const way = await tour.page.locator('input[name=next]').inputValue();
        must(way === '/account', `it would lead to ${way}`);
      }
      await tour.page.getByLabel('Email').fill(newAddress());
      await tour.page.getByLabel('Password').fill('wrong');
      await press(tour, 'Sign in');
      await tour.page.getByText('Email and password do not match').waitFor();
      const next = await tour.page.locator('main [name=next]').inputValue();
      must(next === '/account', `it would lead to ${next}`);
      must(
        (await tour.page.context().cookies()).every(({ name }) => name !== 'member'),
        'a session',
      );
    },
  },
  {
    name: 'an account that somebody tries passwords on rests, whatever address they come from',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      const email = newAddress();
      const attempt = async (address: string): Promise<void> => {
        await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
        await visit(tour, '/account/sign-in');
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password').fill('wrong');
        await press(tour, 'Sign in');
      };
      for (let last = 1; last <= 10; last++) {
        await attempt(`203.0.113.${last}`);
        await page.getByText('Email and password do not match').waitFor();
      }
      await attempt('203.0.113.11');
      await page.getByText(/Too many attempts. Please wait \d+ minutes/).waitFor();
    },
  },
  {
    name: 'the cookie of a session is closed to scripts and other sites, and cannot be made up',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      await join(tour, newAddress());
      const context = tour.page.context();
      const cookie = (await context.cookies()).find(({ name }) => name === 'member');
      must(cookie?.httpOnly && cookie.sameSite === 'Lax', 'it is open');
      must(!decodeURIComponent(cookie.value).includes('Noor'), 'it can be read');
      const forged = cookie.value.slice(0, -4) + (cookie.value.endsWith('AAAA') ? 'BBBB' : 'AAAA');
      await context.addCookies([{ ...cookie, value: forged }]);
      await visit(tour, '/account');
      must(tour.page.url().includes('/account/sign-in'), 'a forged cookie is taken');
    },
  },
];
