import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../src/resources/content/blog-write.picture.js';
import { noise } from './making.js';

const BYTES = Buffer.from([0xfb, 0xef, 0xff, 0x00, 0x10]);

describe('Base64', () => {
  it.each([
    ['bare', '++//ABA='],
    ['without padding', '++//ABA'],
    ['for URLs', '--__ABA='],
    ['for URLs, without padding', '--__ABA'],
    ['as a data URI', 'data:image/png;base64,++//ABA='],
    ['as a data URI without a type', 'data:;base64,++//ABA='],
    ['as a data URI of another type', 'data:text/html;charset=utf-8;name=a.svg;base64,++//ABA='],
    ['as a data URI in capitals', 'DATA:image/png;BASE64,++//ABA='],
    ['in lines', '++\r\n//\nAB\tA=\n'],
    ['with blanks', '  data:image/png;base64, ++// ABA=  '],
  ])('is read %s', (_what, text) => {
    expect(decodeBase64(text)).toEqual(BYTES);
  });

  it.each([
    'http://example.com/a.png',
    'data:image/png,++//ABA=',
    'data:image/png;base64;x,++//',
    '++//ABA==',
    '++//A',
    '++//AB=A',
    '++//ABA===',
    '====',
    '=',
    '++//AB*=',
    '*+//ABA=',
    '++//ABAA*',
    '*',
    '**',
    '****',
    '++=/ABA=',
    '++//ABÄ=',
    '++//\u0000AA=',
    '<svg>',
  ])('is not %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });

  it('may be empty', () => {
    expect(decodeBase64('data:image/png;base64,')).toEqual(Buffer.alloc(0));
  });

  it('is refused for one wrong character, wherever it is and whatever the length', () => {
    for (let length = 1; length <= 24; length += 1) {
      const text = noise(length).toString('base64').replace(/=+$/, '');
      expect(decodeBase64(text)).toEqual(noise(length));
      for (let at = 0; at < text.length; at += 1) {
        for (const wrong of ['*', '=', '.', '\u0100', '\u0141', '\uff21']) {
          const changed = text.slice(0, at) + wrong + text.slice(at + 1);
          if (wrong === '=' && at === text.length - 1) continue;
          expect(decodeBase64(changed), changed).toBeUndefined();
        }
      }
    }
  });

  it('is read at any length, and refused at any', () => {
    const bytes = noise(5 * 1024 * 1024);
    const text = bytes.toString('base64');
    expect(decodeBase64(text)?.equals(bytes)).toBe(true);
    expect(decodeBase64(`${text.slice(0, -4)}!`)).toBeUndefined();
    expect(decodeBase64(`${'='.repeat(7_000_000)}A`)).toBeUndefined();
    expect(decodeBase64('='.repeat(7_000_000))).toBeUndefined();
    expect(decodeBase64(' '.repeat(7_000_000))?.length).toBe(0);
    expect(decodeBase64(`data:${';'.repeat(7_000_000)}`)).toBeUndefined();
  });
});
