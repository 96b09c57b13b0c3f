import { describe, expect, it } from 'vitest';
import { parseRange } from '../../../src/lib/ip-address.js';
import { checkReceiverUrl } from '../../../src/outbox/webhook/endpoint-store.js';
import { NoAnswer, post } from '../../../src/outbox/webhook/post.js';
import { receiverFor } from './receiver.js';

const networks = (...ranges: string[]) =>
  ranges.flatMap((text) => {
    const range = parseRange(text);
    return range === undefined ? [] : [range];
  });

const attempt = (url: string, allowed: string[] = [], timeoutMs = 5_000) =>
  post(
    { url, headers: {}, body: '{}' },
    { allowed: networks(...allowed), timeoutMs, signal: new AbortController().signal },
  );

/** Each leads to this machine, to a private network, or to where clouds tell secrets. */
const HOSTILE = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '169.254.169.254',
  '10.0.0.1',
  '100.64.0.1',
  '[fd00::1]',
  '[64:ff9b::7f00:1]',
];

describe('addresses of receivers', () => {
  const receiver = receiverFor();

  it.each(HOSTILE)('%s is refused', async (host) => {
    await expect(attempt(`https://${host}:${receiver.port}/`)).rejects.toThrow('not public');
    expect(receiver.received).toEqual([]);
  });

  it.each(HOSTILE)('%s is refused where another network is allowed', async (host) => {
    for (const scheme of ['https', 'http']) {
      const url = `${scheme}://${host}:${receiver.port}/`;
      await expect(attempt(url, ['192.168.7.0/24', 'fd12::/16'])).rejects.toThrow('not public');
    }
    expect(receiver.received).toEqual([]);
  });

  it('of an allowed network are taken, by plain HTTP too, and by every name', async () => {
    for (const host of ['127.0.0.1', 'localhost', '2130706433']) {
      const answer = await attempt(`http://${host}:${receiver.port}/`, ['127.0.0.0/8', '::1']);
      expect(answer.status).toBe(204);
    }
  });

  it('on the public internet take no plain HTTP', async () => {
    await expect(attempt('http://192.0.2.1:8080/', ['127.0.0.0/8'])).rejects.toThrow('plain HTTP');
  });

  it.each([
    ['ftp://example.com/', 'https://'],
    ['http://example.com/', 'https://'],
    ['https://user:secret@example.com/', 'user name or password'],
    ['https://example.com/#part', '#'],
    ['https://example.com:22/', 'port 22'],
    ['https://example.com:80/', 'port 80'],
    ['example.com', 'is not valid'],
    [`https://example.com/${'a'.repeat(2000)}`, 'is not valid'],
  ])('%s is refused by its text', (url, words) => {
    expect(() => checkReceiverUrl(url, [])).toThrow(words);
    expect(() => checkReceiverUrl(url, [])).not.toThrow('secret');
  });

  it('with the usual ports are taken', () => {
    for (const url of ['https://example.com/', 'https://example.com:8443/a?b=c']) {
      expect(checkReceiverUrl(url, []).href).toBe(url);
    }
  });

  it('do not show in what is said of a failure', async () => {
    const error = await attempt('http://127.0.0.1:1024/', ['127.0.0.0/8']).catch((e: Error) => e);
    expect(error).toBeInstanceOf(NoAnswer);
    expect((error as Error).message).not.toMatch(/127\.|1024/);
  });

  it('are asked for a whole answer', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(attempt(receiver.url(), ['127.0.0.0/8'])).rejects.toThrow('middle');
    receiver.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
    };
    await expect(attempt(receiver.url(), ['127.0.0.0/8'], 300)).rejects.toThrow('0.3 seconds');
  });

  it('may answer without end: 64 kB are read', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    };
    const answer = await attempt(receiver.url(), ['127.0.0.0/8']);
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(1000);
  });

  it('of redirects are not asked', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(302, { location: receiver.url('/other') }).end();
    };
    expect((await attempt(receiver.url(), ['127.0.0.0/8'])).status).toBe(302);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });
});
