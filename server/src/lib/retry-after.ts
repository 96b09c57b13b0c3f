/** The longest pause that is read, in milliseconds. */
const LONGEST_ASKED_MS = 24 * 3_600_000;

/**
 * Reads `Retry-After`: seconds, or a date.
 *
 * @returns Milliseconds from now; undefined when it says nothing that is understood.
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_ASKED_MS);
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(date - now, 0), LONGEST_ASKED_MS);
}
