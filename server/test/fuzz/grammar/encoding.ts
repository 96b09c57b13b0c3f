import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from 'portico-demo';
import { QUERY_MARK, utf8 } from '../request.js';
import type { Pair } from './names.js';

/** How one value is written in an address or a form. */
type Style = 'usual' | 'all' | 'raw' | 'overlong' | 'surrogates' | 'broken' | 'twice';

const STYLES: readonly (readonly [Style, number])[] = [
  ['usual', 12],
  ['all', 2],
  ['raw', 2],
  ['overlong', 1],
  ['surrogates', 1],
  ['broken', 1],
  ['twice', 1],
];

const hex = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;

/** Percent-encodes text in one of the right ways or one of the wrong ones. */
export function percentEncoded(random: Random, text: string): string {
  const style = random.weighted(STYLES);
  if (style === 'raw') return utf8(text).replace(/[\0\r\n #&]/g, (byte) => hex(byte.charCodeAt(0)));
  if (style === 'twice') return usual(usual(text));
  if (style === 'broken')
    return `${usual(text)}${random.pick(['%', '%z', '%zz', '%e2%84', '%u0041'])}`;
  if (style === 'overlong') {
    const overlong = (byte: string): string =>
      byte.charCodeAt(0) < 0x80
        ? `${hex(0xc0 | (byte.charCodeAt(0) >> 6))}${hex(0x80 | (byte.charCodeAt(0) & 0x3f))}`
        : hex(byte.charCodeAt(0));
    return utf8(text.slice(0, 300)).replace(/[^A-Za-z0-9]|[aA]/g, overlong);
  }
  if (style === 'surrogates') return `${usual(text)}%ED%A0%80`;
  if (style === 'all') return [...utf8(text)].map((byte) => hex(byte.charCodeAt(0))).join('');
  return usual(text);
}

function usual(text: string): string {
  // Lone surrogates become the replacement character, as they do in every browser.
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Pairs as a query string or form has them. */
export function formText(random: Random, pairs: readonly Pair[], limit: number): string {
  let text = '';
  for (const [name, value] of pairs) {
    const between =
      text === '' ? '' : random.chance(0.97) ? '&' : random.pick([';', '&&', '&=&', '?']);
    const equals = random.chance(0.98) ? '=' : random.pick(['', '==', '%3d']);
    const pair = `${between}${percentEncoded(random, name)}${equals}${percentEncoded(random, value)}`;
    if (text.length + pair.length > limit) continue;
    text += pair;
  }
  return text;
}

/** A query string, with a mark in it by which it would be recognised in a log. */
export function queryText(random: Random, pairs: readonly Pair[]): string {
  // A server of Node.js takes 16 KiB of address and headers together.
  const limit = random.chance(0.98) ? 12_000 : 40_000;
  const text = formText(random, pairs, limit);
  return text === '' ? QUERY_MARK : `${QUERY_MARK}=1&${text}`;
}

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const PACK = {
  br: (bytes: Buffer): Buffer => brotliCompressSync(bytes, QUICKLY),
  gzip: (bytes: Buffer): Buffer => gzipSync(bytes),
  deflate: (bytes: Buffer): Buffer => deflateSync(bytes),
};

/** Content that becomes a hundred thousand times as long, or a thousand times: made once. */
const BOMBS = {
  br: PACK.br(Buffer.alloc(128 << 20, 32)).toString('latin1'),
  gzip: PACK.gzip(Buffer.alloc(64 << 20, 32)).toString('latin1'),
  deflate: PACK.deflate(Buffer.alloc(64 << 20, 32)).toString('latin1'),
};

const CODINGS = [
  'br',
  'gzip',
  'deflate',
  'identity',
  'x',
  'zstd',
  'gzip, gzip',
  'GZIP',
  '',
  'br;q=1',
  'compress',
];

/** A body under a content coding: packed rightly or wrongly, or a bomb. */
export function packed(
  random: Random,
  body: string,
): { readonly coding: string; readonly body: string } {
  const coding = random.pick(CODINGS);
  const kind = random.weighted([
    ['right' as const, 4],
    ['bomb' as const, 2],
    ['damaged' as const, 2],
    ['unpacked' as const, 2],
  ]);
  const name = coding.toLowerCase();
  if (kind === 'unpacked' || !isPackable(name)) return { coding, body };
  if (kind === 'bomb') return { coding, body: BOMBS[name] };
  const whole = PACK[name](Buffer.from(body, 'latin1')).toString('latin1');
  return { coding, body: kind === 'right' ? whole : whole.slice(0, random.int(0, whole.length)) };
}

function isPackable(name: string): name is keyof typeof PACK {
  return name in PACK;
}
