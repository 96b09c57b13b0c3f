/** The most characters of one value, such as an address or a name. */
const MOST_OF_VALUE = 300;
const MOST_OF_TEXT = 1500;
const MOST_OF_COUNTS = 2000;

/**
 * A value of a record on one line. Brokerages and an MLS write them: a line break would let one look like
 * another line of the answer.
 */
export function clean(value: unknown, most = MOST_OF_VALUE): string {
  const text = String(value ?? '').slice(0, 4 * most);
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, most);
}

/** A description without its tags, on one line. */
export function cleanText(html: unknown): string {
  // Bounded first, and a tag may be cut: this takes time in proportion to the length.
  const bounded = String(html ?? '').slice(0, 4 * MOST_OF_TEXT);
  return clean(bounded.replace(/<[a-z/!][^>]*(>|$)/gi, ' '), MOST_OF_TEXT);
}

/** The entries of a facet, as many as fit: half an entry would have a wrong number. */
export function countsText(counts: object): string {
  const entries = [counts].flat().map((entry) => JSON.stringify(entry, cleanStrings));
  const shown: string[] = [];
  let length = 0;
  for (const entry of entries) {
    length += entry.length;
    if (length > MOST_OF_COUNTS) break;
    shown.push(entry);
  }
  const left = entries.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

function cleanStrings(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? clean(value) : value;
}
