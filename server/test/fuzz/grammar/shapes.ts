import { Random } from 'portico-demo';
import type { Ending, HostileRequest, KeyName, Step } from '../request.js';
import { costlyPairs } from './costly.js';
import { credentials, someKey } from './credentials.js';
import { queryText } from './encoding.js';
import { type Message, message, messageBytes } from './messages.js';
import type { Pair } from './names.js';
import { amount, hostileText } from './values.js';

const HOST = '127.0.0.1';
const CLOSE: readonly Pair[] = [['connection', 'close']];
const FROM_PROXY: Pair = ['x-forwarded-proto', 'https'];
const ANSWERED: Ending = { kind: 'answered' };

type Shape = (random: Random, key: KeyName | undefined) => Omit<HostileRequest, 'key' | 'shape'>;

/**
 * The request of that number: the same for the same seed, whatever was sent before it.
 *
 * @param seed Any whole number.
 */
export function hostileRequest(seed: number, number: number): HostileRequest {
  const random = new Random(seed, `request ${number}`);
  const key = someKey(random);
  const [shape, make] = random.weighted(SHAPES);
  return { shape, ...make(random, key), ...(key === undefined ? {} : { key }) };
}

const SHAPES: readonly (readonly [readonly [string, Shape], number])[] = [
  [['single', single], 64],
  [['pipeline', pipeline], 9],
  [['chunked', chunked], 6],
  [['costly search', costlySearch], 3],
  [['aborted', aborted], 8],
  [['slow', slow], 2],
  [['wrong length', wrongLength], 3],
  [['malformed', malformed], 5],
  [['upgrade', upgrade], 2],
  [['head', hostileHead], 1],
];

/** One request on a connection of its own. */
function single(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const one = message(random, key);
  const { head, body } = messageBytes(one, HOST, random.chance(0.8) ? CLOSE : []);
  return {
    steps: [{ bytes: head + body }],
    methods: [one.method],
    ending: ANSWERED,
    ...pictureOf(one),
  };
}

/** Several at once, all answered or cut off in between. */
function pipeline(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const messages = Array.from({ length: random.int(2, 5) }, () => message(random, key));
  const bytes = messages.map((one) => Object.values(messageBytes(one, HOST)).join(''));
  const ending: Ending = random.chance(0.5)
    ? ANSWERED
    : { kind: 'cut', afterMs: random.pick([0, 1, 2, 3, 5, 10, 20, 40]) };
  const together = random.chance(0.8)
    ? [{ bytes: bytes.join('') }]
    : bytes.map((one) => ({ bytes: one, pauseMs: 2 }));
  const picture = messages.some((one) => one.picture) ? { picture: true as const } : {};
  return { steps: together, methods: messages.map(({ method }) => method), ending, ...picture };
}

/** A body in chunks: good ones, broken ones, ones that never end. */
function chunked(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const one = message(random, key);
  const { head, body } = messageBytes(one, HOST, [['transfer-encoding', 'chunked'], ...CLOSE]);
  const size = Math.max(1, random.chance(0.1) && body.length < 5000 ? 1 : amount(random, 65_536));
  const chunks: string[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.slice(at, at + size);
    const extension = random.chance(0.97) ? '' : `;${'x=y;'.repeat(amount(random, 2000))}`;
    chunks.push(`${part.length.toString(16)}${extension}\r\n${part}\r\n`);
  }
  const whole = `${chunks.join('')}0\r\n${random.chance(0.9) ? '' : 'x-trailer: y\r\n'.repeat(amount(random, 500))}\r\n`;
  if (random.chance(0.6)) {
    return {
      steps: [{ bytes: head + whole }],
      methods: [one.method],
      ending: ANSWERED,
      ...pictureOf(one),
    };
  }
  const broken = random.pick([
    `${chunks.join('')}`,
    `zz\r\n${whole}`,
    `-1\r\n${whole}`,
    `ffffffffffffffff\r\n${whole}`,
    `${'0'.repeat(20_000)}${whole}`,
    whole.replaceAll('\r\n', '\n'),
    `1\r\nab\r\n${whole}`,
    '1;\r\n',
  ]);
  return {
    steps: [{ bytes: head + broken }],
    methods: [one.method],
    ending: { kind: 'cut', afterMs: random.int(0, 60) },
  };
}

/** A search that costs as much as its parameters allow. */
function costlySearch(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const { query, body, headers } = credentials(random, key);
  // Written as a browser does: other spellings of the longest would be too long for a head.
  const pairs = new URLSearchParams(Object.fromEntries(costlyPairs(random)));
  const one: Message = {
    method: 'GET',
    target: `/properties?${queryText(random, [...query, ...body])}&${pairs}`,
    headers: [FROM_PROXY, ...headers],
    body: '',
    picture: false,
  };
  const { head } = messageBytes(one, HOST, CLOSE);
  return { steps: [{ bytes: head }], methods: [one.method], ending: ANSWERED };
}

/** Cut in the head, in the body, while it is worked on, or in the answer. */
function aborted(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const one = message(random, key);
  const { head, body } = messageBytes(one, HOST);
  const bytes = head + body;
  const kind = random.int(0, 3);
  const picture = pictureOf(one);
  if (kind === 0)
    return {
      steps: [{ bytes: bytes.slice(0, random.int(0, bytes.length)) }],
      methods: [one.method],
      ending: { kind: 'cut', afterMs: random.int(0, 5) },
      ...picture,
    };
  if (kind === 1)
    return {
      steps: [{ bytes }],
      methods: [one.method],
      ending: { kind: 'cut', afterMs: random.pick([0, 0, 1, 2, 4, 8, 15, 30]) },
      ...picture,
    };
  if (kind === 2)
    return {
      steps: [{ bytes }],
      methods: [one.method],
      ending: { kind: 'cut at', bytes: amount(random, 100_000) },
      ...picture,
    };
  return { steps: [{ bytes }], methods: [one.method], ending: { kind: 'half' }, ...picture };
}

