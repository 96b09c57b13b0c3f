import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/test-rig/free-port.js';
import { parseRange } from '../../../src/lib/ip-address.js';
import { newSecret, post, signedHeaders } from '../../../src/outbox/webhook/post.js';
import { stepAside } from '../../rig/step-aside.js';
import { temporaryFolder } from '../../rig/temp.js';

/* The receivers that docs/webhooks.md shows, run as they are there, and sent to as a server sends. */

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const document = readFileSync(join(repository, 'docs/webhooks.md'), 'utf8');
const SECRET = newSecret(randomBytes);
const BODY =
  '{"type":"lead.created","timestamp":"2026-11-20T17:00:00.000Z","data":{"client":"acme","resource":"leads","id":42,"lead":{"comment":"Straße & “Loft” 😀"}}}';

/** The one block of code in a language. */
function block(language: string): string {
  const found = [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text ?? '');
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language}`);
  return found[0] ?? '';
}

/** How a receiver is started: a program, its arguments, and the file that they name. */
interface Way {
  readonly program: string;
  readonly language: string;
  readonly file: string;
  readonly args: (file: string, port: number) => readonly string[];
}

const WAYS: Readonly<Record<string, Way>> = {
  TypeScript: {
    ...{ program: process.execPath, language: 'ts', file: 'receiver.ts' },
    args: (file) => [join(repository, 'server/scripts/run-typescript.js'), file],
  },
  PHP: {
    ...{ program: 'php', language: 'php', file: 'receiver.php' },
    args: (file, port) => ['-S', `127.0.0.1:${port}`, file],
  },
  Python: {
    ...{ program: 'python3', language: 'python', file: 'receiver.py' },
    args: (file) => [file],
  },
};

for (const [name, { program, language, file, args }] of Object.entries(WAYS)) {
  const isThere = spawnSync(program, ['--version']).status === 0;
  if (!isThere) stepAside(name, 'docs/webhooks.md');

  describe.skipIf(!isThere)(`the receiver of webhooks in ${name}`, () => {
    let port: number;
    let child: ChildProcess;
    let output = '';

    /** Starts it with a secret, and waits until it answers. */
    async function start(secret: string): Promise<void> {
      port = await freePort();
      const folder = temporaryFolder();
      symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, file), block(language).replace('8080', `${port}`));
      child = spawn(program, args(join(folder, file), port), {
        cwd: folder,
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: `${port}` },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
    }

    async function end(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    }

    beforeAll(async () => {
      await start(SECRET);
      while ((await send({}).catch(() => 0)) === 0) {
        if (child.exitCode !== null) throw new Error(`It ended: ${output}`);
        await pause(50);
      }
    });
    afterAll(end);

    const headersOf = (id: string, secrets = [SECRET], at = Date.now()) =>
      signedHeaders({ id, body: BODY }, secrets, at);

    /** Sends as a server does. @returns The status of the answer. */
    async function send(headers: Readonly<Record<string, string>>, body = BODY): Promise<number> {
      const allowed = [parseRange('127.0.0.0/8')].filter((range) => range !== undefined);
      const signal = new AbortController().signal;
      const all = { 'content-type': 'application/json', ...headers };
      const request = { url: `http://127.0.0.1:${port}/`, headers: all, body };
      return (await post(request, { allowed, timeoutMs: 10_000, signal })).status;
    }

    it('takes what is signed, and says what it is', async () => {
      expect(await send(headersOf('msg_good'))).toBe(204);
      await expect.poll(() => output).toContain('msg_good');
      expect(output).toContain('lead.created');
    });

    it('takes either secret of a rotation, wherever it stands in the list', async () => {
      const other = newSecret(randomBytes);
      expect(await send(headersOf('msg_a', [SECRET, other]))).toBe(204);
      expect(await send(headersOf('msg_b', [other, SECRET]))).toBe(204);
      const headers = headersOf('msg_c');
      const list = `v1,AAAA v2,AAAA ${headers['webhook-signature']}`;
      expect(await send({ ...headers, 'webhook-signature': list })).toBe(204);
    });

    it('refuses what is forged, cut or too old', async () => {
      const headers = headersOf('msg_forged');
      const signature = headers['webhook-signature'] ?? '';
      expect(await send(headers, BODY.replace('42', '43'))).toBe(400);
      expect(await send(headersOf('msg_forged', [newSecret(randomBytes)]))).toBe(400);
      for (const wrong of ['', 'v1,', signature.slice(0, -5), signature.replace('v1,', 'v2,')]) {
        expect(await send({ ...headers, 'webhook-signature': wrong })).toBe(400);
      }
      expect(await send({ ...headers, 'webhook-id': '' })).toBe(400);
      expect(await send({ ...headers, 'webhook-id': 'msg_other' })).toBe(400);
      expect(await send({ ...headers, 'webhook-timestamp': 'now' })).toBe(400);
      for (const away of [-302_000, 302_000]) {
        expect(await send(headersOf('msg_forged', [SECRET], Date.now() + away))).toBe(400);
      }
      expect(await send({})).toBe(400);
      expect(output).not.toContain('msg_forged');
    });

    it('takes nothing where its secret is empty, which anybody could sign with', async () => {
      await end();
      await start('whsec_');
      const key = headersOf('msg_empty', [`whsec_${Buffer.alloc(24).toString('base64')}`]);
      for (;;) {
        const status = await send(key).catch(() => 0);
        // One ends at once, another refuses everything.
        if (status === 400 || child.exitCode !== null) break;
        expect(status).toBe(0);
        await pause(50);
      }
      expect(output).not.toContain('msg_empty');
    });
  });
}
