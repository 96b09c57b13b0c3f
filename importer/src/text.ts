const LINE_BREAKS = /[\t\r\n\u2028\u2029]+/g;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Makes text of a record or a file name safe to print on a terminal: tabs and line breaks become one
 * space, and every other control or formatting character (escape sequences, C1 controls, changes of
 * writing direction) is removed.
 */
export function stripControls(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(INVISIBLE, '');
}

/** Cuts text at `length` characters and marks the cut with an ellipsis. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** A value for a message: text in quotation marks, else JSON, printable and at most 80 characters long. */
export function quoted(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `"${stripControls(shorten(value, 80))}"`;
  return stripControls(shorten(JSON.stringify(value) ?? typeof value, 80));
}

/**
 * JSON text with control and formatting characters escaped. `JSON.stringify` leaves the C1 controls and
 * the direction marks as they are, and people print a rejects file with `cat`.
 */
export function printableJson(value: unknown): string {
  return escapeInvisible(JSON.stringify(value));
}

/** JSON text with the control and formatting characters of its texts escaped. */
export function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index);
      return `\\u${unit.toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

/** Names that a message lists. */
const NAMES_SHOWN = 10;

/** The first ten names for a message, and how many more there are. */
export function firstNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(stripControls).join(', ');
  const left = names.length - NAMES_SHOWN;
  return left > 0 ? `${shown} and ${count(left)} more` : shown;
}

/** A count with thousands separators, for messages. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** A count with the word for what is counted, in the plural, which becomes the singular after 1: `1 listing`. */
export function counted(value: number, things: string): string {
  if (value !== 1) return `${count(value)} ${things}`;
  const one = things.replace(/(ies|(?<=[^s])s)(?= of | as |$)/, (end) => (end === 's' ? '' : 'y'));
  return `1 ${one}`;
}

/**
 * The name that was probably meant by a name that does not exist.
 *
 * @param most The number of wrong characters up to which two names are near; by default half of them, 3 at most.
 * @returns Undefined when no name is near.
 */
export function nearName(
  name: string,
  names: Iterable<string>,
  most = Math.min(3, Math.max(1, Math.floor(name.length / 2))),
): string | undefined {
  let nearest: string | undefined;
  let least = most + 1;
  for (const known of names) {
    // The lengths alone show that most names are too far away.
    if (Math.abs(known.length - name.length) >= least) continue;
    const distance = Math.min(editDistance(name, known), wordDistance(name, known));
    if (distance < least) {
      nearest = known;
      least = distance;
    }
  }
  return nearest;
}

/** A sentence for an error: ` Did you mean acme?`, or nothing when no name is near. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const near = nearName(name, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** How far names of the same number of words are apart in any order of these: `minPrice` is nearer to `priceMin` than to `minSize`. */
function wordDistance(from: string, to: string): number {
  const one = wordsOf(from);
  const other = wordsOf(to);
  if (one.length < 2 || one.length !== other.length) return Number.POSITIVE_INFINITY;
  return 1 + editDistance(one.toSorted().join(' '), other.toSorted().join(' '));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

/** The number of characters to insert, remove or change to turn one text into the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const shorter = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(changed, shorter));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/** The text without blanks and signs, in lower case: `Active Under Contract` and `ActiveUnderContract` are one word. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
