import type { Random } from 'portico-demo';
import type { Endpoint } from '../../../src/api/endpoint.js';
import { endpoints } from '../../../src/endpoints.js';
import { type KeyName, utf8 } from '../request.js';
import { type Body, bodyFor } from './bodies.js';
import { credentials } from './credentials.js';
import { percentEncoded, queryText } from './encoding.js';
import { inSomeCase, type Pair, pairsFor } from './names.js';
import { amount, hostileText, ids, plausibleValue } from './values.js';

/** One HTTP request, in its parts. */
export interface Message {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Pair[];
  readonly body: string;
  readonly picture: boolean;
}

/** What is not in the list of endpoints. */
// biome-ignore format: a table
const OTHER_PATHS = [
  '/health/live', '/health/ready', '/api-docs', '/reference', '/reference/', '/reference/js/scalar.js',
  '/reference/openapi.json', '/media/', '/media/demo/facade-001.jpg', '/media/demo/docs/market-letter.pdf',
  '/media/alpha/blog/00000000000000000000000000000000.png', '/media/alpha/blog/x', '/media/demo', '/',
  '/metrics', '/favicon.ico', '/.well-known/x', '/admin', '/properties/1/2/3', '/documentation', '/clients.sqlite',
];

// biome-ignore format: a table
const METHODS = [
  'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH', 'LINK', 'PURGE',
];

const ADDRESSES = [
  '203.0.113.7',
  '::1',
  '127.0.0.1',
  'unknown',
  '',
  '1.2.3.4:5',
  '[2001:db8::1]:9',
  '999.1.1.1',
  'x',
];

/** A request that the parser of HTTP accepts. */
export function message(random: Random, key: KeyName | undefined): Message {
  const endpoint = random.chance(0.88) ? random.pick(endpoints) : undefined;
  const method =
    endpoint !== undefined && random.chance(0.92) ? endpoint.method : random.pick(METHODS);
  const pairs = pairsOf(random, endpoint);
  const who = credentials(random, key);
  const writes = !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
  const inBody = writes ? random.chance(0.8) : random.chance(0.03);
  const body: Body = inBody
    ? bodyFor(random, endpoint, mixed(random, pairs, who.body), key !== undefined)
    : { bytes: '', headers: [], picture: false };
  const asked = inBody && random.chance(0.8) ? who.query : [...who.query, ...who.body, ...pairs];
  const target = `${pathOf(random, endpoint)}${asked.length > 0 ? `?${queryText(random, asked)}` : ''}`;
  return {
    method,
    target,
    headers: [...body.headers, ...who.headers, ...headersFor(random)],
    body: body.bytes,
    picture: body.picture,
  };
}

function mixed(random: Random, pairs: readonly Pair[], credentials: readonly Pair[]): Pair[] {
  return random.chance(0.5) ? [...credentials, ...pairs] : [...pairs, ...credentials];
}

function pairsOf(random: Random, endpoint: Endpoint | undefined): Pair[] {
  const params = endpoint?.params ?? {};
  if (endpoint?.method === 'GET' && random.chance(0.3)) {
    // A search that was never asked before: good values of some parameters, and lists of any length.
    const names = random.sample(Object.keys(params), random.int(1, 10));
    return names.map((name) => {
      const param = params[name];
      if (param === undefined) return [name, ''];
      return [
        name,
        /\bids\b/.test(param.accepts) ? ids(random, 60) : plausibleValue(random, name, param),
      ];
    });
  }
  return pairsFor(random, params);
}

function pathOf(random: Random, endpoint: Endpoint | undefined): string {
  if (endpoint === undefined) {
    const path = random.chance(0.85)
      ? random.pick(OTHER_PATHS)
      : `/${percentEncoded(random, hostileText(random, 300))}`;
    return random.chance(0.9) ? path : disguised(random, path);
  }
  const path = endpoint.path.replace(/\{\w+\}/, () =>
    random.chance(0.8)
      ? String(random.int(1, 1700))
      : percentEncoded(random, hostileText(random, 100)),
  );
  return random.chance(0.85) ? path : disguised(random, path);
}

