import { beforeAll, expect, it } from 'vitest';
import { erasePerson, findPerson } from '../../../src/changes/removal/erase-person.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { type Account, type Envelope, PASSWORD, refused, Website } from './website.js';

const STATUS = '/account/getVerifiedStatus';
const VERIFY = '/account/verifyAccount';
const DAY = 24 * 60 * 60 * 1000;
const failed = (code: string, message: unknown) => ({ ...refused(code, message), ITEM: [] });
const MISMATCH = failed('259', 'The email address, the password or the code does not match.');

interface Versioned {
  readonly version?: string;
}

forEachDatabase('accounts', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const other = new Website(server, 'other');
  /** The body of an answer, to the byte. */
  const bodyOf = async (path: string, fields: Record<string, string>) =>
    (await site.send({ url: site.url(path, fields) })).body;
  const recordOf = async (id: number) =>
    (await site.get<Record<string, unknown>[]>(`/clients/${id}`))[0];

  beforeAll(async () => {
    await site.open();
    await other.open();
  });

  it('tell whether they are verified, and change nothing by it', async () => {
    const account = await site.register({ email: 'Ada@Example.com' });
    const status = () => site.get(STATUS, { email: 'ada@example.COM', password: PASSWORD });
    const unverified = {
      STATUS: 'Success',
      STATUS_CODE: '100',
      MESSAGE: '',
      ITEM: [{ ...account, active: 0 }],
    };
    expect(await status()).toEqual(unverified);
    expect(await status()).toEqual(unverified);
    const verified = await site.get(VERIFY, {
      email: 'ADA@example.com',
      verifyCode: account.verifyCode,
    });
    expect(verified).toEqual({ ...unverified, ITEM: [{ ...account, active: 1 }] });
    expect(await status()).toEqual(verified);
    expect(await recordOf(account.id)).toMatchObject({ active: 1, status: 'Active' });
  });

  it('are verified by the same code again, as links are opened twice', async () => {
    const account = await site.register({ email: 'twice@example.com' });
    const verify = () =>
      site.get(VERIFY, { email: 'twice@example.com', verifyCode: account.verifyCode });
    const first = await verify();
    expect(first).toMatchObject({ STATUS_CODE: '100', ITEM: [{ active: 1 }] });
    expect(await verify()).toEqual(first);
  });

  it('are not verified by a HEAD, which looks at links ahead of people', async () => {
    const account = await site.register({ email: 'head@example.com' });
    const url = site.url(VERIFY, { email: 'head@example.com', verifyCode: account.verifyCode });
    for (const path of [url, url.replace('?', '/?'), url.replace(VERIFY, VERIFY.toUpperCase())]) {
      expect((await site.send({ method: 'HEAD', url: path })).statusCode).toBe(404);
    }
    expect(await recordOf(account.id)).toMatchObject({ active: 0 });
    // A read that changes nothing has its HEAD.
    const status = site.url(STATUS, { email: 'head@example.com', password: PASSWORD });
    expect((await site.send({ method: 'HEAD', url: status })).statusCode).toBe(200);
    expect((await site.send({ url })).statusCode).toBe(200);
    expect(await recordOf(account.id)).toMatchObject({ active: 1 });
  });

  it('answer the first code that applies', async () => {
    const accepted = 'accepted is an email address like name@example.com.';
    const email = 'codes@example.com';
    const long = 'x'.repeat(1001);
    const cases: [string, Record<string, string>, object][] = [
      [STATUS, {}, failed('250', 'email is required.')],
      [STATUS, { password: PASSWORD }, failed('250', 'email is required.')],
      [STATUS, { email: 'codes' }, failed('251', `email: "codes" was given; ${accepted}`)],
      [STATUS, { email }, failed('255', 'password is required.')],
      [STATUS, { email, password: long }, failed('256', expect.stringMatching(/^password: /))],
      [STATUS, { email, password: 'x' }, MISMATCH],
      [VERIFY, {}, failed('250', 'email is required.')],
      [VERIFY, { email: 'codes' }, failed('251', `email: "codes" was given; ${accepted}`)],
      [VERIFY, { email }, failed('255', 'verifyCode is required.')],
      [VERIFY, { email, verifyCode: long }, failed('256', expect.stringMatching(/^verifyCode: /))],
      [VERIFY, { email, verifyCode: 'x' }, MISMATCH],
    ];
    for (const [path, fields, answer] of cases) {
      expect([path, fields, await site.get(path, fields)]).toEqual([path, fields, answer]);
      expect(await bodyOf(path, fields)).not.toContain('xxxx');
    }
  });

  it('answer to the byte alike for nobody, for what is wrong, and for other clients', async () => {
    const { verifyCode } = await site.register({ email: 'known@example.com' });
    await other.register({ email: 'elsewhere@example.com', password: 'another password' });
    await server.put('acme', 'clients', [
      { id: 701, email: 'nopassword@example.com', verify: 'imported code' },
      { id: 702, email: 'lead@example.com' },
    ]);
    const wrong = JSON.stringify(MISMATCH);
    const status = (email: string, password: string) => bodyOf(STATUS, { email, password });
    const verify = (email: string, code: string) => bodyOf(VERIFY, { email, verifyCode: code });
    for (const answer of [
      await status('known@example.com', 'wrong password'),
      await status('known@example.com', 'short'),
      await status('known@example.com', PASSWORD.toUpperCase()),
      await status('nobody@example.com', PASSWORD),
      await status('elsewhere@example.com', 'another password'),
      // Members who came without a password, and people who are no members, cannot log in.
      await status('nopassword@example.com', PASSWORD),
      await status('lead@example.com', PASSWORD),
      await verify('known@example.com', verifyCode.slice(1)),
      await verify('known@example.com', `${verifyCode}0`),
      await verify('known@example.com', `x${verifyCode.slice(1)}`),
      await verify('nobody@example.com', verifyCode),
      await verify('lead@example.com', verifyCode),
      await verify('nopassword@example.com', verifyCode),
    ]) {
      expect(answer).toBe(wrong);
    }
    expect(
      await site.get(VERIFY, { email: 'nopassword@example.com', verifyCode: 'imported code' }),
    ).toMatchObject({ STATUS_CODE: '100', ITEM: [{ id: 701, active: 1 }] });
  });

  it('are not heard for a while after many wrong passwords, in the same words', async () => {
    await site.register({ email: 'guessed@example.com' });
    await other.register({ email: 'guessed@example.com' });
    const status = (email: string, password: string) => site.get(STATUS, { email, password });
    for (const email of ['guessed@example.com', 'nobody-guessed@example.com']) {
      for (let times = 0; times < 9; times += 1) {
        expect(await status(email, `guess number ${times}`)).toEqual(MISMATCH);
      }
      // Right or wrong, existing or not, whatever the letter case.
      expect(await status(email, PASSWORD)).toEqual(MISMATCH);
      expect(await status(email.toUpperCase(), PASSWORD)).toEqual(MISMATCH);
    }
    // Nobody else waits: neither another client's member of that address, nor another member.
    expect(
      await other.get(STATUS, { email: 'guessed@example.com', password: PASSWORD }),
    ).toMatchObject({ STATUS_CODE: '100' });
    server.clock.advance(15 * 60_000);
    expect(await status('guessed@example.com', PASSWORD)).toMatchObject({ STATUS_CODE: '100' });
    // And then the count begins anew.
    for (let times = 0; times < 3; times += 1) {
      expect(await status('guessed@example.com', 'wrong password')).toEqual(MISMATCH);
    }
    expect(await status('guessed@example.com', PASSWORD)).toMatchObject({ STATUS_CODE: '100' });
  });

  it('are active for 120 days from a verification, to the millisecond', async () => {
    const { email, id } = await site.register({ email: 'days@example.com' });
    const [before] = (await site.get<Envelope>(STATUS, { email, password: PASSWORD })).ITEM ?? [];
    const verify = () => site.get(VERIFY, { email, verifyCode: before?.verifyCode });
    const readAt = async (moment: number) => {
      server.clock.advance(moment - server.clock.now());
      const headers = { 'x-forwarded-proto': 'https' };
      const answer = await server.app.inject({ url: site.url(`/clients/${id}`), headers });
      const [{ active, status }] = answer.json() as [{ active: number; status: string }];
      return [active, status];
    };
    expect(await verify()).toMatchObject({ ITEM: [{ active: 1 }] });
    const verifiedAt = server.clock.now();
    expect(await readAt(verifiedAt + 120 * DAY - 1)).toEqual([1, 'Active']);
    expect(await readAt(verifiedAt + 120 * DAY)).toEqual([0, 'Inactive']);
    expect(await site.get(STATUS, { email, password: PASSWORD })).toMatchObject({
      ITEM: [{ active: 0 }],
    });
    // A verification is a login.
    expect(await verify()).toMatchObject({ ITEM: [{ active: 1 }] });
    const again = server.clock.now();
    expect(await readAt(again + 119 * DAY)).toEqual([1, 'Active']);
    expect(await readAt(again + 121 * DAY)).toEqual([0, 'Inactive']);
  });

  it('are active for 120 days from a login, and only when verified', async () => {
    const verified = await site.registerVerified({ email: 'login@example.com' });
    const unverified = await site.register({ email: 'unverified@example.com' });
    const login = (clientID: number, trailKey: number) =>
      site.post('/clients/insertClientTrail/', { clientID, trailKey, userIP: '192.0.2.1' });
    server.clock.advance(119 * DAY);
    await login(verified.id, 1);
    await login(unverified.id, 1);
    server.clock.advance(119 * DAY);
    expect(await recordOf(verified.id)).toMatchObject({ active: 1 });
    expect(await recordOf(unverified.id)).toMatchObject({ active: 0 });
    // What is no login does not count as one.
    await login(verified.id, 12);
    server.clock.advance(2 * DAY);
    expect(await recordOf(verified.id)).toMatchObject({ active: 0 });
    await login(verified.id, 1);
    expect(await recordOf(verified.id)).toMatchObject({ active: 1 });
  });

  it('have a version where a call asks, new with password, address and person', async () => {
    const email = 'version@example.com';
    const asked = { addVersion: true };
    const { version, ...account } = (await site.register({ email, ...asked })) as Account &
      Versioned;
    expect(version).toMatch(/^[\w-]{22}$/);
    const now = async (id: number) =>
      (await site.get<Versioned[]>(`/clients/${id}`, asked)).map((record) => record.version);
    const login = { email, password: PASSWORD };
    expect(await site.get(STATUS, { ...login, ...asked })).toMatchObject({ ITEM: [{ version }] });
    const code = { email, verifyCode: account.verifyCode };
    expect(await site.get(VERIFY, { ...code, ...asked })).toMatchObject({ ITEM: [{ version }] });
    expect(await now(account.id)).toEqual([version]);
    // Who does not ask gets what was there before.
    expect(JSON.stringify(await site.get(STATUS, login))).not.toContain('"version"');
    expect(await recordOf(account.id)).not.toHaveProperty('version');

    await site.post('/clients/Update', { clientID: account.id, phone: '212-555-0100' });
    expect(await now(account.id)).toEqual([version]);
    await site.post('/clients/Update', { clientID: account.id, password: PASSWORD });
    const [second] = await now(account.id);
    await site.post('/clients/Update', { clientID: account.id, email: 'version2@example.com' });
    const [third] = await now(account.id);
    const acme = await site.database();
    await erasePerson(acme, await findPerson(acme, { id: account.id }), false);
    expect(await now(account.id)).toEqual([]);
    const next = (await site.register({ email: 'version2@example.com', ...asked })) as Account &
      Versioned;
    expect(next.id).toBe(account.id + 1);
    expect(new Set([version, second, third, next.version]).size).toBe(4);
  });
});
