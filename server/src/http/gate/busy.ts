import type { FastifyRequest } from 'fastify';
import { accessOf } from '../../api/access.js';
import { QueueFull } from '../../lib/bounded-queue.js';
import { ConnectionsTaken } from '../../lib/connections-taken.js';
import { LargePagesWaiting } from '../../lib/large-pages-waiting.js';
import { StillIndexing } from '../../lib/still-indexing.js';
import { type Refusal, refusals, retryAfter } from './refusals.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the call may have changed something already. */
    mayHaveWritten?: boolean;
  }
}

/** The wait that a caller is advised, in milliseconds. */
const WAIT_MS = 2_000;

/** The refusal of a call that found no room and has done nothing: it can be sent again (R57, R58, R298). */
export function busyRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  // Nothing is written ahead of a queue.
  if (error instanceof QueueFull) {
    const isManaging = accessOf(request) === 'manage';
    return retryAfter(isManaging ? refusals.busyRecords : refusals.busyPasswords, WAIT_MS);
  }
  if (error instanceof LargePagesWaiting) return retryAfter(refusals.busyPages, WAIT_MS);
  if (error instanceof StillIndexing) return retryAfter(refusals.busyWords, WAIT_MS);
  if (!(error instanceof ConnectionsTaken) || request.mayHaveWritten) return undefined;
  return retryAfter(refusals.busyDatabase, WAIT_MS);
}
