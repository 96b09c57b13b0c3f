import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

/* What becomes of a body that nobody reads: as proxies send it, who speak HTTP/1.0 or close. */

const MIB = 1024 * 1024;
const TOO_LARGE = 'The body is larger than this endpoint accepts.';
const NO_TYPE = 'The content type is not accepted';

forAnyDatabase('a body that is not read', (database) => {
  const server = serverFor(database);
  let key = '';
  let port = 0;
  let listening: Server;
  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
    port = await server.inThisProcess(async (app) => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      listening = app.server;
      return (app.server.address() as AddressInfo).port;
    });
  });

  /** A call that has been begun, and all that comes back of it. */
  async function begin(version: string, headers: readonly string[], apiKey = key) {
    server.clock.advance(1100);
    // Goes on sending after the server has said its last, as proxies do.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const back = { text: '', error: undefined as Error | undefined };
    socket.setEncoding('utf8').on('data', (part: string) => {
      back.text += part;
    });
    socket.on('error', (error) => {
      back.error = error;
    });
    await once(socket, 'connect');
    const head = [
      `POST /alerts?apiKey=${apiKey} HTTP/${version}`,
      'host: portico.test',
      'x-forwarded-proto: https',
      ...headers,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // Whether by an error, is kept in `back`.
    const ended = once(socket, 'close').catch(() => {});
    return { socket, back, ended };
  }

  async function sendSlowly(socket: Socket, bytes: number, framed: boolean): Promise<void> {
    const piece = 'x'.repeat(256 * 1024);
    const sent = framed ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
    for (let left = bytes; left > 0; left -= piece.length) {
      socket.write(sent);
      await sleep(2);
    }
    if (framed) socket.write('0\r\n\r\n');
  }

  const form = 'content-type: application/x-www-form-urlencoded';
  describe.each([
    ['as its length says', '1.0', [form, `content-length: ${3 * MIB}`], TOO_LARGE],
    [
      'as it turns out',
      '1.1',
      [form, 'connection: close', 'transfer-encoding: chunked'],
      TOO_LARGE,
    ],
    [
      'of no kind that is known',
      '1.0',
      ['content-type: a/b', `content-length: ${3 * MIB}`],
      NO_TYPE,
    ],
  ] as const)('%s', (_name, version, headers, words) => {
    it('is passed over, so that its sender gets the answer', async () => {
      const { socket, back, ended } = await begin(version, headers);
      await sendSlowly(socket, 3 * MIB, version === '1.1');
      socket.end();
      await ended;
      expect(back.error).toBeUndefined();
      expect(back.text).toMatch(/^HTTP\/1\.1 200 /);
      expect(back.text).toContain(words);
    });
  });

  it('of chunks of a single byte is refused after some thousands of them', async () => {
    const { socket, back, ended } = await begin('1.1', [
      form,
      'connection: close',
      'transfer-encoding: chunked',
    ]);
    socket.write('1\r\nx\r\n'.repeat(20_000));
    socket.write('0\r\n\r\n');
    await once(socket, 'end');
    socket.end();
    await ended;
    expect(back.text).toMatch(/^HTTP\/1\.1 200 /);
    expect(back.text).toContain(TOO_LARGE);
  });

  it('is left where it is once its call was answered', async () => {
    const accepted = once(listening, 'connection');
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
    const [served] = (await accepted) as [Socket];
    const ended = once(served, 'close');
    const head = ['host: portico.test', 'transfer-encoding: chunked'];
    socket.write(`GET /health/live HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    const chunks = '1\r\nx\r\n'.repeat(500_000);
    socket.write(chunks);
    await ended;
    expect(served.bytesRead).toBeLessThan(chunks.length / 5);
    socket.destroy();
  });

  it('is not waited for for ever', async () => {
    const { socket, back, ended } = await begin('1.0', [form, `content-length: ${3 * MIB}`]);
    await once(socket, 'end');
    socket.end();
    await ended;
    expect(back.text).toContain(TOO_LARGE);
  });

  it('of a caller who may not enter is passed over, too', async () => {
    const { socket, back, ended } = await begin(
      '1.0',
      [form, `content-length: ${3 * MIB}`],
      'wrong',
    );
    await sendSlowly(socket, 3 * MIB, false);
    socket.end();
    await ended;
    expect(back.error).toBeUndefined();
    expect(back.text).toMatch(/^HTTP\/1\.1 403 /);
    expect(back.text).toContain('The API key does not match or is not active.');
  });

  it.each([
    ['a caller who may enter', undefined],
    ['one who may not', ''],
  ])('that never ends is read for a while only, of %s', async (_name, apiKey) => {
    const { socket } = await begin('1.0', [form, `content-length: ${2 ** 40}`], apiKey);
    const piece = 'x'.repeat(64 * 1024);
    let sent = 0;
    // What waits on the way counts as sent, too: some megabytes.
    for (; sent < 200 * MIB && socket.writable; sent += piece.length) {
      await new Promise((resolve) => socket.write(piece, resolve));
    }
    expect(sent).toBeGreaterThan(16 * MIB);
    expect(sent).toBeLessThan(28 * MIB);
  });
});
