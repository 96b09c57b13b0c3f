import type { InjectOptions } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { manageCall } from './manage-call.js';

forEachDatabase('two people who edit one record', (database) => {
  const server = serverFor(database);
  let key = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme', { scopes: ['manage'] });
  });

  async function ask(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    more?: Partial<InjectOptions>,
  ) {
    const answer = await manageCall(server, key, method, url, more);
    const body = answer.body === '' ? undefined : JSON.parse(answer.body);
    return { status: answer.statusCode, tag: String(answer.headers.etag), body };
  }
  const put = (match: string | undefined, ...records: object[]) =>
    ask('PUT', '/manage/agents', {
      payload: records,
      headers: match === undefined ? {} : { 'if-match': match },
    });
  const read = (headers: Record<string, string> = {}) =>
    ask('GET', '/manage/agents/1', { headers });

  it('are told: the second one gets the record as it is now, and nothing is lost', async () => {
    await put(undefined, { id: 1, title: 'Agent' });
    const { tag } = await read();
    expect(await put(tag, { id: 1, title: 'Broker' })).toMatchObject({ status: 200 });
    const late = await put(tag, { id: 1, title: 'Manager' });
    expect(late).toMatchObject({
      status: 412,
      body: { STATUS: 'Error', STATUS_CODE: '412', RECORD: { id: 1, title: 'Broker' } },
    });
    expect((await read()).body).toMatchObject({ title: 'Broker' });
    expect(await put(late.tag, { id: 1, title: 'Manager' })).toMatchObject({ status: 200 });
  });

  it('have a tag that only their record moves', async () => {
    const { tag } = await read();
    await put(undefined, { id: 2, title: 'Agent' });
    expect(await read({ 'if-none-match': tag })).toMatchObject({ status: 304 });
    // As a proxy hands it on that compresses.
    expect(await put(`"other", W/${tag}`, { id: 1, title: 'Owner' })).toMatchObject({
      status: 200,
    });
    expect(await read({ 'if-none-match': tag })).toMatchObject({ status: 200 });
  });

  it('may only ask that the record be there', async () => {
    expect(await put('*', { id: 1, title: 'Agent' })).toMatchObject({ status: 200 });
    const { status, body } = await put('*', { id: 99, title: 'Agent' });
    expect([status, Object.keys(body)]).toEqual([412, ['STATUS', 'STATUS_CODE', 'MESSAGE']]);
    expect(await ask('GET', '/manage/agents/99')).toMatchObject({ status: 404 });
    const named = { id: { key: 'new', source: 'crm' }, title: 'Agent' };
    expect(await put('*', named)).toMatchObject({ status: 412 });
    // Not even the key is taken.
    expect((await ask('GET', '/manage/source-keys')).body).toBeUndefined();
  });

  it('remove only what they have seen', async () => {
    const { tag } = await read();
    await put(undefined, { id: 1, title: 'Dean' });
    const removal = (match: string) =>
      ask('DELETE', '/manage/agents/1', { headers: { 'if-match': match } });
    expect(await removal(tag)).toMatchObject({ status: 412, body: { RECORD: { title: 'Dean' } } });
    expect(await removal((await read()).tag)).toMatchObject({ status: 200 });
  });

  it('name one record that has a number', async () => {
    const words = 'If-Match: it goes with one record that has a number.';
    const wrong = { status: 400, body: { MESSAGE: words } };
    expect(await put('*', { id: 1 }, { id: 2 })).toMatchObject(wrong);
    const photos = {
      payload: [{ listing_id: 1, filename: 'a.jpg' }],
      headers: { 'if-match': '*' },
    };
    expect(await ask('PUT', '/manage/photos', photos)).toMatchObject(wrong);
  });

  it('lose no note of a lead, and hear of a message that came meanwhile', async () => {
    const lead = () => ask('GET', '/manage/leads/5');
    const save = (match: string, change: object) =>
      ask('PUT', '/manage/leads', {
        payload: [{ id: 5, ...change }],
        headers: { 'if-match': match },
      });
    await ask('PUT', '/manage/leads', { payload: [{ id: 5, email: 'nora@example.com' }] });
    const { tag, body } = await lead();
    expect(body).toMatchObject({ state: 'new', notes: '', agentID: null });
    const first = { state: 'open', agentID: 3, notes: 'Ann: called.' };
    expect(await save(tag, first)).toMatchObject({ status: 200 });
    const late = await save(tag, { notes: 'Bo: mailed.' });
    expect(late).toMatchObject({ status: 412, body: { RECORD: first } });

    const { db } = (await server.services.tenants.tenant('acme'))?.database ?? {};
    const repeat = { alert_id: 5, text: 'Hello?', created_at: 1, listing_id: 0, listing_space: 0 };
    await db?.insertInto('alert_comment').values(repeat).execute();
    const notes = 'Ann: called.\nBo: mailed.';
    const again = await save(late.tag, { notes });
    expect(again).toMatchObject({ status: 412, body: { RECORD: { comments: [{}] } } });
    expect(await save(again.tag, { notes })).toMatchObject({ status: 200 });
    expect((await lead()).body).toMatchObject({ ...first, notes });
  });

  it('take back no login of a member, and read it however often they ask', async () => {
    const client = (headers = {}) => ask('GET', '/manage/clients/8', { headers });
    const put = (record: object, headers = {}) =>
      ask('PUT', '/manage/clients', { payload: [{ id: 8, ...record }], headers });
    await put({ firstName: 'Ann', verified: 1, last_login: '2025-01-01 10:00:00' });
    const { tag, body } = await client();
    expect(body).toMatchObject({ status: 'Inactive' });
    await put({ last_login: '2026-11-19 10:00:00' });
    const since = await client({ 'if-none-match': tag });
    expect(since).toMatchObject({ status: 200, tag, body: { status: 'Active' } });
    const edited = await put({ ...body, firstName: 'Anna' }, { 'if-match': tag });
    expect(edited).toMatchObject({ status: 200, body: { STORED: 1, IGNORED: [] } });
    const { last_login } = since.body;
    expect((await client()).body).toMatchObject({
      firstName: 'Anna',
      status: 'Active',
      last_login,
    });
  });

  it('get one answer where both come at once', async () => {
    await put(undefined, { id: 3, title: 'Agent' });
    const { tag } = await ask('GET', '/manage/agents/3');
    const answers = await Promise.all(['A', 'B', 'C'].map((title) => put(tag, { id: 3, title })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});
