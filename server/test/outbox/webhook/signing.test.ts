import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders } from '../../../src/outbox/webhook/post.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EVENT =
  '{"type":"listing.updated","timestamp":"2026-11-20T17:00:00.000Z","data":{"client":"acme","resource":"listings","id":3496384,"seq":"42"}}';

describe('signatures of webhooks', () => {
  it.each([
    // The first is of the standard itself.
    [
      SECRET,
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ],
    [
      SECRET,
      'msg_0000000000000001',
      1795194000,
      EVENT,
      'v1,dZ+eZcSoIDXE30EIMUrmrrtHbs+o89EEK+5ycvhjZq8=',
    ],
    [
      `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      'msg_0000000000000001',
      1795194000,
      EVENT,
      'v1,5UMSJcd/UoqgcHy0o3u7j9ONLP/kjvJ58Ms9QXVdYBg=',
    ],
  ])('are those of the published vectors', (secret, id, timestamp, body, signature) => {
    expect(signedHeaders({ id, body }, [secret], timestamp * 1000 + 999)).toEqual({
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': signature,
    });
  });

  const now = Date.now();
  const message = { id: 'msg_0000000000000001', body: EVENT };
  const takes = (headers: Record<string, string>, secret = SECRET) => {
    try {
      new Webhook(secret).verify(EVENT, headers);
      return true;
    } catch {
      return false;
    }
  };

  it('are taken by the library that receivers use, with either secret of a rotation', () => {
    const other = newSecret((size) => Buffer.alloc(size, 9));
    const headers = signedHeaders(message, [SECRET, other], now);
    expect(takes(headers)).toBe(true);
    expect(takes(headers, other)).toBe(true);
    expect(
      takes(
        headers,
        newSecret((size) => Buffer.alloc(size, 8)),
      ),
    ).toBe(false);
  });

  it('are taken where the right one is the third of the list', () => {
    const headers = signedHeaders(message, [SECRET], now);
    const list = `v1,AAAA v2,${headers['webhook-signature']?.slice(3)} ${headers['webhook-signature']}`;
    expect(takes({ ...headers, 'webhook-signature': list })).toBe(true);
  });

  it('are refused by it where anything is missing, cut or too old', () => {
    const headers = signedHeaders(message, [SECRET], now);
    for (const name of Object.keys(headers)) expect(takes({ ...headers, [name]: '' })).toBe(false);
    const signature = headers['webhook-signature'] ?? '';
    for (const wrong of [signature.slice(0, -5), 'v1,', signature.replace('v1,', 'v2,')]) {
      expect(takes({ ...headers, 'webhook-signature': wrong })).toBe(false);
    }
    expect(takes({ ...headers, 'webhook-timestamp': 'yesterday' })).toBe(false);
    for (const away of [-302_000, 302_000]) {
      expect(takes(signedHeaders(message, [SECRET], now + away))).toBe(false);
    }
  });

  it('are never made with an empty secret, which anybody has', () => {
    expect(() => signedHeaders(message, ['whsec_'], now)).toThrow('empty');
  });

  it('are made with 32 random bytes', () => {
    expect(newSecret((size) => Buffer.alloc(size, 1))).toBe(
      `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    );
  });
});
