/** Clocks of time zones, and the two shapes in which import files write a moment. */

const MINUTE = 60_000;
/** Zones change their offset on quarters of an hour only. */
const OFFSET_GRAIN = 15 * MINUTE;
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Offsets in milliseconds, by the quarter of an hour since the epoch. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

/**
 * What a zone's clock is ahead of UTC at a moment, in milliseconds.
 *
 * @throws RangeError when there is no such zone.
 */
export function offsetAt(at: number, timeZone: string): number {
  const { format, offsets } = zoneNamed(timeZone);
  const grain = Math.floor(at / OFFSET_GRAIN);
  const cached = offsets.get(grain);
  if (cached !== undefined) return cached;
  const moment = grain * OFFSET_GRAIN;
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, +value]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const clock = [read('year'), read('month') - 1, read('day'), read('hour'), read('minute')];
  const offset = Date.UTC(...(clock as [number, number])) - moment;
  offsets.set(grain, offset);
  return offset;
}

/**
 * The moment at which a zone's clock shows what the UTC fields of a date do. An hour that a change to
 * winter time repeats is its first one; one that a change to summer time skips is moved on.
 */
export function momentOf(wall: Date, timeZone: string): number {
  const asUtc = wall.getTime();
  const before = asUtc - offsetAt(asUtc - 86_400_000, timeZone);
  if (before + offsetAt(before, timeZone) === asUtc) return before;
  const after = asUtc - offsetAt(asUtc + 86_400_000, timeZone);
  return after + offsetAt(after, timeZone) === asUtc ? after : before;
}

/** `November, 20 2026 14:05:09`, of a date's UTC fields. */
export function longDate(wall: Date): string {
  const day = String(wall.getUTCDate()).padStart(2, '0');
  return `${MONTHS[wall.getUTCMonth()]}, ${day} ${wall.getUTCFullYear()} ${timeOf(wall)}`;
}

/** `2026-11-20 14:05:09`, of a date's UTC fields. */
export function shortDate(wall: Date): string {
  return `${wall.toISOString().slice(0, 10)} ${timeOf(wall)}`;
}

function timeOf(wall: Date): string {
  return wall.toISOString().slice(11, 19);
}

function zoneNamed(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    zone = { format, offsets: new Map() };
    zones.set(timeZone, zone);
  }
  return zone;
}
