/** The most characters of a derived slug; longer titles are cut between words. */
const LONGEST = 100;

/** The slug of a title without a letter or digit of the Latin alphabet. */
const NAMELESS = 'post';

/** ASCII spellings of letters that are not accented forms of ASCII letters. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};

/** A title as part of a URL: lower case, ASCII, words joined by dashes. R132. */
export function slugOf(title: string): string {
  const folded = title
    .toLowerCase()
    .normalize('NFKD')
    // Accents, and the apostrophe of "Ann's", do not separate words.
    .replace(/\p{M}+|['’]/gu, '')
    .replace(/[ßæœøđðħıłþ]/g, (letter) => FOLDED[letter] ?? '');
  const slug = folded.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  if (slug === '') return NAMELESS;
  if (slug.length <= LONGEST) return slug;
  const cut = slug.slice(0, LONGEST + 1);
  const dash = cut.lastIndexOf('-');
  return dash > 0 ? cut.slice(0, dash) : slug.slice(0, LONGEST);
}

/**
 * A free slug: the slug itself, or the slug with the lowest free number from 2 up.
 *
 * @param taken The slugs of other posts that begin like this one.
 */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
