import { beforeAll, expect, test } from 'vitest';
import { kindsFor } from '../../src/console/kinds.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { type Browser, consoleFor } from './console.js';

forEachDatabase('records in the console', (database) => {
  const console = consoleFor(database);
  let editor: Browser;

  beforeAll(async () => {
    const { server } = console;
    await server.addTenant('acme');
    editor = await console.person('editor@example.com', 'acme: editor');
    await server.put('acme', 'agents', [
      { id: 7, firstname: 'Ann', lastname: 'Zimmer', email: 'ann@example.com' },
      { id: 8, firstname: 'Bob', lastname: 'Adams', status: 'Suspend' },
      { id: 9, firstname: 'Élodie', lastname: 'Zürich' },
    ]);
    await server.put('acme', 'listings', [
      aListing({ main_id: 1, main_street: 'Elm Street', financials_price: 3000, mls_no: 'MLS-1' }),
      aListing({
        ...{ main_id: 2, main_street: 'Oak Avenue', financials_price: 1000 },
        ...{ main_status: 'For Sale', agents_agent_id: 7 },
      }),
      aListing({ main_id: 3, main_street: '100% Street', financials_price: 2000 }),
    ]);
    await server.put('acme', 'clients', [
      { id: 5, firstName: 'Cleo', email: 'cleo@example.com', verify: 'code-of-cleo' },
    ]);
    await server.put('acme', 'leads', [
      { id: 3, email: 'visitor@example.com', received: '2026-11-20 11:00:00', comment: 'Hello' },
    ]);
  });

  const at = (path: string) => `/api/brokerages/acme/${path}`;

  async function list(path: string) {
    const answer = await editor.get(at(path));
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answer.json() as { records: Record<string, unknown>[]; total: number };
  }

  const ids = async (path: string) =>
    (await list(path)).records.map(({ main_id, id }) => main_id ?? id);

  async function open(path: string) {
    const answer = await editor.get(at(path));
    return { record: answer.json(), tag: String(answer.headers.etag) };
  }

  test('every list can be sorted, filtered and searched by what it says', async () => {
    for (const { name, sorts, filters, search } of kindsFor(true)) {
      for (const sort of sorts) await list(`${name}?sort=${sort}&order=DESC`);
      for (const filter of filters) {
        const value = { main_status: 'For Rent', essentials_type: 'Condo' }[filter] ?? '1';
        await list(`${name}?${filter}=${encodeURIComponent(value)}`);
      }
      if (search) await list(`${name}?q=elm`);
    }
  });

  test('lists listings by page, order, filter and words', async () => {
    expect(await ids('listings?sort=financials_price&order=DESC')).toEqual([1, 3, 2]);
    expect(await ids('listings?sort=main_id&order=DESC&perPage=2&page=2')).toEqual([1]);
    expect(await list('listings?main_status=For%20Sale&perPage=1')).toMatchObject({
      ...{ total: 1, records: [{ main_id: 2, main_status: 'For Sale' }] },
    });
    expect(await ids('listings?agents_agent_id=7')).toEqual([2]);
    expect(await ids('listings?q=elm')).toEqual([1]);
    expect(await ids('listings?q=MLS-1')).toEqual([1]);
    expect(await ids('listings?q=3')).toEqual([3]);
    expect(await ids('listings?q=0%25')).toEqual([3]);
    expect(await ids('listings?ids=3,1,99')).toEqual([3, 1]);
    expect((await list('listings?ids=1&fields=financials_price')).records).toEqual([
      { main_id: 1, financials_price: 3000 },
    ]);
    expect(await ids('agents?sort=lastname&perPage=2')).toEqual([8, 7]);
    expect(await ids('clients?q=CLEO@')).toEqual([5]);
    expect(await ids('agents?q=ZÜRICH')).toEqual([9]);
    expect(await ids('agents?q=élo')).toEqual([9]);
  });

  test('refuses what would cost too much or is not offered', async () => {
    for (const [query, words] of [
      ['perPage=101', 'perPage: accepted is a whole number from 1 to 100.'],
      ['perPage=100&page=101', 'page: accepted is a whole number from 1 to 100.'],
      ['sort=main_description', /^sort: accepted are main_id, /],
      ['financials_price=1', /^financials_price: no list takes it/],
      ['main_status=Gone', 'main_status: there is no such value.'],
      ['page=1&page=2', 'page: it was given twice.'],
      ['ids=0', /^ids: /],
      ['q=a%00', 'The address has a NUL character.'],
    ] as const) {
      const answer = await editor.get(at(`listings?${query}`));
      const { message } = answer.json().error;
      expect([query, answer.statusCode, message]).toEqual([
        query,
        400,
        typeof words === 'string' ? words : expect.stringMatching(words),
      ]);
    }
    expect((await editor.get(at('photos'))).statusCode).toBe(404);
    expect((await editor.get(at('listings/99'))).statusCode).toBe(404);
  });

  test('edits a record in one write, which websites and /changes see', async () => {
    const key = await console.server.addKey('acme');
    const before = await console.server.get(key, '/changes?since=0');
    const { record, tag } = await open('listings/1');
    expect(record).toMatchObject({ main_id: 1, financials_price: 3000 });
    const put = await editor.call(
      'PUT',
      at('listings/1'),
      { financials_price: 3100 },
      {
        'if-match': tag,
      },
    );
    expect([put.statusCode, put.json().financials_price]).toEqual([200, 3100]);
    expect(put.headers.etag).not.toBe(tag);
    const seen = (await console.server.get(key, '/properties/1')) as Record<string, unknown>[];
    expect(JSON.stringify(seen)).toContain('3100');
    const after = await console.server.get(key, '/changes?since=0');
    expect(after).not.toEqual(before);
    // Undo is a second write with the new tag.
    const undone = await editor.call(
      'PUT',
      at('listings/1'),
      { financials_price: 3000 },
      {
        'if-match': String(put.headers.etag),
      },
    );
    expect(undone.json()).toMatchObject({ financials_price: 3000, main_street: 'Elm Street' });
  });

  test('a visit of the website is no edit of somebody else', async () => {
    const key = await console.server.addKey('acme');
    const { record, tag } = await open('listings/1');
    const visit = await console.server.app.inject({
      ...{ method: 'POST', url: `/properties/viewCounter/?listingID=1&apiKey=${key}` },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(visit.statusCode).toBe(200);
    const price = { financials_price: record.financials_price };
    const put = await editor.call('PUT', at('listings/1'), price, { 'if-match': tag });
    expect(put.statusCode).toBe(200);
  });

  test('of two people who edit one record the second gets it as the first has stored it', async () => {
    const { tag } = await open('listings/2');
    const headers = { 'if-match': tag };
    const [one, other] = await Promise.all(
      [500, 600].map((financials_price) =>
        editor.call('PUT', at('listings/2'), { financials_price }, headers),
      ),
    );
    const statuses = [one?.statusCode, other?.statusCode];
    expect(statuses.toSorted()).toEqual([200, 412]);
    const late = one?.statusCode === 412 ? one : other;
    const { error, record } = late?.json() ?? {};
    expect(error.code).toBe('changed');
    expect(record.financials_price).toBe(one?.statusCode === 200 ? 500 : 600);
    expect(late?.headers.etag).toBe((await open('listings/2')).tag);
    const removed = await editor.call('DELETE', at('listings/2'), undefined, headers);
    expect(removed.statusCode).toBe(412);
    for (const match of [undefined, '*']) {
      const price = { financials_price: 1 };
      const blind = await editor.call('PUT', at('listings/2'), price, { 'if-match': match });
      expect([blind.statusCode, blind.json().error.code]).toEqual([428, 'ifMatchNeeded']);
    }
  });

  test('says what is wrong in the words of imports, and stores nothing', async () => {
    const { tag } = await open('listings/3');
    const headers = { 'if-match': tag };
    const put = (body: object) => editor.call('PUT', at('listings/3'), body, headers);
    const wrong = await put({ financials_price: 'much', main_apt: '9' });
    expect([wrong.statusCode, wrong.json().error]).toEqual([
      422,
      expect.objectContaining({
        code: 'rejected',
        fields: { financials_price: expect.stringContaining('"much" was given; accepted is') },
      }),
    ]);
    for (const field of ['main_id', '_remove', 'essential_beds', 'hitcounter', 'main_address']) {
      expect([field, (await put({ [field]: 1 })).statusCode]).toEqual([field, 422]);
    }
    expect((await open('listings/3')).tag).toBe(tag);
  });

  test('what staff keep stays through an import, and can be edited again and given back', async () => {
    const edit = async (body: object) => {
      const { tag } = await open('listings/3');
      return editor.call('PUT', at('listings/3'), body, { 'if-match': tag });
    };
    await edit({ financials_price: 2222, _keep: ['financials_price'] });
    await console.server.put('acme', 'listings', [
      aListing({ main_id: 3, financials_price: 2000, main_apt: '4' }),
    ]);
    expect((await open('listings/3')).record).toMatchObject({
      ...{ financials_price: 2222, main_apt: '4', _keep: ['financials_price'] },
    });
    const again = await edit({ financials_price: 2333 });
    expect(again.json()).toMatchObject({ financials_price: 2333, _keep: ['financials_price'] });
    await edit({ _keep: [] });
    await console.server.put('acme', 'listings', [
      aListing({ main_id: 3, financials_price: 2000 }),
    ]);
    expect((await open('listings/3')).record.financials_price).toBe(2000);
  });

  test('adds a record with a number, and removes it', async () => {
    const added = await editor.call('POST', at('offices'), { name: 'Uptown' });
    const { id } = added.json();
    expect([added.statusCode, added.json().name]).toEqual([201, 'Uptown']);
    expect(added.json()._source).toBeUndefined();
    expect(await ids('offices')).toEqual([id]);
    const etag = String(added.headers.etag);
    const removed = await editor.call('DELETE', at(`offices/${id}`), undefined, {
      'if-match': etag,
    });
    expect(removed.statusCode).toBe(204);
    expect(await ids('offices')).toEqual([]);
    const twice = [1, 2].map(() =>
      editor.call(
        'POST',
        at('offices'),
        { name: 'Twice' },
        { 'idempotency-key': 'form-4711-of-editor' },
      ),
    );
    const [one, other] = (await Promise.all(twice)).map((answer) => answer.json().id);
    expect([await ids('offices'), other]).toEqual([[one], one]);
    // What comes again later takes back no edit.
    const { tag } = await open(`offices/${one}`);
    await editor.call('PUT', at(`offices/${one}`), { name: 'Edited' }, { 'if-match': tag });
    const form = { 'idempotency-key': 'form-4711-of-editor' };
    const late = await editor.call('POST', at('offices'), { name: 'Twice' }, form);
    expect(late.json()).toMatchObject({ id: one, name: 'Edited' });
    // Nor does it bring back what was removed.
    const latest = { 'if-match': (await open(`offices/${one}`)).tag };
    await editor.call('DELETE', at(`offices/${one}`), undefined, latest);
    const after = await editor.call('POST', at('offices'), { name: 'Twice' }, form);
    expect([after.statusCode, after.json().error.message]).toEqual([
      ...[404, 'This office has been removed.'],
    ]);
    const incomplete = await editor.call('POST', at('listings'), { main_apt: '1' });
    expect(Object.keys(incomplete.json().error.fields)).toEqual(['main_status']);
  });

  test('shows and takes no code of a member', async () => {
    const { record, tag } = await open('clients/5');
    expect(record).toMatchObject({ firstName: 'Cleo' });
    expect(record.verify).toBeUndefined();
    const put = await editor.call('PUT', at('clients/5'), { verify: 'mine' }, { 'if-match': tag });
    expect(put.statusCode).toBe(422);
    expect(JSON.stringify(await list('clients'))).not.toContain('code-of-cleo');
  });

  test('shows moments as the clock of the brokerage does', async () => {
    expect((await open('leads/3')).record.received).toBe('2026-11-20 11:00:00');
    const { tag } = await open('listings/1');
    const updated = { essentials_date: '2026-07-01 09:30:00' };
    const put = await editor.call('PUT', at('listings/1'), updated, { 'if-match': tag });
    expect(put.json().essentials_date).toBe('2026-07-01 09:30:00');
  });

  test('says which source brings a record', async () => {
    const key = await console.server.addKey('acme', { scopes: ['manage'] });
    await console.server.app.inject({
      method: 'PUT',
      url: '/manage/offices',
      payload: JSON.stringify([{ id: { key: 'A', source: 'crm' }, name: 'Downtown' }]),
      headers: {
        'x-forwarded-proto': 'https',
        'x-api-key': key,
        'content-type': 'application/json',
      },
    });
    const [id] = await ids('offices?q=downtown');
    expect((await open(`offices/${id}`)).record._source).toBe('crm');
    // Files that bring plain numbers have no key.
    expect((await open('listings/3')).record._source).toBe('files');
  });

  test('begins the day with what came and what is missing', async () => {
    await console.server.put('acme', 'listings', [
      aListing({
        ...{ main_id: 11, main_house: '5', main_street: 'Main Street', main_apt: '' },
        ...{ openhouse: '2026-11-21 13:00:00', openhouseend: '2026-11-21 14:00:00', photos: [] },
      }),
    ]);
    const day = (await editor.get(at('today'))).json();
    expect(day.leads).toMatchObject({ count: 1, records: [{ id: 3, comment: 'Hello' }] });
    expect(day.members).toMatchObject({ records: [{ id: 5 }] });
    expect(day.openHouses).toEqual([
      {
        ...{ id: 11, address: '5 Main Street' },
        ...{ start: '2026-11-21 13:00:00', end: '2026-11-21 14:00:00' },
      },
    ]);
    expect(day.withoutPicture).toContainEqual({ id: 11, address: '5 Main Street' });
    expect(day.imports).toEqual([]);
  });
});
