import type { Random } from 'portico-demo';
import type { Params } from '../../../src/api/params.js';
import { hostileText, valueFor } from './values.js';

/** A name and its value, before they are written in some encoding. */
export type Pair = readonly [name: string, value: string];

// biome-ignore format: a table
const OTHERS = [
  '__proto__', 'constructor', 'prototype', '__defineGetter__', 'hasOwnProperty', 'toString', 'length', '', ' ', '0',
  'apiKey[]', 'a[b][c]', 'id[]', 'filter.name', 'stamp', 'token', 'callback', 'then', 'toJSON', '$where', '_method',
];

/** A name in one of its many letter cases; a few letters have relatives outside of ASCII. */
export function inSomeCase(random: Random, name: string): string {
  if (random.chance(0.7)) return name;
  if (random.chance(0.1)) return name.replace(/k/i, '\u212A').replace(/i/i, '\u0131');
  return [...name]
    .map((letter) => (random.chance(0.5) ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
}

/** So many different spellings of a name, if it has as many. */
export function spellings(name: string, count: number): string[] {
  const letters = [...name.toLowerCase()];
  const places = letters.flatMap((letter, at) => (/[a-z]/.test(letter) ? [at] : []));
  const most = Math.min(count, 2 ** Math.min(places.length, 20));
  return Array.from({ length: most }, (_, number) => {
    const spelt = [...letters];
    places.forEach((place, bit) => {
      if ((number >> bit) & 1) spelt[place] = (spelt[place] ?? '').toUpperCase();
    });
    return spelt.join('');
  });
}

/** Names and values for an endpoint: its own parameters mostly, and others. */
export function pairsFor(random: Random, params: Params, most = 12): Pair[] {
  const names = Object.keys(params);
  const pairs: Pair[] = [];
  // All that it takes, so that a write gets past the first check.
  if (random.chance(0.3)) {
    for (const name of names) pairs.push([name, valueFor(random, name, params[name])]);
  }
  for (let count = random.int(0, most); count > 0; count -= 1) {
    const own = names.length > 0 && random.chance(0.8);
    const name = own ? random.pick(names) : random.pick(OTHERS);
    const value = own ? valueFor(random, name, params[name]) : hostileText(random, 200);
    pairs.push([own ? inSomeCase(random, name) : name, value]);
  }
  if (pairs.length > 0 && random.chance(0.15)) {
    const [name, value] = random.pick(pairs);
    for (let again = random.int(1, 5); again > 0; again -= 1) {
      pairs.push([inSomeCase(random, name), random.chance(0.5) ? value : hostileText(random, 50)]);
    }
  }
  return random.chance(0.3) ? random.shuffle(pairs) : pairs;
}
