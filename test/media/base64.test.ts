import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../src/media/base64.js';
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
    '+-//ABA=',
    '++//ABÄ=',
    '++//\u0000AA=',
    '<svg>',
  ])('is not %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });

  it('may be empty', () => {
    expect(decodeBase64('data:image/png;base64,')).toEqual(Buffer.alloc(0));
  });

  it('is read at any length, and refused as fast', () => {
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
