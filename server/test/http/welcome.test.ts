import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

/** What Chromium sends for a page that a person opens. */
const BROWSER =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

forAnyDatabase('the page at /', (database) => {
  const server = serverFor(database);
  let key = '';
  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });

  const ask = (
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' | 'POST' = 'GET',
  ) => server.app.inject({ url, method, headers: { 'x-forwarded-proto': 'https', ...headers } });

  it('is for browsers alone: a program is answered as at any unknown address', async () => {
    const answer = async (...call: Parameters<typeof ask>) => {
      const { statusCode, headers, body } = await ask(...call);
      const { date, connection, ...others } = headers;
      return { statusCode, headers: others, body };
    };
    for (const accept of ['*/*', 'application/json, text/plain, */*', '']) {
      for (const method of ['GET', 'HEAD'] as const) {
        for (const query of ['', `?apiKey=${key}`, '?apiKey=pk_unknown']) {
          const headers = accept === '' ? {} : { accept };
          const known = await answer(`/${query}`, headers, method);
          const unknown = await answer(`/nowhere${query}`, headers, method);
          // What is left of the key's rate differs from call to call.
          expect({ ...known, headers: { ...known.headers, ratelimit: '' } }).toEqual({
            ...unknown,
            headers: { ...unknown.headers, ratelimit: '' },
          });
          expect(known.statusCode).toBe(query === '' ? 401 : query.includes(key) ? 404 : 403);
        }
        server.clock.advance(10_000);
      }
    }
    expect((await answer('/', { accept: BROWSER }, 'POST')).statusCode).toBe(401);
    expect((await answer('/nowhere', { accept: BROWSER })).statusCode).toBe(401);
  });

  it('runs nothing, loads nothing from elsewhere, and leads to pages that are there', async () => {
    const { statusCode, headers, body } = await ask('/', { accept: BROWSER });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    );
    expect(body).toContain('<html lang="en">');
    expect(body).not.toMatch(/<script|style="|https?:/);
    const links = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    expect(links).toContain('reference');
    expect(links).toContain('api-docs');
    for (const link of new Set(links)) {
      expect(link).toMatch(/^[a-z]/);
      expect([link, [200, 301, 302].includes((await ask(`/${link}`)).statusCode)]).toEqual([
        link,
        true,
      ]);
    }
    expect((await ask(`/?utm_source=x`, { accept: BROWSER })).body).toBe(body);
    const head = await ask('/', { accept: BROWSER }, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('is told over HTTPS alone, like everything', async () => {
    const plain = { accept: BROWSER, 'x-forwarded-proto': 'http' };
    for (const url of ['/', '/favicon.ico', '/robots.txt', '/llms.txt']) {
      expect((await ask(url, plain)).statusCode).toBe(403);
    }
  });

  it('has a mark, which browsers ask for on every page', async () => {
    const { statusCode, headers, rawPayload } = await ask('/favicon.ico');
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/x-icon']);
    expect(rawPayload.subarray(0, 6).toString('hex')).toBe('000001000100');
    const [size, start] = [rawPayload.readUInt32LE(14), rawPayload.readUInt32LE(18)];
    expect(start + size).toBe(rawPayload.length);
    const { format, width, height } = await sharp(rawPayload.subarray(start)).metadata();
    expect([format, width, height]).toEqual(['png', 32, 32]);
  });

  it('says what the server is to language models, with links that lead to its pages', async () => {
    const { statusCode, headers, body } = await ask('/llms.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(body).toMatch(/^# Portico\n\n> .+\n/);
    expect(body.length).toBeLessThan(3000);
    const links = [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) {
      expect(link).toMatch(/^[a-z-]+$/);
      expect([link, (await ask(`/${link}`)).statusCode < 400]).toEqual([link, true]);
    }
    const calls = [...body.matchAll(/`GET (\/[^`]*)`/g)].map(([, call = '']) => call);
    for (const call of calls) {
      const answer = await ask(call.replace('{id}', '1'), { 'x-api-key': key });
      expect([call, answer.statusCode, answer.body.includes('"STATUS"')]).toEqual([
        call,
        200,
        false,
      ]);
    }
  });

  it('keeps search engines to the pictures', async () => {
    const { statusCode, headers, body } = await ask('/robots.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe('User-agent: *\nAllow: /media/\nDisallow: /\n');
  });
});