function disguised(random: Random, path: string): string {
  return random.weighted<() => string>([
    [() => utf8(inSomeCase(random, path)), 4],
    [() => path.toUpperCase(), 1],
    [() => `/${path}`, 1],
    [() => `${path}/`, 1],
    [() => `${path}//`, 1],
    [() => path.replaceAll('/', '//'), 1],
    [() => `/.${path}`, 1],
    [() => `/x/..${path}`, 1],
    [
      () =>
        path.replace(/[a-z]/g, (letter) =>
          random.chance(0.3) ? `%${letter.charCodeAt(0).toString(16)}` : letter,
        ),
      3,
    ],
    [() => path.replace('/', '%2f'), 1],
    [() => `${path};x=1`, 1],
    [() => `${path}%00`, 1],
    [() => `${path}/${'a/'.repeat(amount(random, 3000))}`, 1],
    [() => `http://127.0.0.1${path}`, 1],
    [() => `${path}#x`, 1],
    [() => `${path}%`, 1],
    [() => '*', 0.3],
  ])();
}

function headersFor(random: Random): Pair[] {
  const some = (probability: number, make: () => Pair): Pair[] =>
    random.chance(probability) ? [make()] : [];
  const byte = (): number => random.int(0, 255);
  const address = (): string => `10.${byte()}.${byte()}.${byte()}`;
  return [
    ...(random.chance(0.97) ? [['x-forwarded-proto', 'https'] as const] : []),
    ...some(0.02, () => [
      'x-forwarded-proto',
      random.pick(['http', 'https,http', '', 'HTTPS', hostileText(random, 30)]),
    ]),
    ...some(0.9, () => ['x-forwarded-for', address()]),
    ...some(0.03, () => [
      'x-forwarded-for',
      Array.from({ length: amount(random, 500) }, () => random.pick(ADDRESSES)).join(', '),
    ]),
    ...some(0.15, () => [
      'accept-encoding',
      random.pick([
        'br',
        'gzip',
        '*',
        'br;q=0, *',
        'identity;q=0',
        'gzip;q=9, ,br',
        'x'.repeat(900),
      ]),
    ]),
    ...some(0.06, () => [
      'if-none-match',
      random.pick([
        '*',
        '""',
        '"reference-0.1.0"',
        'W/"x", '.repeat(amount(random, 900)),
        hostileText(random, 90),
      ]),
    ]),
    ...some(0.02, () => [
      'if-modified-since',
      random.pick(['Sun, 22 Nov 2026 00:00:00 GMT', hostileText(random, 60)]),
    ]),
    ...some(0.04, () => [
      'range',
      random.pick([
        'bytes=0-',
        'bytes=-1',
        'bytes=9-1',
        `bytes=${'0-1,'.repeat(500)}2-3`,
        hostileText(random, 50),
      ]),
    ]),
    ...some(0.05, () => [
      'origin',
      random.pick(['https://x.example', 'null', hostileText(random, 80)]),
    ]),
    ...some(0.03, () => ['access-control-request-method', random.pick(METHODS)]),
    ...some(0.02, () => ['access-control-request-headers', 'x-a,'.repeat(amount(random, 900))]),
    ...some(0.02, () => ['expect', random.pick(['100-continue', '100-Continue', 'x'])]),
    ...some(0.03, () => ['cookie', `a=${hostileText(random, 300)}`]),
    ...some(0.02, () => [
      random.pick(['x-request-id', 'request-id', 'forwarded', 'user-agent', 'accept', 'host']),
      hostileText(random, 300),
    ]),
    ...some(0.01, () => ['x-http-method-override', 'DELETE']),
    ...some(0.01, () => ['x'.repeat(amount(random, 4000)), 'y']),
  ];
}

/** The bytes of a message: its head and, where it announces its length, its body. */
export function messageBytes(
  message: Message,
  host: string,
  extra: readonly Pair[] = [],
): { head: string; body: string } {
  const length: Pair[] =
    message.body === '' ||
    extra.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
      ? []
      : [['content-length', String(message.body.length)]];
  const lines = [['host', host] as const, ...message.headers, ...length, ...extra].map(
    ([name, value]) => `${name}: ${utf8(value).replace(/[\0\r\n]/g, ' ')}\r\n`,
  );
  const target = message.target.replace(/[\0\r\n ]/g, '+');
  return {
    head: `${message.method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`,
    body: message.body,
  };
}
