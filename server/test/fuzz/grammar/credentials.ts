import type { Random } from 'portico-demo';
import { BASIC, GOOD_KEYS, type KeyName, keyPlaceholder, STAMP, TOKEN } from '../request.js';
import type { Pair } from './names.js';
import { hostileText } from './values.js';

/** Who a request says that it is from, and where it says so. */
export interface Credential {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  readonly headers: readonly Pair[];
  /** The good key, if it is one. */
  readonly key: KeyName | undefined;
}

const SOMEBODY: readonly (readonly [KeyName, number])[] = [
  ['alphaWebsite', 10],
  ['alphaPrivate', 8],
  ['betaWebsite', 4],
  ['betaPrivate', 3],
  ['alphaMarket', 1],
];

/** Credentials: of a good key where one is named, else none or wrong ones. */
export function credentials(random: Random, key: KeyName | undefined): Credential {
  const query: Pair[] = [];
  const body: Pair[] = [];
  const headers: Pair[] = [];
  const place = (name: string, value: string): void => {
    const [where] = [random.int(0, 9)];
    if (where < 6) query.push([name, value]);
    else if (where < 9) body.push([name, value]);
    else headers.push([name.toLowerCase() === 'apikey' ? 'x-api-key' : `x-${name}`, value]);
  };
  const given = key === undefined ? wrongKey(random) : keyPlaceholder(key);
  if (given !== undefined) {
    const name = random.chance(0.85)
      ? 'apiKey'
      : random.pick(['apikey', 'APIKEY', 'aPiKeY', 'api\u212Aey', 'apiKey[]']);
    place(name, given);
    // Twice, and not the same: some part of the server may read the one, some part the other.
    if (random.chance(0.03)) place(name, wrongKey(random) ?? '');
  }
  if (key?.endsWith('Private') ? random.chance(0.9) : random.chance(0.1)) {
    for (const [name, value] of signature(random)) place(name, value);
  }
  if (random.chance(0.08)) headers.push(['authorization', authorization(random)]);
  return { query, body, headers, key };
}

/** A good key for one request out of five. */
export function someKey(random: Random): KeyName | undefined {
  return random.chance(0.2) ? random.weighted(SOMEBODY) : undefined;
}

function wrongKey(random: Random): string | undefined {
  return random.weighted<() => string | undefined>([
    [() => undefined, 6],
    [() => `pk_${'x'.repeat(31)}${random.int(0, 9)}`, 1],
    [() => `pk_${random.bits().toString(36).padEnd(32, 'y')}`, 2],
    [() => keyPlaceholder(random.chance(0.5) ? 'revoked' : 'elsewhere'), 1],
    [
      () =>
        keyPlaceholder(random.pick(GOOD_KEYS)).slice(0, random.int(1, 34)).replace('FUZZ', 'Fuzz'),
      1,
    ],
    [() => hostileText(random, 400), 1],
    [() => 'x'.repeat(5000), 0.3],
  ])();
}

function signature(random: Random): Pair[] {
  const stamps = [
    STAMP,
    '0',
    '-1',
    '1e13',
    '9007199254740993',
    ' 1',
    '',
    'NaN',
    '1000000000000',
    hostileText(random, 40),
  ];
  const tokens = [
    TOKEN,
    TOKEN.toUpperCase(),
    'f'.repeat(64),
    Buffer.alloc(32).toString('base64'),
    '',
    'é',
    'x'.repeat(9999),
  ];
  return [
    ['stamp', random.chance(0.9) ? STAMP : random.pick(stamps)],
    ['token', random.chance(0.9) ? TOKEN : random.pick(tokens)],
  ];
}

function authorization(random: Random): string {
  if (random.chance(0.5)) return `Basic ${BASIC}`;
  const text = hostileText(random, 60);
  return random.pick([
    `Basic ${Buffer.from(text).toString('base64')}`,
    `Basic ${Buffer.from(`mp_x:${text}`).toString('base64')}`,
    'Basic',
    'Basic ====',
    'basic bXBfOg==',
    'Bearer x',
    `Basic ${'QUFB'.repeat(2500)}`,
    'Digest username="x"',
  ]);
}
