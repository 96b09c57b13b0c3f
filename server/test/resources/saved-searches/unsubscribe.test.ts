import { expect, it } from 'vitest';
import { unsubscribeToken } from '../../../src/resources/saved-searches/alerts/unsubscribe.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { AlertedOffice } from './alerted-office.js';

const DAY_MS = 86_400_000;

forEachDatabase('the end of email about a search', (database) => {
  const server = serverFor(database);

  const send = (method: 'GET' | 'POST', url: string, payload?: string, type?: string) =>
    server.app.inject({
      ...{ method, url: url.replace('https://portico.test', '') },
      headers: { 'x-forwarded-proto': 'https', ...(type && { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    });

  /** An office with an email about a search, that waits in the outbox. */
  async function mailed(name = 'Two rooms') {
    const office = await new AlertedOffice(server).open();
    const id = await office.search(await office.member(), '', { name });
    await office.sweep();
    await office.list([{ main_id: 1 }]);
    await office.sweep();
    const { db } = office.database;
    const { unsubscribe } = await db
      .selectFrom('letter')
      .select('unsubscribe')
      .where('search_id', '=', id)
      .executeTakeFirstOrThrow();
    const frequency = async () =>
      (await db.selectFrom('saved_search').select('frequency').executeTakeFirst())?.frequency;
    return { office, id, unsubscribe, frequency };
  }

  it('is a button behind a link, and one click of a mail program', async () => {
    const { office, unsubscribe, frequency } = await mailed();
    const page = await send('GET', unsubscribe);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(page.body).toContain('<form method="post"><button>Stop the emails</button></form>');
    expect(page.body).not.toMatch(/(?:src|href)=/);
    expect(await frequency()).toBe('instantly');
    const form = 'application/x-www-form-urlencoded';
    const click = await send('POST', unsubscribe, 'List-Unsubscribe=One-Click', form);
    expect([click.statusCode, await frequency()]).toEqual([200, 'never']);
    // What was queued does not leave any more.
    expect(await office.emails()).toEqual([]);
    for (const method of ['GET', 'POST'] as const) {
      const again = await send(method, unsubscribe);
      expect([again.statusCode, again.body]).toEqual([
        200,
        expect.stringContaining('have stopped'),
      ]);
    }
  });

  it.each([
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['application/json', '{}'],
    [undefined, undefined],
  ])('takes a click as %s', async (type, payload) => {
    const { unsubscribe, frequency } = await mailed();
    const click = await send('POST', unsubscribe, payload, type);
    expect([click.statusCode, await frequency()]).toEqual([200, 'never']);
  });

  it('holds after a rename, for two years, and for the one search', async () => {
    const { office, id, unsubscribe, frequency } = await mailed();
    const other = await mailed();
    const key = await server.services.tools.secretKey();
    const { settings } = await office.tenant();
    const { created_at: savedAt } = await office.database.db
      .selectFrom('saved_search')
      .select('created_at')
      .executeTakeFirstOrThrow();
    const named = { tenantMadeAt: settings.created_at, id, savedAt };
    const at = (days: number) =>
      `/alerts/unsubscribe/${unsubscribeToken(named, key, server.clock.now() - days * DAY_MS)}`;
    expect((await send('POST', at(733))).statusCode).toBe(410);
    expect(await frequency()).toBe('instantly');
    expect((await send('POST', at(729))).statusCode).toBe(200);
    expect([await frequency(), await other.frequency()]).toEqual(['never', 'instantly']);
    await office.database.db.deleteFrom('saved_search').execute();
    expect((await send('GET', unsubscribe)).statusCode).toBe(410);
  });

  it('ends in each copy of a brokerage', async () => {
    const { office, unsubscribe, frequency } = await mailed();
    const { settings } = await office.tenant();
    const [search] = await office.database.db.selectFrom('saved_search').selectAll().execute();
    // As of `restore --as`.
    const copy = await new AlertedOffice(server).open({ created_at: settings.created_at });
    await copy.member();
    await copy.database.db
      .insertInto('saved_search')
      .values(search as never)
      .execute();
    expect((await send('POST', unsubscribe)).statusCode).toBe(200);
    const ofCopy = await copy.database.db.selectFrom('saved_search').select('frequency').execute();
    expect([await frequency(), ofCopy]).toEqual(['never', [{ frequency: 'never' }]]);
  });

  it('does nothing for a link that nobody made', async () => {
    const { unsubscribe, frequency } = await mailed();
    const changed = unsubscribe.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    const links = [changed, unsubscribe.slice(0, -1), `${unsubscribe}A`, '/alerts/unsubscribe/x'];
    for (const link of [...links, '/alerts/unsubscribe/%00']) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await send(method, link);
        expect([link, answer.statusCode]).toEqual([link, 404]);
        expect(answer.headers['content-type']).toContain('text/html');
      }
    }
    expect(await frequency()).toBe('instantly');
  });

  it('shows the name of a search as text', async () => {
    const { unsubscribe } = await mailed('<img src=x onerror=alert(1)>');
    for (const method of ['GET', 'POST'] as const) {
      const { body } = await send(method, unsubscribe);
      expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(body).not.toContain('<img');
    }
  });
});
