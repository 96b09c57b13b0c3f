import { createHash } from 'node:crypto';

/** The name of some content: half of its SHA-256, as 128 bits are more than anybody can make meet. */
export function contentHash(bytes: Uint8Array): string {
  return shortened(createHash('sha256').update(bytes).digest('hex'));
}

/**
 * As `contentHash`, of content that comes in parts. Other calls have their turn between them, as 20 MB at once
 * take longer than a search may wait.
 */
export async function contentHashOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of parts) hash.update(part);
  return shortened(hash.digest('hex'));
}

function shortened(digits: string): string {
  return digits.slice(0, 32);
}
