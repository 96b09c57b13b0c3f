import { expect, test } from 'vitest';
import { makeLink } from '../../src/console/links.js';
import { hashKey } from '../../src/http/gate/key-check.js';
import { forEachDatabase } from '../rig/databases.js';
import { codeAt, consoleFor, ORIGIN, PASSWORD } from './console.js';

const HOUR_MS = 60 * 60_000;

forEachDatabase('signing in to the console', (database) => {
  const console = consoleFor(database);
  let people = 0;

  /** Somebody with a new address, so that no test meets the attempts of another. */
  async function somebody(role = 'owner') {
    people += 1;
    const email = `person${people}@example.com`;
    return { email, signedIn: await console.person(email, role), address: `198.51.100.${people}` };
  }

  async function firstLink() {
    const { link } = await makeLink(console.server.services, ORIGIN, { kind: 'first-owner' });
    return link.split('#')[1];
  }

  const FIRST = { name: 'Ann Owner', email: 'ann@example.com', password: PASSWORD };

  test('the first link makes the first owner, once', async () => {
    const token = await firstLink();
    const browser = console.browser();
    const opened = await browser.call('POST', '/api/links/open', { token });
    expect(opened.json()).toMatchObject({ kind: 'first-owner', client: null, title: null });
    const accepted = await browser.call('POST', '/api/links/accept', { token, ...FIRST });
    expect([accepted.statusCode, accepted.json().role]).toEqual([200, 'owner']);
    expect(accepted.headers['set-cookie']).toMatch(
      /^__Host-portico-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure$/,
    );
    expect((await browser.get('/api/session')).json().user.email).toBe('ann@example.com');
    const again = await console.browser().call('POST', '/api/links/accept', { token, ...FIRST });
    expect([again.statusCode, again.json().error.code]).toEqual([410, 'linkUsed']);
  });

  test('a first link is nothing where somebody has an account, or after half an hour', async () => {
    const token = await firstLink();
    const late = await console
      .browser()
      .call('POST', '/api/links/accept', { token, ...FIRST, email: 'bob@example.com' });
    expect(late.statusCode).toBe(410);
    const { link } = await makeLink(console.server.services, ORIGIN, {
      ...{ kind: 'invitation', email: 'carl@example.com', role: 'viewer' },
    });
    console.server.clock.advance(7 * 24 * HOUR_MS);
    const expired = { token: link.split('#')[1], name: 'Carl', password: PASSWORD };
    const answer = await console.browser().call('POST', '/api/links/accept', expired);
    expect(answer.statusCode).toBe(410);
  });

  test('says the same of a wrong password and of nobody, and asks for a good one', async () => {
    const { email, address } = await somebody();
    const browser = console.browser(address);
    const wrong = await browser.signIn(email, { password: 'not this one' });
    const nobody = await browser.signIn('nobody@example.com');
    expect([wrong.statusCode, wrong.body]).toEqual([401, nobody.body]);
    const link = await makeLink(console.server.services, ORIGIN, {
      ...{ kind: 'invitation', email: 'dan@example.com', role: 'viewer' },
    });
    const token = link.link.split('#')[1];
    const short = { token, name: 'Dan', password: 'short' };
    const refused = await browser.call('POST', '/api/links/accept', short);
    expect([refused.statusCode, refused.json().error.fields]).toEqual([
      422,
      { password: 'has fewer than 12 characters' },
    ]);
  });

  test('gives a new session, and ends the one that the browser had', async () => {
    const { email, signedIn, address } = await somebody();
    const before = signedIn.cookie;
    const again = await signedIn.signIn(email);
    // One cookie, so that no browser keeps another than the new one.
    expect([again.statusCode, [again.headers['set-cookie']].flat().length]).toEqual([200, 1]);
    expect(signedIn.cookie).not.toBe(before);
    expect((await signedIn.get('/api/session')).json().user.email).toBe(email);
    const old = console.browser(address);
    old.cookie = before;
    expect((await old.get('/api/session')).statusCode).toBe(401);
    // A token that somebody else has thought of is never taken over.
    const planted = console.browser(address);
    planted.cookie = `__Host-portico-console=${'x'.repeat(43)}`;
    await planted.signIn(email);
    expect(planted.cookie).toMatch(/^__Host-portico-console=[\w-]{43}$/);
    expect(planted.cookie).not.toContain('xxx');
    const { consoleSessions } = console.server.services.directory;
    const bounds = { begunAfter: 0, seenAfter: 0 };
    expect(await consoleSessions.find(hashKey('x'.repeat(43)), bounds)).toBeUndefined();
    expect((await planted.get('/api/session')).json().user.email).toBe(email);
  });

  test('makes those wait who guess, and nobody else', async () => {
    const { email, address } = await somebody();
    const guesser = console.browser(address);
    const statuses = [];
    for (let guess = 0; guess < 7; guess += 1) {
      statuses.push(
        (await guesser.signIn(email, { password: `guess number ${guess}` })).statusCode,
      );
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(Number((await guesser.signIn(email)).headers['retry-after'])).toBeGreaterThan(0);
    expect((await console.browser('198.51.101.1').signIn(email)).statusCode).toBe(200);
  });

  test('makes an address wait that tries many accounts or links', async () => {
    const browser = console.browser('198.51.102.1');
    const statuses = [];
    for (let guess = 0; guess < 31; guess += 1) {
      const token = `${guess}`.padStart(43, 'A');
      statuses.push((await browser.call('POST', '/api/links/open', { token })).statusCode);
    }
    expect([statuses.filter((status) => status === 410).length, statuses.at(-1)]).toEqual([
      30, 429,
    ]);
    expect((await browser.signIn('ann@example.com')).statusCode).toBe(429);
  });

  test('asks for the second factor, whose codes are good once', async () => {
    const { clock } = console.server;
    const { email, signedIn, address } = await somebody();
    const { secret, uri } = (
      await signedIn.call('POST', '/api/second-factor', { password: PASSWORD })
    ).json();
    expect(uri).toContain(`secret=${secret}`);
    const wrong = await signedIn.call('POST', '/api/second-factor/confirm', { code: '000000' });
    expect(wrong.json().error.fields).toEqual({ code: 'is wrong, or was used before' });
    const confirmed = { code: codeAt(secret, clock.now()) };
    const { recoveryCodes } = (
      await signedIn.call('POST', '/api/second-factor/confirm', confirmed)
    ).json();
    expect(new Set(recoveryCodes).size).toBe(10);

    const browser = console.browser(address);
    const needed = await browser.signIn(email);
    expect([needed.statusCode, needed.json().error.code]).toEqual([401, 'codeNeeded']);
    expect(needed.headers['set-cookie']).toBeUndefined();
    // The code that has confirmed it is used up.
    expect((await browser.signIn(email, confirmed)).statusCode).toBe(401);
    clock.advance(30_000);
    const code = codeAt(secret, clock.now());
    expect((await browser.signIn(email, { code })).json().recoveryCodesLeft).toBe(10);
    expect((await console.browser(address).signIn(email, { code })).statusCode).toBe(401);
    const recovery = { code: recoveryCodes[3].toUpperCase() };
    const recovered = await console.browser(address).signIn(email, recovery);
    expect([recovered.statusCode, recovered.json().recoveryCodesLeft]).toEqual([200, 9]);
    expect((await console.browser(address).signIn(email, recovery)).statusCode).toBe(401);

    clock.advance(30_000);
    const removal = { password: PASSWORD, code: codeAt(secret, clock.now()) };
    expect((await signedIn.call('POST', '/api/second-factor/remove', removal)).statusCode).toBe(
      204,
    );
    expect((await signedIn.get('/api/session')).json().secondFactor).toBe(false);
  });

  test('a code that two browsers send at once is good for one of them', async () => {
    const { clock, services } = console.server;
    const { email, signedIn, address } = await somebody();
    const { secret } = (
      await signedIn.call('POST', '/api/second-factor', { password: PASSWORD })
    ).json();
    await signedIn.call('POST', '/api/second-factor/confirm', {
      code: codeAt(secret, clock.now()),
    });
    clock.advance(30_000);
    const code = codeAt(secret, clock.now());
    const answers = await Promise.all(
      [1, 2, 3].map(() => console.browser(address).signIn(email, { code })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401]);
    const account = await services.directory.consoleAccounts.byEmail(email);
    expect(account?.second_factor).toMatch(/^v1\./);
    expect(JSON.stringify(account)).not.toContain(secret);
  });

  test('lists sessions, and ends one, all others, or all at a new password', async () => {
    const { email, signedIn, address } = await somebody();
    const [second, third] = [console.browser(address), console.browser(address)];
    await second.signIn(email);
    await third.signIn(email);
    const { sessions } = (await signedIn.get('/api/sessions')).json();
    expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([
      false,
      false,
      true,
    ]);
    expect(sessions[0]).toMatchObject({ address, agent: expect.any(String) });
    const ended = `/api/sessions/${sessions[1].id}`;
    expect((await third.call('DELETE', ended)).statusCode).toBe(204);
    expect((await second.get('/api/session')).statusCode).toBe(401);
    // Those of somebody else are not there.
    const other = await somebody();
    const foreign = await other.signedIn.call('DELETE', `/api/sessions/${sessions[0].id}`);
    expect(foreign.statusCode).toBe(404);

    const changed = { current: PASSWORD, password: 'another long password' };
    const wrong = { ...changed, current: 'wrong' };
    expect((await signedIn.call('PUT', '/api/password', wrong)).json().error.fields).toEqual({
      current: 'is wrong',
    });
    expect((await signedIn.call('PUT', '/api/password', changed)).statusCode).toBe(204);
    expect((await third.get('/api/session')).statusCode).toBe(401);
    expect((await signedIn.get('/api/session')).statusCode).toBe(200);
    expect((await third.signIn(email)).statusCode).toBe(401);
    expect((await third.signIn(email, { password: changed.password })).statusCode).toBe(200);
  });

  test('a session ends after half a day without a call, and after 30 days', async () => {
    const { clock } = console.server;
    const { signedIn } = await somebody();
    for (let day = 0; day < 59; day += 1) {
      clock.advance(12 * HOUR_MS - 60_000);
      expect((await signedIn.get('/api/session')).statusCode).toBe(200);
    }
    clock.advance(12 * HOUR_MS);
    expect((await signedIn.get('/api/session')).statusCode).toBe(401);
    const idle = (await somebody()).signedIn;
    clock.advance(12 * HOUR_MS);
    expect((await idle.get('/api/session')).statusCode).toBe(401);
  });

  test('signing out ends the session', async () => {
    const { signedIn } = await somebody();
    const { cookie } = signedIn;
    const out = await signedIn.call('POST', '/api/sign-out');
    expect([out.statusCode, out.headers['set-cookie']]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ]);
    signedIn.cookie = cookie;
    expect((await signedIn.get('/api/session')).statusCode).toBe(401);
  });

  test('stores no password, token or code that could be used', async () => {
    const { db } = console.server.services.directory.tables;
    const tables = ['console_account', 'console_session', 'console_link', 'console_code'] as const;
    const { signedIn } = await somebody();
    const token = signedIn.cookie?.split('=')[1] ?? '';
    for (const table of tables) {
      const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
      expect(rows).not.toContain(token);
      expect(rows).not.toContain(PASSWORD);
    }
  });
});
