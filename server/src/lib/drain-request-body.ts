import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

/** How long the rest of a body is read, and thrown away, before its answer, and how much of it. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 16 * 1024 * 1024;

/** What the error handler has waited for, the gate that it asks has not to wait for again. */
const passedOver = new WeakSet<IncomingMessage>();

/**
 * Lets a caller send to the end what nobody will read. An answer that ends the connection while a body
 * is still coming resets it, and the answer is lost with it: a proxy in front then says that there is
 * no server. Once for each request.
 */
export async function passOverBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || passedOver.has(request)) return;
  passedOver.add(request);
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), LINGER_MS);
  let left = LINGER_BYTES;
  const read = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) enough.abort();
  };
  request.on('data', read).resume();
  try {
    await finished(request, { signal: enough.signal, writable: false, cleanup: true });
  } catch {
    // Whoever hangs up, or sends more, has the answer on its way all the same.
  } finally {
    clearTimeout(timer);
    request.off('data', read);
  }
}
