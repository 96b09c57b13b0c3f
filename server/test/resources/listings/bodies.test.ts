import type { InjectOptions } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

const MIB = 1024 * 1024;

/** Without a key ahead of it, a larger body is not read. */
const SMALL = 64 * 1024;
const KEY_BEHIND_BODY =
  'An API key is required: with a body of more than 64 KiB, send it in the query string or in the header X-API-Key.';

/** Bodies that cannot be read, and what is said of them. */
const unreadable: readonly (readonly [
  string,
  Pick<InjectOptions, 'payload' | 'headers'>,
  string,
])[] = [
  ['malformed JSON', json('{"listingID": 1'), 'The body is not valid JSON.'],
  ['JSON with more behind it', json('{"listingID": 1} x'), 'The body is not valid JSON.'],
  ['a JSON array', json('[{"listingID": 1}]'), 'The body must be a JSON object.'],
  ['a JSON number', json('1'), 'The body must be a JSON object.'],
  ['a JSON null', json('null'), 'The body must be a JSON object.'],
  ['text', typed('text/plain', 'listingID=1'), 'The content type is not accepted'],
  ['XML', typed('application/xml', '<a/>'), 'The content type is not accepted'],
  [
    'a multipart form',
    typed('multipart/form-data; boundary=x', '--x--'),
    'The content type is not',
  ],
  ['a type that is none', typed('nonsense', 'listingID=1'), 'The content type is not accepted'],
  [
    'JSON with more than 1,000 members',
    json(`{"a":{${Array.from({ length: 1000 }, (_, at) => `"m${at}":0`).join(',')}}}`),
    'The body has more than 1000 members.',
  ],
  [
    'a form of more than 1,000 fields',
    typed('application/x-www-form-urlencoded', 'listingID=1&'.repeat(1001)),
    'The form has more than 1000 fields.',
  ],
  ['more than 1 MiB of JSON', json(JSON.stringify({ x: 'x'.repeat(MIB) })), 'The body is larger'],
  [
    'more than 1 MiB of a form',
    typed('application/x-www-form-urlencoded', `listingID=1&x=${'x'.repeat(MIB)}`),
    'The body is larger',
  ],
];

function typed(type: string, payload: string) {
  return { payload, headers: { 'content-type': type } };
}

function json(payload: string) {
  return typed('application/json', payload);
}

forAnyDatabase('The body of a write', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const post = async (
    query: string,
    { payload, headers }: Pick<InjectOptions, 'payload' | 'headers'>,
  ) => {
    server.clock.advance(60_000);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/properties/viewCounter/${query}`,
      headers: { 'x-forwarded-proto': 'https', ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return [answer.statusCode, answer.json()] as const;
  };
  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'listings', [aListing({ main_id: 1 })]);
    held.key = await server.addKey('acme');
  });

  it.each(unreadable)('that is %s is answered after the gate', async (_what, body, words) => {
    const refusal = 'An API key is required: send it as the parameter apiKey.';
    const { length } = body.payload as string;
    expect(await post('', body)).toEqual([401, length > SMALL ? KEY_BEHIND_BODY : refusal]);
    expect((await post('?apiKey=wrong', body))[0]).toBe(403);
    expect(await post(`?apiKey=${held.key}&listingID=1`, body)).toEqual([
      200,
      { STATUS: 'Error', STATUS_CODE: '256', MESSAGE: expect.stringContaining(words) },
    ]);
  });

  it('may be empty, with or without a type', async () => {
    const query = `?apiKey=${held.key}&listingID=1`;
    for (const body of [
      {},
      { headers: { 'content-type': 'application/json' } },
      json(''),
      json('  '),
      typed('application/x-www-form-urlencoded', ''),
    ]) {
      expect(await post(query, body)).toMatchObject([200, { STATUS: 'Success' }]);
    }
  });

  it.each([
    ['1 MiB', 'with a key ahead of it', MIB, () => `?apiKey=${held.key}`],
    ['64 KiB', 'with the key in it', SMALL, () => ''],
  ])('may be as large as %s %s', async (_size, _where, most, query) => {
    const start = `{"apiKey":"${held.key}","listingID":1,"x":"`;
    const whole = `${start}${'x'.repeat(most - start.length - 2)}"}`;
    expect(Buffer.byteLength(whole)).toBe(most);
    expect(await post(query(), json(whole))).toMatchObject([200, { STATUS: 'Success' }]);
    expect(await post(query(), json(`${whole} `))).toEqual(
      most === SMALL
        ? [401, KEY_BEHIND_BODY]
        : [200, expect.objectContaining({ STATUS_CODE: '256' })],
    );
  });

  it('pollutes nothing', async () => {
    for (const payload of [
      '{"__proto__": {"listingID": 1}}',
      '{"constructor": {"prototype": {"listingID": 1}}}',
      '{"__proto__": 1, "toString": 2, "hasOwnProperty": 3}',
    ]) {
      const [status, answer] = await post(`?apiKey=${held.key}`, json(payload));
      expect([status, answer]).toMatchObject([200, { STATUS_CODE: '255' }]);
    }
    expect(({} as { listingID?: unknown }).listingID).toBeUndefined();
    const form = typed('application/x-www-form-urlencoded', '__proto__=1&listingID=1');
    expect(await post(`?apiKey=${held.key}`, form)).toMatchObject([200, { STATUS: 'Success' }]);
  });
});
