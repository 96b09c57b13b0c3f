import { randomBytes } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashKey, newApiKey, publicPrefix } from '../../../src/http/gate/key-check.js';
import { buildServer } from '../../../src/server.js';
import { issue, signed } from '../../http/gate/signing.js';
import { addPrivateKey, bodyOf, multipart } from '../../resources/content/blog-writing.js';
import { aLead, forget, STORED, stored } from '../../resources/leads/leads.js';
import { Marketplace } from '../../resources/leads/partners.js';
import { aMember, type Fields, refused } from '../../resources/members/website.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

/** Whether a call was not answered in time, or met another one that is not answered yet. */
const isOverdue = ({ statusCode }: { statusCode: number }) => [409, 420, 500].includes(statusCode);

const DAY_MS = 24 * 60 * 60 * 1000;

forEachDatabase('Idempotency-Key', (database) => {
  const server = serverFor(database);
  const marketplace = new Marketplace(server);
  const { site } = marketplace;

  beforeAll(async () => {
    await marketplace.open();
    await server.services.directory.setTenant('acme', { fold_repeat_leads: 0 });
    // A video callback may belong to a listing of the feed.
    await server.put('onekey', 'listings', [aListing({ main_id: 70, ulid: '01FEED' })]);
  });
  beforeEach(() => forget(site));

  /** Sends a write under an `Idempotency-Key`. */
  async function write(path: string, idempotencyKey: string, fields: Fields, key = site.key) {
    const { payload, headers } = bodyOf(fields, 'json');
    const answer = await site.send({
      method: 'POST',
      url: path,
      payload: payload as string,
      headers: { ...headers, 'x-api-key': key, 'idempotency-key': idempotencyKey },
    });
    const replayed = answer.headers['idempotent-replayed'];
    return { status: answer.statusCode, replayed, body: answer.json(), text: answer.body, answer };
  }
  /** The status that a picture of a post is answered with. */
  const shown = async (image: string) =>
    (await site.send({ url: `/media/acme/blog/${image}` })).statusCode;
  const kept = async () => {
    const { db } = await site.database();
    return db.selectFrom('idempotent_write').selectAll().orderBy('created_at').execute();
  };

  /** Sends a lead under an `Idempotency-Key`, and answers the id of what is kept of it. */
  const writeUnder = async (idempotencyKey: string) => {
    const before = new Set((await kept()).map(({ id }) => id));
    expect((await write('/alerts', idempotencyKey, aLead())).body).toEqual(STORED);
    return (await kept()).find(({ id }) => !before.has(id))?.id ?? '';
  };

  it('answers the same call the same, and does it once', async () => {
    const first = await write('/alerts', 'lead-1', aLead());
    expect([first.status, first.replayed, first.body]).toEqual([200, undefined, STORED]);
    const again = await write('/alerts', 'lead-1', aLead());
    expect([again.status, again.replayed, again.text]).toEqual([200, 'true', first.text]);
    expect(again.answer.headers['content-type']).toBe(first.answer.headers['content-type']);
    expect(again.answer.headers['cache-control']).toBe('no-store');
    expect(await stored(site)).toHaveLength(1);
    // The order of parameters is no difference, and where the key stands is none.
    const { firstname, ...rest } = aLead();
    const turned = await site.send({
      method: 'POST',
      url: `/ALERTS/?apiKey=${site.key}`,
      payload: JSON.stringify({ ...rest, firstname }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'lead-1' },
    });
    expect(turned.headers['idempotent-replayed']).toBe('true');
    expect(await stored(site)).toHaveLength(1);
  });

  it('answers with what the first call made, whatever was written since', async () => {
    const first = await write('/clients', 'member-1', aMember({ email: 'one@example.com' }));
    expect(first.body.STATUS).toBe('Success');
    const again = await write('/clients', 'member-1', aMember({ email: 'one@example.com' }));
    expect([again.replayed, again.text]).toEqual(['true', first.text]);
    expect(await site.post('/clients', aMember({ email: 'one@example.com' }))).toMatchObject({
      STATUS_CODE: '258',
    });
    // Nobody can try passwords on what is kept of the call.
    const rows = JSON.stringify(await kept());
    expect(rows).not.toContain('member-1');
    expect(rows).not.toContain('password');
  });

  it('keeps no verification code that can be read, and opens a kept answer for its write alone', async () => {
    const member = aMember({ email: 'sealed@example.com' });
    const first = await write('/clients', 'member-2', member);
    const { verifyCode } = first.body.ITEM[0];
    expect(verifyCode).toMatch(/\w{16}/);
    const rows = await kept();
    expect(JSON.stringify(rows)).not.toContain(verifyCode);
    expect((await write('/clients', 'member-2', member)).text).toBe(first.text);
    const of = await writeUnder('lead-other');
    const { db } = await site.database();
    const { answer } = rows.find(({ id }) => id !== of) ?? {};
    await db.updateTable('idempotent_write').set({ answer }).where('id', '=', of).execute();
    expect((await write('/alerts', 'lead-other', aLead())).status).toBe(500);
  });

  it('repeats an answer that an earlier program kept', async () => {
    const of = await writeUnder('lead-early');
    const answer = JSON.stringify({ ...STORED, MESSAGE: 'early' });
    const { db } = await site.database();
    await db.updateTable('idempotent_write').set({ answer }).where('id', '=', of).execute();
    const again = await write('/alerts', 'lead-early', aLead());
    expect([again.status, again.replayed, again.text]).toEqual([200, 'true', answer]);
  });

  it('refuses another body with 422, another number in the path too', async () => {
    await write('/alerts', 'lead-2', aLead());
    const other = await write('/alerts', 'lead-2', aLead({ comment: 'Another one' }));
    expect([other.status, other.body]).toEqual([
      422,
      'This Idempotency-Key came with another request within 24 hours: every request needs a key of its own.',
    ]);
    expect(other.answer.headers['cache-control']).toBe('no-store');
    expect(await stored(site)).toHaveLength(1);

    const { key } = await addPrivateKey(server, 'acme');
    const post = { title: 'One', body: 'Text', publish_date: '2026-11-20' };
    const one = await site.send(blog('/blog', 'new-1', post, key));
    expect(one.json().STATUS).toBe('Success');
    const { id } = one.json().ITEM[0];
    const changed = await site.send(blog(`/blog/${id}`, 'change-1', { title: 'Two' }, key));
    expect(changed.json().STATUS).toBe('Success');
    const elsewhere = await site.send(blog(`/blog/${id + 1}`, 'change-1', { title: 'Two' }, key));
    expect(elsewhere.statusCode).toBe(422);
  });

  it('keeps no refusal: a corrected call may follow under the same key', async () => {
    const bad = await write('/alerts', 'lead-3', aLead({ lastname: '' }));
    expect([bad.status, bad.body.STATUS_CODE]).toEqual([200, '253']);
    const good = await write('/alerts', 'lead-3', aLead());
    expect([good.replayed, good.body]).toEqual([undefined, STORED]);
    expect(await stored(site)).toHaveLength(1);
  });

  it('counts for one API key and one endpoint', async () => {
    const another = await server.addKey('acme');
    await write('/alerts', 'lead-4', aLead());
    const ofAnother = await write('/alerts', 'lead-4', aLead({ comment: 'Mine' }), another);
    expect([ofAnother.status, ofAnother.replayed]).toEqual([200, undefined]);
    const elsewhere = await write('/properties/viewCounter/', 'lead-4', { listingID: 7 });
    expect([elsewhere.status, elsewhere.body.STATUS]).toEqual([200, 'Success']);
    expect(await stored(site)).toHaveLength(2);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not printable', 'k\u00e9y'],
  ])('refuses a key that is %s with 256, and does nothing', async (_, idempotencyKey) => {
    const { status, body } = await write('/alerts', idempotencyKey, aLead());
    expect([status, body]).toEqual([
      200,
      refused('256', expect.stringMatching(/^Idempotency-Key: .*1 to 255 printable/)),
    ]);
    const headers = { 'idempotency-key': idempotencyKey };
    expect((await marketplace.send('{}', headers)).status).toBe(400);
    expect(await stored(site)).toEqual([]);
  });

  it('takes a key of 255 characters, and means nothing on a read', async () => {
    expect((await write('/alerts', `${'k'.repeat(254)}~`, aLead())).body).toEqual(STORED);
    const headers = { 'idempotency-key': '' };
    expect((await site.send({ url: site.url('/offices'), headers })).statusCode).toBe(200);
    const list = await write('/clients/ListFavoriteListingID/', '', { clientID: 999 });
    expect(list.body.STATUS_CODE).toBe('257');
  });

  it('forgets after 24 hours, and deletes what it has forgotten', async () => {
    await write('/alerts', 'lead-5', aLead());
    server.clock.advance(DAY_MS - 5_000);
    expect((await write('/alerts', 'lead-5', aLead())).replayed).toBe('true');
    server.clock.advance(5_000);
    const anew = await write('/alerts', 'lead-5', aLead({ comment: 'A day later' }));
    expect([anew.replayed, anew.body]).toEqual([undefined, STORED]);
    expect(await stored(site)).toHaveLength(2);
    expect(await kept()).toHaveLength(1);
  });

  it('keeps bounded bytes of long answers, and does none of their writes again', async () => {
    const posts = 120;
    const { key } = await addPrivateKey(server, 'acme');
    const body = `<p>${'long '.repeat(4000)}</p>`;
    const send = async (at: number) => {
      server.clock.advance(1100);
      return site.send(
        blog('/blog', `long-${at}`, { title: `Post ${at}`, body, publish_date: '2026-11-20' }, key),
      );
    };
    const first: unknown[] = [];
    for (let at = 0; at < posts; at += 1) {
      const { ITEM } = (await send(at)).json();
      expect(ITEM[0].body).toBe(body);
      first.push(ITEM[0]);
    }
    const answers = (await kept()).map(({ answer }) => answer.length);
    expect(answers.filter((length) => length > 2000).length).toBeLessThanOrEqual(64);
    const outcomes = new Set<string>();
    for (let at = 0; at < posts; at += 1) {
      const again = await send(at);
      expect(again.headers['idempotent-replayed']).toBe('true');
      const [item] = again.json().ITEM;
      const isWhole = item.body === body;
      outcomes.add(isWhole ? 'whole' : 'shortened');
      expect(item).toEqual(
        isWhole ? first[at] : { ...(first[at] as object), body: body.slice(0, 100) },
      );
      if (at === posts - 1) expect(isWhole).toBe(true);
    }
    expect([...outcomes].sort()).toEqual(['shortened', 'whole']);
  });

  it('does one write of 50 calls at once', async () => {
    const key = await fastKey();
    const second = await buildServer(server.services);
    const { payload, headers } = bodyOf(aLead(), 'json');
    const call = (app: Pick<typeof second, 'inject'>) =>
      app.inject({
        method: 'POST',
        url: '/alerts',
        payload: payload as string,
        headers: {
          ...headers,
          'x-forwarded-proto': 'https',
          'x-api-key': key,
          'idempotency-key': 'at-once',
        },
      });
    // Two servers know nothing of each other's calls, as two processes.
    const answers = await server.inThisProcess((first) =>
      Promise.all(Array.from({ length: 50 }, (_, at) => call(at % 2 === 0 ? first : second))),
    );
    await second.close();
    const first = answers.filter(
      ({ statusCode, headers }) => statusCode === 200 && !headers['idempotent-replayed'],
    );
    expect(first).toHaveLength(1);
    expect(first[0]?.json()).toEqual(STORED);
    for (const { statusCode, headers, body } of answers) {
      if (statusCode === 409) {
        expect(headers['retry-after']).toBe('1');
        expect(JSON.parse(body)).toMatch(/^A request with this Idempotency-Key is still running/);
      } else expect([statusCode, JSON.parse(body)]).toEqual([200, STORED]);
    }
    expect(await stored(site)).toHaveLength(1);
    expect(await site.letters()).toHaveLength(0);
    expect((await call(server.app as typeof second)).headers['idempotent-replayed']).toBe('true');
  });

  it('answers the first registration to a call that another process has overtaken', async () => {
    const key = await fastKey();
    const second = await buildServer(server.services);
    const { payload, headers } = bodyOf(aMember({ email: 'race@example.com' }), 'json');
    const request = {
      method: 'POST',
      url: '/clients',
      payload: payload as string,
      headers: {
        ...headers,
        'x-forwarded-proto': 'https',
        'x-api-key': key,
        'idempotency-key': 'race',
      },
    } as const;
    const atOnce = () =>
      server.inThisProcess((first) => Promise.all([first.inject(request), second.inject(request)]));
    const answers = await atOnce();
    // Where the machine is so busy that both are overdue, a website sends its call again under the same key.
    for (let pairs = 1; pairs < 5 && answers.every(isOverdue); pairs += 1) {
      answers.push(...(await atOnce()));
    }
    await second.close();
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses).toContain(200);
    const done = answers.filter(({ statusCode }) => statusCode === 200);
    for (const { body } of done) expect(body).toBe(done[0]?.body);
    expect(done[0]?.json().STATUS).toBe('Success');
  });

  it('asks a resend for a signature of its own, and tells the same signature apart', async () => {
    const holder = await issue(server.services);
    const send = (stamp: number) =>
      site.send({
        method: 'POST',
        url: `/clients?${new URLSearchParams(signed(holder, stamp))}`,
        payload: JSON.stringify(aMember({ email: 'signed@example.com' })),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'signed-1' },
      });
    const stamp = server.clock.now();
    const first = await send(stamp);
    expect(first.json().STATUS).toBe('Success');
    expect((await send(stamp)).statusCode).toBe(403);
    const again = await send(stamp + 1);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  });

  it('knows a form with a picture again, though its boundary is another', async () => {
    const { key } = await addPrivateKey(server, 'acme');
    const bytes = await sharp({
      create: { width: 8, height: 8, channels: 3, background: '#123456' },
    })
      .png()
      .toBuffer();
    const send = async (picture: Buffer, boundary: string) => {
      const image = { bytes: picture, filename: 'a.png', type: 'image/png' };
      const told = { title: 'Pictured', body: 'Text', publish_date: '2026-11-20', image };
      const { payload, headers } = multipart(told, boundary);
      const keys = { 'x-api-key': key, 'idempotency-key': 'picture-1' };
      return site.send({ method: 'POST', url: '/blog', payload, headers: { ...headers, ...keys } });
    };
    const first = await send(bytes, 'one');
    expect(first.json()).toMatchObject({ STATUS: 'Success' });
    expect(first.json().IMAGEERROR).toBeUndefined();
    const again = await send(bytes, 'two');
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
    expect((await send(Buffer.concat([bytes, Buffer.of(0)]), 'one')).statusCode).toBe(422);
    expect(await shown(first.json().ITEM[0].image)).toBe(200);
  });

  it('removes the replaced picture of a post once the change is stored', async () => {
    const { key } = await addPrivateKey(server, 'acme');
    const picture = async (background: string) => {
      const image = sharp({ create: { width: 8, height: 8, channels: 3, background } });
      return (await image.png().toBuffer()).toString('base64');
    };
    const post = { title: 'Red', body: 'Text', publish_date: '2026-11-20' };
    const one = await site.send(
      blog('/blog', 'red', { ...post, image_base64: await picture('#f00') }, key),
    );
    const { id, image } = one.json().ITEM[0];
    const change = blog(`/blog/${id}`, 'blue', { image_base64: await picture('#00f') }, key);
    const two = await site.send(change);
    expect([await shown(image), await shown(two.json().ITEM[0].image)]).toEqual([404, 200]);
    expect((await site.send(change)).headers['idempotent-replayed']).toBe('true');
    expect(await shown(two.json().ITEM[0].image)).toBe(200);
  });

  it('answers a video callback with what it wrote, in a feed as well', async () => {
    const call = { ulid: '01FEED', videoId: 'abc123' };
    const first = await write('/videohook', 'video-1', call);
    expect(first.body).toMatchObject({ STATUS: 'Success', LISTING: { main_id: 70 } });
    expect(first.body.LISTING.partnerVideo).toContain('abc123');
    const again = await write('/videohook', 'video-1', call);
    expect([again.replayed, again.text]).toEqual(['true', first.text]);
  });

  describe('of a marketplace', () => {
    const lead = {
      listing_id: '7',
      agent_email: 'ann@acme.example',
      first_name: 'Nora',
      last_name: 'Quinn',
      email: 'nora@example.com',
    };
    const headers = { 'idempotency-key': 'market-1' };

    it('stores the lead once, with one notice to the operator', async () => {
      const first = await marketplace.send(JSON.stringify(lead), headers);
      const again = await marketplace.send(JSON.stringify(lead), headers);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body).toEqual(first.body);
      expect(await stored(site)).toHaveLength(1);
      expect(await site.letters()).toHaveLength(2);
    });

    it('tells the operator of each call that it refuses', async () => {
      const unknown = JSON.stringify({ ...lead, listing_id: '99' });
      const key = { 'idempotency-key': 'market-2' };
      expect((await marketplace.send(unknown, key)).status).toBe(404);
      expect((await marketplace.send(unknown, key)).status).toBe(404);
      expect(await site.letters()).toHaveLength(2);
      expect((await marketplace.send(JSON.stringify(lead), key)).status).toBe(200);
    });
  });

  it('queues one email of two calls', async () => {
    await write('/alerts', 'lead-6', aLead({ agentEmail: 'ann@acme.example' }));
    await write('/alerts', 'lead-6', aLead({ agentEmail: 'ann@acme.example' }));
    expect(await site.letters()).toHaveLength(1);
  });

  /** A key for as many calls as a test makes at once. */
  async function fastKey(): Promise<string> {
    const key = newApiKey(randomBytes);
    await server.services.directory.keys.add({
      tenant: 'acme',
      hash: hashKey(key),
      prefix: publicPrefix(key),
      scopes: ['website'],
      addresses: [],
      privateAccess: false,
      sealedSecret: null,
      createdAt: server.clock.now(),
      perSecond: 1000,
      inFlight: 1000,
    });
    return key;
  }
});

function blog(path: string, idempotencyKey: string, fields: Fields, key: string): InjectOptions {
  return {
    method: 'POST',
    url: path,
    payload: JSON.stringify(fields),
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      'idempotency-key': idempotencyKey,
    },
  };
}
