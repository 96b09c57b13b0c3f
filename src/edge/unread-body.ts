import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

/** How long the rest of a body is read, and thrown away, before its answer. */
const LINGER_MS = 2_000;

/**
 * Lets a caller send to the end what nobody will read. An answer that ends the connection while a body
 * is still coming resets it, and the answer is lost with it: a proxy in front then says that there is
 * no server.
 */
export async function passOverBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.resume();
  const signal = AbortSignal.timeout(LINGER_MS);
  // Whoever hangs up, or takes longer, has the answer on its way all the same.
  await finished(request, { signal, writable: false, cleanup: true }).catch(() => {});
}
