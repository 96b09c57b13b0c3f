/** The words of streets that are written in two ways. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['street', 'st'],
  ['avenue', 'ave'],
  ['avenue', 'av'],
  ['boulevard', 'blvd'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['place', 'pl'],
  ['court', 'ct'],
  ['square', 'sq'],
  ['terrace', 'ter'],
  ['parkway', 'pkwy'],
  ['highway', 'hwy'],
  ['east', 'e'],
  ['west', 'w'],
  ['north', 'n'],
  ['south', 's'],
];

const OTHERS = new Map<string, string[]>();
for (const [long, short] of PAIRS) {
  OTHERS.set(long, [...(OTHERS.get(long) ?? []), short]);
  OTHERS.set(short, [...(OTHERS.get(short) ?? []), long]);
}

const ORDINAL = /^(\d{1,4})(?:st|nd|rd|th)$/;

/**
 * The other ways to write a word of a street: "st" for "street", "w" for "west", "23" for "23rd". A
 * street is indexed under all of them, so that it is found by each.
 */
export function otherSpellings(word: string): readonly string[] {
  const number = ORDINAL.exec(word)?.[1];
  return number === undefined ? (OTHERS.get(word) ?? []) : [number];
}

/** The words of a street with their other spellings. */
export function withSpellings(words: readonly string[]): string[] {
  return words.flatMap((word) => [word, ...otherSpellings(word)]);
}
