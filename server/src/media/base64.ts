/** The start of a data URI whose content is Base64. What it says of the type is not looked at. */
const DATA_URI = /^data:[^,]{0,200};base64,/i;

/** Not all of them at once: for each that it may have to give back a match needs room on its stack. */
const BLANKS = /\s{1,999}/g;

/**
 * Decodes Base64 as websites send it: bare or as a data URI, in the standard alphabet or the one for
 * URLs, with or without padding, broken into lines or not. R135.
 *
 * @returns undefined for text that is not Base64.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(BLANKS, '').replace(DATA_URI, '');
  // The decoder takes an email beyond ASCII for the one that its last eight bits are.
  if (Buffer.byteLength(compact) !== compact.length) return undefined;
  const padding = compact.endsWith('==') ? 2 : Number(compact.endsWith('='));
  const digits = compact.length - padding;
  // Padding is left out, or fills up the last four. One digit over is six bits, which is no byte.
  if (digits % 4 === 1 || (padding > 0 && compact.length % 4 !== 0)) return undefined;
  const bytes = Buffer.from(compact.slice(0, digits), 'base64');
  // What is no digit was passed over, and each one passed over makes less of it. To look at every
  // character of a large picture takes ten times as long.
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}
