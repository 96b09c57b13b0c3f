import type { Random } from 'portico-demo';
import { MOST_POINTS } from '../../../src/lib/geometry.js';
import { FACET_NAMES } from '../../../src/search/params/listing.params.js';
import type { Pair } from './names.js';

const MISTAKABLE = [
  'elevator',
  'doorman',
  'townhouse',
  'brownstone',
  'washington',
  'broadway',
  'penthouse',
  'renovated',
  'terrace',
  'apartment',
  'manhattan',
  'fireplace',
];

/** Parameters of a search that ask for the most work: misspelt words, an area of many corners, or all that is counted. */
export function costlyPairs(random: Random): Pair[] {
  const words: Pair = ['q', Array.from({ length: 10 }, () => misspelt(random)).join(' ')];
  const area: Pair = ['polygon', polygonOf(random, MOST_POINTS - 1)];
  const counts: Pair[] = [
    ['facets', FACET_NAMES.join(',')],
    ['cluster', String(random.int(1, 20))],
  ];
  const every: Pair[] = [
    ['status', '1,2,11,12,19,21,22'],
    ['count', '200'],
  ];
  return random.pick([
    [words],
    [area],
    counts,
    [...counts, ...every],
    [words, area, ...counts, ...every],
  ]);
}

/** A word that there is, with a slip in it. */
function misspelt(random: Random): string {
  const word = random.pick(MISTAKABLE);
  const at = random.int(1, word.length - 1);
  const letter = String.fromCharCode(random.int(97, 122));
  return `${word.slice(0, at)}${letter}${word.slice(random.chance(0.5) ? at : at + 1)}`;
}

/** A star of so many corners around New York, as WKT. */
function polygonOf(random: Random, corners: number): string {
  const points = Array.from({ length: corners - 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / (corners - 1);
    const radius = at % 2 === 0 ? 0.3 : 0.1 + random.int(0, 9) / 100;
    const [x, y] = [-73.97 + radius * Math.cos(angle), 40.75 + radius * Math.sin(angle)];
    return `${x.toFixed(4)} ${y.toFixed(4)}`;
  });
  return `POLYGON((${[...points, points[0]].join(',')}))`;
}
