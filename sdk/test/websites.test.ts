import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { porticoJson } from '../../server/test/commands/portico.js';
import { stepAside } from '../../server/test/rig/step-aside.js';
import { temporaryFolder } from '../../server/test/rig/temp.js';
import { demoServer } from './demo-server.js';
import { blocksOf, compileExamples } from './examples.js';
import { httpServers } from './http-servers.js';

/* Runs what the first pages for websites say, word for word: the site in TypeScript, its members, and the calls by HTTP. */

const run = promisify(execFile);
const HTTP = 'docs/websites/http.md';
const hasPhp = spawnSync('php', ['--version']).status === 0;
if (!hasPhp) stepAside('php', `the calls of ${HTTP} in PHP`);

describe('the first pages for websites', () => {
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

  /** The code in an email to this address, once it has left for the outbox. */
  function codeOf(email: string): string | undefined {
    const outbox = join(server.place.folder, 'data/outbox');
    const files = existsSync(outbox)
      ? readdirSync(outbox).filter((name) => name.endsWith('.eml'))
      : [];
    const texts = files.map((name) => readFileSync(join(outbox, name), 'utf8'));
    const text = texts.find((text) => text.includes(email)) ?? '';
    return /^ {4}([0-9a-f]{32})\r?$/m.exec(text)?.[1];
  }

  /** The number of the newest lead. */
  async function newestLead(): Promise<number> {
    const { json } = await porticoJson(server.place, 'lead', 'list', 'demo');
    const [newest] = json.leads as { id: number }[];
    return newest?.id ?? 0;
  }

  /** Compiles modules under `strict`, starts the one named `site`, and waits until it says where it is. */
  async function startSite(modules: Readonly<Record<string, string>>): Promise<string> {
    const { folder, complaints } = await compileExamples(modules);
    expect(complaints).toBe('');
    const site = spawn(process.execPath, ['out/site.js'], {
      cwd: folder,
      env: { ...(await environment()), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(site);
    return new Promise((resolve) =>
      site.stdout.once('data', (text) => resolve(String(text).trim())),
    );
  }

  test('the site shows listings and takes a lead', { timeout: 120_000 }, async () => {
    const [html = '', code = ''] = blocksOf('docs/websites.md', 'ts');
    const url = await startSite({ html, site: code });
    const first = await (await fetch(url)).text();
    expect(first).toMatch(/<h1>Homes for rent: \d+<\/h1>/);
    expect(first).toContain('page=2');
    const [, path = ''] = /href="(\/homes\/\d+)"/.exec(first) ?? [];
    const home = await (await fetch(url + path)).text();
    expect(home).toMatch(/<img src="http/);
    const statusOf = async (path: string) => (await fetch(url + path)).status;
    for (const id of ['999999999', '9999999999999999', '99999999999999999999', '0', '1e3'])
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
    expect(await send(formOf(home, 'nobody'))).toContain('Please check the email address.');
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

  test('members register, confirm, sign in and save homes', { timeout: 120_000 }, async () => {
    const [html = '', code = ''] = blocksOf('docs/websites.md', 'ts');
    const page = 'docs/websites/sign-in.md';
    const [members = '', imported = '', asked = ''] = blocksOf(page, 'ts');
    const [button = ''] = blocksOf(page, 'html');
    const url = await startSite({
      html,
      members,
      site: (imported + code)
        .replace('html = await search(url);\n', (line) => line + asked)
        .replace('<button>Ask about it</button></form>', (line) => line + button.trim()),
    });
    let cookie = '';
    const visit = async (path: string, form?: Record<string, string>) => {
      const answer = await fetch(url + path, {
        redirect: 'manual',
        headers: { cookie },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      return [answer.status, answer.headers.get('location') ?? (await answer.text())] as const;
    };
    const email = 'dana.whitfield@example.com';
    const account = { email, password: 'correct horse battery' };
    const person = { firstname: 'Dana', lastname: 'Whitfield', ...account };
    expect(await visit('/saved')).toEqual([303, '/sign-in']);
    expect((await visit('/register'))[1]).toContain('name="password"');
    expect(await visit('/register', person)).toEqual([303, '/confirm']);
    expect((await visit('/register', person))[1]).toContain('has an account already');
    expect(await visit('/sign-in', account)).toEqual([303, '/confirm']);
    const verifyCode = await vi.waitUntil(() => codeOf(email), 20_000);
    expect((await visit('/confirm', { email, verifyCode: 'another' }))[0]).toBe(400);
    expect(await visit('/confirm', { email, verifyCode })).toEqual([303, '/saved']);
    const [, path = ''] = /href="(\/homes\/\d+)"/.exec((await visit('/'))[1]) ?? [];
    const [, id = ''] = /name="id" value="(\d+)"/.exec((await visit(path))[1]) ?? [];
    expect(await visit('/saved', { id })).toEqual([303, '/saved']);
    expect((await visit('/saved'))[1]).toContain(`href="${path}"`);
    expect(await visit('/sign-out', {})).toEqual([303, '/']);
    expect(await visit('/saved')).toEqual([303, '/sign-in']);
    expect((await visit('/sign-in', { ...account, password: 'another one' }))[0]).toBe(400);
    expect(await visit('/sign-in', account)).toEqual([303, '/saved']);
    expect((await visit('/saved'))[1]).toContain(`href="${path}"`);
    expect((await visit('/nowhere'))[0]).toBe(404);
  });

  test('the calls of a shell are answered', async () => {
    const [calls = ''] = blocksOf(HTTP, 'sh');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', calls], {
      env: await environment(),
    });
    expect(stdout).toContain('"TOTAL_COUNT"');
    expect(stdout).toContain('"time_zone"');
    expect(stdout).toContain('"STATUS_CODE":"101"');
  });

  test.skipIf(!hasPhp)('the calls of PHP are answered', async () => {
    const [code = ''] = blocksOf(HTTP, 'php');
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'site.php'), code);
    const before = await newestLead();
    const { stdout } = await run('php', ['site.php'], { cwd: folder, env: await environment() });
    expect(stdout).toMatch(/^\d+ homes for rent\n(.+\n){3}$/);
    expect(await newestLead()).toBe(before + 1);
  });

  test.skipIf(!hasPhp)('the calls of PHP take the key nowhere else', async () => {
    const [code = ''] = blocksOf(HTTP, 'php');
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
