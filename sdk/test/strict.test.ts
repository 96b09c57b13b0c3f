import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  AnswerError,
  ConflictError,
  IdempotencyError,
  NotFoundError,
  Portico,
  type PorticoError,
  RefusedError,
} from '../src/index.js';
import { demoServer } from './demo-server.js';
import { httpServers } from './http-servers.js';

/* Errors of a server that knows `Prefer: handling=strict`, and of one that does not. */

const { listening } = httpServers();
const PASSWORD = 'correct horse battery';

const thrownBy = (call: PromiseLike<unknown>): Promise<PorticoError> =>
  Promise.resolve(call).then(
    () => Promise.reject(new Error('It did not throw.')),
    (error) => error,
  );

describe.each(['strict', 'lenient'])('a %s server', (kind) => {
  const server = demoServer();
  const sent: string[] = [];

  /** A client whose calls are noted on their way, without the header where the server is not to know it. */
  async function client(...scope: string[]): Promise<Portico> {
    const options = await server.key('--rate', '1000', '--in-flight', '100', ...scope);
    sent.length = 0;
    return new Portico({
      ...options,
      pace: { inFlight: 20, perSecond: 500 },
      fetch: (url, init) => {
        const headers = new Headers(init?.headers);
        sent.push(headers.get('prefer') ?? '');
        if (kind === 'lenient') headers.delete('prefer');
        return fetch(url, { ...init, headers });
      },
    });
  }

  const person = { firstname: 'Ada', lastname: 'King' };
  const isMember = { ...person, email: `member-${kind}@example.com`, password: PASSWORD };

  test('is asked for strict errors, and refuses each call once, with its code', {
    timeout: 60_000,
  }, async () => {
    const portico = await client('--private');
    await portico.members.register(isMember);
    const email = 'nobody@example.com';
    const refusals: [string, number, () => PromiseLike<unknown>][] = [
      ['250', 400, () => portico.leads.send({ ...person, email: '' })],
      ['251', 400, () => portico.members.register({ ...isMember, email: 'a..b@example.com' })],
      [
        '254',
        404,
        () => portico.leads.sendForListing({ ...person, email, listingID: 999_999_999 }),
      ],
      ['256', 400, () => portico.listings.search({ priceMin: 'cheap' as never })],
      ['257', 404, () => portico.members.update({ memberID: 999_999_999, firstname: 'Nell' })],
      ['258', 409, () => portico.members.register(isMember)],
      ['259', 422, () => portico.members.check({ email, password: PASSWORD })],
    ];
    for (const [code, status, call] of refusals) {
      const error = await thrownBy(call());
      expect([code, error.constructor]).toEqual([code, RefusedError]);
      expect(error).toMatchObject({ code, status: kind === 'strict' ? status : 200 });
      expect(error.message).toMatch(new RegExp(`^${code}: `));
    }
    expect(sent).toEqual(Array(1 + refusals.length).fill('handling=strict'));
  });

  test('answers the same where nothing is wrong', async () => {
    const portico = await client();
    expect(await portico.listings.search({ priceMin: 900_000_000 })).toMatchObject({ total: 0 });
    expect(await portico.listings.get(999_999_999)).toBeUndefined();
    await portico.neighborhoods.list();
    const { response } = await portico.neighborhoods.list().withResponse();
    expect(response.status).toBe(304);
  });

  test('refuses a parameter that there is not, by name, if it is strict', async () => {
    const portico = await client();
    const search = portico.listings.search({ minPrise: 1 } as never);
    if (kind === 'lenient') return expect((await search).total).toBeGreaterThan(0);
    const error = await thrownBy(search);
    expect(error).toMatchObject({ name: 'RefusedError', code: '256', status: 400 });
    expect(error.message).toContain('"minPrise" is not a parameter');
  });

  test('says what is wrong with a record of a back office as it did', async () => {
    const portico = await client('--scope', 'manage');
    expect(await portico.records.get('agents', 999_999_999)).toBeUndefined();
    expect(await portico.records.remove('agents', 999_999_999)).toBe(false);
    const error = await thrownBy(portico.records.list('wolves'));
    expect(error).toBeInstanceOf(NotFoundError);
    const query = { key: 'L-1', color: 'red' };
    const malformed = await thrownBy(portico.records.removeByKey('agents', query));
    expect([malformed.constructor, (malformed as AnswerError).status]).toEqual([AnswerError, 400]);
    expect(malformed.message).toContain('color');
  });
});

describe('an idempotency key', () => {
  const at = async (status: number, words: string): Promise<[Portico, () => number]> => {
    let calls = 0;
    const baseURL = await listening(
      createServer((_, answer) => {
        calls++;
        answer.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify(words));
      }),
    );
    return [new Portico({ baseURL, apiKey: 'k', maxRetries: 2 }), () => calls];
  };
  const lead = { firstname: 'Ada', lastname: 'King', email: 'ada@example.com' };

  test('of a write that is under way is tried again', async () => {
    const [portico, calls] = await at(409, 'The first call with this key is not answered yet.');
    expect(await thrownBy(portico.leads.send(lead))).toBeInstanceOf(ConflictError);
    expect(calls()).toBe(3);
  });

  test('of another write is not', async () => {
    const [portico, calls] = await at(422, 'This key was used for another write.');
    expect(await thrownBy(portico.leads.send(lead))).toBeInstanceOf(IdempotencyError);
    expect(calls()).toBe(1);
  });
});
