import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { porticoJson } from '../../server/test/commands/portico.js';
import { stepAside } from '../../server/test/rig/step-aside.js';
import { temporaryFolder } from '../../server/test/rig/temp.js';
import { demoServer } from './demo-server.js';
import { blocksOf, buildPackage } from './examples.js';
import { httpServers } from './http-servers.js';

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
  const { listening } = httpServers();
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** A private key as the environment of a website. */
  async function environment() {
    const { apiKey, secret, keyID } = await server.key('--private');
    const { PATH } = process.env;
    return {
      PATH,
      SITE_API_URL: server.url,
      SITE_API_KEY: String(apiKey),
      SITE_SECRET: String(secret),
      SITE_KEY_ID: String(keyID),
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
    const statusOf = async (path: string) => (await fetch(url + path)).status;
    for (const id of ['999999999', '99999999999999999999', '0', '1e3'])
      expect([id, await statusOf(`/homes/${id}`)]).toEqual([id, 404]);
    for (const page of ['abc', '-1', '1.5', '']) expect(await statusOf(`/?page=${page}`)).toBe(200);
    expect(await statusOf('/?q=ab')).toBe(400);
    expect(await statusOf('//')).toBe(404);

    const formOf = (page: string, email: string) => {
      const [, attempt = ''] = /name="attempt" value="([^"]+)"/.exec(page) ?? [];
      return { firstname: 'Dana', lastname: 'Whitfield', email, attempt };
    };
    const send = async (form: Record<string, string>) =>
      (await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) })).text();
    const before = await newestLead();
    expect(await send(formOf(home, 'nobody'))).toContain('251');
    const form = formOf(home, 'dana@example.com');
    const answers = await Promise.all([send(form), send(form), send(form)]);
    for (const answer of answers) expect(answer).toContain('Thank you');
    expect(await newestLead()).toBe(before + 1);
    // Other words, and the form of another page, are other leads.
    expect(await send({ ...form, comment: 'And on Sunday? Grüße' })).toContain('Thank you');
    const again = await (await fetch(url + path)).text();
    expect(await send(formOf(again, 'dana@example.com'))).toContain('Thank you');
    expect(await newestLead()).toBe(before + 3);
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

  test.skipIf(!hasPhp)('the calls of PHP take the key nowhere else', async () => {
    const [code = ''] = blocksOf(PAGE, 'php');
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'site.php'), code);
    let visits = 0;
    const elsewhere = await listening(createServer((_, answer) => answer.end(`[${++visits}]`)));
    const redirecting = createServer((_, answer) =>
      answer.writeHead(302, { location: `${elsewhere}/` }).end(),
    );
    const env = { ...(await environment()), SITE_API_URL: await listening(redirecting) };
    const calls = run('php', ['-d', 'display_errors=stderr', 'site.php'], { cwd: folder, env });
    await expect(calls).rejects.toMatchObject({ stderr: expect.stringContaining('No answer') });
    expect(visits).toBe(0);
  });
});
