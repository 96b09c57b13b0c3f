import { beforeAll, expect, it } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

forAnyDatabase('at the edge', (database) => {
  const server = serverFor(database);
  let key = '';
  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });

  const ask = (method: 'GET' | 'OPTIONS', url: string, headers: Record<string, string> = {}) => {
    server.clock.advance(1100);
    return server.app.inject({
      method,
      url,
      headers: { 'x-forwarded-proto': 'https', ...headers },
    });
  };

  it.each([
    '/media/..%2f..%2fdirectory.sqlite',
    '/media/acme/%00',
    `/media/acme/${'a'.repeat(300)}`,
    '/media/acme/nothing.jpg',
  ])('finds nothing at %s, and makes no fault of it', async (url) => {
    const answer = await ask('GET', url);
    expect([answer.statusCode, answer.json()]).toEqual([404, 'There is nothing at this address.']);
  });

  it('closes a connection on which an undecodable address came: no bound holds for what follows', async () => {
    const answer = await ask('GET', `/%zz?apiKey=${key}`);
    expect([answer.statusCode, answer.headers.connection]).toEqual([404, 'close']);
  });

  it('answers a preflight without a key', async () => {
    const answer = await ask('OPTIONS', '/properties', {
      origin: 'https://www.example.com',
      'access-control-request-method': 'GET',
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('asks an OPTIONS that is no preflight for a key, and then knows no such method', async () => {
    expect((await ask('OPTIONS', '/properties')).statusCode).toBe(401);
    expect((await ask('OPTIONS', `/properties?apiKey=${key}`)).statusCode).toBe(404);
  });

  it('keeps the reference page by its tag', async () => {
    const { headers } = await ask('GET', '/reference/');
    const again = await ask('GET', '/reference/', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('describes itself to everybody, with examples', async () => {
    const answer = await ask('GET', '/api-docs');
    const document = answer.json() as { paths: Record<string, unknown> };
    expect(answer.statusCode).toBe(200);
    expect(JSON.stringify(document.paths['/properties'])).toContain('"example"');
  });
});
