import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  AnswerError,
  ConnectionError,
  Portico,
  PorticoError,
  type PorticoOptions,
} from '../src/index.js';
import { demoServer } from './demo-server.js';
import { httpServers } from './http-servers.js';

/* What a developer meets who gets something wrong, and what members and leads are called. */

const { listening } = httpServers();

const thrownBy = (call: PromiseLike<unknown>): Promise<PorticoError> =>
  Promise.resolve(call).then(
    () => Promise.reject(new Error('It did not throw.')),
    (error) => error,
  );

describe('before a call is sent', () => {
  const sent: string[] = [];
  const options: PorticoOptions = {
    ...{ baseURL: 'http://127.0.0.1:9', apiKey: 'k', secret: 's', keyID: '7' },
    fetch: (url) => {
      sent.push(String(url));
      return Promise.reject(new Error('A call was sent.'));
    },
  };
  const portico = new Portico(options);
  const without = (setting: keyof PorticoOptions) =>
    new Portico({ ...options, [setting]: undefined }).members.get(1);
  const old = { clientID: 7 } as unknown as { memberID: number };

  test.each<[string, () => PromiseLike<unknown>, string]>([
    ['a missing apiKey', () => without('apiKey'), 'The setting `apiKey` is missing.'],
    ['a missing baseURL', () => without('baseURL'), 'The setting `baseURL` is missing.'],
    ['a missing keyID', () => without('keyID'), 'The setting `keyID` is missing.'],
    [
      'a keyID of words',
      () => new Portico({ ...options, keyID: 'seven' }).members.get(1),
      'The setting `keyID` is not a number.',
    ],
    [
      'a key with its secret on the next line',
      () => new Portico({ ...options, apiKey: 'pk_1\nsk_2' }).site.get(),
      'The setting `apiKey` has characters of no key, such as a line break.',
    ],
    [
      'NaN in a query',
      () => portico.listings.search({ priceMax: Number('x') }),
      '`priceMax` is not a number: NaN.',
    ],
    [
      'Infinity in a list',
      () => portico.listings.search({ bbox: [1, 2, 3, Number.POSITIVE_INFINITY] }),
      '`bbox` is not a number: Infinity.',
    ],
    [
      'NaN in a body',
      () => portico.leads.sendForListing({ ...person, listingID: Number.NaN }),
      '`listingID` is not a number: NaN.',
    ],
    ['NaN as an id', () => portico.listings.get(Number.NaN), 'This is no path: /properties/NaN'],
    [
      'the old name of a member',
      () => portico.members.update(old),
      '`clientID` is `memberID` now.',
    ],
  ])('%s is refused', async (_, call, message) => {
    sent.length = 0;
    const error = await thrownBy(call());
    expect([error.name, error.message, sent]).toEqual(['PorticoError', message, []]);
  });

  test('a key from a file goes without the line break at the end', async () => {
    const baseURL = await listening(
      createServer((request, answer) => answer.end(JSON.stringify(request.headers['x-api-key']))),
    );
    expect(await new Portico({ baseURL, apiKey: async () => 'pk_1\n' }).site.get()).toBe('pk_1');
  });

  test.each([
    ['an error', new Error('The vault is closed.')],
    ['a text', 'The vault is closed.'],
  ])('%s that `apiKey` or `nextStamp` throws comes as it is', async (_, thrown) => {
    const stack = thrown instanceof Error ? thrown.stack : undefined;
    const fail = () => Promise.reject(thrown);
    expect(await thrownBy(new Portico({ ...options, apiKey: fail }).site.get())).toBe(thrown);
    const stamping = new Portico({ ...options, nextStamp: fail });
    expect(await thrownBy(stamping.members.get(1))).toBe(thrown);
    if (thrown instanceof Error) expect(thrown.stack).toBe(stack);
  });

  test('the old name of the number of a key is refused', () => {
    const old = { ...options, clientId: 7 };
    expect(() => new Portico(old)).toThrow('`clientId` is `keyID` now.');
  });
});

const person = { firstname: 'Ada', lastname: 'King', email: 'surface@example.com' };

describe('an error', () => {
  test.each([
    [503, '{"MESSAGE":"Pool of 10 is exhausted"}', /try again later/],
    [200, '{"STATUS":"Error","STATUS_CODE":"258","MESSAGE":"x"}', /has an account/],
    [400, '{"STATUS":"Error","STATUS_CODE":"256","MESSAGE":"x"}', /check what you have entered/],
  ])(
    '%i leads to the line of the caller, and has words for a visitor',
    async (status, body, words) => {
      const baseURL = await listening(
        createServer((_, answer) => answer.writeHead(status, { 'x-request-id': 'r-1' }).end(body)),
      );
      const portico = new Portico({ baseURL, apiKey: 'k', maxRetries: 0 });
      async function lineOfTheCaller(): Promise<unknown> {
        return await portico.teams.list();
      }
      const error = await thrownBy(lineOfTheCaller());
      expect(error.stack).toMatch(/^\w+Error: .+\n/);
      expect(error.stack).toContain('lineOfTheCaller');
      expect(error.visitorMessage).toMatch(words);
      expect(error.visitorMessage).not.toContain('Pool');
      expect(error).toMatchObject({ requestId: 'r-1' });
    },
  );
});

test('callers of one read that fails have an error each, with their line', async () => {
  const portico = new Portico({
    ...{ baseURL: 'http://127.0.0.1:9', apiKey: 'k', maxRetries: 0 },
    fetch: () => Promise.reject(new Error('There is no network.')),
  });
  async function lineOfOne(): Promise<unknown> {
    return await portico.teams.list();
  }
  async function lineOfAnother(): Promise<unknown> {
    return await portico.teams.list();
  }
  const [one, another] = await Promise.all([thrownBy(lineOfOne()), thrownBy(lineOfAnother())]);
  expect(one).toBeInstanceOf(ConnectionError);
  expect(another).toEqual(one);
  expect(one.stack).toContain('lineOfOne');
  expect(another.stack).toContain('lineOfAnother');
});

describe('a member', () => {
  const server = demoServer();

  test('is unconfirmed until the code comes, which no ordinary answer has', async () => {
    const key = await server.key('--private', '--rate', '1000', '--in-flight', '100');
    const portico = new Portico({ ...key, keyID: String(key.keyID) });
    const { members } = portico;
    const query = { email: person.email, password: 'correct horse battery' };
    const account = await members.register({ ...person, ...query });
    const login = () => members.login(query, { userIP: '203.0.113.7' });
    const first = await login();
    expect(
      [account, first, await members.check(query)].map((each) => 'verifyCode' in each),
    ).toEqual([false, false, false]);
    expect(first).toMatchObject({ id: account.id, unconfirmed: true });
    const { verify: verifyCode = '' } = (await members.get(account.id)) ?? {};
    await members.verify({ email: person.email, verifyCode });
    expect(await login()).toMatchObject({ unconfirmed: false });
    const favorite = {
      memberID: account.id,
      listingID: (await portico.listings.search()).items[0]?.main_id ?? 0,
    };
    expect(await members.setFavorite(favorite)).toEqual({ ...favorite, isFavorite: true });
    expect((await members.favorites({ memberID: account.id })).LISTINGIDS).toEqual([
      favorite.listingID,
    ]);
    await portico.leads.sendForListing({ ...person, ...favorite });
  });

  test('finds the number of a call in the log of the server', async () => {
    const portico = new Portico(await server.key());
    const error = await thrownBy(portico.listings.search({ page: -1 }));
    expect((error as AnswerError).requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toBeInstanceOf(PorticoError);
  });
});
