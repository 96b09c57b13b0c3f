/** Small helpers of English. */

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A whole number in words up to twelve, in digits above. */
export function numberWord(n: number): string {
  return NUMBERS[n] ?? `${n}`;
}

/** 1240 → 1,240 */
export function thousands(n: number): string {
  return `${Math.round(n)}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `a, b and c` */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** With its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with `a` or `an` before it, by sound as far as the letters show it. */
export function article(text: string): string {
  const vowel = /^(?!one)(?:[aeio]|u(?!ni)|8|11(?!\d)|18(?!\d))/i.test(text);
  return `${vowel ? 'an' : 'a'} ${text}`;
}

const ORDINALS = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** 3 → third, 21 → 21st. */
export function ordinalWord(n: number): string {
  const word = ORDINALS[n];
  if (word) return word;
  const tens = n % 100;
  const end = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${end}`;
}
