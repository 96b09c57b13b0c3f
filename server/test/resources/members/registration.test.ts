import { parseOptions, verify } from '@node-rs/argon2';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { aMember, BODY_KINDS, type Envelope, PASSWORD, refused, Website } from './website.js';

const ACCEPTED_EMAIL = 'accepted is an email address like name@example.com.';
const ACCEPTED_PASSWORD = 'password: accepted is 8 to 256 characters.';
const failed = (code: string, message: unknown) => ({ ...refused(code, message), ITEM: [] });

forEachDatabase('POST /clients', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const other = new Website(server, 'other');
  const passwordOf = async (id: number) => {
    const { db } = await site.database();
    const { password_hash } = await db
      .selectFrom('client')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return password_hash;
  };

  beforeAll(async () => {
    await site.open({ title: 'Acme Realty' });
    await other.open();
  });

  it.each(BODY_KINDS)('registers a member, told in a %s', async (kind) => {
    const email = `Mia.${kind}@Example.com`;
    const answer = await site.post('/clients', aMember({ email }), kind);
    const id = answer.ITEM?.[0]?.id ?? 0;
    expect(id).toBeGreaterThan(0);
    expect(answer).toEqual({
      STATUS: 'Success',
      STATUS_CODE: '100',
      MESSAGE: '',
      ITEM: [
        {
          id,
          firstName: 'Mia',
          lastName: 'Moore',
          email,
          active: 0,
          verifyCode: expect.stringMatching(/^[0-9a-f]{32}$/),
          date_create: expect.stringMatching(/^2026-11-20 12:00:0\d$/),
        },
      ],
    });
    expect(await site.get(`/clients/${id}`)).toEqual([
      {
        id,
        firstName: 'Mia',
        lastName: 'Moore',
        email,
        active: 0,
        status: 'Inactive',
        type: 'Member,',
        verify: answer.ITEM?.[0]?.verifyCode,
        date_create: answer.ITEM?.[0]?.date_create,
        date_update: answer.ITEM?.[0]?.date_create,
        phone: '',
        home_Phone: '',
        office_Phone: '',
        agent_name: '',
        agent_email: '',
        agent_id: 0,
        progress: '',
        source: '',
        dob: '',
        address: '',
        city: '',
        state: '',
        zip: '',
      },
    ]);
  });

  it('mails the code to the member, and to nobody without a registration', async () => {
    const before = (await site.letters()).length;
    const { verifyCode } = await site.register({ email: 'letter@example.com' });
    await site.post('/clients', aMember({ email: 'LETTER@example.com' }));
    await site.post('/clients', aMember({ email: 'short@example.com', password: 'short' }));
    const letters = (await site.letters()).slice(before);
    expect(letters).toEqual([
      {
        to: 'letter@example.com',
        subject: 'Confirm your email address for Acme Realty',
        text: expect.stringContaining(verifyCode),
      },
    ]);
    expect(letters[0]?.text).toContain('Hello Mia,');
  });

  it('stores the password as Argon2id, salted, and nowhere else', async () => {
    const [one, two] = [
      await site.register({ email: 'one@example.com' }),
      await site.register({ email: 'two@example.com' }),
    ];
    const stored = await passwordOf(one.id);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(parseOptions(stored)).toMatchObject({ saltLen: 16, outputLen: 32 });
    expect(await verify(stored, PASSWORD)).toBe(true);
    expect(await verify(stored, `${PASSWORD}!`)).toBe(false);
    expect(await passwordOf(two.id)).not.toBe(stored);
    expect(JSON.stringify(await site.get(`/clients/${one.id}`))).not.toContain('argon2');
    expect(JSON.stringify(await site.letters())).not.toContain(PASSWORD);
  });

  it('gives each member another code', async () => {
    const codes = new Set<string>();
    for (const name of ['c1', 'c2', 'c3']) {
      codes.add((await site.register({ email: `${name}@example.com` })).verifyCode);
    }
    expect(codes.size).toBe(3);
  });

  it.each(BODY_KINDS)('answers the first code that applies, told in a %s', async (kind) => {
    const ask = (fields: Record<string, unknown>) => site.post('/clients', fields, kind);
    const member = aMember({ email: 'codes@example.com' });
    const without = (name: string) =>
      Object.fromEntries(Object.entries(member).filter(([field]) => field !== name));
    const cases: [Record<string, unknown>, string, unknown][] = [
      [{}, '250', 'email is required.'],
      [{ ...member, email: ' ' }, '250', 'email is required.'],
      [{ email: 'nobody' }, '251', `email: "nobody" was given; ${ACCEPTED_EMAIL}`],
      [
        { ...member, email: 'a@b.c, d@example.com' },
        '251',
        `email: "a@b.c, d@example.com" was given; ${ACCEPTED_EMAIL}`,
      ],
      [
        { ...member, email: `${'x'.repeat(90)}@example.com` },
        '251',
        `email: "${'x'.repeat(80)}…" was given; ${ACCEPTED_EMAIL}`,
      ],
      [{ email: 'codes@example.com' }, '252', 'firstname is required.'],
      [without('firstname'), '252', 'firstname is required.'],
      [without('lastname'), '253', 'lastname is required.'],
      [without('password'), '255', 'password is required.'],
      [{ ...member, password: '1234567' }, '256', ACCEPTED_PASSWORD],
      [{ ...member, password: 'x'.repeat(257) }, '256', ACCEPTED_PASSWORD],
      // Each of these becomes eighteen characters, were it looked at.
      [{ ...member, password: '\ufdfa'.repeat(1001) }, '256', ACCEPTED_PASSWORD],
      // Missing comes before malformed, and a malformed email before everything but none.
      [{ ...without('lastname'), password: 'short' }, '253', 'lastname is required.'],
      [{ ...without('password'), firstname: 'x'.repeat(201) }, '255', 'password is required.'],
      [
        { ...member, firstname: 'x'.repeat(201) },
        '256',
        `firstname: "${'x'.repeat(80)}…" was given; accepted is one line of at most 200 characters.`,
      ],
      [
        { ...member, lastname: 'a\nBcc: b@example.com' },
        '256',
        expect.stringContaining('lastname: "a\\nBcc: b@example.com" was given;'),
      ],
      [{ ...member, firstname: 'a\0b' }, '256', expect.stringMatching(/^firstname: /)],
    ];
    for (const [fields, code, message] of cases) {
      expect([fields, await ask(fields)]).toEqual([fields, failed(code, message)]);
    }
    expect((await site.letters()).filter(({ to }) => to === 'codes@example.com')).toEqual([]);
  });

  it('takes nothing but text for text', async () => {
    const ask = (told: object) => site.post('/clients', { ...aMember(), ...told }, 'json');
    expect(await ask({ email: { $ne: '' } })).toEqual(failed('251', `email: ${ACCEPTED_EMAIL}`));
    expect(await ask({ email: ['a@example.com', 'b@example.com'] })).toMatchObject({
      STATUS_CODE: '251',
    });
    expect(await ask({ password: { length: 9 } })).toEqual(failed('256', ACCEPTED_PASSWORD));
    expect(await ask({ password: ['password1', 'password2'] })).toMatchObject({
      STATUS_CODE: '256',
      MESSAGE: expect.not.stringContaining('password1'),
    });
    expect(await ask({ firstname: {} })).toMatchObject({ STATUS_CODE: '256' });
  });

  it('counts the characters of a password as people do', async () => {
    const ask = (password: string, name: string) =>
      site.post('/clients', aMember({ email: `${name}@example.com`, password }), 'json');
    expect(await ask('🔑🔑🔑🔑🔑🔑🔑', 'seven')).toEqual(failed('256', ACCEPTED_PASSWORD));
    expect(await ask('🔑🔑🔑🔑🔑🔑🔑🔑', 'eight')).toMatchObject({ STATUS_CODE: '100' });
    expect(await ask('é'.repeat(256), 'most')).toMatchObject({ STATUS_CODE: '100' });
    expect(await ask('  blanks  ', 'blanks')).toMatchObject({ STATUS_CODE: '100' });
    const status = (password: string) =>
      site.get('/account/getVerifiedStatus', { email: 'blanks@example.com', password });
    expect(await status('blanks')).toMatchObject({ STATUS_CODE: '259' });
    expect(await status('  blanks  ')).toMatchObject({ STATUS_CODE: '100' });
  });

  it('takes nothing that is not asked for', async () => {
    const id = (
      await site.register({
        email: 'mass@example.com',
        active: 1,
        verified: 1,
        verify: 'mine',
        verifyCode: 'mine',
        id: 77,
        clientID: 77,
        type: 'Buyer,',
        agent_id: 5,
        date_create: '2001-01-01',
        member: 0,
      })
    ).id;
    expect(id).not.toBe(77);
    const [record] = await site.get<Record<string, unknown>[]>(`/clients/${id}`);
    expect(record).toMatchObject({ active: 0, type: 'Member,', agent_id: 0 });
    expect(record?.verify).toMatch(/^[0-9a-f]{32}$/);
    expect(record?.date_create).toMatch(/^2026-11-20/);
    const polluting = '{"__proto__":{"active":1},"constructor":{"prototype":{"active":1}}}';
    const told = { ...aMember({ email: 'proto@example.com' }), ...JSON.parse(polluting) };
    expect(JSON.stringify(told)).toContain('__proto__');
    expect(await site.post('/clients', told, 'json')).toMatchObject({ ITEM: [{ active: 0 }] });
    expect(({} as { active?: number }).active).toBeUndefined();
  });

  it('registers an address once in each client, in whatever letter case', async () => {
    const email = 'once@example.com';
    await site.register({ email });
    for (const again of [email, 'Once@Example.COM', ' once@example.com ']) {
      const answer = await site.post('/clients', aMember({ email: again }));
      expect(answer).toEqual(failed('258', `${again.trim()} is registered already.`));
    }
    expect((await other.register({ email })).email).toBe(email);
  });

  it('lets exactly one of several at once have an address', async () => {
    const keys = await Promise.all([1, 2].map(() => server.addKey('acme')));
    const at = (key: string, email: string) =>
      server.app.inject({
        method: 'POST',
        url: `/clients?apiKey=${key}`,
        headers: { 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
        payload: JSON.stringify(aMember({ email })),
      });
    for (const round of ['r1', 'r2']) {
      server.clock.advance(1100);
      const emails = [`${round}@example.com`, `${round.toUpperCase()}@example.com`];
      const answers = await Promise.all(
        keys.flatMap((key) => [...emails, emails[0] ?? ''].map((email) => at(key, email))),
      );
      const codes = answers.map((answer) => (answer.json() as Envelope).STATUS_CODE).sort();
      expect(codes).toEqual(['100', '258', '258', '258', '258', '258']);
      const letters = (await site.letters()).filter(
        ({ to }) => to.toLowerCase() === `${round}@example.com`,
      );
      expect(letters).toHaveLength(1);
    }
  });

  it('makes a member of a client whom the brokerage knows', async () => {
    await server.put('acme', 'agents', [
      { id: 3, firstname: 'Ann', lastname: 'Able', email: 'ann@example.com' },
    ]);
    const known = {
      firstName: 'M.',
      lastName: 'Known',
      email: 'Known@Example.com',
      type: 'Buyer,Investor,',
      date_create: '2025-01-02 03:04:05',
      phone: '212-555-0100',
      agent_id: 3,
      source: 'Referral',
      active: 1,
    };
    await server.put('acme', 'clients', [
      { id: 501, ...known },
      { id: 502, ...known, firstName: 'Another' },
    ]);
    const account = await site.register({ email: 'known@example.com' });
    expect(account).toMatchObject({
      id: 501,
      firstName: 'Mia',
      active: 0,
      date_create: '2025-01-02 03:04:05',
    });
    const [record] = await site.get<Record<string, unknown>[]>('/clients/501');
    expect(record).toMatchObject({
      firstName: 'Mia',
      lastName: 'Moore',
      email: 'known@example.com',
      type: 'Buyer,Investor,Member,',
      phone: '212-555-0100',
      agent_name: 'Ann Able',
      agent_email: 'ann@example.com',
      source: 'Referral',
      active: 0,
      verify: account.verifyCode,
    });
    expect(record?.date_update).toMatch(/^2026-11-20/);
    // The other one of that address stays what it was, and the address is taken.
    expect(await site.get('/clients/502')).toMatchObject([{ firstName: 'Another', verify: '' }]);
    const again = await site.post('/clients', aMember({ email: 'KNOWN@example.com' }));
    expect(again.STATUS_CODE).toBe('258');
  });

  it('begins anew for a client who had logged in long ago', async () => {
    await server.put('acme', 'clients', [
      { id: 510, email: 'lapsed@example.com', verified: 1, last_login: '2026-11-19' },
    ]);
    // No moment in the row is more exact than the record shows it.
    server.clock.advance(1234);
    const { id } = await site.register({ email: 'lapsed@example.com' });
    expect(id).toBe(510);
    const { db } = await site.database();
    const row = await db
      .selectFrom('client')
      .select(['verified', 'last_login_at', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const second = Math.floor(server.clock.now() / 1000) * 1000;
    expect(row).toEqual({ verified: 0, last_login_at: 0, updated_at: second });
    const fresh = await site.register({ email: 'fresh@example.com' });
    server.clock.advance(999);
    const times = async () =>
      db
        .selectFrom('client')
        .select(['created_at', 'updated_at'])
        .where('id', '=', fresh.id)
        .executeTakeFirstOrThrow();
    expect(((await times()).created_at ?? 0) % 1000).toBe(0);
    await site.post('/clients/Update', { clientID: fresh.id, firstname: 'Nia' });
    expect((await times()).updated_at).toBe(Math.floor(server.clock.now() / 1000) * 1000);
  });

  it('numbers members on from the highest number there is', async () => {
    await server.put('acme', 'clients', [{ id: 9000 }]);
    expect((await site.register({ email: 'n1@example.com' })).id).toBe(9001);
    expect((await site.register({ email: 'n2@example.com' })).id).toBe(9002);
  });
});