/** Head and body in pieces, with pauses between them. */
function slow(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const one = message(random, key);
  const { head, body } = messageBytes(one, HOST, CLOSE);
  const bytes = head + body;
  const pieces = random.int(2, 12);
  const steps: Step[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const part = bytes.slice(
      (piece * bytes.length) / pieces,
      ((piece + 1) * bytes.length) / pieces,
    );
    steps.push({ bytes: part, pauseMs: random.pick([0, 5, 20, 100, 300, 1000]) });
  }
  const ending: Ending = random.chance(0.6)
    ? ANSWERED
    : { kind: 'cut', afterMs: random.int(0, 2000) };
  const sent = random.chance(0.8) ? steps : steps.slice(0, -1);
  const whole = sent.length === steps.length;
  return {
    steps: sent,
    methods: [one.method],
    ending: whole ? ending : { kind: 'cut', afterMs: random.int(0, 3000) },
    ...pictureOf(one),
  };
}

/** A body that is not as long as was said, or about whose length two things are said. */
function wrongLength(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const one = message(random, key);
  const { length } = one.body;
  const lengths = [
    length + 1,
    length * 2 + 10,
    1e15,
    -1,
    '1e3',
    '0x10',
    '+5',
    ' ',
    '',
    `${length}, ${length}`,
    `${length},0`,
    '00000000000000000001',
    8 * 1024 * 1024,
    2 ** 53,
  ];
  const extra: Pair[] = [['content-length', String(random.pick(lengths))]];
  if (random.chance(0.2)) extra.push(['content-length', String(length)]);
  if (random.chance(0.2))
    extra.push([
      'transfer-encoding',
      random.pick(['chunked', 'gzip, chunked', 'chunked, identity', 'xchunked', 'CHUNKED']),
    ]);
  const { head, body } = messageBytes(one, HOST, extra);
  return {
    steps: [{ bytes: head + body }],
    methods: [one.method],
    ending: { kind: 'cut', afterMs: random.int(0, 100) },
  };
}

// biome-ignore format: a table
const NOT_HTTP = [
  'FOO /labels\r\n\r\n', 'GET\r\n\r\n', '\r\n\r\n\r\n', 'GET /labels HTTP/9.9\r\n\r\n', 'GET /labels\r\n', 'get /labels HTTP/1.1\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'GET /labels HTTP/1.1\nhost: a\n\n',
  'GET /labels HTTP/1.1\r\nhost : a\r\n\r\n', 'GET /labels HTTP/1.1\r\n: a\r\n\r\n', 'GET /labels HTTP/1.1\r\nx\r\n\r\n',
  'GET /labels HTTP/1.1\r\nhost: a\r\n folded: b\r\n\r\n', 'GET /labels HTTP/1.1\r\nx: \0\r\n\r\n', 'GET  /labels  HTTP/1.1\r\n\r\n',
  'GET /labels HTTP/1.0\r\n\r\n', 'GET /labels HTTP/1.1\r\n\r\n', 'CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: a\r\n\r\n', '*1\r\n$4\r\nPING\r\n',
];

/** What is no HTTP, or none that is accepted. */
function malformed(random: Random): ReturnType<Shape> {
  const bytes = random.chance(0.8)
    ? random.pick(NOT_HTTP)
    : Buffer.from(hostileText(random, 20_000)).toString('latin1');
  // To read what comes back, it matters whether the first answer is one to HEAD.
  const before = random.chance(0.3) ? [message(random, undefined)] : [];
  const whole = before.flatMap((one) => Object.values(messageBytes(one, HOST))).join('');
  return {
    steps: [{ bytes: whole + bytes }],
    methods: before.map(({ method }) => method),
    ending: { kind: 'cut', afterMs: random.int(0, 60) },
  };
}

/** Asks for another protocol, and goes on with the next request or with what is none. */
function upgrade(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const one = message(random, key);
  const protocol = random.pick(['h2c', 'websocket', 'TLS/1.0', 'x'.repeat(300)]);
  const asks: Pair[] = [
    ['upgrade', protocol],
    ['connection', random.pick(['Upgrade', 'Upgrade, HTTP2-Settings', 'close, Upgrade'])],
  ];
  const { head, body } = messageBytes(one, HOST, asks);
  const next = random.pick([
    '',
    'FOO /labels\r\n\r\n',
    'FOO /labels HTTP/1.1\r\n\r\n',
    '\x81\x05hello',
    'GET /labels HTTP/1.1\r\nhost: a\r\n\r\n',
  ]);
  // Whatever follows is answered, or the connection is closed.
  return {
    steps: [{ bytes: head + body + next }],
    methods: next === '' ? [one.method] : [one.method, 'GET'],
    ending: ANSWERED,
    ...pictureOf(one),
  };
}

/** A head that is long, or has many fields. */
function hostileHead(random: Random, key: KeyName | undefined): ReturnType<Shape> {
  const one = message(random, key);
  const count = amount(random, 3000);
  const fields: Pair[] = Array.from({ length: count }, (_, at) => [
    `x-${at}`,
    'y'.repeat(Math.floor(amount(random, 60_000) / count)),
  ]);
  const { head, body } = messageBytes(one, HOST, [...fields, ...CLOSE]);
  return {
    steps: [{ bytes: head + body }],
    methods: [one.method],
    ending: ANSWERED,
    ...pictureOf(one),
  };
}

function pictureOf({ picture }: Message): { picture?: true } {
  return picture ? { picture: true } : {};
}
