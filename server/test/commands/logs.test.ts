import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../rig/temp.js';
import { portico } from './portico.js';

const folder = temporaryFolder();
const lineOf = (fields: object) =>
  JSON.stringify({ level: 30, time: Date.parse('2026-11-20T17:00:00Z'), pid: 7, ...fields });
const call = (reqId: string, tenant: string, status: number) =>
  lineOf({
    reqId,
    method: 'GET',
    route: '/properties',
    client: tenant,
    status,
    ms: 2,
    msg: 'answered',
  });
const ACME = call('aa-1', 'acme', 200);
const BROWN = call('bb-2', 'brown', 503);
const GONE = call('cc-3', 'acme', 404);
const STRAY = 'Nov 20 17:00:00 web1 systemd[1]: Started\u001b[31m';
const LINES = [ACME, STRAY, BROWN, GONE, lineOf({ msg: 'the workers were replaced' })];
writeFileSync(join(folder, 'portico.log'), `${LINES.join('\n')}\n`);

async function shown(...args: string[]): Promise<string[]> {
  const { code, stdout } = await portico({ folder }, 'logs', ...args);
  expect(code).toBe(0);
  return stdout.split('\n').slice(0, -1);
}

describe('portico logs', () => {
  test('shows every line of a file in a readable form, and other lines without their control signs', async () => {
    expect(await shown('portico.log')).toEqual([
      '2026-11-20 17:00:00.000Z 200 GET /properties 2 ms reqId=aa-1 client=acme',
      'Nov 20 17:00:00 web1 systemd[1]: Started[31m',
      '2026-11-20 17:00:00.000Z 503 GET /properties 2 ms reqId=bb-2 client=brown',
      '2026-11-20 17:00:00.000Z 404 GET /properties 2 ms reqId=cc-3 client=acme',
      '2026-11-20 17:00:00.000Z the workers were replaced',
    ]);
  });

  test.each([
    [['--status', '5xx'], [BROWN]],
    [['--status', '404'], [GONE]],
    [
      ['--client', 'acme'],
      [ACME, GONE],
    ],
    [['--client', 'acme', '--status', '4XX'], [GONE]],
    [['--request', 'bb'], [BROWN]],
    [['--client', 'nobody'], []],
  ])('%j finds only these, and --raw prints them as they are', async (filters, lines) => {
    expect(await shown('portico.log', '--raw', ...filters)).toEqual(lines);
  });

  test('reads standard input, behind what a collector has put before each line', async () => {
    const stdin = Readable.from(LINES.map((line) => `portico-1  | ${line}\n`));
    const { stdout } = await portico({ folder, stdin }, 'logs', '--status', '5xx');
    expect(stdout).toBe(
      '2026-11-20 17:00:00.000Z 503 GET /properties 2 ms reqId=bb-2 client=brown\n',
    );
  });

  test('says what to do when nothing is handed over, and why a file cannot be read', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true });
    const nothing = await portico({ folder, stdin }, 'logs');
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('name a file')]);
    const missing = await portico({ folder }, 'logs', 'missing.log');
    expect([missing.code, missing.stderr]).toEqual([
      1,
      'portico: missing.log cannot be read (ENOENT).\n',
    ]);
  });
});
