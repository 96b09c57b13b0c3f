import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { beforeAll, expect } from 'vitest';
import { hashKey, newApiKey, publicPrefix } from '../../../src/http/gate/key-check.js';
import { aBuilding, anAgent } from '../../rig/makers.js';
import { NOON, type TestServer } from '../../rig/server.js';

/** A file of a multipart form, with what its sender says of it. */
export interface FormFile {
  readonly bytes: Buffer;
  /** Left out: the part has no file name, as if it were a field. */
  readonly filename?: string;
  readonly type?: string;
}

/** What a write is told, by name; an array is a name given several times. */
export type Told = Readonly<Record<string, unknown>>;

/** The three kinds of body that a blog write may have. */
export const BLOG_BODIES = ['form', 'json', 'multipart'] as const;

/** One of `BLOG_BODIES`. */
export type BlogBody = (typeof BLOG_BODIES)[number];

/** The answer of a blog write. */
export interface BlogAnswer {
  readonly STATUS: string;
  readonly MESSAGE: string;
  readonly ITEM: readonly {
    readonly id: number;
    readonly image: string;
    readonly friendly: string;
    readonly created_by: number;
  }[];
  readonly IMAGEERROR?: string;
}

/** A post with all that one needs. */
export const A_POST = { title: 'A post', body: '<p>Text</p>', publish_date: '2026-11-20' };

/** Issues a key with private access. */
export async function addPrivateKey(
  server: TestServer,
  tenant: string,
): Promise<{ key: string; id: number }> {
  const key = newApiKey(randomBytes);
  const { id } = await server.services.directory.keys.add({
    tenant,
    hash: hashKey(key),
    prefix: publicPrefix(key),
    scopes: ['website'],
    addresses: [],
    privateAccess: true,
    sealedSecret: null,
    createdAt: NOON,
  });
  return { key, id };
}

/** The body of a write, and the header that says what it is. */
export function bodyOf(told: Told, kind: BlogBody): Pick<InjectOptions, 'payload' | 'headers'> {
  if (kind === 'json') {
    return { payload: JSON.stringify(told), headers: { 'content-type': 'application/json' } };
  }
  if (kind === 'multipart') return multipart(told);
  const form = new URLSearchParams();
  for (const [name, value] of pairs(told)) form.append(name, String(value));
  return {
    payload: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

function pairs(told: Told): [string, unknown][] {
  return Object.entries(told).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): [string, unknown] => [name, one]) : [[name, value]],
  );
}

/** The body of a multipart form, as browsers set it out. */
export function multipart(
  told: Told,
  boundary = '----boundary9f3c',
): { payload: Buffer; headers: { 'content-type': string } } {
  const parts: Buffer[] = [];
  for (const [name, value] of pairs(told)) {
    const file = isFile(value) ? value : undefined;
    const filename = file?.filename === undefined ? '' : `; filename="${file.filename}"`;
    const type = file?.type === undefined ? '' : `\r\nContent-Type: ${file.type}`;
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}${type}\r\n\r\n`,
      ),
      file?.bytes ?? Buffer.from(String(value)),
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

function isFile(value: unknown): value is FormFile {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}

/** Sends a write in a second of its own, and answers status and body. */
export async function send(
  server: TestServer,
  request: InjectOptions,
): Promise<{ status: number; body: unknown }> {
  server.clock.advance(1100);
  const headers = { 'x-forwarded-proto': 'https', ...request.headers };
  const answer = await server.app.inject({ method: 'POST', ...request, headers });
  return { status: answer.statusCode, body: answer.json() };
}

/** Writes a post; what is not a 200 fails. */
export async function write(
  server: TestServer,
  key: string,
  told: Told,
  { kind = 'form', path = '/blog', method = 'POST' }: Sending = {},
): Promise<BlogAnswer> {
  const url = `${path}?apiKey=${key}`;
  const request = { method, url, ...bodyOf(told, kind) };
  let { status, body } = await send(server, request);
  // Of two servers, one may not know yet that the other has sent its answer; nothing was written.
  for (let again = 0; status === 420 && again < 20; again += 1) {
    await sleep(25);
    ({ status, body } = await send(server, request));
  }
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body as BlogAnswer;
}

/** How a write is sent. */
export interface Sending {
  readonly kind?: BlogBody;
  readonly path?: string;
  readonly method?: 'POST' | 'PUT';
}

/** The blog of a tenant `acme`, which has labels 1 and 3, buildings 9 and 12, agents 7 and 8. */
export interface Blog {
  /** A key with private access, and its number. */
  readonly held: { key: string; id: number };
  /** Writes a new post. */
  post(told?: Told, sending?: Sending): Promise<BlogAnswer>;
  /** Changes a post. */
  change(id: number, told: Told, sending?: Sending): Promise<BlogAnswer>;
  /** Writes a post that is taken, and answers its id. */
  posted(told?: Told): Promise<number>;
}

/** Makes the blog before the tests of the suite that this is called in. */
export function blogOf(server: TestServer): Blog {
  const held = { key: '', id: 0 };
  beforeAll(async () => {
    await server.addTenant('acme');
    Object.assign(held, await addPrivateKey(server, 'acme'));
    await server.put('acme', 'blog-labels', [
      { id: 1, label: 'News' },
      { id: 3, label: 'Market' },
    ]);
    await server.put('acme', 'buildings', [aBuilding({ id: 9 }), aBuilding({ id: 12 })]);
    await server.put('acme', 'agents', [
      anAgent({ id: 7 }),
      anAgent({ id: 8, status: 'Suspend', email: 'sue@example.com' }),
    ]);
  });
  const post: Blog['post'] = (told = {}, sending = {}) =>
    write(server, held.key, { ...A_POST, ...told }, sending);
  return {
    held,
    post,
    change: (id, told, sending = {}) =>
      write(server, held.key, told, { path: `/blog/${id}`, ...sending }),
    async posted(told = {}) {
      const { STATUS, MESSAGE, ITEM } = await post(told);
      expect([STATUS, MESSAGE]).toEqual(['Success', '']);
      return ITEM[0]?.id ?? 0;
    },
  };
}

/** The answer to a write that was rejected. */
export function rejected(message: unknown): object {
  return { STATUS: 'Error', MESSAGE: message, ITEM: [] };
}
