import type { Random } from 'portico-demo';
import { utf8 } from '../request.js';
import { type Pair, spellings } from './names.js';
import { amount, hostileText } from './values.js';

const ODD = [
  '1e999',
  '-0',
  '1E-400',
  '0.1e1',
  '-',
  '01',
  '+1',
  '.5',
  'NaN',
  'undefined',
  'True',
  "'x'",
  '0x1',
];

/** Pairs as a JSON object, with values of every type. Written by hand: names may come twice. */
export function jsonObject(random: Random, pairs: readonly Pair[]): string {
  const members = pairs.map(
    ([name, value]) => `${jsonText(random, name)}:${jsonValue(random, value, 3)}`,
  );
  return `{${members.join(random.chance(0.95) ? ',' : ' , ')}}`;
}

function jsonText(random: Random, text: string): string {
  // Lone surrogates stay what they are: JSON.stringify writes them as escapes.
  if (random.chance(0.95)) return utf8(JSON.stringify(text));
  const escaped = [...text.slice(0, 500)].map(
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped.join('')}"`;
}

function jsonValue(random: Random, text: string, depth: number): string {
  const kind = random.int(0, depth > 0 ? 24 : 19);
  if (kind < 16) return jsonText(random, text);
  if (kind === 16) return /^-?\d{1,30}$/.test(text) ? text : '0';
  if (kind === 17) return random.pick(['true', 'false', 'null', '0', '-1', '1e308', '""']);
  if (kind === 18) return random.chance(0.8) ? '1' : random.pick(ODD);
  if (kind === 19) return '1'.repeat(amount(random, 20_000));
  const items = Array.from({ length: amount(random, 40) }, () =>
    jsonValue(random, random.chance(0.5) ? text.slice(0, 100) : hostileText(random, 30), depth - 1),
  );
  if (kind < 23) return `[${items.join(',')}]`;
  return `{${items.map((item, at) => `"${random.pick(['a', 'id', '__proto__', 'x'])}${at}":${item}`).join(',')}}`;
}

/** A JSON body whose size or shape is the attack, of at most so many bytes. */
export function heavyJson(random: Random, names: readonly string[], most: number): string {
  // Of every size, and often of the largest.
  const size = random.chance(0.5) ? amount(random, most) : random.int(most / 4, most);
  const kind = random.int(0, 9);
  if (kind === 0) return manyMembers(size, random.int(0, 2));
  if (kind === 1 || kind > 7) return spelledOften(random, names, size);
  if (kind === 2) return `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`;
  if (kind === 3) return `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`;
  const name = names.length > 0 ? random.pick(names) : 'id';
  if (kind === 4) return `{"${name}":[${'1,'.repeat(size / 2)}1]}`;
  if (kind === 5) return `{"${name}":"${'\\u0000'.repeat(size / 6)}"}`;
  if (kind === 6) return `{"${name}":${'9'.repeat(size)}}`;
  return `{"${name}":${'[[1],'.repeat(size / 6)}1${']'.repeat(size / 6)}}`;
}

function manyMembers(size: number, prefix: number): string {
  const members: string[] = [];
  for (let at = 0, length = 0; length < size; at += 1) {
    const member = `"${at.toString(36)}${'xyz'.slice(0, prefix)}":0`;
    members.push(member);
    length += member.length + 1;
  }
  return `{${members.join(',')}}`;
}

/** One name in many letter cases, each with a list. */
function spelledOften(random: Random, names: readonly string[], size: number): string {
  const name = names.length > 0 ? random.pick(names) : 'apikey';
  const spelt = spellings(name, random.chance(0.5) ? amount(random, 2048) : random.int(256, 2048));
  const each = Math.max(1, Math.floor(size / spelt.length / 2) - name.length);
  const value = random.chance(0.9) ? `[${'1,'.repeat(each)}1]` : '1';
  return `{${spelt.map((one) => `"${one}":${value}`).join(',')}}`;
}
