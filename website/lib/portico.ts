import 'server-only';
import { Portico } from 'portico-sdk';
import { settings } from './settings';
import { currentVisitor } from './turns';

// Kept on `globalThis`, as `next dev` loads this file again after each change: the pace of the key and the
// answers that have not changed belong to the process.
const kept = globalThis as typeof globalThis & { portico?: Portico };

/** The brokerage's Portico server. One client for the process, and only on the server: it has the secret. */
export function portico(): Portico {
  kept.portico ??= connect();
  return kept.portico;
}

function connect(): Portico {
  const { url, apiKey, keyID, secret, perSecond, inFlight } = settings();
  return new Portico({
    ...{ baseURL: url, apiKey, keyID, secret, timeout: 8000 },
    // A visitor who would wait longer than 15 seconds for a turn gets the page for errors at once.
    // A page is given from memory at once; a call in the background brings the current answer for the next one.
    ...{ freshFor: 10_000, staleFor: 3_600_000 },
    pace: { perSecond, inFlight, maxQueue: 15 * perSecond, turnOf: currentVisitor },
  });
}
