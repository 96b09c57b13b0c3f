import type { Random } from 'portico-demo';
import type { Param } from '../../../src/api/params.js';
import { NONCE, PASSWORD_MARK } from '../request.js';

/** Numbers at the edges of what machines and people write. */
// biome-ignore format: a table
const NUMBERS = [
  '-1', '0', '-0', '+5', '1.0', '00012', '1e3', '1e309', '1e-320', 'NaN', 'Infinity', '0x10', '0b1',
  '2147483647', '2147483648', '-2147483649', '4294967296', '9007199254740991', '9007199254740992',
  '9223372036854775807', '9223372036854775808', '99999999999999999999', '0.1', '.5', '5.', '1,000',
  '1_000', '٣', '１２', ' 7 ', '7\n', '1;2', 'null', 'undefined', 'true', '[]', '{}',
];

// biome-ignore format: a table
const DATES = [
  '2026-02-30', '0000-00-00', '0000-01-01 00:00:00', '9999-12-31 23:59:59', '1969-12-31', '10000-01-01',
  '+275760-09-13', '-271821-04-20', 'November, 31 2026 25:61:61', 'February, 29 2027 00:00:00',
  '2026-03-08 02:30:00', '2026-11-01T01:30:00-05:00', '2026-11-22T00:00:00.000000000Z', '13/32/2026',
  '11/22/26', 'now', 'today', '1e15', '2026-1-1', '２０２６-01-01', '2026-11-22 00:00:00; --',
];

