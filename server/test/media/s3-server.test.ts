import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEntry } from '../../src/commands/client/entry.js';
import { hashKey, newApiKey, publicPrefix } from '../../src/http/gate/key-check.js';
import { systemClock } from '../../src/lib/clock.js';
import { buildServer } from '../../src/server.js';
import { openServices, type Services } from '../../src/services.js';
import { A_POST, type BlogAnswer, bodyOf, type Told } from '../resources/content/blog-writing.js';
import { testConfig } from '../rig/server.js';
import { temporaryFolder } from '../rig/temp.js';
import { type Bucket, startBucket } from './bucket.js';
import { aPicture, CORNERS, cornersOf } from './making.js';

/** The whole server with its pictures in a bucket. Signatures have a time, so its clock is real. */
describe('a server whose pictures are in a bucket', () => {
  const dataFolder = temporaryFolder();
  const held: { bucket?: Bucket; services?: Services; app?: FastifyInstance } = {};
  const bucket = () => held.bucket as Bucket;
  const app = () => held.app as FastifyInstance;
  const key = newApiKey(randomBytes);
  let png: Buffer;

  beforeAll(async () => {
    png = await aPicture('png');
    held.bucket = await startBucket();
    const config = {
      ...testConfig({ dataFolder, databaseUrl: undefined }),
      mediaUrl: held.bucket.url,
    };
    const services = await openServices(config, systemClock, pino({ level: 'silent' }));
    held.services = services;
    await services.directory.addTenant(newEntry('acme', 'client', Date.now()));
    await services.directory.keys.add({
      tenant: 'acme',
      hash: hashKey(key),
      prefix: publicPrefix(key),
      scopes: ['website'],
      addresses: [],
      privateAccess: true,
      sealedSecret: null,
      createdAt: Date.now(),
    });
    held.app = await buildServer(services);
  });
  afterAll(async () => {
    await held.app?.close();
    await held.services?.close();
    await held.bucket?.close();
  });

  const headers = { 'x-forwarded-proto': 'https' };
  const write = async (told: Told, path = '/blog'): Promise<BlogAnswer> => {
    const body = bodyOf(told, 'multipart');
    const answer = await app().inject({
      method: 'POST',
      url: `${path}?apiKey=${key}`,
      ...body,
      headers: { ...headers, ...body.headers },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { STATUS: 'Success' }]);
    return answer.json() as BlogAnswer;
  };
  const get = (url: string) => app().inject({ url, headers });
  const withPicture = () => ({ ...A_POST, image: { bytes: png, filename: 'a.png' } });

  it('stores them there and nowhere else, and serves them as its own', async () => {
    const { ITEM } = await write(withPicture());
    const image = ITEM[0]?.image ?? '';
    expect(image).toMatch(/^[0-9a-f]{32}\.png$/);
    expect(bucket().asked).toEqual([`PUT /pictures/acme/blog/${image}`]);
    expect(existsSync(join(dataFolder, 'media', 'acme'))).toBe(false);

    const served = await get(`/media/acme/blog/${image}`);
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png']);
    expect(served.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(served.rawPayload.length),
    });
    // Nothing of what the store says of itself is passed on.
    expect(served.headers).not.toHaveProperty('x-amz-request-id');
    expect(await cornersOf(served.rawPayload)).toEqual(CORNERS);
  });

  it('asks the store for nothing but pictures that it may have made', async () => {
    const before = bucket().asked.length;
    const name = `${'0'.repeat(32)}.png`;
    for (const path of [
      '/media/acme/blog/own.png',
      `/media/ACME%2F..%2Fother/blog/${name}`,
      `/media/acme/${name}`,
      `/media/acme/blog/${'0'.repeat(32)}.svg`,
      `/media/acme/blog/${'0'.repeat(32)}.png%3Facl`,
    ]) {
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
    }
    expect(bucket().asked.length).toBe(before);
    expect((await get(`/media/acme/blog/${name}`)).statusCode).toBe(404);
    expect(bucket().asked.slice(before)).toEqual([`GET /pictures/acme/blog/${name}`]);
  });

  it('writes the post when the store fails, and says so', async () => {
    bucket().failing(403);
    const { ITEM, IMAGEERROR } = await write(withPicture());
    expect([ITEM[0]?.image, IMAGEERROR]).toEqual(['', 'The image could not be stored.']);
  });

  it('removes a picture after another took its place, and outlives a failure of that', async () => {
    const first = (await write(withPicture())).ITEM[0];
    const path = `/blog/${first?.id}`;
    const second = (await write(withPicture(), path)).ITEM[0]?.image;
    expect(bucket().asked.slice(-2)).toEqual([
      `PUT /pictures/acme/blog/${second}`,
      `DELETE /pictures/acme/blog/${first?.image}`,
    ]);
    expect((await get(`/media/acme/blog/${first?.image}`)).statusCode).toBe(404);

    // The new one is put, the old one cannot be removed: nobody is told, as nothing is wrong.
    bucket().failing(0, 403);
    const { ITEM, IMAGEERROR } = await write(withPicture(), path);
    expect([ITEM[0]?.image === second, IMAGEERROR]).toEqual([false, undefined]);
    expect((await get(`/media/acme/blog/${ITEM[0]?.image}`)).statusCode).toBe(200);
    expect((await get(`/media/acme/blog/${second}`)).statusCode).toBe(200);
  });

  it('answers a fault of the store with one of its own', async () => {
    const { ITEM } = await write(withPicture());
    bucket().failing(403);
    const answer = await get(`/media/acme/blog/${ITEM[0]?.image}`);
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toMatch(/^"An internal error occurred\. Request id: [0-9a-f-]{36}\."$/);
  });
});
