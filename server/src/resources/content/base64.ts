/** The start of a data URI whose content is Base64. Its content type is ignored. */
const DATA_URI = /^data:[^,]{0,200};base64,/i;

/**
 * A bounded run of blanks: a match needs stack space for each character that it may have to give
 * back.
 */
const BLANKS = /\s{1,999}/g;

/**
 * Decodes Base64 as websites send it: bare or as a data URI, in the standard alphabet or the one
 * for URLs, with or without padding, with or without line breaks. R135.
 *
 * @returns undefined for text that is not Base64.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(BLANKS, '').replace(DATA_URI, '');
  // The decoder would read a letter beyond ASCII as the one of its last eight bits.
  if (Buffer.byteLength(compact) !== compact.length) return undefined;
  const padding = compact.endsWith('==') ? 2 : Number(compact.endsWith('='));
  const digits = compact.length - padding;
  // Padding is absent, or completes the last four. One digit left over is six bits, which is less
  // than a byte.
  if (digits % 4 === 1 || (padding > 0 && compact.length % 4 !== 0)) return undefined;
  const bytes = Buffer.from(compact.slice(0, digits), 'base64');
  // The decoder skips characters that are not digits, which makes the result shorter. Checking
  // every character of a large picture takes ten times as long.
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}
