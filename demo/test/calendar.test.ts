import { describe, expect, it } from 'vitest';
import { Calendar } from '../src/calendar.js';
import { drawOpenHouses } from '../src/listings/open-houses.js';
import { Random } from '../src/random.js';

const AT = Date.parse('2026-11-20T19:05:09Z');
const newYork = new Calendar(AT, 'America/New_York');

describe('Calendar', () => {
  it('prints both shapes in the time zone', () => {
    expect(newYork.text(AT)).toBe('November, 20 2026 14:05:09');
    expect(newYork.stamp(AT)).toBe('2026-11-20 14:05:09');
    expect(newYork.slashed(AT)).toBe('11/20/2026');
    expect(new Calendar(AT, 'Asia/Tokyo').text(AT)).toBe('November, 21 2026 04:05:09');
    expect(new Calendar(AT, 'Asia/Kolkata').stamp(AT)).toBe('2026-11-21 00:35:09');
  });

  it('knows summer time', () => {
    expect(newYork.stamp(Date.parse('2026-07-04T16:00:00Z'))).toBe('2026-07-04 12:00:00');
    // Clocks went from 02:00 back to 01:00 on the first of November.
    expect(newYork.stamp(Date.parse('2026-11-01T05:59:59Z'))).toBe('2026-11-01 01:59:59');
    expect(newYork.stamp(Date.parse('2026-11-01T06:00:00Z'))).toBe('2026-11-01 01:00:00');
  });

  it('finds the moment of a wall-clock time on another day, across a change of the clocks', () => {
    expect(newYork.at(0, 0)).toBe(Date.parse('2026-11-20T05:00:00Z'));
    expect(newYork.at(2, 13 * 60 + 30)).toBe(Date.parse('2026-11-22T18:30:00Z'));
    expect(newYork.at(-30, 12 * 60)).toBe(Date.parse('2026-10-21T16:00:00Z'));
  });

  it('reads weekdays and years by the wall clock', () => {
    expect(newYork.weekday(AT)).toBe(5);
    const newYear = Date.parse('2027-01-01T03:00:00Z');
    expect(new Calendar(newYear, 'America/New_York').year(newYear)).toBe(2026);
    expect(new Calendar(newYear, 'Europe/Paris').year(newYear)).toBe(2027);
  });

  it('moves the night to working hours, and nothing into the future', () => {
    const moved = (iso: string): string => newYork.stamp(newYork.daytime(Date.parse(iso)));
    expect(moved('2026-07-04T04:00:00Z')).toBe('2026-07-04 08:00:00');
    expect(moved('2026-07-04T16:00:00Z')).toBe('2026-07-04 15:00:00');
    expect(moved('2026-07-05T03:59:59Z')).toBe('2026-07-04 21:59:59');
    expect(moved('2026-11-20T18:00:00Z')).toBe('2026-11-20 13:00:00');
  });

  it('refuses an unknown time zone', () => {
    expect(() => new Calendar(AT, 'America/Gotham')).toThrow(RangeError);
  });
});

describe('open houses', () => {
  it('fall on weekend middays or weekday evenings, the second after the first', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const random = new Random(seed, 'open houses');
      const { openhouse, openhouseend, openhouse2, openhouseend2, upcoming } = drawOpenHouses(
        newYork,
        1,
        random,
      );
      expect(upcoming).toBe(true);
      expect(openhouseend > openhouse).toBe(true);
      expect(openhouse.slice(0, 10)).toBe(openhouseend.slice(0, 10));
      const day = new Date(`${openhouse.slice(0, 10)}T00:00:00Z`).getUTCDay();
      const hour = Number(openhouse.slice(11, 13));
      if (hour < 17) expect([0, 6]).toContain(day);
      expect(hour).toBeGreaterThanOrEqual(10);
      expect(hour).toBeLessThanOrEqual(18);
      if (openhouse2) expect(openhouse2 > openhouseend && openhouseend2 > openhouse2).toBe(true);
    }
  });

  it('that are over are not upcoming', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const past = drawOpenHouses(newYork, -20, new Random(seed));
      const end = past.openhouseend2 || past.openhouseend;
      expect(past.upcoming).toBe(end > '2026-11-20 14:05:09');
    }
  });
});
