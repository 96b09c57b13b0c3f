/** The start of a data URI whose content is Base64. What it says of the type is not looked at. */
const DATA_URI = /^data:[^,]{0,200};base64,/i;

/** What is in neither alphabet; a picture may come out of an encoder for URLs, too. */
const NOT_STANDARD = /[^A-Za-z0-9+/]/;
const NOT_FOR_URLS = /[^A-Za-z0-9_-]/;

/**
 * Decodes Base64 as websites send it: bare or as a data URI, in the standard alphabet or the one for
 * URLs, with or without padding, broken into lines or not. Specification: Endpoints, Content.
 *
 * @returns undefined for text that is not Base64.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(/\s+/g, '').replace(DATA_URI, '');
  const padding = compact.endsWith('==') ? 2 : Number(compact.endsWith('='));
  const digits = compact.slice(0, compact.length - padding);
  if (NOT_STANDARD.test(digits) && NOT_FOR_URLS.test(digits)) return undefined;
  // Padding is left out, or fills up the last four. One digit over is six bits, which is no byte.
  if (digits.length % 4 === 1 || (padding > 0 && compact.length % 4 !== 0)) return undefined;
  return Buffer.from(digits, 'base64');
}
