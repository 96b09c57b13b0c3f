import type { FastifyRequest } from 'fastify';
import { accessOf } from '../../api/endpoint.js';
import { QueueFull } from '../../lib/queues.js';
import {
  ConnectionsTaken,
  DatabaseAway,
  LargePagesWaiting,
  RecordsReadOnly,
  StillIndexing,
} from '../../lib/unavailable.js';
import { type Refusal, refusals, retryAfter } from './refusals.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the call may have changed something already. */
    mayHaveWritten?: boolean;
  }
}

/** The wait that a caller is advised, in milliseconds. */
const WAIT_MS = 2_000;

/** How long the records of a client are read-only is not known; most moves take less. */
const MOVING_MS = 30_000;

/** The refusal of a call that found no room and has done nothing: it can be sent again (R57, R58, R298, R332). */
export function busyRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  // Nothing is written ahead of a queue.
  if (error instanceof QueueFull) {
    const isManaging = accessOf(request) === 'manage';
    return retryAfter(isManaging ? refusals.busyRecords : refusals.busyPasswords, WAIT_MS);
  }
  if (error instanceof LargePagesWaiting) return retryAfter(refusals.busyPages, WAIT_MS);
  if (error instanceof StillIndexing) return retryAfter(refusals.busyWords, WAIT_MS);
  // The records that were refused are unchanged. The caller sends all of them again.
  if (error instanceof RecordsReadOnly) return retryAfter(refusals.recordsMoving, MOVING_MS);
  if (request.mayHaveWritten) return undefined;
  if (error instanceof DatabaseAway) return retryAfter(refusals.databaseAway, WAIT_MS);
  if (!(error instanceof ConnectionsTaken)) return undefined;
  return retryAfter(refusals.busyDatabase, WAIT_MS);
}
