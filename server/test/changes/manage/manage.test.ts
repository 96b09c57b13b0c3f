import type { InjectOptions } from 'fastify';
import { RESOURCE_NAMES } from 'portico-importer/resource.js';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicPrefix } from '../../../src/http/gate/key-check.js';
import { addEndpoint } from '../../../src/outbox/webhook/endpoint-store.js';
import { asOneImport } from '../../../src/store/tenant/import-lock.js';
import { multipart } from '../../resources/content/blog-writing.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { manageCall } from './manage-call.js';

const NDJSON = 'application/x-ndjson';
const lines = (records: readonly object[]) =>
  records.map((record) => JSON.stringify(record)).join('\n');

forEachDatabase('records by HTTP', (database) => {
  const server = serverFor(database);
  let key = '';

  beforeAll(async () => {
    for (const name of ['acme', 'brown']) await server.addTenant(name);
    key = await server.addKey('acme', { scopes: ['manage'] });
  });

  async function ask(method: InjectOptions['method'], url: string, more?: Partial<InjectOptions>) {
    const answer = await manageCall(server, key, method ?? 'GET', url, more);
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  }

  async function put(kind: string, payload: string, headers: Record<string, string> = {}) {
    const all = { 'content-type': NDJSON, ...headers };
    const { status, body } = await ask('PUT', `/manage/${kind}`, { payload, headers: all });
    return [status, JSON.parse(body)];
  }

  const nothing = { STORED: 0, UNCHANGED: 0, REMOVED: 0, REJECTED: [], IGNORED: [] };
  const error = (status: number, words: unknown) => [
    status,
    { STATUS: 'Error', STATUS_CODE: String(status), MESSAGE: words },
  ];
  const one = async (kind: string, id: number) => {
    const { status, body } = await ask('GET', `/manage/${kind}/${id}`);
    return status === 200 ? JSON.parse(body) : status;
  };

  describe('that are put', () => {
    it('are stored, unchanged, removed or rejected, each by its line', async () => {
      const records = [aListing({ main_id: 1, financials_price: 3000 }), aListing({ main_id: 2 })];
      expect(await put('listings', lines(records))).toEqual([200, { ...nothing, STORED: 2 }]);
      expect(await put('Listings', lines(records))).toEqual([200, { ...nothing, UNCHANGED: 2 }]);
      const body = [
        '{"main_id": 1, "financials_price": 3100, "pool": 1}',
        '{"main_id": 2',
        '',
        '{"main_id": 3, "financials_price": "much"}',
        '{"main_id": 4}',
        '{"main_id": 2, "_remove": true}',
        '{"main_id": 5, "_remove": true}',
        JSON.stringify(aListing({ main_id: 6 })),
      ].join('\r\n');
      expect(await put('listings', body)).toEqual([
        200,
        {
          STORED: 2,
          UNCHANGED: 1,
          REMOVED: 1,
          REJECTED: [
            { line: 2, id: '', field: '', reason: expect.stringContaining('is not valid JSON') },
            { line: 4, id: '3', field: 'financials_price', reason: expect.any(String) },
            { line: 5, id: '4', field: 'main_status', reason: expect.any(String) },
          ],
          IGNORED: ['pool'],
        },
      ]);
      expect(await one('listings', 1)).toMatchObject({ main_id: 1, financials_price: 3100 });
      expect(await one('listings', 2)).toBe(404);
      expect(await one('listings', 6)).toMatchObject({ main_id: 6 });
    });

    it('may be a JSON array, and come with a byte-order mark', async () => {
      const array = `\ufeff [ {"id": 1, "name": "Ann"},\n 7, {"id": 2, "name": "Ben"} ]`;
      expect(await put('agents', array, { 'content-type': 'application/json' })).toEqual([
        200,
        {
          ...nothing,
          STORED: 2,
          REJECTED: [{ line: 2, element: 2, id: '', field: '', reason: expect.any(String) }],
          IGNORED: ['name'],
        },
      ]);
      expect(await put('agents', '\ufeff{"id": 3}\n')).toEqual([200, { ...nothing, STORED: 1 }]);
    });

    it('may name one record twice: the later one wins', async () => {
      const twice = lines([
        { id: 9, email: 'a@example.com' },
        { id: 9, email: 'b@example.com' },
      ]);
      expect(await put('agents', twice)).toEqual([200, { ...nothing, STORED: 2 }]);
      expect(await one('agents', 9)).toMatchObject({ email: 'b@example.com' });
    });

    it('may name one record in many lines: what is left is what many calls would leave', async () => {
      const line = (id: number, more: object) => ({ main_id: id, ...more });
      const of = (id: number): object[] => [
        line(id, { financials_price: 1 }),
        aListing({ main_id: id, amenities: ['pool'], extras_nofee: 1, custom_a: 'x', built: 1900 }),
        line(id, { financials_price: 'much' }),
        line(id, { extras_furnished: 1, financials_price: 2, labels: ['New'] }),
        line(id, { amenities: ['garage'], custom_b: 'y', photos: ['a.jpg'] }),
        line(id, { extras_nofee: 1, custom_a: '', photos: ['b.jpg', 'c.jpg'] }),
        line(id, { extras_nofee: 0, main_neighborhood: 'Elm' }),
      ];
      const single = [];
      for (const record of of(501)) single.push((await put('listings', lines([record])))[1]);
      const [, { REJECTED, ...counts }] = await put('listings', lines(of(502)));
      expect(REJECTED.map(({ line }: { line: number }) => line)).toEqual([1, 3]);
      expect(counts).toEqual({ STORED: 5, UNCHANGED: 0, REMOVED: 0, IGNORED: [] });
      const refusals = single.flatMap(({ REJECTED: [one] }) => one ?? []);
      expect(refusals.map(({ field, reason }) => [field, reason])).toEqual(
        REJECTED.map(({ field, reason }: { field: string; reason: string }) => [field, reason]),
      );
      const { main_id: _, ...left } = await one('listings', 501);
      expect(await one('listings', 502)).toEqual({ ...left, main_id: 502 });
      expect(left).toMatchObject({ amenities: ['garage'], financials_price: 2, custom_b: 'y' });
    });

    it('may be removed and stored again in one call', async () => {
      await put('agents', lines([{ id: 600, firstname: 'Ann', title: 'Broker' }]));
      const gone = { id: 600, _remove: true };
      const body = [{ id: 600, title: 'A' }, gone, { id: 600, lastname: 'B' }, gone];
      expect(await put('agents', lines(body))).toEqual([
        200,
        { ...nothing, REMOVED: 1, UNCHANGED: 3 },
      ]);
      expect(await one('agents', 600)).toBe(404);
      await put('agents', lines([{ id: 600, firstname: 'Ann', title: 'Broker' }]));
      const again = [gone, { id: 600, lastname: 'C' }, { id: 600, email: 'c@example.com' }];
      expect(await put('agents', lines(again))).toEqual([
        200,
        { ...nothing, REMOVED: 1, STORED: 2 },
      ]);
      expect(await one('agents', 600)).toMatchObject({
        ...{ firstname: '', lastname: 'C', title: '', email: 'c@example.com' },
      });
    });

    it('are refused by their line where a line before them is stored', async () => {
      await put('clients', '{"id": 700, "email": "deal@example.com"}');
      const deals = [
        { id: 1, client_id: 700, price: 5 },
        { id: 1, client_id: 999, address: 'nowhere' },
        { id: 1, status: 'Closed' },
      ];
      const [, { REJECTED, ...counts }] = await put('deals', lines(deals));
      expect(REJECTED).toMatchObject([{ line: 2, field: 'client_id' }]);
      expect(counts).toMatchObject({ STORED: 2 });
      expect(await one('deals', 1)).toMatchObject({
        ...{ client_id: 700, price: 5, address: '', status: 'Closed' },
      });
      const key = { kind: 'agents', source: 'crm', key: 'twice' };
      const keys = [4e15, 5e15, 4e15].map((id) => ({ ...key, id }));
      expect(await put('source-keys', lines(keys))).toMatchObject([
        200,
        { STORED: 2, REJECTED: [{ line: 2, field: 'id' }] },
      ]);
    });

    it.each(RESOURCE_NAMES)('may be %s', async (kind) => {
      const [status, answer] = await put(kind, '{"nothing": 1}');
      expect([status, answer.REJECTED.length, answer.IGNORED]).toEqual([200, 1, ['nothing']]);
    });

    it('of photos are told by listing and file', async () => {
      await put('listings', lines([aListing({ main_id: 1 })]));
      const photos = [
        { listing_id: 1, filename: 'a.jpg' },
        { listing_id: 77, filename: 'b.jpg' },
      ];
      const reject = { line: 2, id: '77 b.jpg', field: 'listing_id', reason: expect.any(String) };
      expect(await put('photos', lines(photos))).toEqual([
        200,
        { ...nothing, STORED: 1, REJECTED: [reject] },
      ]);
      expect(await one('listings', 1)).toMatchObject({ photos: [{ filename: 'a.jpg' }] });
    });

    it('name each other by the keys of their source', async () => {
      const of = (text: unknown) => ({ key: text, source: 'crm' });
      const agents = lines([{ id: of('ann@example.com'), firstname: 'Ann' }, { id: of({}) }]);
      expect(await put('agents', agents)).toEqual([
        200,
        {
          ...nothing,
          STORED: 1,
          REJECTED: [{ line: 2, id: '', field: 'id', reason: expect.any(String) }],
          IDS: [{ line: 1, ...of('ann@example.com'), id: expect.any(Number) }],
        },
      ]);
      const own = { main_id: of('OLRS-1'), agents_agent_id: of('ann@example.com') };
      const listing = lines([aListing(own)]);
      const IDS = [{ line: 1, ...of('OLRS-1'), id: expect.any(Number) }];
      expect(await put('listings', listing)).toEqual([200, { ...nothing, STORED: 1, IDS }]);
      expect(await put('listings', listing)).toEqual([200, { ...nothing, UNCHANGED: 1, IDS }]);
      const { body } = await ask('GET', '/manage/listings');
      const records = body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const [stored] = records.filter(({ main_id }) => main_id >= 9e15);
      expect(await one('agents', stored.agents_agent_id)).toMatchObject({ firstname: 'Ann' });
      const gone = lines([{ main_id: of('OLRS-1'), _remove: true }]);
      expect(await put('listings', gone)).toEqual([200, { ...nothing, REMOVED: 1, IDS }]);
    });

    it('are read and removed by their keys', async () => {
      const named = (key: string, source = 'crm') => ({ id: { key, source } });
      const array = JSON.stringify([{ ...named('a b/ü'), firstname: 'Ann' }, { id: 801 }]);
      const [, { IDS }] = await put('agents', array, { 'content-type': 'application/json' });
      expect(IDS).toEqual([
        { line: 1, element: 1, key: 'a b/ü', source: 'crm', id: expect.any(Number) },
      ]);
      const path = `/manage/agents?key=${encodeURIComponent('a b/ü')}&source=crm`;
      const read = await ask('GET', path);
      expect([read.status, JSON.parse(read.body)]).toMatchObject([
        200,
        { id: IDS[0].id, firstname: 'Ann' },
      ]);
      expect(
        (await ask('GET', path, { headers: { 'if-none-match': String(read.headers.etag) } }))
          .status,
      ).toBe(304);
      const told = async (method: 'GET' | 'DELETE', url: string) => {
        const { status, body } = await ask(method, url);
        return [status, JSON.parse(body)];
      };
      expect(await told('GET', '/manage/agents?key=nobody')).toEqual(
        error(404, 'There is no record with the key "nobody" of main among the agents.'),
      );
      expect(await told('GET', '/manage/agents?key=x&source=Crm')).toEqual(
        error(400, expect.stringContaining('source')),
      );
      expect(await told('GET', '/manage/agents?source=crm')).toEqual(
        error(400, expect.stringContaining('key')),
      );
      for (const url of ['/manage/agents?keey=x', '/manage/agents/1?key=x']) {
        expect(await told('GET', url)).toEqual(error(400, expect.stringContaining('parameter')));
        expect(await told('DELETE', url)).toEqual(error(400, expect.stringContaining('parameter')));
      }
      expect(await told('GET', '/manage/favorites?key=x')).toEqual(
        error(404, expect.stringContaining('Accepted')),
      );
      expect(await told('DELETE', '/manage/agents')).toEqual(
        error(405, expect.stringContaining('key')),
      );
      for (const empty of ['/manage/agents?key=', '/manage/agents?KEY=&source=crm']) {
        const nothing = error(400, expect.stringContaining('key: nothing was given'));
        expect(await told('GET', empty)).toEqual(nothing);
        expect(await told('DELETE', empty)).toEqual(nothing);
      }
      for (const url of ['/manage', '/manage/agents/1/2', '/manage/?key=x']) {
        expect(await told('GET', url)).toEqual(error(404, expect.any(String)));
      }
      expect(await told('DELETE', '/manage/nothing')).toEqual(
        error(404, expect.stringContaining('There is no such kind of record.')),
      );
      expect(await told('DELETE', path)).toEqual([200, { REMOVED: 1 }]);
      expect(await told('DELETE', path)).toMatchObject(error(404, expect.any(String)));
      expect(await told('GET', path)).toMatchObject(error(404, expect.any(String)));
    });

    it('get the numbers of their keys in turn, with an Idempotency-Key, too', async () => {
      const answers = await Promise.all(
        Array.from({ length: 3 }, (_, at) => {
          const records = [0, 1].map((each) => ({
            id: { key: `turn-${at + each}`, source: 'crm' },
          }));
          return put('agents', lines(records), { 'idempotency-key': `turn ${at}` });
        }),
      );
      expect(answers.map(([status]) => status)).toEqual([200, 200, 200]);
      const [, { REJECTED }] = await put('agents', '{"id": {"key": "a\\u0000b"}, "office": 1}');
      expect(REJECTED).toMatchObject([{ line: 1, id: 'a\u0000b', field: 'id' }]);
    });

    it('are refused whole where nothing can be told of them', async () => {
      const json = { 'content-type': 'application/json' };
      expect(await put('condos', '{}')).toEqual(
        error(404, expect.stringContaining('There is no such kind of record.')),
      );
      expect(await put('agents', '')).toEqual(error(400, expect.stringContaining('no records')));
      expect(await put('agents', ' \n \n')).toEqual(
        error(400, expect.stringContaining('no records')),
      );
      expect(await put('agents', '[{"id": 50}, {"id": 51', json)).toEqual(
        error(400, expect.stringContaining('the file ends inside the record')),
      );
      expect(await put('agents', '{"id":1}', { 'content-type': 'text/csv' })).toEqual(
        error(400, expect.stringContaining('application/x-ndjson')),
      );
      expect(await put('agents', '{"id":1}', { 'content-encoding': 'gzip' })).toEqual(
        error(400, expect.stringContaining('Content-Encoding')),
      );
      expect(await one('agents', 50)).toBe(404);
    });

    it('are at most 5,000', async () => {
      const agents = Array.from({ length: 5001 }, (_, index) => ({ id: 10_000 + index }));
      expect(await put('agents', lines(agents))).toEqual(
        error(413, expect.stringContaining('more than 5000 records')),
      );
      expect(await one('agents', 10_000)).toBe(404);
      expect(await put('agents', lines(agents.slice(1)))).toEqual([
        200,
        { ...nothing, STORED: 5000 },
      ]);
    });

    it('are at most 1 MB each, and 20 MB in all', async () => {
      const long = JSON.stringify({ id: 60, bio: 'x'.repeat(1024 * 1024) });
      expect(await put('agents', `${long}\n{"id": 61}`)).toMatchObject([
        200,
        { STORED: 1, REJECTED: [{ line: 1, reason: expect.stringContaining('1048576 bytes') }] },
      ]);
      const line = JSON.stringify({ id: 62, bio: 'x'.repeat(1000 * 1000) });
      const body = Array.from({ length: 22 }, () => line).join('\n');
      expect(await put('agents', body)).toEqual(
        error(413, expect.stringContaining('larger than 20 MB')),
      );
      expect(await one('agents', 62)).toBe(404);
    });

    it('move no entity tag where they are as they were', async () => {
      const website = await server.addKey('acme');
      const read = (etag?: string) =>
        ask('GET', '/agents/1', {
          headers: {
            'x-api-key': website,
            ...(etag === undefined ? {} : { 'if-none-match': etag }),
          },
        });
      await put('agents', '{"id": 1, "status": "Active"}');
      const { headers } = await read();
      await put('agents', '{"id": 1, "status": "Active"}');
      expect((await read(String(headers.etag))).status).toBe(304);
      await put('agents', '{"id": 1, "title": "Zoë"}');
      expect((await read(String(headers.etag))).status).toBe(200);
    });

    it('are done once with an Idempotency-Key', async () => {
      const again = { 'idempotency-key': 'put-1' };
      const first = await put('agents', '{"id": 300}', again);
      expect(first).toEqual([200, { ...nothing, STORED: 1 }]);
      expect(await put('agents', '{"id": 300}', again)).toEqual(first);
      expect((await put('agents', '{"id": 301}', again))[0]).toBe(422);
      expect((await put('offices', '{"id": 300}', again))[0]).toBe(422);
      expect(await one('agents', 301)).toBe(404);
    });

    it('are done once with an Idempotency-Key where they are many, too', async () => {
      const many = lines(Array.from({ length: 150 }, (_, index) => ({ id: 2000 + index })));
      const again = { 'idempotency-key': 'put-many' };
      const first = await put('agents', many, again);
      expect(first).toEqual([200, { ...nothing, STORED: 150 }]);
      expect(await put('agents', many, again)).toEqual(first);
      expect((await put('agents', `${many}\n{"id": 2500}`, again))[0]).toBe(422);
      expect(await put('agents', many)).toEqual([200, { ...nothing, UNCHANGED: 150 }]);
    });

    it('by two callers at once are all stored, and each caller is told', async () => {
      const records = (name: string) =>
        lines(Array.from({ length: 500 }, (_, index) => ({ id: 1000 + index, title: name })));
      const answers = await Promise.all(['A', 'B'].map((name) => put('agents', records(name))));
      expect(answers).toEqual([
        [200, { ...nothing, STORED: 500 }],
        [200, { ...nothing, STORED: 500 }],
      ]);
      const { body } = await ask('GET', '/manage/agents');
      const names = body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ id }) => id >= 1000 && id < 1500)
        .map(({ title }) => title);
      expect(names).toHaveLength(500);
      expect(new Set(names).size).toBe(1);
    });
  });

  describe('that are read', () => {
    it('are taken back as they are', async () => {
      await put('listings', lines([aListing({ main_id: 21, labels: ['New'], hitcounter: 2 })]));
      const { status, headers, body } = await ask('GET', '/manage/listings');
      expect([status, headers['content-type']]).toEqual([200, `${NDJSON}; charset=utf-8`]);
      const count = body.trim().split('\n').length;
      expect(await put('listings', body)).toEqual([200, { ...nothing, UNCHANGED: count }]);
      const single = await ask('GET', '/manage/listings/21');
      expect(body.split('\n')).toContain(single.body);
    });

    it('have a tag, but for what members and leads do', async () => {
      const first = await ask('GET', '/manage/agents');
      const tag = { 'if-none-match': String(first.headers.etag) };
      expect(await ask('GET', '/manage/AGENTS', { headers: tag })).toMatchObject({ status: 304 });
      expect(await ask('GET', '/manage/offices', { headers: tag })).toMatchObject({ status: 200 });
      await put('agents', '{"id": 400}');
      expect(await ask('GET', '/manage/agents', { headers: tag })).toMatchObject({ status: 200 });
      const leads = await ask('GET', '/manage/leads');
      expect([leads.status, leads.headers.etag]).toEqual([200, undefined]);
    });

    it('are of a kind that can be asked for', async () => {
      const parse = ({ status, body }: { status: number; body: string }) => [
        status,
        JSON.parse(body),
      ];
      for (const path of [
        '/manage/photos',
        '/manage/photos/1',
        '/manage/condos',
        '/manage/media',
      ]) {
        expect(parse(await ask('GET', path))).toEqual(
          error(404, expect.stringContaining('Accepted')),
        );
      }
      expect(parse(await ask('GET', '/manage/agents/999'))).toEqual(
        error(404, 'There is no record 999 among the agents.'),
      );
      expect((await ask('GET', '/manage/agents/0')).status).toBe(404);
      expect((await ask('GET', '/manage/agents/x')).status).toBe(404);
    });
  });

  it('are removed with what hangs on them', async () => {
    await put('listings', lines([aListing({ main_id: 31 })]));
    const removed = await ask('DELETE', '/manage/listings/31');
    expect([removed.status, JSON.parse(removed.body)]).toEqual([200, { REMOVED: 1 }]);
    expect(await one('listings', 31)).toBe(404);
    expect((await ask('DELETE', '/manage/listings/31')).status).toBe(404);
    expect((await ask('DELETE', '/manage/photos/31')).status).toBe(404);
  });

  it('name pictures that were sent before', async () => {
    const bytes = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#336699' },
    })
      .png()
      .toBuffer();
    const send = async (image: Buffer, headers: Record<string, string> = {}) => {
      const payload = new URLSearchParams({ image_base64: image.toString('base64') }).toString();
      const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
      const { status, body } = await ask('POST', '/manage/media', { payload, headers: form });
      return [status, JSON.parse(body)];
    };
    const again = { 'idempotency-key': 'picture' };
    const [status, answer] = await send(bytes, again);
    expect([status, answer.FILENAME]).toEqual([
      200,
      expect.stringMatching(/^blog\/[0-9a-f]{32}\.png$/),
    ]);
    expect(await send(bytes, again)).toEqual([status, answer]);
    // As curl and browsers send a file.
    const form = multipart({ image: { bytes, filename: 'front.png' } });
    const uploaded = await ask('POST', '/manage/media', form);
    expect([uploaded.status, JSON.parse(uploaded.body).FILENAME]).toEqual([
      200,
      expect.stringMatching(/^blog\/[0-9a-f]{32}\.png$/),
    ]);
    const { pathname } = new URL(answer.URL);
    expect((await ask('GET', pathname)).headers['content-type']).toBe('image/png');
    const photos = [{ filename: answer.FILENAME }];
    await put('listings', lines([aListing({ main_id: 41, photos })]));
    const website = await server.addKey('acme');
    const shown = await server.get(website, '/properties/41?addPhotos=true');
    expect(JSON.stringify(shown)).toContain(answer.URL);
    expect(await send(Buffer.from('no picture'))).toEqual(
      error(400, 'The image is not a JPG, PNG, GIF or WEBP picture.'),
    );
    expect(await send(Buffer.alloc(0))).toEqual(error(400, expect.stringContaining('image')));
  });

  it('name pictures, of which too many at once are refused as busy', async () => {
    const small = await sharp({
      create: { width: 40, height: 40, channels: 3, background: '#336699' },
    })
      .png()
      .toBuffer();
    const form = multipart({ image: { bytes: small, filename: 'front.png' } });
    const send = () =>
      ask('POST', '/manage/media', { ...form, headers: { ...form.headers, 'x-api-key': key } });
    // One at work and as many behind it as may wait, in the queue of this process: each that is done
    // makes room for itself alone.
    let full = true;
    const working = Array.from({ length: 4 }, async () => {
      while (full) await server.services.pictures.remake('acme', small);
    });
    const refused = await server.inThisProcess(send);
    full = false;
    await Promise.all(working);
    expect([refused.status, refused.headers['retry-after']]).toEqual([420, '2']);
    expect(refused.body).toContain('storing records or pictures');
    expect((await send()).status).toBe(200);
  });

  it('of one brokerage wait for one another, and those of another for none of them', async () => {
    const acme = (await server.services.tenants.tenant('acme'))?.database;
    if (acme === undefined) throw new Error('There is no acme.');
    const brown = await server.addKey('brown', { scopes: ['manage'] });
    const answered: string[] = [];
    const send = async (name: string, id: number) => {
      const headers = name === 'brown' ? { 'x-api-key': brown } : undefined;
      const [status] = await put('offices', lines([{ id, name }]), headers);
      answered.push(`${name} ${status}`);
    };
    await server.inThisProcess(async () => {
      let unlock = () => {};
      const written = new Promise<void>((resolve) => {
        unlock = resolve;
      });
      let isLocked = false;
      // As a call does that writes much.
      const large = asOneImport(acme, () => {
        isLocked = true;
        return written;
      });
      await expect.poll(() => isLocked).toBe(true);
      const sent = [51, 52, 53, 54].map((id) => send('acme', id));
      sent.push(send('brown', 51));
      try {
        await expect.poll(() => answered.toSorted()).toEqual(['acme 420', 'brown 200']);
      } finally {
        unlock();
        await Promise.all([large, ...sent]);
      }
    });
    expect(answered.slice(2)).toEqual(['acme 200', 'acme 200', 'acme 200']);
  });

  it('are told to receivers of webhooks where something was stored', async () => {
    const entry = await server.services.directory.tenant('brown');
    if (entry === undefined) throw new Error('There is no brown.');
    const brown = await server.services.tenants.database(entry);
    await addEndpoint(brown, {
      ...{ public_id: 'ep_1', url: 'https://receiver.example/hook', types: 'import.completed' },
      ...{ include: '', sealed_secret: '', contact: '', old_sealed_secret: '', old_until: 0 },
      ...{ state: 'active', reason: '', created_at: server.clock.now(), failing_since: 0 },
      ...{ not_before: 0, leased_until: 0 },
    });
    const headers = { 'x-api-key': await server.addKey('brown', { scopes: ['manage'] }) };
    const told = async () =>
      (await brown.db.selectFrom('webhook_message').select('body').execute()).map(
        ({ body }) => JSON.parse(body).data.counts,
      );
    await put('offices', '{"id": 1}\n{"id": "x"}', headers);
    const once = [{ offices: { read: 2, written: 1, rejected: 1 } }];
    expect(await told()).toEqual(once);
    await put('offices', '{"id": 1}', headers);
    expect(await told()).toEqual(once);
    // One record by itself is no import.
    await put('offices', '{"id": 2}', headers);
    expect(await told()).toEqual(once);
  });

  it('are noted once an hour for each key', async () => {
    const entry = await server.services.directory.tenant('brown');
    if (entry === undefined) throw new Error('There is no brown.');
    const brown = await server.services.tenants.database(entry);
    const pushed = await server.addKey('brown', { scopes: ['manage'] });
    const headers = { 'x-api-key': pushed };
    const runs = async () => {
      const query = brown.db.selectFrom('import_run').selectAll().orderBy('id');
      const by = `key ${publicPrefix(pushed)}`;
      return (await query.where('started_by', '=', by).execute()).map((run) => ({
        ...{ mode: run.mode, result: run.result, counts: JSON.parse(run.counts) },
      }));
    };
    await put('teams', '{"id": "x"}', headers);
    expect(await runs()).toMatchObject([{ mode: 'push', result: 'rejected' }]);
    for (const id of [1, 2, 2]) await put('teams', `{"id": ${id}, "name": "T"}`, headers);
    await put('teams', '{"id": 2, "_remove": true, "agents": [{"key": ""}]}', headers);
    const teams = { read: 4, written: 3, rejected: 1, unchanged: 0, removed: 1 };
    expect(await runs()).toEqual([{ mode: 'push', result: 'ok', counts: { teams } }]);
    server.clock.advance(3_600_001);
    await put('teams', '{"id": 3, "name": "T"}', headers);
    expect(await runs()).toHaveLength(2);
  });

  describe('ask for a key', () => {
    it('with the scope, in the header alone', async () => {
      const website = await server.addKey('acme');
      const both = await server.addKey('acme', { scopes: ['website', 'manage'] });
      const status = async (url: string, header?: string) =>
        (await ask('GET', url, { headers: { 'x-api-key': header ?? '' } })).status;
      expect(await status('/manage/agents', website)).toBe(403);
      const refused = await ask('GET', '/manage/agents', { headers: { 'x-api-key': website } });
      expect([refused.status, JSON.parse(refused.body)]).toEqual(
        error(403, 'The API key is not enabled for this API.'),
      );
      expect(await status(`/manage/agents?apiKey=${website}`)).toBe(403);
      expect(await status('/manage/agents', key)).toBe(200);
      expect(await status('/manage/agents')).toBe(401);
      expect(await status(`/manage/agents?apiKey=${key}`)).toBe(401);
      expect(await status(`/manage/agents?apiKey=${key}`, key)).toBe(401);
      expect(await status(`/manage/agents?apiKey=${website}`, key)).toBe(403);
      expect(await status('/properties', key)).toBe(403);
      expect(await status('/properties', both)).toBe(200);
      expect(await status(`/properties?apiKey=${both}`)).toBe(401);
    });

    it('and give its client alone', async () => {
      const other = await server.addKey('brown', { scopes: ['manage'] });
      const headers = { 'x-api-key': other };
      await put('agents', '{"id": 500}');
      expect((await ask('GET', '/manage/agents/500', { headers })).status).toBe(404);
      expect((await ask('GET', '/manage/agents', { headers })).body).toBe('');
      expect((await ask('DELETE', '/manage/agents/500', { headers })).status).toBe(404);
      expect(await put('agents', '{"id": 500, "title": "B"}', headers)).toEqual([
        200,
        { ...nothing, STORED: 1 },
      ]);
      expect(await one('agents', 500)).toMatchObject({ title: '' });
    });
  });
});
