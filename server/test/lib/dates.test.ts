import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  epochOf,
  offsetAt,
  parseMoment,
  stampDate,
  textDate,
  wallClock,
  wallMinute,
} from '../../src/lib/dates.js';

const NEW_YORK = 'America/New_York';
const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 20, 17);

describe('The two shapes of a date', () => {
  it('show a moment by the clock of a zone', () => {
    const shown = [
      ['America/New_York', 'November, 20 2026 12:00:00', '2026-11-20 12:00:00', 202611201200],
      ['UTC', 'November, 20 2026 17:00:00', '2026-11-20 17:00:00', 202611201700],
      ['Asia/Kathmandu', 'November, 20 2026 22:45:00', '2026-11-20 22:45:00', 202611202245],
      ['Pacific/Kiritimati', 'November, 21 2026 07:00:00', '2026-11-21 07:00:00', 202611210700],
      ['Pacific/Pago_Pago', 'November, 20 2026 06:00:00', '2026-11-20 06:00:00', 202611200600],
    ] as const;
    for (const [zone, text, stamp, minute] of shown) {
      expect(textDate(NOON, zone)).toBe(text);
      expect(stampDate(NOON, zone)).toBe(stamp);
      expect(wallMinute(NOON, zone)).toBe(minute);
    }
  });

  it('are empty for a moment that is not known, and have two and four digits', () => {
    expect(textDate(null, NEW_YORK)).toBe('');
    expect(stampDate(null, NEW_YORK)).toBe('');
    const early = Date.UTC(2026, 0, 2, 8, 4, 5);
    expect(textDate(early, NEW_YORK)).toBe('January, 02 2026 03:04:05');
    expect(textDate(Date.UTC(987, 4, 6), 'UTC')).toBe('May, 06 0987 00:00:00');
  });

  it('go over midnight and the turn of the year with the zone', () => {
    const turn = Date.UTC(2027, 0, 1);
    expect(textDate(turn - 1, 'UTC')).toBe('December, 31 2026 23:59:59');
    expect(textDate(turn, NEW_YORK)).toBe('December, 31 2026 19:00:00');
    expect(wallMinute(turn, 'Europe/Berlin')).toBe(202701010100);
  });
});

describe('A moment that is read', () => {
  const noon = [
    'November, 20 2026 12:00:00',
    'november 20, 2026 12:00',
    '2026-11-20 12:00:00',
    '2026-11-20T12:00',
    '2026-11-20T12:00:00.250',
    '2026-11-20T17:00:00Z',
    '2026-11-20 18:00:00+01:00',
    '2026-11-20T12:00:00-0500',
    '11/20/2026 12:00',
    '11/20/2026T12:00:00',
    ' 2026-11-20 12:00:00 ',
  ];
  it.each(noon)('may be written %s', (text) => {
    expect(parseMoment(text, NEW_YORK)).toBe(NOON);
  });

  it('is midnight where only the day is told', () => {
    for (const text of ['2026-11-20', '11/20/2026', 'November, 20 2026']) {
      expect(parseMoment(text, NEW_YORK)).toBe(NOON - 12 * HOUR);
    }
  });

  it.each([
    '',
    'soon',
    '2026-11-31',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2026-11-20 24:00',
    '2026-11-20 12:60',
    '2026-11-20 12:00:61',
    '2026-11-20T12:00+15:00',
    '2026-11-20T12:00+01:60',
    '20/11/2026',
    '11/20/26',
    'Brumaire, 20 2026 12:00:00',
    'Nov, 20 2026',
    '2026-11-20 12:00:00 EST',
    '1763640000000',
  ])('is not %j', (text) => {
    expect(parseMoment(text, NEW_YORK)).toBeUndefined();
  });

  it('knows leap days', () => {
    expect(parseMoment('2024-02-29', 'UTC')).toBe(Date.UTC(2024, 1, 29));
    expect(parseMoment('2000-02-29', 'UTC')).toBe(Date.UTC(2000, 1, 29));
    expect(parseMoment('1900-02-29', 'UTC')).toBeUndefined();
  });
});

describe('The clock of a zone', () => {
  const at = (text: string, zone: string) => {
    const found = /^(\d+)-(\d+)-(\d+) (\d+):(\d+)$/.exec(text) ?? [];
    const wall = wallClock(found[1], found[2], found[3], found[4], found[5]);
    if (wall === undefined) throw new Error(text);
    return new Date(epochOf(wall, zone)).toISOString().slice(0, 16);
  };

  it('moves an hour that a change skips, and takes one that it repeats the first time', () => {
    expect(at('2026-03-08 01:59', NEW_YORK)).toBe('2026-03-08T06:59');
    expect(at('2026-03-08 02:30', NEW_YORK)).toBe('2026-03-08T07:30');
    expect(at('2026-03-08 03:00', NEW_YORK)).toBe('2026-03-08T07:00');
    expect(at('2026-11-01 00:59', NEW_YORK)).toBe('2026-11-01T04:59');
    expect(at('2026-11-01 01:30', NEW_YORK)).toBe('2026-11-01T05:30');
    expect(at('2026-11-01 02:00', NEW_YORK)).toBe('2026-11-01T07:00');
    expect(at('2026-03-29 02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30');
    expect(at('2026-10-04 02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45');
  });

  it('is ahead of UTC by its offset, before, between and after changes', () => {
    expect(offsetAt(Date.UTC(2026, 0, 1), NEW_YORK)).toBe(-5 * HOUR);
    expect(offsetAt(Date.UTC(2026, 6, 1), NEW_YORK)).toBe(-4 * HOUR);
    expect(offsetAt(Date.UTC(2026, 2, 8, 6, 59, 59, 999), NEW_YORK)).toBe(-5 * HOUR);
    expect(offsetAt(Date.UTC(2026, 2, 8, 7), NEW_YORK)).toBe(-4 * HOUR);
    expect(offsetAt(Date.UTC(2026, 6, 1), 'Asia/Kathmandu')).toBe(5.75 * HOUR);
  });

  it('gives back what it was read from, whatever the moment and the zone', () => {
    const zones = [NEW_YORK, 'UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
    const seconds = fc.integer({
      min: Date.UTC(1970, 0, 2) / 1000,
      max: Date.UTC(2099, 11, 30) / 1000,
    });
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
        const moment = second * 1000;
        for (const text of [textDate(moment, zone), stampDate(moment, zone)]) {
          const read = parseMoment(text, zone) ?? Number.NaN;
          expect(textDate(read, zone)).toBe(textDate(moment, zone));
          // Only an hour that is there twice may be meant the other time.
          expect([0, -HOUR, -HOUR / 2]).toContain(read - moment + 0);
        }
      }),
      { numRuns: 300 },
    );
  });
});
