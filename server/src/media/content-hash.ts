import { createHash } from 'node:crypto';

/** The name of some content: half of its SHA-256, as 128 bits are more than anybody can make meet. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
