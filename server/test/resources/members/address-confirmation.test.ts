import { beforeAll, beforeEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { SignedWebsite } from '../saved-searches/signed-website.js';
import { memberMail } from './member-mail.js';
import { DONE, refused } from './website.js';

const RESEND = '/account/resendConfirmation';
const FORGOT = '/account/forgotPassword';
const HOUR = 60 * 60_000;
const PAGE = 'https://acme.example/confirm?email={email}&code={code}';

forEachDatabase('an address', (database) => {
  const server = serverFor(database);
  const acme = new SignedWebsite(server);
  const mail = memberMail(server);
  const { site } = acme;
  let number = 0;

  beforeAll(() =>
    acme.open({
      title: 'Acme Realty',
      confirm_page: PAGE,
      password_page: 'https://a.example/{token}',
    }),
  );
  beforeEach(async () => {
    await mail.sent();
    server.clock.advance(HOUR);
    number += 1;
  });

  const resend = (email: string) => acme.ask('POST', RESEND, { email });
  const verify = (email: string, verifyCode: string) =>
    site.get('/account/verifyAccount', { email, verifyCode });
  const codeIn = (text = '') => /&code=([0-9a-f]{32})$/m.exec(text)?.[1] ?? '';
  /** A member who has confirmed an address, and has another one since. */
  async function changedMember() {
    const { id } = await site.registerVerified({ email: `old${number}@example.com` });
    await mail.sent();
    const email = `new${number}@example.com`;
    await site.post('/clients/Update', { clientID: id, email });
    const [letter] = await mail.sent();
    return { id, email, letter, code: codeIn(letter?.text) };
  }

  it('is confirmed by a link, where there is a page', async () => {
    const { verifyCode } = await site.register({ email: `Tim+${number}@Example.com` });
    const [letter] = await mail.sent();
    const link = `https://acme.example/confirm?email=Tim%2B${number}%40Example.com&code=${verifyCode}`;
    expect(letter?.text).toContain(`\n    ${verifyCode}\n`);
    expect(letter?.text).toContain(`\n${link}\n`);
    expect(letter?.html).toContain(`<a href="${link.replace('&', '&amp;')}">`);
  });

  it('that is not confirmed gets the same code again', async () => {
    const email = `again${number}@example.com`;
    const { verifyCode } = await site.register({ email });
    await mail.sent();
    expect(await resend(email.toUpperCase())).toEqual(DONE);
    const [letter, ...more] = await mail.sent();
    expect([letter?.to, letter?.subject, codeIn(letter?.text), more]).toEqual([
      ...[email, 'Confirm your email address for Acme Realty', verifyCode],
      [],
    ]);
    expect(letter?.text).toContain(`\n    ${verifyCode}\n`);
    expect(letter?.html).not.toMatch(/\{\w+\}/);
  });

  it('that is confirmed, and one that nobody has, gets nothing', async () => {
    const { email } = await site.registerVerified({ email: `done${number}@example.com` });
    await mail.sent();
    expect(await resend(email)).toEqual(DONE);
    expect(await resend('nobody@example.com')).toEqual(DONE);
    expect(await mail.sent()).toEqual([]);
  });

  it('that was changed is confirmed by a code that went there, and may get a link then', async () => {
    const { email, code, letter, id } = await changedMember();
    expect(letter?.to).toBe(email);
    const [record] = await site.get<{ verify: string; active: number }[]>(`/clients/${id}`);
    expect(record?.verify).not.toBe(code);
    expect(record?.active).toBe(1);
    // The code of the registration went to another address.
    expect(await verify(email, record?.verify ?? '')).toMatchObject({ STATUS: 'Success' });
    await acme.ask('POST', FORGOT, { email });
    expect(await mail.sent()).toEqual([]);
    await resend(email);
    expect(codeIn((await mail.sent())[0]?.text)).toBe(code);
    for (let time = 0; time < 2; time += 1) {
      expect(await verify(email, code)).toMatchObject({ STATUS: 'Success', ITEM: [{ active: 1 }] });
    }
    await resend(email);
    await acme.ask('POST', FORGOT, { email });
    expect(await mail.sent()).toMatchObject([
      { to: email, subject: expect.stringMatching(/^Set/) },
    ]);
  });

  it('has another code after another change', async () => {
    const { id, email, code } = await changedMember();
    await site.post('/clients/Update', { clientID: id, email: `third${number}@example.com` });
    await site.post('/clients/Update', { clientID: id, email });
    const emails = await mail.sent();
    expect(codeIn(emails.at(-1)?.text)).toMatch(/^[0-9a-f]{32}$/);
    expect(codeIn(emails.at(-1)?.text)).not.toBe(code);
    expect(await verify(email, code)).toMatchObject({ STATUS_CODE: '259' });
  });

  it('in other letters is the same, and other changes confirm as before', async () => {
    const { id, email } = await site.registerVerified({ email: `same${number}@example.com` });
    await mail.sent();
    await site.post('/clients/Update', { clientID: id, email: email.toUpperCase() });
    await site.post('/clients/Update', { clientID: id, firstname: 'Tom' });
    expect(await mail.sent()).toEqual([]);
    await acme.ask('POST', FORGOT, { email });
    expect(await mail.sent()).toHaveLength(1);
  });

  it('that is changed gets no email where there is no page', async () => {
    await server.services.directory.setTenant('acme', { confirm_page: '' });
    server.clock.advance(2000);
    const { letter, email } = await changedMember();
    expect(letter).toBeUndefined();
    await resend(email);
    const [sent] = await mail.sent();
    expect(sent?.text).toMatch(/\n {4}[0-9a-f]{32}\n/);
    expect(sent?.text).not.toContain('http');
    await server.services.directory.setTenant('acme', { confirm_page: PAGE });
    server.clock.advance(2000);
  });

  it('is asked about by keys with private access only', async () => {
    expect(await site.post(RESEND, { email: 'mia@example.com' })).toEqual(
      refused('256', 'apiKey: accepted is a key with private access.'),
    );
  });
});
