/** Whether a value counts as missing in a foreign file: absent, null, or empty text. */
export function isMissing(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}
