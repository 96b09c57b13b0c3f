import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from './checks.js';
import type { Server } from './program.js';

/** How long the last of what was under way may take to end, in milliseconds. */
const SETTLED_MS = 20_000;

/** What a key has left of its calls at a time while it makes one. */
const LEFT_BESIDE_ONE = 2;

/**
 * Looks, while nothing is under way, for what was not given back: the gauge of requests that are being
 * answered, and the slots of each key. A key has to have made no call for a second.
 */
export async function checkQuiet(
  server: Server,
  keys: readonly { readonly name: string; readonly apiKey: string }[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const inFlight = await until(
    () => server.inFlight(),
    (count) => count === 0,
  );
  if (inFlight !== 0) {
    findings.push({
      kind: 'gauge',
      detail: `portico_http_requests_in_flight is ${inFlight} at rest`,
    });
  }
  for (const { name, apiKey } of keys) {
    const left = await until(
      () => slotsLeft(server.port, apiKey),
      (slots) => slots === undefined || slots === LEFT_BESIDE_ONE,
      1_500,
    );
    if (left !== undefined && left !== LEFT_BESIDE_ONE) {
      findings.push({
        kind: 'slot',
        detail: `${name} has ${left} slots left at rest, not ${LEFT_BESIDE_ONE}`,
      });
    }
  }
  return findings;
}

async function until<Value>(
  look: () => Promise<Value>,
  isGood: (value: Value) => boolean,
  pauseMs = 200,
): Promise<Value> {
  const began = performance.now();
  for (;;) {
    const value = await look();
    if (isGood(value) || performance.now() - began > SETTLED_MS) return value;
    await sleep(pauseMs);
  }
}

/** What the server says that a key has left; undefined where it does not get so far. */
function slotsLeft(port: number, apiKey: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.201' };
    const asked = httpRequest(
      { host: '127.0.0.1', port, path: `/labels?apiKey=${apiKey}`, headers, agent: false },
      (answer) => {
        answer.resume();
        answer.once('end', () => {
          const left = /"simultaneous";r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1];
          resolve(left === undefined ? undefined : Number(left));
        });
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}