// biome-ignore format: a table
const HTML = [
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>', '<p style="background:url(javascript:1)">', '<!--', '<![CDATA[',
  '&#x3c;script&#x3e;', '&lt', '<b', '</p></p></p>', '<iframe srcdoc="<script>1</script>">', '<a\0b>',
  '<math><mtext><table><mglyph><style><img src=x>', '{{constructor.constructor("x")()}}', `\${7*7}`,
];

// biome-ignore format: a table
const SQL = [
  "' OR 1=1 --", '"; DROP TABLE zz_nothing; --', "') OR ('1'='1", '1 UNION ALL SELECT NULL', '%', '_', '\\',
  "%' ESCAPE '\\", '%_%_%_%', "\\' OR 1", "1'; SELECT pg_sleep(9); --", '$1', '?', ':id', 'x*', '"x" NEAR "y"',
  "'||(SELECT 1)||'", '/**/', '1) ORDER BY 99 --',
];

// biome-ignore format: a table
const PATHS = [
  '../../../../etc/passwd', '..\\..\\..\\windows\\win.ini', '/etc/passwd', '%2e%2e%2f%2e%2e%2f', '..%252f..',
  '....//....//etc/passwd', 'file:///etc/passwd', 'C:\\x', 'con', '/proc/self/environ', '.env', '~root', '/dev/zero',
  'x\0.jpg', '..%c0%af..', '//evil.example/x', './/.//', 'a/../b', '...',
];

// biome-ignore format: a table
const UNICODE = [
  '\0', '\uFEFF', '\uD800', '\uDFFF\uD800', '\u202E', '\u2028', '\u212A', 'İ', 'ß', 'ﷺ', '😀', 'e\u0301',
  '\u200B', '\u00A0', 'ǅ', '\x7f', '\x1b[31m', '\r\nX-Injected: 1', '\n', '\t', '\u0085',
];

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'length'];

// biome-ignore format: a table
const URLS = [
  'javascript:alert(1)', 'http://127.0.0.1:1/', 'https://user:word@host.example/', '//evil.example', 'http://[::1',
  'https://x.example/\r\nSet-Cookie: a=b', 'data:text/html,x', 'ftp://x', 'https://', 'HTTPS://X.EXAMPLE',
  'https://xn--/', 'https://x.example/?a=%zz', 'mailto:a@b', 'https://www.youtube.com/watch?v=', 'http://0x7f.1/',
];

/** What a pattern that goes back and forth may be tried with. */
// biome-ignore format: a table
const REPEATED = [
  'a', ' ', '<', '<a ', '<p>', '</', '&', '&amp;', '<!--', '(', '%', ',', ',,1', '-', '.', '@', 'a@', '0', '9',
  '\\', '"', "'", '\n', '\0', '😀', 'ﷺ', '\u0301', '/', '../', 'Aa', '1,', ' ,', ';', '=', '&a=', '[', '{', '\uD800',
];

const FREE_WORDS = [
  'park',
  'view',
  'loft',
  'West',
  '72nd',
  'Street',
  'sunny',
  'a',
  'Brooklyn',
  'é',
  '10023',
];

/** A number of things, small mostly and now and then the largest. */
export function amount(random: Random, most: number): number {
  return Math.max(1, Math.floor(most ** random.next()));
}

/** Text that means harm, of at most so many characters. */
export function hostileText(random: Random, most = 4000): string {
  const family = random.weighted<readonly string[] | 'repeated' | 'bytes' | 'mixed'>([
    [NUMBERS, 5],
    [DATES, 3],
    [HTML, 3],
    [SQL, 4],
    [PATHS, 3],
    [UNICODE, 3],
    [NAMES, 1],
    [URLS, 2],
    ['repeated', 3],
    ['bytes', 1],
    ['mixed', 2],
  ]);
  if (family === 'repeated') {
    const part = random.pick(REPEATED);
    return part.repeat(Math.ceil(amount(random, most) / part.length)).slice(0, most);
  }
  if (family === 'bytes') {
    const characters = Array.from({ length: amount(random, Math.min(most, 200)) }, () =>
      String.fromCharCode(random.int(0, random.chance(0.7) ? 255 : 0xffff)),
    );
    return characters.join('');
  }
  if (family === 'mixed') {
    const parts = Array.from({ length: random.int(2, 5) }, () => hostileText(random, most / 5));
    return parts.join(random.pick(['', ' ', ',', '\0'])).slice(0, most);
  }
  return random.pick(family).slice(0, most);
}

/** Words of text that one may search for or write. */
export function freeText(random: Random): string {
  return Array.from({ length: amount(random, 30) }, () => random.pick(FREE_WORDS)).join(' ');
}

/** A value for a parameter as a website may send it: good, or good and at the edge. */
export function plausibleValue(random: Random, name: string, param: Param<unknown>): string {
  const { schema, accepts } = param;
  const key = name.toLowerCase();
  const { type, enum: words, minimum, maximum } = schema as Record<string, unknown>;
  if (Array.isArray(words)) return String(random.pick(words));
  if (type === 'boolean') return random.pick(['true', 'false', '1', '0', 'yes', 'no', 'TRUE']);
  if (type === 'integer' || type === 'number') {
    const least = typeof minimum === 'number' ? minimum : 0;
    const most = typeof maximum === 'number' && maximum < 1e9 ? maximum : 5_000_000;
    return String(random.chance(0.5) ? random.int(least, least + 40) : random.int(least, most));
  }
  const list = /out of (.*)$/.exec(accepts)?.[1]?.split(', ');
  if (list !== undefined) return random.sample(list, random.int(1, list.length)).join(',');
  if (/\bids\b/.test(accepts)) return ids(random);
  if (/email/.test(key)) return `${NONCE}@fuzz.example`;
  if (/password|code|verify/.test(key)) return `${PASSWORD_MARK}${NONCE}`;
  if (/url|link|website/.test(key)) return `https://fuzz.example/${NONCE}`;
  if (/date|time|since|until/.test(key)) return random.pick(['2026-11-22', '11/22/2026', ...DATES]);
  if (/phone|fax/.test(key)) return '212-555-0100';
  if (/id$/.test(key)) return String(random.int(1, 1700));
  if (/name/.test(key)) return `Name ${NONCE}`;
  return freeText(random);
}

/** A list of ids, whose length is a shape of statement of its own. */
export function ids(random: Random, most = 500): string {
  return Array.from({ length: amount(random, most) }, () => random.int(1, 1700)).join(',');
}

/** A value for a parameter: now as it should be, now not. */
export function valueFor(random: Random, name: string, param: Param<unknown> | undefined): string {
  if (param !== undefined && random.chance(0.6)) return plausibleValue(random, name, param);
  return hostileText(random);
}
