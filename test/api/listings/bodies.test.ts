import type { InjectOptions } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

const MIB = 1024 * 1024;

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

forEachDatabase('The body of a write', (database) => {
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
    await server.addClient('acme');
    await server.put('acme', 'listings', [aListing({ main_id: 1 })]);
    held.key = await server.addKey('acme');
  });

  it.each(unreadable)('that is %s is answered after the gate', async (_what, body, words) => {
    const refusal = 'An API key is required: send it as the parameter apiKey.';
    expect(await post('', body)).toEqual([401, refusal]);
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

  it('may be as large as 1 MiB', async () => {
    const start = `{"apiKey":"${held.key}","listingID":1,"x":"`;
    const whole = `${start}${'x'.repeat(MIB - start.length - 2)}"}`;
    expect(Buffer.byteLength(whole)).toBe(MIB);
    expect(await post('', json(whole))).toMatchObject([200, { STATUS: 'Success' }]);
    expect(await post('', json(`${whole} `))).toMatchObject([401, expect.any(String)]);
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
