import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Answer } from '../src/answer.js';
import {
  coordinatesOf,
  fileUrl,
  isSet,
  isStudio,
  known,
  parseDate,
  photosOf,
  priceOf,
  toPublic,
} from '../src/index.js';
import { Page, PagePromise } from '../src/page.js';

describe('dates', () => {
  test.each([
    ['November, 20 2026 14:05:09', 'America/New_York', '2026-11-20T19:05:09.000Z'],
    ['July, 04 2026 00:00:00', 'America/New_York', '2026-07-04T04:00:00.000Z'],
    ['2026-11-20 14:05:09', 'America/New_York', '2026-11-20T19:05:09.000Z'],
    ['2026-11-20', 'Europe/Berlin', '2026-11-19T23:00:00.000Z'],
    ['11/20/2026', 'America/Los_Angeles', '2026-11-20T08:00:00.000Z'],
    ['11/20/2026T14:05', 'UTC', '2026-11-20T14:05:00.000Z'],
    // Either side of the nights in which the clocks change.
    ['2026-03-08 03:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01 03:30:00', 'America/New_York', '2026-11-01T08:30:00.000Z'],
    ['2026-10-25 23:59:59', 'Pacific/Kiritimati', '2026-10-25T09:59:59.000Z'],
  ])('%s in %s', (text, zone, moment) => {
    expect(parseDate(text, zone)?.toISOString()).toBe(moment);
  });

  test.each(['', 'Immediately', 'Smarch, 13 2026 00:00:00', 'soon 1/2', 'November, 20'])(
    '%j is none',
    (text) => {
      expect(parseDate(text, 'America/New_York')).toBeUndefined();
    },
  );
});

describe('values that stand for something else', () => {
  test('0 and an empty text are unknown', () => {
    expect([0, '', null, undefined, 850, -73.9].map((value) => known(value as number))).toEqual([
      ...[undefined, undefined, undefined, undefined],
      ...[850, -73.9],
    ]);
  });

  test('1 and -1 are yes', () => {
    expect([1, -1, '1', true].map(isSet)).toEqual([true, true, true, true]);
    expect([0, '0', '', false, null, undefined, 2].map(isSet)).toEqual(Array(7).fill(false));
  });

  test('names of files become URLs, and URLs stay', () => {
    const base = 'https://portico.example/media/demo/';
    expect(fileUrl('demo/x 1.jpg', base)).toBe(`${base}demo/x%201.jpg`);
    expect(fileUrl('https://tours.example/1', base)).toBe('https://tours.example/1');
    expect(fileUrl('', base)).toBeUndefined();
  });

  test.each([
    ...['javascript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'],
    ...[
      '//elsewhere.example/x',
      '\\\\elsewhere.example/x',
      '/x',
      '../x',
      'a/%2e%2e/../x',
      'http://[',
    ],
  ])('%j is no file, and becomes no URL', (name) => {
    expect(fileUrl(name, 'https://portico.example/media/demo/')).toBeUndefined();
  });
});

describe('what a listing says', () => {
  test('is read without the oddities of the wire', () => {
    expect(photosOf({ photos: 'https://a/1.jpg|https://a/2.jpg' })).toHaveLength(2);
    expect(photosOf({ main_image: 'https://a/1.jpg' })).toEqual(['https://a/1.jpg']);
    expect(photosOf({ photos: '', main_image: 'https://a/1.jpg' })).toEqual([]);
    expect(coordinatesOf({ extras_latitude: 0, extras_longitude: 0 })).toBeUndefined();
    expect(priceOf({ financials_price: 0 })).toBeUndefined();
    expect(isStudio({ essentials_beds: 0, essentials_type: 'Condo' })).toBe(true);
    expect(isStudio({ essentials_beds: 0, essentials_type: 'Office' })).toBe(false);
    expect(isStudio({ essentials_beds: 1, essentials_type: 'Condo' })).toBe(false);
  });
});

describe('photos', () => {
  test('are read with their other sizes, as far as these are known', () => {
    const listing = {
      photos: 'https://a/1.jpg|https://a/2.jpg|https://a/3.jpg',
      photos_width: '1000|0',
      photos_height: '600|0',
      photos_srcset_avif: 'https://a/p/1-320.avif 320w, https://a/p/1-640.avif 640w|',
      photos_srcset_webp: 'https://a/p/1-320.webp 320w|',
      photos_srcset_jpeg: 'https://a/p/1-320.jpg 320w|',
      photos_thumbhash: '1QcSHQ==|',
    };
    const unknown = { width: 0, height: 0, srcset_avif: '', srcset_webp: '', srcset_jpeg: '' };
    expect(photosOf(listing, 'variants')).toEqual([
      {
        filename: 'https://a/1.jpg',
        width: 1000,
        height: 600,
        srcset_avif: 'https://a/p/1-320.avif 320w, https://a/p/1-640.avif 640w',
        srcset_webp: 'https://a/p/1-320.webp 320w',
        srcset_jpeg: 'https://a/p/1-320.jpg 320w',
        thumbhash: '1QcSHQ==',
      },
      { filename: 'https://a/2.jpg', ...unknown, thumbhash: '' },
      { filename: 'https://a/3.jpg', ...unknown, thumbhash: '' },
    ]);
    expect(photosOf({ main_image: 'https://a/1.jpg' }, 'variants')).toMatchObject([unknown]);
    expect(photosOf(listing)).toHaveLength(3);
  });
});

describe('what is for the brokerage alone', () => {
  test('is left out at any depth: every field that openapi.json marks', () => {
    const document = JSON.parse(
      readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
    ) as { components: { schemas: Record<string, { properties?: Record<string, object> }> } };
    const marked = Object.values(document.components.schemas)
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .filter(([, schema]) => 'x-portico-server-only' in schema)
      .map(([name]) => name);
    expect(marked.length).toBeGreaterThan(5);
    const secret = Object.fromEntries(marked.map((name) => [name, 'secret']));
    const custom = { custom_key_cabinet: 'Hook 52' };
    const records = [{ id: 1, ...secret, ...custom, members: [{ id: 2, ...secret }] }];
    expect(toPublic(records)).toEqual([{ id: 1, members: [{ id: 2 }] }]);
  });

  test('is left out of a page and of those after it, which stay pages', async () => {
    const listing = (id: number) => ({ id, access_note: 'Hook 52' });
    const answerOf = (number: number) => ({ LISTINGS: [listing(number)], TOTAL_COUNT: 2 });
    const ask = (number: number): PagePromise<ReturnType<typeof listing>> => {
      const answer = answerOf(number);
      const page = new Page({ items: answer.LISTINGS, answer, total: 2, number, size: 1, ask });
      return new PagePromise(new Answer(Promise.resolve({ data: page, response: new Response() })));
    };
    const page = toPublic(await ask(1));
    expect(page.hasNextPage()).toBe(true);
    expect(page).toMatchObject({ items: [{ id: 1 }], total: 2, number: 1 });
    expect(page.answer).toEqual({ LISTINGS: [{ id: 1 }], TOTAL_COUNT: 2 });
    const items = [];
    for await (const item of page) items.push(item);
    expect(items).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await page.nextPage())?.hasNextPage()).toBe(false);
  });
});
