import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { porticoJson } from '../../server/test/operator/commands/portico.js';
import { stepAside } from '../../server/test/rig/step-aside.js';
import { temporaryFolder } from '../../server/test/rig/temp.js';
import { demoServer } from './demo-server.js';
import { blocksOf, buildPackage } from './examples.js';

/*
 * Runs what docs/websites.md says, word for word: the site with the package, the calls in a shell, and those
 * in PHP.
 */

const run = promisify(execFile);
const PAGE = 'docs/websites.md';
const hasPhp = spawnSync('php', ['--version']).status === 0;
if (!hasPhp) stepAside('php', 'the calls of docs/websites.md in PHP');

describe('docs/websites.md', () => {
  const server = demoServer();
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** A private key as the environment of a website. */
  async function environment() {
    const { apiKey, secret, clientId } = await server.key('--private');
    const { PATH } = process.env;
    return {
      PATH,
      PORTICO_URL: server.url,
      PORTICO_KEY: String(apiKey),
      PORTICO_SECRET: String(secret),
      PORTICO_ID: String(clientId),
    };
  }

  /** The number of the newest lead. */
  async function newestLead(): Promise<number> {
    const { json } = await porticoJson(server.place, 'lead', 'list', 'demo');
    const [newest] = json.leads as { id: number }[];
    return newest?.id ?? 0;
  }

  test('the site shows listings and takes a lead', { timeout: 120_000 }, async () => {
    const [code = ''] = blocksOf(PAGE, 'js');
    const folder = temporaryFolder();
    await buildPackage(join(folder, 'node_modules/portico-sdk'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'site.js'), code);
    const env = { ...(await environment()), PORT: '0' };
    const site = spawn(process.execPath, ['site.js'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(site);
    const url = await new Promise<string>((resolve) =>
      site.stdout.once('data', (text) => resolve(String(text).trim())),
    );
    const first = await (await fetch(url)).text();
    expect(first).toMatch(/<h1>\d+ homes for rent<\/h1>/);
    expect(first).toContain('page=2');
    const [, path = ''] = /href="(\/homes\/\d+)"/.exec(first) ?? [];
    const home = await (await fetch(url + path)).text();
    expect(home).toMatch(/<img src="http/);
    expect((await fetch(`${url}/homes/999999999`)).status).toBe(404);
    const send = async (email: string) => {
      const body = new URLSearchParams({ firstname: 'Dana', lastname: 'Whitfield', email });
      return (await fetch(url + path, { method: 'POST', body })).text();
    };
    const before = await newestLead();
    expect(await send('nobody')).toContain('251');
    expect(await send('dana@example.com')).toContain('Thank you');
    expect(await newestLead()).toBe(before + 1);
  });

  test('the calls of a shell are answered', async () => {
    const [, , calls = ''] = blocksOf(PAGE, 'sh');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', calls], {
      env: await environment(),
    });
    expect(stdout).toContain('"TOTAL_COUNT"');
    expect(stdout).toContain('"time_zone"');
    expect(stdout).toContain('"STATUS_CODE":"101"');
  });

  test.skipIf(!hasPhp)('the calls of PHP are answered', async () => {
    const [code = ''] = blocksOf(PAGE, 'php');
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'site.php'), code);
    const before = await newestLead();
    const { stdout } = await run('php', ['site.php'], { cwd: folder, env: await environment() });
    expect(stdout).toMatch(/^\d+ homes for rent\n(.+\n){3}$/);
    expect(await newestLead()).toBe(before + 1);
  });
});
