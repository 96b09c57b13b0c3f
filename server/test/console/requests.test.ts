import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { temporaryFolder } from '../rig/temp.js';
import { Browser, consoleFor, PASSWORD } from './console.js';

const PAGE = '<!doctype html><script nonce="__CSP_NONCE__" src="/assets/app-1.js"></script>';

forAnyDatabase('requests to the console', (database) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'run();');
  writeFileSync(join(folder, 'assets', 'app-1.js.br'), 'compressed');
  writeFileSync(join(folder, 'assets', 'worker-1.mjs'), 'draw();');
  writeFileSync(join(folder, 'assets', 'worker-1.mjs.br'), 'compressed');
  const console = consoleFor(database, folder);
  let owner: Browser;

  beforeAll(async () => {
    owner = await console.person('owner@example.com', 'owner');
  });

  test('a name that was made to lead here reads nothing', async () => {
    for (const host of ['evil.example', 'console.test:8444', 'localhost:8444', '127.0.0.1']) {
      const answer = await owner.call('GET', '/api/session', undefined, { host });
      expect([host, answer.statusCode, answer.json().error.code]).toEqual([host, 421, 'wrongHost']);
      expect((await owner.call('GET', '/', undefined, { host })).statusCode).toBe(421);
    }
  });

  test('another page causes no write', async () => {
    for (const origin of [undefined, 'null', 'https://evil.example', 'http://console.test']) {
      const answer = await owner.call('POST', '/api/sign-out', {}, { origin });
      expect([origin, answer.statusCode, answer.json().error.code]).toEqual([
        ...[origin, 403, 'badOrigin'],
      ]);
    }
    expect((await owner.get('/api/session')).statusCode).toBe(200);
    const form = await owner.call('POST', '/api/sign-in', Buffer.from('email=a&password=b'), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form.statusCode).toBe(400);
  });

  test('plain HTTP past the proxy is refused', async () => {
    const answer = await owner.call('GET', '/', undefined, { 'x-forwarded-proto': 'http' });
    expect(answer.statusCode).toBe(403);
  });

  test('the page and the worker of its map may ask the host of the style only, and nobody without one', async () => {
    const style = 'https://tiles.example.com/styles/plain?v=1';
    for (const [consoleMap, origin] of [
      [undefined, ''],
      [style, ' https://tiles.example.com'],
    ] as const) {
      const app = await console.build(consoleMap === undefined ? {} : { consoleMap });
      const browser = new Browser(() => app);
      browser.cookie = owner.cookie;
      const policyOf = async (path: string, encoding = '') => {
        const headers = { 'accept-encoding': encoding };
        const answer = await browser.call('GET', path, undefined, headers);
        return String(answer.headers['content-security-policy']).split('; ');
      };
      expect(await policyOf('/')).toContain(`connect-src 'self'${origin}`);
      for (const encoding of ['', 'br']) {
        expect(await policyOf('/assets/worker-1.mjs', encoding)).toEqual([
          ...["default-src 'none'", `connect-src 'self'${origin}`],
        ]);
      }
      expect((await browser.get('/api/session')).json().mapStyle).toBe(consoleMap ?? null);
      await app.close();
    }
  });

  test('every answer forbids frames, sniffing and keeping', async () => {
    for (const path of ['/', '/api/session', '/api/nothing', '/welcome']) {
      const { headers } = await owner.get(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'strict-transport-security': expect.any(String),
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('the page has a new nonce in each answer, and nothing else may run', async () => {
    const nonces = [];
    for (const path of ['/', '/welcome', '/b/acme/listings/1', '/index.html']) {
      const { body, headers, statusCode } = await console.browser().get(path);
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? '';
      const policy = String(headers['content-security-policy']);
      expect([path, statusCode]).toEqual([path, 200]);
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}';`);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(4);
    expect(nonces).not.toContain('__CSP_NONCE__');
  });

  test('files are kept by browsers, and what is missing is no page', async () => {
    const file = await owner.get('/assets/app-1.js');
    expect([file.body, file.headers['cache-control']]).toEqual([
      ...['run();', 'public, max-age=31536000, immutable'],
    ]);
    const small = await owner.call('GET', '/assets/app-1.js', undefined, {
      'accept-encoding': 'gzip, br',
    });
    expect([small.headers['content-encoding'], small.body]).toEqual(['br', 'compressed']);
    for (const path of [
      '/assets/app-0.js',
      '/assets/app-1.js.br',
      '/api/nothing',
      '/media/acme/none.jpg',
    ]) {
      expect([path, (await owner.get(path)).statusCode]).toEqual([path, 404]);
    }
    expect((await owner.call('POST', '/')).statusCode).toBe(404);
    expect((await owner.get('/assets/..%2f..%2fpackage.json')).statusCode).not.toBe(200);
  });

  test('a body that cannot be read is said so, without its words', async () => {
    const broken = Buffer.from(`{"password": "${PASSWORD}`);
    const answer = await owner.call('POST', '/api/sign-in', broken, {
      'content-type': 'application/json',
    });
    expect([answer.statusCode, answer.body.includes(PASSWORD)]).toEqual([400, false]);
    const large = Buffer.from(JSON.stringify({ email: 'x'.repeat(1024 * 1024) }));
    const refused = await owner.call('POST', '/api/sign-in', large, {
      'content-type': 'application/json',
    });
    expect([refused.statusCode, refused.json().error.code]).toEqual([413, 'tooLarge']);
    for (const body of [[], null, 'text', { email: ['a'], password: {} }]) {
      const payload = Buffer.from(JSON.stringify(body));
      const type = { 'content-type': 'application/json' };
      const odd = await owner.call('POST', '/api/sign-in', payload, type);
      expect([body, odd.statusCode]).toEqual([body, 422]);
    }
  });
});

forAnyDatabase('a console that is not built', (database) => {
  const console = consoleFor(database);

  test('says how it is built', async () => {
    const answer = await console.browser().get('/');
    expect([answer.statusCode, answer.body]).toEqual([
      ...[404, expect.stringContaining('`npm run console` builds it')],
    ]);
  });
});
