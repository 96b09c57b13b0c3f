import type { FastifyRequest } from 'fastify';
import { withTimeout } from '../lib/timeout.js';
import type { Directory } from '../store/directory/directory.js';
import { isBeingRemoved } from '../store/directory/places.js';
import { timeLeft } from './gate/passage.js';
import { type Refusal, refusals, retryAfter } from './gate/refusals.js';

/** The wait that a caller is advised whose feed is being wiped, in milliseconds. */
const WAIT_MS = 2_000;

/**
 * The refusal of a call that failed because an operator removes its client, or a feed that it reads, while it
 * was under way: its database was closed, so whatever the error says, nothing is wrong with the server. The
 * next call with this key gets the same answer from the gate.
 *
 * @returns undefined where nothing of the kind is being removed, or the directory does not answer in time.
 */
export function removedRefusal(
  directory: Pick<Directory, 'tenant'>,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  // The caller waits for the directory no longer than for its answer: where it is silent, the error counts.
  const look = refusalOf(directory, request);
  return withTimeout(look, timeLeft(request), () => {}).catch(() => undefined);
}

async function refusalOf(
  directory: Pick<Directory, 'tenant'>,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  // Not set on routes that need no key.
  const name = (request.caller as typeof request.caller | undefined)?.key.tenant;
  if (name === undefined) return undefined;
  const entry = await directory.tenant(name);
  if (entry === undefined || isBeingRemoved(entry.database_url)) return refusals.keyUnknown;
  if (request.mayHaveWritten) return undefined;
  for (const feed of [entry.mls_feed, entry.rls_feed]) {
    const attached = feed === null ? undefined : await directory.tenant(feed);
    if (attached === undefined || !isBeingRemoved(attached.database_url)) continue;
    return retryAfter(refusals.busyFeed, WAIT_MS);
  }
  return undefined;
}
