import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { detail } from '../../search/asking.js';
import type { Told } from '../content/blog-writing.js';
import { BODIES, envelope, posted } from './callbacks.js';

const ULID = '01HZX4T6Q0V7Y8WJ9K2M3N4P5R';

forEachDatabase('POST /videohook', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const hook = (told: Told, kind?: (typeof BODIES)[number]) =>
    posted(server, `/videohook?apiKey=${held.key}`, told, kind);
  const refused = (code: string, message: unknown) => ({ ...envelope(code, message), LISTING: {} });
  /** Of a feed, `isMLS` reads the detail record; of the RLS feed no read does. */
  const own = (id: number) => detail(server, held.key, id);
  const ofMls = (id: number) => detail(server, held.key, id, 'isMLS=true');
  /** The id of the listing that a video was attached to. */
  const attachedTo = async (told: Told) => {
    const { STATUS, LISTING } = await hook(told);
    return [STATUS, (LISTING as Told).main_id, (LISTING as Told).partnerVideo];
  };

  beforeAll(async () => {
    await server.addTenant('mls', { kind: 'mls', time_zone: 'UTC' });
    await server.addTenant('rls', { kind: 'rls' });
    await server.addTenant('acme', { mls_feed: 'mls', rls_feed: 'rls' });
    const video = (main_id: number, essentials_video: string, told: Told = {}) =>
      aListing({ main_id, essentials_video, ...told });
    await server.put('acme', 'listings', [
      aListing({ main_id: 1, ulid: ULID, main_status: 'Sold' }),
      aListing({ main_id: 2 }),
      video(3, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3'),
      video(4, 'https://vimeo.com/76979871', { ulid: '01BOTH' }),
      video(5, '', { essentials_video2: 'https://youtu.be/-_x-Ab9_z' }),
      video(6, 'https://vimeo.com/7697987'),
      video(7, 'https://tours.example/twice'),
      video(8, 'https://tours.example/twice?x=1'),
      video(9, 'https://tours.example/only/here100'),
      video(10, 'https://per.example/a%25b/percent'),
      video(11, 'no address at all: odd-one'),
    ]);
    await server.put('mls', 'listings', [
      aListing({ main_id: 1, ulid: '01MLS' }),
      aListing({ main_id: 2, ulid: '01BOTH' }),
      video(3, 'https://vimeo.com/5550001'),
      video(4, 'https://www.youtube.com/embed/dQw4w9WgXcQ'),
    ]);
    await server.put('rls', 'listings', [
      aListing({ main_id: 1, ulid: '01RLS' }),
      aListing({ main_id: 2, ulid: '01MLS' }),
      video(3, 'https://vimeo.com/5550002'),
    ]);
    held.key = await server.addKey('acme');
  });

  describe('with a ulid', () => {
    it.each(BODIES)('attaches the video to its listing, and answers that (%s)', async (kind) => {
      const videoId = `vid-${kind}`;
      const before = await own(1);
      expect(await hook({ videoId, ulid: ULID }, kind)).toEqual({
        ...envelope('200'),
        LISTING: { ...before, partnerVideo: videoId },
      });
      expect(await own(1)).toEqual({ ...before, partnerVideo: videoId });
    });

    it('replaces a video that was attached before', async () => {
      expect(await attachedTo({ videoId: 'one', ulid: ULID })).toEqual(['Success', 1, 'one']);
      expect(await attachedTo({ VIDEOID: 2, Ulid: ` ${ULID} ` })).toEqual(['Success', 1, '2']);
      expect((await own(1)).partnerVideo).toBe('2');
    });

    it('looks at the client’s own listings first, then at its feeds', async () => {
      expect(await attachedTo({ videoId: 'own', ulid: '01BOTH' })).toEqual(['Success', 4, 'own']);
      expect(await ofMls(2)).not.toHaveProperty('partnerVideo');
      expect(await attachedTo({ videoId: 'm', ulid: '01MLS' })).toEqual(['Success', 1, 'm']);
      expect((await ofMls(1)).partnerVideo).toBe('m');
      expect(await own(1)).not.toMatchObject({ partnerVideo: 'm' });
      expect(await attachedTo({ videoId: 'r', ulid: '01RLS' })).toEqual(['Success', 1, 'r']);
      expect((await ofMls(1)).partnerVideo).toBe('m');
    });

    it('answers the record of a feed by the clock of the feed', async () => {
      const { LISTING } = await hook({ videoId: 'm', ulid: '01MLS' });
      expect(LISTING).toEqual(await ofMls(1));
    });

    it('knows no other ulid, not even where the video id would be found', async () => {
      for (const ulid of ['01NONE', '01', '%', ULID.toLowerCase(), "' or '1'='1"]) {
        expect(await hook({ videoId: 'dQw4w9WgXcQ', ulid })).toEqual(
          refused('254', `No listing has the ulid ${ulid}.`),
        );
      }
      expect(await own(3)).not.toHaveProperty('partnerVideo');
    });
  });

  describe('without a ulid', () => {
    it.each([
      ['dQw4w9WgXcQ', 3],
      ['76979871', 4],
      ['7697987', 6],
      ['-_x-Ab9_z', 5],
      ['here100', 9],
      ['odd-one', 11],
    ])('finds %s in the tour of listing %i', async (videoId, id) => {
      expect(await attachedTo({ videoId })).toEqual(['Success', id, videoId]);
      expect((await own(id)).partnerVideo).toBe(videoId);
      expect(await attachedTo({ videoId, ulid: '' })).toEqual(['Success', id, videoId]);
    });

    it('finds it in the tours of the feeds, where the client has none', async () => {
      expect(await attachedTo({ videoId: '5550001' })).toEqual(['Success', 3, '5550001']);
      expect((await ofMls(3)).partnerVideo).toBe('5550001');
      expect(await attachedTo({ videoId: '5550002' })).toEqual(['Success', 3, '5550002']);
      expect(await ofMls(4)).not.toHaveProperty('partnerVideo');
    });

    it.each([
      // A part of an id, an id in other letter case, patterns, hosts.
      'dQw4w9WgXc',
      'Qw4w9WgXcQ',
      'dqw4w9wgxcq',
      '697987',
      '76979',
      'x-Ab9_z',
      'here10_',
      'here1.0',
      'vimeo.com',
      'vimeo',
      'www.youtube.com',
      'https',
      'nothing-like-it',
    ])('finds no %s', async (videoId) => {
      expect(await hook({ videoId })).toEqual(
        refused('254', `No listing has the video ${videoId} in a tour.`),
      );
    });

    it('does not choose between several', async () => {
      expect(await hook({ videoId: 'twice' })).toEqual(
        refused('254', 'Several listings have the video twice in a tour: send the ulid of one.'),
      );
      expect(await own(7)).not.toHaveProperty('partnerVideo');
    });
  });

  it('says what is missing or malformed', async () => {
    for (const kind of BODIES) {
      expect(await hook({}, kind)).toEqual(refused('255', 'videoId is required.'));
      expect(await hook({ videoId: ' ', ulid: ULID }, kind)).toEqual(
        refused('255', 'videoId is required.'),
      );
      const bad = ['a b', '%', '<b>', '"', "'", '/', '-', '..', 'é', 'x'.repeat(201), 'a\0b'];
      for (const videoId of bad) {
        expect(await hook({ videoId, ulid: ULID }, kind)).toEqual(
          refused('256', expect.stringMatching(/^videoId: .*accepted is a video id/)),
        );
      }
      for (const ulid of ['a\0b', 'a\nb', 'x'.repeat(501)]) {
        expect(await hook({ videoId: 'x1', ulid }, kind)).toEqual(
          refused('256', expect.stringMatching(/^ulid: .*accepted is one line/)),
        );
      }
    }
    expect(await hook({ videoId: { a: 1 } }, 'json')).toMatchObject({ STATUS_CODE: '256' });
  });

  it('reaches no listing of another client', async () => {
    await server.addTenant('lonely');
    const lonely = await server.addKey('lonely');
    for (const told of [{ ulid: ULID }, { ulid: '01MLS' }, {}]) {
      const path = `/videohook?apiKey=${lonely}`;
      expect(await posted(server, path, { videoId: 'dQw4w9WgXcQ', ...told })).toMatchObject({
        STATUS_CODE: '254',
        LISTING: {},
      });
    }
  });
});
