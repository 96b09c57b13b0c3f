import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import {
  askAll,
  digest,
  gateServerFor,
  inForm,
  inJson,
  inQuery,
  refusal,
  signed,
} from './signing.js';

forEachDatabase('a signed call', (database) => {
  const server = gateServerFor(database);
  let latest = 0;

  /** A stamp that no call has had. */
  function freshStamp(): number {
    latest = Math.max(server().clock.now(), latest + 1);
    return latest;
  }

  const expectRefusal = async (call: InjectOptions, status: number, words: string) =>
    expect(await refusal(server(), call)).toEqual([status, words]);

  it('may have its signature in the query, in a form or in JSON', async () => {
    const holder = await server().issue();
    const json = signed(holder, freshStamp());
    expect(
      await askAll(server(), [
        inQuery(signed(holder, freshStamp())),
        inForm(signed(holder, freshStamp())),
        inJson(json),
        inJson({ ...signed(holder, freshStamp()), stamp: latest }),
        { ...inJson({}), url: inQuery(signed(holder, freshStamp())).url ?? '' },
        { ...inQuery(signed(holder, freshStamp())), method: 'HEAD' },
        { ...inForm(signed(holder, freshStamp())), method: 'PUT' },
      ]),
    ).toEqual([200, 200, 200, 200, 200, 200, 200]);
  });

  it('may spell the names of its parameters in any case', async () => {
    const holder = await server().issue();
    for (const [stamp, token] of [
      ['STAMP', 'TOKEN'],
      ['Stamp', 'token'],
      ['sTaMp', 'Token'],
    ] as const) {
      const made = signed(holder, freshStamp());
      const call = { apikey: made.apiKey, [stamp]: made.stamp, [token]: made.token };
      expect(await askAll(server(), [inQuery(call)])).toEqual([200]);
    }
  });

  it('is told what is missing by 401', async () => {
    const holder = await server().issue();
    const { apiKey, stamp, token } = signed(holder, freshStamp());
    const words = 'This request must be signed: send the parameters stamp and token.';
    for (const parameters of [
      { apiKey },
      { apiKey, stamp },
      { apiKey, token },
      { apiKey, stamp: '', token },
      { apiKey, stamp, token: '' },
    ]) {
      await expectRefusal(inQuery(parameters), 401, words);
      await expectRefusal(inForm(parameters), 401, words);
    }
    const calls = [inJson({ apiKey, stamp: null, token }), inQuery({ apiKey, stamp, token })];
    expect(await askAll(server(), calls)).toEqual([401, 200]);
  });

  it('takes each parameter from the body before the query, and from it alone on a read', async () => {
    const holder = await server().issue();
    const good = signed(holder, freshStamp());
    const query = inQuery({ ...good, token: 'bad' }).url ?? '';
    expect(await server().ask({ ...inJson({ token: good.token }), url: query })).toBe(200);
    const next = signed(holder, freshStamp());
    const inBoth = { ...inJson({ token: 'bad' }), url: inQuery(next).url ?? '' };
    expect(await server().ask(inBoth)).toBe(403);
    expect(await server().ask({ ...inQuery(next), payload: { token: 'bad' } })).toBe(200);
  });

  it('is not taken when a parameter is given twice with two values', async () => {
    const holder = await server().issue();
    const { apiKey, stamp, token } = signed(holder, freshStamp());
    const url = `/test/signed?apiKey=${apiKey}&stamp=${stamp}&token=${token}`;
    expect(
      await askAll(server(), [
        { url: `${url}&stamp=1` },
        { url: `${url}&Token=1` },
        inJson({ apiKey, stamp: [stamp, 1], token }),
        inJson({ apiKey, stamp: { toString: 1 }, token }),
        inJson({ apiKey, stamp: true, token }),
        inJson({ apiKey, stamp, token: 17 }),
        { url: `${url}&stamp=${stamp}&TOKEN=${token}` },
      ]),
    ).toEqual([403, 403, 403, 403, 403, 403, 200]);
  });

  describe('token', () => {
    const spellings: Record<string, (bytes: Buffer) => string> = {
      'lower-case hexadecimal': (bytes) => bytes.toString('hex'),
      'upper-case hexadecimal': (bytes) => bytes.toString('hex').toUpperCase(),
      'standard Base64': (bytes) => bytes.toString('base64'),
      'standard Base64 without padding': (bytes) => bytes.toString('base64').replace('=', ''),
      'URL-safe Base64': (bytes) => bytes.toString('base64url'),
      'URL-safe Base64 with padding': (bytes) => `${bytes.toString('base64url')}=`,
    };

    it.each(Object.keys(spellings))('may be %s', async (spelling) => {
      const holder = await server().issue();
      for (let round = 0; round < 8; round += 1) {
        const stamp = freshStamp();
        const token = spellings[spelling]?.(digest(holder.secret, stamp, holder.clientID)) ?? '';
        const parameters = { apiKey: holder.apiKey, stamp: String(stamp), token };
        const call = [inQuery, inForm, inJson][round % 3]?.(parameters) ?? {};
        expect([token, await server().ask(call)]).toEqual([token, 200]);
      }
    });

    it('may have lost the plus signs of Base64 on the way', async () => {
      const holder = await server().issue();
      let stamp = freshStamp();
      const token = () => digest(holder.secret, stamp, holder.clientID).toString('base64');
      while (token().split('+').length < 3) stamp = freshStamp();
      const url = `/test/signed?apiKey=${holder.apiKey}&stamp=${stamp}&token=${token()}`;
      expect(await server().ask({ url })).toBe(200);
    });

    it('is refused in any other form', async () => {
      const holder = await server().issue();
      const stamp = freshStamp();
      const bytes = digest(holder.secret, stamp, holder.clientID);
      const hex = bytes.toString('hex');
      const base64 = bytes.toString('base64');
      const lastDigit = base64.at(-2) ?? '';
      const others = [
        'good',
        `0x${hex}`,
        ` ${hex}`,
        `${hex} `,
        `${hex}\n`,
        hex.slice(0, -1),
        `${hex}00`,
        hex.slice(0, -2),
        `${base64}=`,
        base64.slice(0, -2),
        // The two bits that no byte uses, set: other text for the same bytes.
        `${base64.slice(0, -2)}${String.fromCharCode(lastDigit.charCodeAt(0) + 1)}=`,
        [...bytes].join(','),
        bytes.toString('latin1'),
        Buffer.from(hex).toString('base64'),
        `data:;base64,${base64}`,
        'x'.repeat(20_000),
      ];
      const calls = others.map((token) =>
        inForm({ apiKey: holder.apiKey, stamp: String(stamp), token }),
      );
      expect(await askAll(server(), calls)).toEqual(others.map(() => 403));
      const words =
        'The signature is malformed: the stamp is a whole number of milliseconds, the token 32 bytes in hexadecimal or Base64.';
      await expectRefusal(inForm({ ...signed(holder, stamp), token: 'good' }), 403, words);
      // None of these has used the pair up.
      expect(await askAll(server(), [inQuery(signed(holder, stamp))])).toEqual([200]);
    });

    it('is refused when it signs anything else', async () => {
      const holder = await server().issue();
      const other = await server().issue();
      const stamp = freshStamp();
      const { secret, clientID } = holder;
      const tokens = [
        digest(secret, stamp + 1, clientID),
        digest(secret, stamp, clientID + 1),
        digest(secret, stamp, holder.id + 5000),
        digest(other.secret, stamp, clientID),
        digest(other.secret, stamp, other.clientID),
        digest('', stamp, clientID),
        // The key is the text of the secret, not the bytes that it stands for.
        digest(Buffer.from(secret, 'hex').toString('latin1'), stamp, clientID),
        Buffer.alloc(32),
      ];
      const calls = tokens.map((token) =>
        inQuery({ apiKey: holder.apiKey, stamp: String(stamp), token: token.toString('hex') }),
      );
      expect(await askAll(server(), calls)).toEqual(tokens.map(() => 403));
      const words =
        'The token does not match: it signs another stamp or client id, or with another secret.';
      const wrong = { ...signed(holder, stamp), token: '0'.repeat(64) };
      await expectRefusal(inQuery(wrong), 403, words);
      expect(await askAll(server(), [inQuery(signed(holder, stamp))])).toEqual([200]);
    });
  });

  it('is asked of private-access keys alone, and on signed routes alone', async () => {
    const plain = await server().issue({ privateAccess: false });
    const bad = { apiKey: plain.apiKey, stamp: 'x', token: 'y' };
    expect(await askAll(server(), [inQuery({ apiKey: plain.apiKey }), inForm(bad)])).toEqual([
      200, 200,
    ]);
    const { apiKey } = await server().issue();
    const paths = ['read', 'key', 'private'];
    const calls = paths.map((path) => ({
      method: path === 'read' ? ('GET' as const) : ('POST' as const),
      url: `/test/${path}?apiKey=${apiKey}`,
    }));
    expect(await askAll(server(), calls)).toEqual([200, 200, 200]);
  });
});
