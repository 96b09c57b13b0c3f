import { createHmac } from 'node:crypto';

/** 128 bits, as in a code. */
const BYTES = 16;

/**
 * What nobody can tell without the key, and every process makes again of the same parts.
 *
 * @param secretKey The key of the installation (`secretKeyFor`).
 * @param purpose Keeps what is made for one use from passing for another.
 */
export function macOf(
  secretKey: Uint8Array,
  purpose: string,
  parts: readonly (string | number)[],
): Buffer {
  const text = `portico ${purpose} ${JSON.stringify(parts)}`;
  return createHmac('sha256', secretKey).update(text).digest().subarray(0, BYTES);
}
