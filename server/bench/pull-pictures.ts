/**
 * What visitors see of 100,000 listings with 20 pictures each, by the pace of MLS Grid: `npx tsx server/bench/pull-pictures.ts`.
 * The pace is the real one, on a database, and the clock is moved, so that a week takes some minutes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { loadConfig } from '../src/config/config.js';
import { ManualClock } from '../src/lib/clock.js';
import { DIALECTS } from '../src/pull/dialects.js';
import { Pace } from '../src/pull/pace.js';
import { openServices } from '../src/services.js';

/** Listings for sale or for rent, which come first. */
const ACTIVE = 30_000;
const PICTURES_EACH = 20;
/** Pages of records that are read ahead of the pictures. */
const PAGES = 100;
/** How many addresses one request reads: of first pictures, each of another listing, and of others. */
const FIRST_AT_ONCE = 25;
const OTHERS_AT_ONCE = 100;
const HOUR_MS = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'portico-pictures-'));
const environment = { ...process.env, PORTICO_DATA: folder, PORTICO_DATABASE_URL: '' };
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
execFileSync(process.execPath, ['--import', 'tsx', main, 'feed', 'add', 'mls', '--kind', 'mls'], {
  env: environment,
});
const clock = new ManualClock(Date.UTC(2026, 10, 27));
const services = await openServices(
  loadConfig(environment, process.cwd()),
  clock,
  pino({ level: 'silent' }),
);
const wait = async (ms: number) => clock.advance(ms);
const pace = new Pace(services.directory.pullPaces, clock, 'token', DIALECTS.mlsgrid.pace, wait);
const { signal } = new AbortController();
const began = clock.now();
for (let page = 0; page < PAGES; page += 1) await pace.turn(signal);
let firsts = 0;
let others = 0;
for (const hours of [1, 24, 7 * 24]) {
  const end = began + hours * HOUR_MS;
  while (clock.now() < end) {
    const portion = firsts < ACTIVE ? FIRST_AT_ONCE : OTHERS_AT_ONCE;
    // The request for the addresses, and one for each picture.
    for (let request = 0; request <= portion; request += 1) {
      if (!(await pace.turnOfRest(Number.POSITIVE_INFINITY, signal))) break;
      if (request === 0) continue;
      if (firsts < ACTIVE) firsts += 1;
      else others += 1;
    }
  }
  const whole = Math.floor(others / (PICTURES_EACH - 1));
  process.stdout.write(
    `${hours} h: ${firsts} listings with their first picture, ${whole} with all, ${pace.requests} requests\n`,
  );
}
await services.close();
rmSync(folder, { recursive: true, force: true });
