import { beforeAll, describe, expect, it } from 'vitest';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { detail } from '../../search/asking.js';
import type { Told } from '../content/blog-writing.js';
import { BODIES, envelope, posted } from './callbacks.js';

const TOUR = 'https://my.tours.example/show/?m=Ab-1_2&play=1#top';
const OTHER = 'http://tours.example.com';

forEachDatabase('POST /vtour', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const tour = (told: Told, kind?: (typeof BODIES)[number]) =>
    posted(server, `/vtour?apiKey=${held.key}`, told, kind);
  const tours = async (id: number) => {
    const { essentials_video, essentials_video2 } = await detail(server, held.key, id);
    return [essentials_video, essentials_video2];
  };

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'listings', [
      ...[1, 2, 3].map((id) => aListing({ main_id: id })),
      aListing({ main_id: 4, essentials_video: OTHER, essentials_video2: OTHER, ulid: '01ULID' }),
      aListing({ main_id: 5, main_status: 'Sold' }),
      aListing({ main_id: 2 ** 52 }),
    ]);
    held.key = await server.addKey('acme');
  });

  it.each(BODIES)('sets a tour whether or not there is one (%s)', async (kind) => {
    expect(await tour({ listingID: 1, vtourURL: TOUR }, kind)).toEqual(envelope('200'));
    expect(await tours(1)).toMatchObject([TOUR, kind === 'form' ? undefined : OTHER]);
    expect(await tour({ listingID: '1', vtourURL: OTHER }, kind)).toEqual(envelope('200'));
    expect((await tours(1))[0]).toBe(OTHER);
    expect(await tour({ LISTINGID: 1, VTOURURL2: TOUR }, kind)).toEqual(envelope('200'));
    expect(await tours(1)).toEqual([OTHER, TOUR]);
    expect(await tour({ listingID: 1, vtourURL: TOUR, vtourURL2: OTHER }, kind)).toEqual(
      envelope('200'),
    );
    expect(await tours(1)).toEqual([TOUR, OTHER]);
  });

  it.each(BODIES)('does not clear a tour with an empty value (%s)', async (kind) => {
    for (const told of [{}, { vtourURL: '' }, { vtourURL: ' ', vtourURL2: '' }]) {
      expect(await tour({ listingID: 4, ...told }, kind)).toEqual(envelope('200'));
    }
    expect(await tours(4)).toEqual([OTHER, OTHER]);
  });

  it('takes every listing of the client, on the market or not', async () => {
    for (const id of [5, 2 ** 52]) {
      expect(await tour({ listingID: id, vtourURL: TOUR })).toEqual(envelope('200'));
      expect((await tours(id))[0]).toBe(TOUR);
    }
  });

  it('is called with parameters in the query string, too', async () => {
    const query = `&listingID=2&vtourURL=${encodeURIComponent(TOUR)}`;
    expect(await posted(server, `/VTour/?apiKey=${held.key}${query}`, {})).toEqual(envelope('200'));
    expect((await tours(2))[0]).toBe(TOUR);
  });

  it.each(['404', '0', '-1', '1.5', '01ULID', 'Ab-1_2', '9007199254740992', "1' or '1'='1", '<b>'])(
    'knows no listing %s',
    async (listingID) => {
      for (const kind of BODIES) {
        expect(await tour({ listingID, vtourURL: TOUR }, kind)).toEqual(
          envelope('254', `Listing ${listingID} does not exist.`),
        );
      }
    },
  );

  it('says what is missing, and what comes first of several', async () => {
    const missing = envelope('255', 'listingID is required.');
    expect(await tour({})).toEqual(missing);
    expect(await tour({ listingID: ' ', vtourURL: TOUR })).toEqual(missing);
    expect(await tour({ vtourURL: 'javascript:alert(1)' })).toEqual(missing);
    expect(await tour({ listingID: 404, vtourURL: 'javascript:alert(1)' })).toMatchObject({
      STATUS_CODE: '254',
    });
    expect(await tour({ listingID: { a: 1 } }, 'json')).toMatchObject({ STATUS_CODE: '256' });
    expect(await tour({ listingID: [1, 2] }, 'json')).toMatchObject({ STATUS_CODE: '256' });
    const long = await tour({ listingID: '7'.repeat(100) });
    expect(long).toEqual(envelope('254', `Listing ${'7'.repeat(80)} does not exist.`));
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript://example.com/%0aalert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com/a',
    '//example.com/a',
    'example.com/a',
    '/a',
    'https://',
    'https:example.com',
    'https://exa mple.com/',
    'https://example.com/a b',
    'https://example.com/"onload="alert(1)',
    'https://example.com/<script>',
    'https://example.com/`',
    'https://example.com\\@evil.example',
    'https://example.com/\u0000',
    'https://example.com/\u2028a',
    'https://example.com:99999/',
    `https://example.com/${'a'.repeat(2029)}`,
  ])('takes no address %j', async (url) => {
    const before = await tours(3);
    for (const kind of BODIES) {
      for (const name of ['vtourURL', 'vtourURL2']) {
        const answer = await tour({ listingID: 3, [name]: url, vtourURL2: url }, kind);
        expect(answer).toEqual(
          envelope(
            '256',
            expect.stringMatching(/^vtourURL2?: .*accepted is an http:\/\/ or https/s),
          ),
        );
      }
    }
    // Nothing of a call is done when a part of it is refused.
    expect(await tour({ listingID: 3, vtourURL: TOUR, vtourURL2: url })).toMatchObject({
      STATUS_CODE: '256',
    });
    expect(await tours(3)).toEqual(before);
  });

  it.each([
    `https://example.com/${'a'.repeat(2028)}`,
    'HTTPS://Example.COM/Größe?q=%22%3C&x={1}|2',
    'https://user@example.com:8443/a;b=1/(c)',
    "https://example.com/it's",
  ])('keeps the address %j as it is', async (url) => {
    expect(await tour({ listingID: 3, vtourURL: ` ${url}\n` })).toEqual(envelope('200'));
    expect((await tours(3))[0]).toBe(url);
  });

  it('changes nothing else of the listing, and is seen at once', async () => {
    const before = await detail(server, held.key, 4);
    await tour({ listingID: 4, vtourURL: TOUR });
    expect(await detail(server, held.key, 4)).toEqual({ ...before, essentials_video: TOUR });
    await tour({ listingID: 4, vtourURL: OTHER });
  });

  it('is a write, and none when it is told nothing', async () => {
    const writes = async (told: Told) => {
      const tenant = await server.services.tenants.tenant('acme');
      if (tenant === undefined) throw new Error('There is no client acme.');
      const { number } = await revisionOf(tenant.database);
      await tour({ listingID: 4, ...told });
      return (await revisionOf(tenant.database)).number !== number;
    };
    expect(await writes({ vtourURL: OTHER, vtourURL2: OTHER })).toBe(true);
    expect(await writes({ vtourURL: '' })).toBe(false);
    expect(await writes({ vtourURL: 'x' })).toBe(false);
  });

  describe('for another client', () => {
    it('reaches no listing of this one', async () => {
      await server.addTenant('other');
      await server.put('other', 'listings', [aListing({ main_id: 77 })]);
      const other = await server.addKey('other');
      const path = `/vtour?apiKey=${other}`;
      const before = await tours(1);
      expect(await posted(server, path, { listingID: 1, vtourURL: TOUR })).toMatchObject({
        STATUS_CODE: '254',
      });
      expect(await tour({ listingID: 77, vtourURL: TOUR })).toMatchObject({ STATUS_CODE: '254' });
      expect(await tours(1)).toEqual(before);
    });
  });
});
