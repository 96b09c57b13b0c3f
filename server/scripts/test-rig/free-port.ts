import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const ATTEMPTS = 100;

/** Below it, ports belong to well-known services. */
const LOWEST = 10_000;

/**
 * A port of this machine that nobody listens at. It lies outside of the range from which the system
 * takes ports for outgoing connections, so that no other test gets it by chance while its server is
 * away for a moment.
 */
export async function freePort(): Promise<number> {
  const above = firstOutgoing();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, above);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${LOWEST} to ${above} is free.`);
}

/** The lowest port of outgoing connections: Linux says it, and elsewhere it is 49,152. */
function firstOutgoing(): number {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    return Math.max(LOWEST + 1000, Number.parseInt(range, 10));
  } catch {
    return 49_152;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
