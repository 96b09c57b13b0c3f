import { spawnSync } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { signatureCheck } from '../../../src/http/gate/signature.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { Directory } from '../../../src/store/directory/directory.js';
import { stepAside } from '../../rig/step-aside.js';
import { temporaryFolder } from '../../rig/temp.js';
import { gateApp } from './gate-app.js';

/* What docs/signatures.md publishes, against the server, against openssl, and its samples run. */

interface Vector {
  readonly clientID: number;
  readonly stamp: number;
  readonly hex: string;
  readonly base64: string;
  readonly base64url: string;
}

const document = readFileSync(new URL('../../../../docs/signatures.md', import.meta.url), 'utf8');

/** The one block of code in a language. */
function block(language: string): string {
  const found = [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text ?? '');
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language}`);
  return found[0] ?? '';
}

const { secret, vectors } = JSON.parse(block('json')) as { secret: string; vectors: Vector[] };

function run(program: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout.trim();
}

function isThere(program: string, name: string): boolean {
  const there = spawnSync(program, [program === 'openssl' ? 'version' : '--version']).status === 0;
  if (!there) stepAside(name, 'docs/signatures.md');
  return there;
}

describe('the test vectors', () => {
  it('are several, and show what the spellings differ in', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(5);
    expect(vectors.some(({ base64 }) => base64.includes('+'))).toBe(true);
    expect(vectors.some(({ base64 }) => base64.includes('/'))).toBe(true);
    for (const { hex, base64, base64url } of vectors) {
      expect(Buffer.from(base64, 'base64').toString('hex')).toBe(hex);
      expect(base64url).toBe(base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''));
    }
  });

  it.skipIf(!isThere('openssl', 'openssl'))('are what openssl makes', () => {
    for (const { clientID, stamp, hex } of vectors) {
      const text = `{"stamp":${stamp},"clientID":${clientID}}`;
      const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `key:${secret}`, '-r'];
      expect(run('openssl', args, text)).toBe(`${hex} *stdin`);
    }
  });

  it.each(['hex', 'base64', 'base64url'] as const)(
    'are what the server takes in %s',
    async (spelling) => {
      const directory = await Directory.open({ folder: temporaryFolder() });
      for (const vector of vectors) {
        const clock = new ManualClock(vector.stamp);
        const verifySignature = signatureCheck(directory.spentStamps, clock);
        const { app, issue } = gateApp({ clock, verifySignature });
        const { text } = issue({
          privateAccess: true,
          issuedClientId: vector.clientID,
          signingKey: () => createSecretKey(secret, 'utf8'),
        });
        const parameters = { apiKey: text, stamp: String(vector.stamp), token: vector[spelling] };
        const url = `/signed?${new URLSearchParams(parameters)}`;
        expect((await app.inject({ url })).statusCode).toBe(200);
        expect((await app.inject({ url })).statusCode).toBe(403);
        await app.close();
      }
      await directory.close();
    },
  );
});

describe('the sample in', () => {
  const shell = (call: string) => run('sh', ['-c', `${block('sh')}\n${call}`]);
  const samples: Record<string, [program: string, sign: (vector: Vector) => string]> = {
    Node: [
      process.execPath,
      ({ clientID, stamp }) => {
        const call = `console.log(sign('${secret}', ${clientID}, ${stamp}));`;
        return run(process.execPath, ['--input-type=module', '-e', `${block('js')}\n${call}`]);
      },
    ],
    PHP: [
      'php',
      ({ clientID, stamp }) => {
        const call = `echo sign('${secret}', ${clientID}, ${stamp});`;
        return run('php', [], `${block('php')}\n${call}`);
      },
    ],
    Python: [
      'python3',
      ({ clientID, stamp }) => {
        const call = `print(sign('${secret}', ${clientID}, ${stamp}))`;
        return run('python3', ['-'], `${block('python')}\n${call}`);
      },
    ],
    'a shell': ['openssl', ({ clientID, stamp }) => shell(`sign '${secret}' ${clientID} ${stamp}`)],
  };

  for (const [language, [program, sign]] of Object.entries(samples)) {
    it.skipIf(!isThere(program, language))(`${language} makes the tokens`, () => {
      for (const vector of vectors) expect(sign(vector)).toBe(vector.hex);
    });
  }
});
