import { beforeAll, beforeEach, expect, it } from 'vitest';
import { erasePerson, findPerson } from '../../../src/changes/removal/erase-person.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { SignedWebsite } from '../saved-searches/signed-website.js';
import { memberMail } from './member-mail.js';
import { DONE, PASSWORD, refused } from './website.js';

const FORGOT = '/account/forgotPassword';
const RESET = '/account/resetPassword';
const MINUTE = 60_000;
const NEW = 'a better password';
const DEAD = refused(
  '259',
  'resetToken: the link was used, is too old or is not one of ours; ask for another one.',
);
const PAGE = 'https://www.acme.example/new-password?token={token}';

forEachDatabase('a forgotten password', (database) => {
  const server = serverFor(database);
  const acme = new SignedWebsite(server);
  const other = new SignedWebsite(server, 'other');
  const mail = memberMail(server);
  const { site } = acme;
  let number = 0;

  beforeAll(async () => {
    await acme.open({ title: 'Acme Realty', password_page: PAGE });
    await other.open({ password_page: PAGE });
  });
  // An hour later nobody is at a limit.
  beforeEach(async () => {
    await mail.sent();
    server.clock.advance(60 * MINUTE);
  });

  const forget = (email: string) => acme.ask('POST', FORGOT, { email });
  const reset = (token: string, password = NEW) =>
    acme.ask('POST', RESET, { resetToken: token, password });
  /** The token of the only email that is sent now. */
  async function tokenSent(): Promise<string> {
    const emails = await mail.sent();
    expect(emails).toHaveLength(1);
    return /\?token=(\S+)/.exec(emails[0]?.text ?? '')?.[1] ?? '';
  }
  async function tokenFor(email: string): Promise<string> {
    expect(await forget(email)).toEqual(DONE);
    return tokenSent();
  }
  const member = () => {
    number += 1;
    return site.registerVerified({ email: `m${number}@example.com` }).then(async (account) => {
      await mail.sent();
      return account;
    });
  };
  const statusOf = (email: string, password: string) =>
    site.get<{ STATUS_CODE: string; ITEM: { version: string; active: number }[] }>(
      '/account/getVerifiedStatus',
      { email, password, addVersion: true },
    );

  it('is replaced by a link, which ends sessions and confirms the address', async () => {
    const { email } = await site.register({ email: 'Mia@Example.com' });
    await mail.sent();
    const { version } = (await statusOf(email, PASSWORD)).ITEM[0] ?? {};
    expect(await forget('mia@example.COM')).toEqual(DONE);
    const [letter, ...more] = await mail.sent();
    expect([letter?.to, letter?.subject, more]).toEqual([
      // As the member wrote it, and not as the call wrote it. Mail programs write hosts in lower case.
      'Mia@example.com',
      'Set a new password for Acme Realty',
      [],
    ]);
    const link = /^https:\/\/www\.acme\.example\/new-password\?token=(\d+\.[\w-]{22})$/m;
    const token = link.exec(letter?.text ?? '')?.[1] ?? '';
    expect(letter?.html).toContain(
      `<a href="https://www.acme.example/new-password?token=${token}"`,
    );
    // As wide as a phone, and dark where its reader has it so.
    expect(letter?.html).toMatch(/width=device-width.*prefers-color-scheme:dark/);
    expect(await reset(token)).toEqual(DONE);
    expect(await statusOf(email, PASSWORD)).toMatchObject({ STATUS_CODE: '259' });
    const after = (await statusOf(email, NEW)).ITEM[0];
    expect(after).toMatchObject({ active: 1 });
    expect(after?.version).not.toBe(version);
    expect(await mail.sent()).toMatchObject([
      { to: 'Mia@example.com', subject: 'Your password for Acme Realty was changed' },
    ]);
    expect(mail.log).toContain('an email was sent');
    expect(mail.log).not.toContain(token);
    const { db } = await site.database();
    const stored = JSON.stringify([
      await db.selectFrom('client').selectAll().execute(),
      await db.selectFrom('letter').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token.split('.')[1]);
  });

  it('is replaced once, also by two calls at the same time', async () => {
    const { email } = await member();
    const token = await tokenFor(email);
    const answers = await Promise.all([reset(token, `${NEW} 1`), reset(token, `${NEW} 2`)]);
    expect(answers.filter(({ STATUS }) => STATUS === 'Success')).toHaveLength(1);
    expect(await reset(token)).toEqual(DEAD);
  });

  it('is replaced within an hour', async () => {
    const { email } = await member();
    const early = await tokenFor(email);
    // Each call takes a second.
    server.clock.advance(59 * MINUTE);
    expect(await reset(early)).toEqual(DONE);
    await mail.sent();
    const late = await tokenFor(email);
    server.clock.advance(60 * MINUTE);
    expect(await reset(late)).toEqual(DEAD);
  });

  it('is not replaced where the email left more than an hour later', async () => {
    const { email } = await member();
    await forget(email);
    server.clock.advance(60 * MINUTE);
    expect(await mail.sent()).toEqual([]);
    const subjects = (await site.letters()).filter(({ to }) => to === email);
    expect(subjects).toMatchObject([{ subject: expect.stringMatching(/^Confirm/) }]);
  });

  it('is not replaced by the link of an earlier request', async () => {
    const { email } = await member();
    const first = await tokenFor(email);
    const second = await tokenFor(email);
    expect(await reset(first)).toEqual(DEAD);
    expect(await reset(second)).toEqual(DONE);
  });

  it.each([
    ['another password', { password: PASSWORD }],
    ['another address', { email: 'elsewhere@example.com' }],
  ])('is not replaced by a link from before %s', async (_what, change) => {
    const { id, email } = await member();
    const token = await tokenFor(email);
    await site.post('/clients/Update', { clientID: id, ...change });
    expect(await reset(token)).toEqual(DEAD);
  });

  it('is not replaced by a link from before an import with another address', async () => {
    const { id, email } = await member();
    const token = await tokenFor(email);
    await server.put('acme', 'clients', [{ id, email: `imported-${email}` }]);
    expect(await reset(token)).toEqual(DEAD);
  });

  it('is not replaced when the person is erased, whose queued email goes, too', async () => {
    const { email } = await member();
    const token = await tokenFor(email);
    await forget(email);
    const tenant = await site.database();
    await erasePerson(tenant, await findPerson(tenant, { email }), false);
    expect(await mail.sent()).toEqual([]);
    expect(await reset(token)).toEqual(DEAD);
  });

  it('is not replaced by the link of another client, or by what is no token', async () => {
    const { id, email } = await member();
    const token = await tokenFor(email);
    await other.site.register({ email });
    expect(await other.ask('POST', RESET, { resetToken: token, password: NEW })).toEqual(DEAD);
    const none = ['x', '1.x', `${id}.`, `${id}.${'A'.repeat(22)}`, `99${token}`, `${token}x`];
    for (const text of none) expect([text, await reset(text)]).toEqual([text, DEAD]);
    expect(await acme.ask('POST', RESET, { resetToken: token, password: 'short' })).toEqual(
      refused('256', 'password: accepted is 8 to 256 characters.'),
    );
    expect(await reset(token)).toEqual(DONE);
  });

  it('is not mailed about to an address that was changed and is not confirmed', async () => {
    const { id } = await member();
    await site.post('/clients/Update', { clientID: id, email: 'changed@example.com' });
    expect(await forget('changed@example.com')).toEqual(DONE);
    expect(await mail.sent()).toEqual([]);
  });

  it('no longer locks its member out once it is replaced', async () => {
    const { email } = await member();
    for (let tries = 0; tries < 8; tries += 1) await statusOf(email, 'a wrong one');
    expect(await statusOf(email, PASSWORD)).toMatchObject({ STATUS_CODE: '259' });
    await reset(await tokenFor(email));
    expect(await statusOf(email, NEW)).toMatchObject({ STATUS_CODE: '100' });
  });

  it('is mailed about again with the same token, unless that was used', async () => {
    const { email } = await member();
    await forget(email);
    mail.server.whim = () => ({ message: 451, words: 'Later' });
    const first = await tokenSent();
    expect(await tokenSent()).toBe(first);
    expect(await reset(first)).toEqual(DONE);
    mail.server.whim = () => undefined;
    expect(await mail.sent()).toMatchObject([{ subject: expect.stringContaining('was changed') }]);
  });

  it('is no matter for a key without private access', async () => {
    const words = refused('256', 'apiKey: accepted is a key with private access.');
    expect(await site.post(FORGOT, { email: 'mia@example.com' })).toEqual(words);
    expect(await site.post(RESET, { resetToken: 'x', password: NEW })).toEqual(words);
  });

  it('is an error for every address where there is no page to replace it on', async () => {
    const { email } = await member();
    const words = refused(
      '256',
      'There is no page to set a password on: the operator names one by `portico client set acme --password-page`.',
    );
    await server.services.directory.setTenant('acme', { password_page: '' });
    server.clock.advance(2000);
    for (const address of [email, 'nobody@example.com']) {
      expect(await forget(address)).toEqual(words);
    }
    await server.services.directory.setTenant('acme', { password_page: PAGE });
    server.clock.advance(2000);
    expect(await forget(email)).toEqual(DONE);
  });
});
