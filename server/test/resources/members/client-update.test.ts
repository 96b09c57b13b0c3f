import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { BODY_KINDS, type BodyKind, DONE, PASSWORD, refused, Website } from './website.js';

const PATH = '/clients/Update';

forEachDatabase('POST /clients/Update', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const update = (fields: Record<string, unknown>, kind?: BodyKind) =>
    site.post(PATH, fields, kind);
  const recordOf = async (id: number) =>
    (await site.get<Record<string, unknown>[]>(`/clients/${id}`))[0] ?? {};
  const status = (email: string, password: string) =>
    site.get('/account/getVerifiedStatus', { email, password });

  beforeAll(async () => {
    await site.open();
    await server.put('acme', 'clients', [
      { id: 900, firstName: 'Lead', email: 'lead@example.com' },
    ]);
  });

  it.each(BODY_KINDS)('changes what is told and keeps the rest, told in a %s', async (kind) => {
    const { id } = await site.register({ email: `${kind}@example.com` });
    const before = await recordOf(id);
    expect(await update({ clientID: id, phone: '212-555-0100' }, kind)).toEqual(DONE);
    const phoned = await recordOf(id);
    expect(phoned).toEqual({
      ...before,
      phone: '212-555-0100',
      date_update: expect.stringMatching(/^2026-11-20 12:/),
    });
    expect(phoned.date_update).not.toBe(before.date_update);
    const told = { firstname: 'Nia', lastname: 'North', email: `New-${kind}@Example.com` };
    expect(await update({ clientID: id, ...told }, kind)).toEqual(DONE);
    expect(await recordOf(id)).toMatchObject({
      firstName: 'Nia',
      lastName: 'North',
      email: `New-${kind}@Example.com`,
      phone: '212-555-0100',
      verify: before.verify,
      type: 'Member,',
      date_create: before.date_create,
    });
    // The new address is the one to log in with, and the password is the same.
    expect(await status(`new-${kind}@example.com`, PASSWORD)).toMatchObject({ STATUS_CODE: '100' });
    expect(await status(`${kind}@example.com`, PASSWORD)).toMatchObject({ STATUS_CODE: '259' });
    // And the old one is free.
    await site.register({ email: `${kind}@example.com` });
  });

  it('changes the password', async () => {
    const { id } = await site.register({ email: 'password@example.com' });
    expect(await update({ clientID: id, password: 'a new password' })).toEqual(DONE);
    expect(await status('password@example.com', PASSWORD)).toMatchObject({ STATUS_CODE: '259' });
    expect(await status('password@example.com', 'a new password')).toMatchObject({
      STATUS_CODE: '100',
    });
  });

  it('changes nothing when nothing is told, and takes an empty value for nothing', async () => {
    const { id } = await site.register({ email: 'nothing@example.com' });
    const before = await recordOf(id);
    expect(await update({ clientID: id })).toEqual(DONE);
    expect(await update({ clientID: id, firstname: '', email: ' ', phone: '' })).toEqual(DONE);
    expect(await recordOf(id)).toEqual(before);
  });

  it('changes nothing else', async () => {
    const { id } = await site.register({ email: 'mass@example.com' });
    const before = await recordOf(id);
    const told = {
      clientID: id,
      id: 1,
      active: 1,
      status: 'Active',
      verified: 1,
      verify: 'mine',
      type: 'Buyer,',
      agent_id: 3,
      dob: '1980-01-01',
      home_Phone: '1',
      source: 'me',
      date_create: '2001-01-01',
      password_hash: 'x',
      login_key: 'x',
    };
    expect(await update(told, 'json')).toEqual(DONE);
    expect(await update(told, 'form')).toEqual(DONE);
    expect(await recordOf(id)).toEqual(before);
    expect(await status('mass@example.com', PASSWORD)).toMatchObject({ STATUS_CODE: '100' });
  });

  it('keeps addresses apart, in whatever letter case', async () => {
    const one = await site.register({ email: 'first@example.com' });
    const two = await site.register({ email: 'second@example.com' });
    const taken = (email: string) => refused('258', `${email} is registered already.`);
    for (const email of ['first@example.com', 'FIRST@example.com']) {
      expect(await update({ clientID: two.id, email, firstname: 'X' })).toEqual(taken(email));
    }
    expect(await recordOf(two.id)).toMatchObject({ firstName: 'Mia', email: 'second@example.com' });
    // One's own address in other emails, and that of somebody who is no member, are free.
    expect(await update({ clientID: one.id, email: 'First@Example.com' })).toEqual(DONE);
    expect(await recordOf(one.id)).toMatchObject({ email: 'First@Example.com' });
    expect(await update({ clientID: two.id, email: 'lead@example.com' })).toEqual(DONE);
  });

  it('lets one of two have an address that both want at once', async () => {
    const ids = [
      (await site.register({ email: 'want1@example.com' })).id,
      (await site.register({ email: 'want2@example.com' })).id,
    ];
    server.clock.advance(1100);
    const answers = await Promise.all(
      ids.map((clientID) =>
        server.app.inject({
          method: 'POST',
          url: `${PATH}?apiKey=${site.key}`,
          headers: { 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
          payload: JSON.stringify({ clientID, email: 'wanted@example.com' }),
        }),
      ),
    );
    const codes = answers.map((answer) => (answer.json() as { STATUS_CODE: string }).STATUS_CODE);
    expect(codes.sort()).toEqual(['100', '258']);
  });

  it.each(BODY_KINDS)('answers the first code that applies, told in a %s', async (kind) => {
    const { id } = await site.register({ email: `codes-${kind}@example.com` });
    const email = 'email: "nobody" was given; accepted is an email address like name@example.com.';
    const cases: [Record<string, unknown>, string, unknown][] = [
      [{}, '255', 'clientID is required.'],
      [{ firstname: 'X' }, '255', 'clientID is required.'],
      [{ email: 'nobody' }, '251', email],
      [{ clientID: id, email: 'nobody' }, '251', email],
      [{ clientID: 'x', email: 'nobody' }, '251', email],
      [{ clientID: 'x' }, '256', 'clientID: "x" was given; accepted is a whole number, 1 or more.'],
      [{ clientID: 0 }, '256', 'clientID: "0" was given; accepted is a whole number, 1 or more.'],
      [{ password: 'short' }, '255', 'clientID is required.'],
      [{ clientID: id, password: 'short' }, '256', 'password: accepted is 8 to 256 characters.'],
      [{ clientID: 404, password: 'short' }, '256', expect.stringContaining('password')],
      [{ clientID: id, phone: '1'.repeat(101) }, '256', expect.stringMatching(/^phone: /)],
      [{ clientID: 404, firstname: 'X' }, '257', 'Member 404 does not exist.'],
      [{ clientID: 404, email: `codes-${kind}@example.com` }, '257', 'Member 404 does not exist.'],
      // A client who has not registered is no member.
      [{ clientID: 900, firstname: 'X' }, '257', 'Member 900 does not exist.'],
    ];
    for (const [fields, code, message] of cases) {
      expect([fields, await update(fields, kind)]).toEqual([fields, refused(code, message)]);
    }
    expect(await recordOf(900)).toMatchObject({ firstName: 'Lead' });
  });

  it('changes no member of another client', async () => {
    const other = new Website(server, 'other');
    await other.open();
    const { id } = await site.register({ email: 'mine@example.com' });
    expect(await other.post(PATH, { clientID: id, firstname: 'X' })).toMatchObject({
      STATUS_CODE: '257',
    });
    expect(await recordOf(id)).toMatchObject({ firstName: 'Mia' });
  });
});
