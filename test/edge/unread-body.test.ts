import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

/* What becomes of a body that nobody reads: as proxies send it, who speak HTTP/1.0 or close. */

const MIB = 1024 * 1024;
const TOO_LARGE = 'The body is larger than this endpoint accepts.';

forEachDatabase('a body that is not read', (database) => {
  const server = serverFor(database);
  let key = '';
  let port = 0;
  beforeAll(async () => {
    await server.addClient('acme');
    key = await server.addKey('acme');
    port = await server.inThisProcess(async (app) => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    });
  });

  /** A call that has been begun, and all that comes back of it. */
  async function begin(version: string, headers: readonly string[]) {
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
      `POST /alerts?apiKey=${key} HTTP/${version}`,
      'host: portico.test',
      'x-forwarded-proto: https',
      ...headers,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    return { socket, back, ended: once(socket, 'close') };
  }

  async function sendSlowly(socket: Socket, bytes: number, framed: boolean): Promise<void> {
    const piece = 'x'.repeat(64 * 1024);
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
    ['of no kind that is known', '1.0', ['content-type: a/b', `content-length: ${3 * MIB}`], 'The'],
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

  it('is not waited for for ever', async () => {
    const { socket, back, ended } = await begin('1.0', [form, `content-length: ${3 * MIB}`]);
    await once(socket, 'end');
    socket.end();
    await ended;
    expect(back.text).toContain(TOO_LARGE);
  });

  it('that never ends is not read for ever', async () => {
    const { socket, ended } = await begin('1.0', [form, `content-length: ${2 ** 40}`]);
    const piece = 'x'.repeat(64 * 1024);
    let open = true;
    const gone = ended
      .catch(() => {})
      .then(() => {
        open = false;
      });
    while (open) {
      if (socket.writable && !socket.write(piece))
        await Promise.race([once(socket, 'drain').catch(() => {}), gone]);
      else await turn();
    }
    expect(socket.destroyed).toBe(true);
  });
});
