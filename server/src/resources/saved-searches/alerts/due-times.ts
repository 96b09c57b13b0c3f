import { offsetAt, parseMoment } from '../../../lib/dates.js';
import type { Tenant } from '../../../store/tenant-databases.js';

/** The least time between two emails about a search. */
export const LEAST_PAUSE_MS = 15 * 60_000;

/** When digests leave, on the clock of the tenant; weekly ones on Mondays. */
const DIGEST_TIME = '08:00:00';
const MONDAY = 1;

const DAY_MS = 86_400_000;

/**
 * The last moment at which digests were due.
 *
 * @param weekday The only day of the week with digests, 0 for Sunday; undefined for every day.
 */
export function lastDigest(now: number, zone: string, weekday?: number): number {
  const today = now + offsetAt(now, zone);
  for (let back = 0; ; back += 1) {
    const day = new Date(today - back * DAY_MS);
    const moment = parseMoment(`${day.toISOString().slice(0, 10)} ${DIGEST_TIME}`, zone) ?? now;
    if (moment <= now && (weekday === undefined || day.getUTCDay() === weekday)) return moment;
  }
}

/** When email of each frequency is due (`dueSearches`). */
export function dueAt({ settings }: Tenant, now: number) {
  const daily = lastDigest(now, settings.time_zone);
  const weekly = lastDigest(now, settings.time_zone, MONDAY);
  return {
    instantly: { last: now - LEAST_PAUSE_MS + 1, found: now + 1 },
    daily: { last: daily, found: daily },
    weekly: { last: weekly, found: weekly },
  };
}
