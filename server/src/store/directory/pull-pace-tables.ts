import type { Kysely } from 'kysely';
import type { Place } from '../engines/dialect.js';
import { makeTable } from '../schema/steps.js';

/** What a token has requested of its source. Moments are milliseconds since the epoch. */
export interface PullTokenTable {
  /** Tells the token, and is no part of it. */
  token: string;
  asked_at: number;
  /** Until when nothing is requested, and for how long the last such silence was. */
  silent_until: number;
  silence_ms: number;
}

/** How much a token has requested in one minute. */
export interface PullMinuteTable {
  token: string;
  /** Minutes since the epoch. */
  minute: number;
  requests: number;
  bytes: number;
}

export interface PullPaceTables {
  pull_token: PullTokenTable;
  pull_minute: PullMinuteTable;
}

export async function makePullPaces(db: Kysely<unknown>, place: Place): Promise<void> {
  const token = 'text: token integer: asked_at silent_until silence_ms';
  await makeTable(db, place, 'pull_token', 'token', token);
  const minute = 'text: token integer: minute requests bytes';
  await makeTable(db, place, 'pull_minute', 'token, minute', minute);
}
