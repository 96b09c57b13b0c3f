import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { type Browser, codeAt, consoleFor, PASSWORD } from './console.js';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'a new long password';

forAnyDatabase('what an account of the console proves', (database) => {
  const console = consoleFor(database);
  let owner: Browser;
  let people = 0;

  beforeAll(async () => {
    await console.server.addTenant('acme');
    owner = await console.person('owner@example.com', 'owner');
  });

  async function somebody(role = 'owner') {
    people += 1;
    const email = `somebody${people}@example.com`;
    const signedIn = await console.person(email, role);
    const account = await console.server.services.directory.consoleAccounts.byEmail(email);
    return { email, signedIn, id: account?.id ?? 0 };
  }

  async function withFactor(browser: Browser): Promise<string> {
    return (await withCodes(browser)).secret;
  }

  async function withCodes(browser: Browser) {
    const proposal = await browser.call('POST', '/api/second-factor', { password: PASSWORD });
    const { secret } = proposal.json();
    const code = codeAt(secret, console.server.clock.now());
    const confirmed = await browser.call('POST', '/api/second-factor/confirm', { code });
    expect(confirmed.statusCode).toBe(200);
    console.server.clock.advance(30_000);
    const { recoveryCodes } = confirmed.json() as { recoveryCodes: readonly string[] };
    return { secret: secret as string, recoveryCodes };
  }

  async function resetLink(id: number): Promise<string> {
    const proof = await owner.call('POST', '/api/session/proof', { password: PASSWORD });
    expect(proof.statusCode).toBe(204);
    const answer = await owner.call('POST', `/api/people/${id}/reset`, {});
    return answer.json().link.split('#')[1];
  }

  const accept = (token: string) =>
    console.browser().call('POST', '/api/links/accept', { token, password: NEW_PASSWORD });

  test('the password, lately, before what cannot be taken back', async () => {
    const { signedIn } = await somebody();
    const victim = await somebody('acme: viewer');
    console.server.clock.advance(15 * MINUTE_MS);
    const invitation = { email: 'new@example.com', role: 'operator' };
    const dangerous = [
      ['POST', '/api/invitations', invitation],
      ['PUT', `/api/people/${victim.id}`, { role: 'owner' }],
      ['POST', `/api/people/${victim.id}/reset`, {}],
      ['DELETE', `/api/people/${victim.id}`, undefined],
      ['DELETE', '/api/brokerages/acme/clients/5', undefined],
      ['POST', '/api/pulls', {}],
      ['POST', '/api/pulls/try', {}],
      ['DELETE', '/api/pulls/onekey/onekey', undefined],
      ['POST', '/api/brokerages/acme/clients/export', {}],
    ] as const;
    for (const [method, path, body] of dangerous) {
      const answer = await signedIn.call(method, path, body);
      expect([path, answer.statusCode, answer.json().error.code]).toEqual([
        ...[path, 403, 'proofNeeded'],
      ]);
    }
    const wrong = await signedIn.call('POST', '/api/session/proof', { password: 'wrong' });
    expect(wrong.json().error.fields).toEqual({ password: 'is wrong' });
    expect((await signedIn.call('POST', '/api/invitations', invitation)).statusCode).toBe(403);
    await signedIn.call('POST', '/api/session/proof', { password: PASSWORD });
    expect((await signedIn.call('POST', '/api/invitations', invitation)).statusCode).toBe(201);
    // Staff of a brokerage are invited many times a day.
    console.server.clock.advance(15 * MINUTE_MS);
    const staff = { email: 'staff@example.com', client: 'acme', role: 'viewer' };
    expect((await signedIn.call('POST', '/api/invitations', staff)).statusCode).toBe(201);
  });

  test('the code of a second factor, too', async () => {
    const { signedIn } = await somebody();
    const secret = await withFactor(signedIn);
    const prove = (code?: string) =>
      signedIn.call('POST', '/api/session/proof', { password: PASSWORD, ...(code && { code }) });
    expect((await prove()).json().error.fields).toEqual({ code: 'is missing' });
    expect((await prove(codeAt(secret, console.server.clock.now()))).statusCode).toBe(204);
  });

  test('a link for a new password is no second factor', async () => {
    const { email, signedIn, id } = await somebody('acme: editor');
    const secret = await withFactor(signedIn);
    const accepted = await accept(await resetLink(id));
    expect([accepted.statusCode, accepted.headers['set-cookie']]).toEqual([204, undefined]);
    const browser = console.browser();
    const needed = await browser.signIn(email, { password: NEW_PASSWORD });
    expect(needed.json().error.code).toBe('codeNeeded');
    const code = codeAt(secret, console.server.clock.now());
    expect((await browser.signIn(email, { password: NEW_PASSWORD, code })).statusCode).toBe(200);
  });

  test('a second factor is not replaced by one who has the password only', async () => {
    const { email, signedIn } = await somebody();
    const { clock } = console.server;
    const other = console.browser();
    await other.signIn(email);
    const { secret } = (
      await other.call('POST', '/api/second-factor', { password: PASSWORD })
    ).json();
    const own = await withFactor(signedIn);
    // Turning it on has ended the other session.
    expect((await other.get('/api/session')).statusCode).toBe(401);
    await other.signIn(email, { code: codeAt(own, clock.now()) });
    clock.advance(30_000);
    const answers = [
      await other.call('POST', '/api/second-factor', { password: PASSWORD }),
      await other.call('POST', '/api/second-factor/confirm', { code: codeAt(secret, clock.now()) }),
      await other.call('POST', '/api/second-factor/confirm', { code: codeAt(own, clock.now()) }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
  });

  test('a link for a password ends with the role that it was made for, and with the password', async () => {
    for (const change of ['role', 'role in a client', 'password'] as const) {
      const { signedIn, id } = await somebody('acme: editor');
      const token = await resetLink(id);
      const { consoleAccounts } = console.server.services.directory;
      if (change === 'role') await consoleAccounts.setRole(id, 'owner');
      else if (change === 'password') {
        const body = { current: PASSWORD, password: NEW_PASSWORD };
        expect((await signedIn.call('PUT', '/api/password', body)).statusCode).toBe(204);
      } else await consoleAccounts.setClientRole(id, 'acme', 'viewer');
      expect([change, (await accept(token)).statusCode]).toEqual([change, 410]);
    }
  });

  test('wrong codes after a right password count for the account, from anywhere', async () => {
    const { email, signedIn } = await somebody();
    const { secret, recoveryCodes } = await withCodes(signedIn);
    const statuses = [];
    for (let guess = 0; guess < 21; guess += 1) {
      const browser = console.browser(`198.51.103.${guess}`);
      statuses.push((await browser.signIn(email, { code: '000000' })).statusCode);
    }
    expect([statuses.slice(0, 20), statuses[20]]).toEqual([Array(20).fill(401), 429]);
    const right = { code: codeAt(secret, console.server.clock.now()) };
    expect((await console.browser('198.51.104.1').signIn(email, right)).statusCode).toBe(429);
    // Who has a recovery code is not locked out by somebody who has the password.
    const recovery = { code: recoveryCodes[0] as string };
    expect((await console.browser('198.51.104.2').signIn(email, recovery)).statusCode).toBe(200);
    console.server.clock.advance(61 * MINUTE_MS);
    const later = { code: codeAt(secret, console.server.clock.now()) };
    expect((await console.browser('198.51.104.1').signIn(email, later)).statusCode).toBe(200);
  });

  test('attempts that come at once count one by one', async () => {
    const tokens = Array.from({ length: 31 }, (_, guess) => `${guess}`.padStart(43, 'B'));
    const browser = console.browser('198.51.105.1');
    const answers = await Promise.all(
      tokens.map((token) => browser.call('POST', '/api/links/open', { token })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 410).length).toBe(30);
  });

  test('a session that cannot be noted as seen still reads', async () => {
    const { signedIn } = await somebody();
    const { db } = console.server.services.directory.tables;
    await (database.kind === 'sqlite'
      ? sql`create trigger full_disk before update on console_session
          begin select raise(abort, 'full'); end`.execute(db)
      : sql`alter table portico_directory.console_session
          add constraint full_disk check (seen_at <= ${sql.lit(console.server.clock.now())})`.execute(
          db,
        ));
    console.server.clock.advance(MINUTE_MS);
    expect((await signedIn.get('/api/session')).statusCode).toBe(200);
    expect((await signedIn.get('/api/session')).statusCode).toBe(200);
  });
});
