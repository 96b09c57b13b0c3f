import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPicture } from '../../media/making.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import {
  A_POST,
  BLOG_BODIES,
  type BlogAnswer,
  blogOf,
  bodyOf,
  multipart,
  send,
  type Told,
  write,
} from './blog-writing.js';

const MIB = 1024 * 1024;
const MALFORMED = 'The body is not a valid multipart form.';

type Body = Pick<InjectOptions, 'payload' | 'headers'>;

/** A body as it stands, under the type of a multipart form with the boundary `x`. */
function raw(payload: string | Buffer, type = 'multipart/form-data; boundary=x'): Body {
  return { payload, headers: { 'content-type': type } };
}

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const ALL_FIELDS = Object.entries(A_POST)
  .map(([name, value]) => field(name, value))
  .join('');

forAnyDatabase('bodies of blog writes', (database) => {
  const server = serverFor(database);
  const { held, post } = blogOf(server);
  const other = { key: '' };
  let picture: Buffer;
  const sent = (query: string, body: Body, path = '/blog') =>
    send(server, { url: `${path}${query}`, ...body });
  const refused = (words: unknown) => ({
    status: 200,
    body: { STATUS: 'Error', STATUS_CODE: '256', MESSAGE: words },
  });
  const taken = { status: 200, body: expect.objectContaining({ STATUS: 'Success' }) };
  const stored = () => {
    try {
      return readdirSync(join(database.dataFolder, 'media', 'acme', 'blog'));
    } catch {
      return [];
    }
  };

  beforeAll(async () => {
    other.key = await server.addKey('acme');
    picture = await aPicture('png');
  });

  describe('the key', () => {
    it('may be a field of a multipart form, even behind the file', async () => {
      const image = { bytes: picture, filename: 'a.png', type: 'image/png' };
      for (const told of [
        { apiKey: held.key, ...A_POST, image },
        { ...A_POST, image, APIKEY: held.key },
        { image, ...A_POST, title: 'x'.repeat(1000), apikey: [held.key, held.key] },
      ]) {
        const answer = await sent('', multipart(told));
        expect(answer).toEqual(taken);
        expect((answer.body as BlogAnswer).ITEM[0]?.image).toMatch(/^[0-9a-f]{32}\.png$/);
      }
    });

    it('is asked for before anything is told of the rest', async () => {
      const before = stored();
      const image = { bytes: picture, filename: 'a.png' };
      const told = { ...A_POST, image };
      expect((await sent('', multipart(told))).status).toBe(401);
      expect((await sent('', multipart({ ...told, apiKey: 'wrong' }))).status).toBe(403);
      expect((await sent('?apiKey=wrong', multipart(told))).status).toBe(403);
      // A key in the body wins; two different ones are nobody's.
      const both = multipart({ ...told, apiKey: 'wrong' });
      expect((await sent(`?apiKey=${held.key}`, both)).status).toBe(403);
      const two = multipart({ ...told, apiKey: [held.key, 'wrong'] });
      expect((await sent('', two)).status).toBe(403);
      const file = multipart({ ...told, apiKey: { bytes: Buffer.from(held.key), filename: 'k' } });
      expect(await sent('', file)).toEqual(taken);
      expect((await sent('', raw('--x--'))).status).toBe(401);
      expect((await sent('', raw('garbage'))).status).toBe(401);
      expect(stored().length).toBe(before.length + 1);
    });

    it('of a body counts for private access, not that of the query', async () => {
      const body = multipart({ ...A_POST, apiKey: other.key });
      expect((await sent(`?apiKey=${held.key}`, body)).body).toMatchObject({ STATUS: 'Error' });
      const swapped = multipart({ ...A_POST, apiKey: held.key });
      expect(await sent(`?apiKey=${other.key}`, swapped)).toEqual(taken);
    });
  });

  describe('a multipart form', () => {
    it('is read however it is set out', async () => {
      const own = `?apiKey=${held.key}`;
      const forms: Body[] = [
        raw(`${ALL_FIELDS}--x--`),
        raw(`${ALL_FIELDS}--x--\r\nan epilogue`),
        raw(`a preamble\r\n${ALL_FIELDS}--x--\r\n`),
        raw(`${ALL_FIELDS}--x--\r\n`, 'Multipart/Form-Data; charset=utf-8; Boundary="x"'),
        raw(`${ALL_FIELDS.replaceAll('Content-Disposition', 'content-disposition')}--x--\r\n`),
        raw(
          `${ALL_FIELDS.replaceAll('\r\n\r\n', '\r\nContent-Type: text/plain\r\n\r\n')}--x--\r\n`,
        ),
      ];
      for (const [index, form] of forms.entries()) {
        expect([index, await sent(own, form)]).toEqual([index, taken]);
      }
    });

    it('holds text in UTF-8, and text that is sent as a file', async () => {
      const body = {
        bytes: Buffer.from('<p>Größe ☂</p>'),
        filename: 'post.html',
        type: 'text/html',
      };
      const { ITEM } = await post({ title: 'Größe ☂', body }, { kind: 'multipart' });
      expect(ITEM).toMatchObject([
        { title: 'Größe ☂', body: '<p>Größe ☂</p>', friendly: 'grosse' },
      ]);
    });

    it.each([
      ['no boundary', raw(`${ALL_FIELDS}--x--`, 'multipart/form-data')],
      ['another boundary', raw(`${ALL_FIELDS}--x--`, 'multipart/form-data; boundary=y')],
      ['no end', raw(ALL_FIELDS)],
      ['half a part', raw(`${ALL_FIELDS}--x\r\nContent-Disposition: form-data; name="author"`)],
      [
        'half a file',
        raw(
          `${ALL_FIELDS}--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nGIF8`,
        ),
      ],
      ['nothing like a form', raw('title=1&body=2')],
      ['zeros', raw(Buffer.alloc(100_000))],
    ])('with %s is refused', async (_what, form) => {
      expect(await sent(`?apiKey=${held.key}`, form)).toEqual(refused(MALFORMED));
    });

    it('has no parameters when it is empty', async () => {
      for (const form of [raw('--x--\r\n')]) {
        expect(await sent(`?apiKey=${held.key}`, form)).toEqual({
          status: 200,
          body: { STATUS: 'Error', MESSAGE: 'title is required.', ITEM: [] },
        });
      }
    });

    it('has at most 100 fields and 4 files', async () => {
      const own = `?apiKey=${held.key}`;
      const fields = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'x']));
      const files = (count: number) => ({
        image: Array.from({ length: count }, () => ({ bytes: picture, filename: 'a.png' })),
      });
      expect(await sent(own, multipart({ ...A_POST, ...fields(97) }))).toEqual(taken);
      expect(await sent(own, multipart({ ...A_POST, ...fields(98) }))).toEqual(
        refused('The form has more than 100 fields.'),
      );
      expect(await sent(own, multipart({ ...A_POST, ...files(5) }))).toEqual(
        refused('The form has more than 4 files.'),
      );
      const many = raw(`${field('a', '').repeat(60_000)}${ALL_FIELDS}--x--`);
      expect(await sent(own, many)).toEqual(refused(expect.stringMatching(/more than|too many/)));
    });

    it('has headers that are read no further than 16 KiB and 20 lines', async () => {
      const disposition = 'Content-Disposition: form-data; name="author"';
      const author = async (head: string) => {
        const form = raw(`--x\r\n${head}\r\n\r\nAnn\r\n${ALL_FIELDS}--x--\r\n`);
        const { body } = await sent(`?apiKey=${held.key}`, form);
        return (body as { ITEM: { author: string }[] }).ITEM[0]?.author;
      };
      expect(await author(`${'A: b\r\n'.repeat(10)}${disposition}`)).toBe('Ann');
      expect(await author(`${disposition}; a="${'y'.repeat(200_000)}"`)).toBe('Ann');
      expect(await author(`A: ${'y'.repeat(200_000)}\r\n${disposition}`)).toBe('');
      expect(await author(`${'A: b\r\n'.repeat(20_000)}${disposition}`)).toBe('');
    });

    it('pollutes nothing', async () => {
      const told: Told = { ...A_POST, constructor: 'x', toString: 'x', hasOwnProperty: 'x' };
      const proto = field('__proto__', 'polluted') + field('__proto__[status]', '0');
      const form = multipart(told);
      const payload = Buffer.concat([
        Buffer.from(proto.replaceAll('--x', '------boundary9f3c')),
        form.payload,
      ]);
      expect(await sent(`?apiKey=${held.key}`, { ...form, payload })).toEqual(taken);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });

    it('is a wrong content type everywhere else, whatever the size', async () => {
      const words = expect.stringContaining('The content type is not accepted');
      for (const path of ['/properties/viewCounter', '/vtour', '/videohook']) {
        const form = multipart({ listingID: 1, videoId: 1 });
        expect(await sent(`?apiKey=${held.key}`, form, path)).toEqual(refused(words));
        expect((await sent('', form, path)).status).toBe(401);
      }
      const large = multipart({ x: 'x'.repeat(2 * MIB) });
      expect(await sent(`?apiKey=${held.key}`, large, '/vtour')).toEqual(
        refused(expect.stringContaining('larger')),
      );
    });
  });

  it('may be as large as 8 MiB with a file, whatever their kind', async () => {
    const own = `?apiKey=${held.key}`;
    for (const kind of BLOG_BODIES) {
      const empty = { ...A_POST, image_base64: '' };
      const bare = Buffer.byteLength(bodyOf(empty, kind).payload as string);
      const told = (extra: number) => ({
        ...empty,
        image_base64: 'x'.repeat(8 * MIB - bare + extra),
      });
      const whole = bodyOf(told(0), kind);
      expect(Buffer.byteLength(whole.payload as string)).toBe(8 * MIB);
      expect([kind, await sent(own, whole)]).toEqual([kind, taken]);
      expect([kind, await sent(own, bodyOf(told(1), kind))]).toEqual([
        kind,
        refused('The body is larger than this endpoint accepts.'),
      ]);
      // Other writes take no more than before.
      expect(await sent(own, bodyOf({ x: 'x'.repeat(MIB) }, kind), '/vtour')).toMatchObject({
        body: { STATUS_CODE: '256' },
      });
    }
  });

  it('may be as large as 1 MiB without one, but for multipart forms', async () => {
    const own = `?apiKey=${held.key}`;
    const larger = { ...A_POST, body: 'x'.repeat(MIB) };
    for (const kind of ['form', 'json'] as const) {
      const words = 'The body is larger than this endpoint accepts.';
      expect([kind, await sent(own, bodyOf(larger, kind))]).toEqual([kind, refused(words)]);
      const withFile = { ...A_POST, body: 'x'.repeat(MIB / 2), image_base64: 'A'.repeat(5 * MIB) };
      expect([kind, await sent(own, bodyOf(withFile, kind))]).toEqual([kind, taken]);
      // As many signs that are escaped on the way as Base64 in lines of 76 has.
      const line = `/+${'a'.repeat(74)}\r\n`;
      const escaped = { ...A_POST, IMAGE_BASE64: line.repeat((6 * MIB) / line.length) };
      expect([kind, await sent(own, bodyOf(escaped, kind))]).toEqual([kind, taken]);
    }
    expect(await sent(own, bodyOf(larger, 'multipart'))).toEqual(taken);
  });

  it('that break off leave nothing behind, and nobody waiting', () =>
    server.inThisProcess(async (app) => {
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = new URL(address);
      const image = { bytes: picture, filename: 'a.png' };
      const { payload, headers } = multipart({ ...A_POST, title: 'Never whole', image });
      const before = stored();
      for (const part of [0, 10, 200, payload.length - 1]) {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write(
          [
            `POST /blog?apiKey=${held.key} HTTP/1.1`,
            'Host: portico.test',
            'X-Forwarded-Proto: https',
            `Content-Type: ${headers['content-type']}`,
            `Content-Length: ${payload.length}`,
            '\r\n',
          ].join('\r\n'),
        );
        await new Promise((resolve) => socket.write(payload.subarray(0, part), resolve));
        socket.destroy();
      }
      // All three places of the key are free again.
      const answers = await Promise.all([1, 2, 3].map(() => write(server, held.key, A_POST)));
      expect(answers.map(({ STATUS }) => STATUS)).toEqual(['Success', 'Success', 'Success']);
      expect(stored()).toEqual(before);
      expect(await server.get(held.key, '/blog/search/9?label=Never')).toEqual([]);
    }));
});
