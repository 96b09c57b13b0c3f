import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verify, WebhookVerificationError } from '../src/webhooks.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY =
  '{"type":"lead.created","timestamp":"2026-11-20T17:00:00.000Z","data":{"client":"acme"}}';
const NOW = Date.UTC(2026, 10, 20, 17);

function headersFor(secret: string, at = NOW, body = BODY): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', new Date(at), body),
  };
}

describe('a message', () => {
  test('that the published library has signed is read', async () => {
    const message = await verify(BODY, headersFor(SECRET), SECRET, { now: NOW });
    expect(message).toMatchObject({ id: 'msg_1', type: 'lead.created', data: { client: 'acme' } });
  });

  test('is good by either of two secrets, and by one signature of several', async () => {
    const headers = headersFor(OTHER);
    const several = `v1,AAAA v1a,xyz ${headers['webhook-signature']}`;
    const all = new Headers({ ...headers, 'webhook-signature': several });
    expect((await verify(BODY, all, [SECRET, OTHER], { now: NOW })).id).toBe('msg_1');
  });

  test.each<[string, Record<string, string>, string?]>([
    ['without an id', { 'webhook-id': '' }],
    ['without a signature', { 'webhook-signature': '' }],
    ['with a time that is no number', { 'webhook-timestamp': '1e9' }],
    ['that is too old', headersFor(SECRET, NOW - 301_000)],
    ['from the future', headersFor(SECRET, NOW + 301_000)],
    ['signed by another secret', headersFor(OTHER)],
    [
      'with a cut signature',
      { 'webhook-signature': headersFor(SECRET)['webhook-signature']?.slice(0, -9) ?? '' },
    ],
    ['with an empty signature', { 'webhook-signature': 'v1,' }],
    [
      'with another version alone',
      { 'webhook-signature': `v2,${headersFor(SECRET)['webhook-signature']?.slice(3)}` },
    ],
    ['with another id', { 'webhook-id': 'msg_2' }],
    ['with another body', {}, BODY.replace('acme', 'evil')],
  ])('%s is refused', async (_, change, body = BODY) => {
    const headers = { ...headersFor(SECRET), ...change };
    const verified = verify(body, headers, SECRET, { now: NOW });
    await expect(verified).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});
