import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { type Browser, consoleFor, PASSWORD } from './console.js';

forEachDatabase('people of the console', (database) => {
  const console = consoleFor(database);
  let owner: Browser;
  let operator: Browser;

  beforeAll(async () => {
    await console.server.addTenant('acme', { title: 'Acme Realty' });
    owner = await console.person('owner@example.com', 'owner');
    operator = await console.person('operator@example.com', 'operator');
  });

  async function people(): Promise<{ id: number; email: string; [name: string]: unknown }[]> {
    return (await owner.get('/api/people')).json().people;
  }

  async function idOf(email: string): Promise<number> {
    return (await people()).find((person) => person.email === email)?.id ?? 0;
  }

  test('an invitation makes an account for its address, with its role', async () => {
    const invitation = { email: 'Tim@Example.com', client: 'acme', role: 'editor' };
    const invited = await operator.call('POST', '/api/invitations', invitation);
    const { link } = invited.json();
    expect([invited.statusCode, link]).toEqual([
      201,
      expect.stringMatching(/\/welcome#[\w-]{43}$/),
    ]);
    const token = link.split('#')[1];
    const guest = console.browser();
    expect((await guest.call('POST', '/api/links/open', { token })).json()).toMatchObject({
      ...{ kind: 'invitation', email: 'Tim@Example.com', role: 'editor' },
      ...{ client: 'acme', title: 'Acme Realty' },
    });
    const body = { token, name: 'Tim', password: PASSWORD, email: 'other@example.com' };
    const session = (await guest.call('POST', '/api/links/accept', body)).json();
    expect(session).toMatchObject({
      user: { email: 'Tim@Example.com', name: 'Tim' },
      ...{ role: null, people: false },
      brokerages: [{ client: 'acme', title: 'Acme Realty', role: 'editor' }],
    });
    const again = await operator.call('POST', '/api/invitations', {
      ...invitation,
      email: 'tim@example.com',
    });
    expect([again.statusCode, again.json().error]).toMatchObject([
      409,
      { code: 'taken', fields: { email: expect.stringContaining('already an account') } },
    ]);
  });

  test('invitations go with the account that was made by one of them, and with its removal', async () => {
    const invite = async (body: object) =>
      (await owner.call('POST', '/api/invitations', body)).json().link.split('#')[1];
    const first = await invite({ email: 'Éva@example.com', role: 'operator' });
    const second = await invite({ email: 'éva@example.com', client: 'acme', role: 'editor' });
    const accept = (token: string) =>
      console.browser().call('POST', '/api/links/accept', { token, name: 'T', password: PASSWORD });
    expect((await accept(second)).statusCode).toBe(200);
    await owner.call('DELETE', `/api/people/${await idOf('éva@example.com')}`);
    expect((await accept(first)).statusCode).toBe(410);
  });

  test('links go with the account that made them', async () => {
    const maker = await console.person('maker@example.com', 'owner');
    const reset = `/api/people/${await idOf('operator@example.com')}/reset`;
    const invitation = { email: 'friend@example.com', role: 'owner' };
    const tokens = [
      await maker.call('POST', reset, {}),
      await maker.call('POST', '/api/invitations', invitation),
    ].map((answer) => answer.json().link.split('#')[1]);
    await owner.call('DELETE', `/api/people/${await idOf('maker@example.com')}`);
    for (const token of tokens) {
      const opened = await console.browser().call('POST', '/api/links/open', { token });
      expect(opened.statusCode).toBe(410);
    }
  });

  test('an invitation can be taken back', async () => {
    const invited = { email: 'gone@example.com', role: 'viewer' };
    const token = (await owner.call('POST', '/api/invitations', invited)).json().link.split('#')[1];
    const { invitations } = (await owner.get('/api/people')).json();
    const path = `/api/invitations/${invitations.at(-1).id}`;
    expect((await operator.call('DELETE', path)).statusCode).toBe(403);
    expect((await owner.call('DELETE', path)).statusCode).toBe(204);
    const opened = await console.browser().call('POST', '/api/links/open', { token });
    expect(opened.statusCode).toBe(410);
  });

  test('only an owner gives a role in the installation, or changes who has one', async () => {
    const id = await idOf('owner@example.com');
    for (const [method, path, body] of [
      ['POST', '/api/invitations', { email: 'new@example.com', role: 'operator' }],
      ['PUT', `/api/people/${id}`, { role: 'viewer' }],
      ['PUT', `/api/people/${id}`, { client: 'acme', role: null }],
      ['POST', `/api/people/${id}/reset`, {}],
      ['DELETE', `/api/people/${id}`, undefined],
    ] as const) {
      expect([path, (await operator.call(method, path, body)).statusCode]).toEqual([path, 403]);
    }
    const staff = await console.person('staff@example.com', 'acme: viewer');
    const staffId = await idOf('staff@example.com');
    const promoted = await operator.call('PUT', `/api/people/${staffId}`, { role: 'owner' });
    expect(promoted.statusCode).toBe(403);
    const given = { client: 'acme', role: 'editor' };
    const put = await operator.call('PUT', `/api/people/${staffId}`, given);
    expect(put.statusCode).toBe(204);
    expect((await staff.get('/api/session')).json().brokerages[0].role).toBe('editor');
  });

  test('the last owner stays', async () => {
    const id = await idOf('owner@example.com');
    const demoted = await owner.call('PUT', `/api/people/${id}`, { role: 'viewer' });
    expect([demoted.statusCode, demoted.json().error.code]).toEqual([409, 'lastOwner']);
    expect((await owner.call('DELETE', `/api/people/${id}`)).statusCode).toBe(409);
    const second = await console.person('second@example.com', 'owner');
    const secondId = await idOf('second@example.com');
    // Two owners who take each other's role at once: one of them stays.
    const answers = await Promise.all([
      owner.call('PUT', `/api/people/${secondId}`, { role: 'viewer' }),
      second.call('PUT', `/api/people/${id}`, { role: 'viewer' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).filter((code) => code === 204).length).toBe(
      1,
    );
    const { consoleAccounts } = console.server.services.directory;
    await consoleAccounts.setRole(id, 'owner');
  });

  test('a reset sets a password once, and ends the sessions', async () => {
    const person = await console.person('lost@example.com', 'acme: editor');
    const id = await idOf('lost@example.com');
    const { link } = (await owner.call('POST', `/api/people/${id}/reset`, {})).json();
    const body = { token: link.split('#')[1], password: 'a new long password' };
    const browser = console.browser();
    expect((await browser.call('POST', '/api/links/accept', body)).statusCode).toBe(200);
    expect((await person.get('/api/session')).statusCode).toBe(401);
    expect((await browser.get('/api/session')).json().user.email).toBe('lost@example.com');
    expect((await browser.call('POST', '/api/links/accept', body)).statusCode).toBe(410);
  });

  test('a removed account is signed out', async () => {
    const person = await console.person('removed@example.com', 'acme: editor');
    const id = await idOf('removed@example.com');
    expect((await owner.call('DELETE', `/api/people/${id}`)).statusCode).toBe(204);
    expect((await person.get('/api/session')).statusCode).toBe(401);
    expect((await person.signIn('removed@example.com')).statusCode).toBe(401);
  });

  test('lists people by page and by what their addresses contain', async () => {
    for (const name of ['page-b', 'page-a', 'page-c']) {
      await console.person(`${name}@example.com`, 'acme: viewer');
    }
    const emails = async (query: string) => {
      const answer = (await owner.get(`/api/people?${query}`)).json();
      return [answer.total, answer.people.map(({ email }: { email: string }) => email)];
    };
    expect(await emails('q=PAGE-&perPage=2')).toEqual([
      ...[3, ['page-a@example.com', 'page-b@example.com']],
    ]);
    expect(await emails('q=page-&perPage=2&page=2')).toEqual([3, ['page-c@example.com']]);
    expect((await owner.get('/api/people?perPage=101')).statusCode).toBe(400);
  });

  test('names what is wrong', async () => {
    for (const [body, fields] of [
      [{ email: 'x', role: 'viewer' }, { email: 'is not an email address' }],
      [{ role: 'viewer' }, { email: 'is missing' }],
      [{ email: 'a\0@example.com', role: 'viewer' }, { email: 'holds a NUL character' }],
      [
        { email: 'a@example.com', role: 'editor' },
        { role: 'is not one of owner, operator, viewer' },
      ],
      [
        { email: 'a@example.com', client: 'nobody', role: 'editor' },
        { client: 'is not a brokerage of this server' },
      ],
    ] as const) {
      const answer = await owner.call('POST', '/api/invitations', body);
      expect([answer.statusCode, answer.json().error.fields]).toEqual([422, fields]);
    }
  });
});
