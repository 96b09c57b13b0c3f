/**
 * The two shapes in which this interface writes a moment, both in the tenant database's own time
 * zone. R32, R33.
 */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const MINUTE = 60_000;
/** Zones change their offset on quarters of an hour only. */
const OFFSET_GRAIN = 15 * MINUTE;
const OFFSETS_KEPT = 20_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();

/** A moment on the clock of a place. Month and day count from 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** `November, 20 2026 14:05:09`; the empty string for a moment that is not known. */
export function textDate(epochMs: number | null, zone: string): string {
  if (epochMs === null) return '';
  const local = new Date(epochMs + offsetAt(epochMs, zone));
  const month = MONTHS[local.getUTCMonth()];
  const year = String(local.getUTCFullYear()).padStart(4, '0');
  return `${month}, ${two(local.getUTCDate())} ${year} ${timeOf(local)}`;
}

/** `2026-11-20 14:05:09`; the empty string for a moment that is not known. */
export function stampDate(epochMs: number | null, zone: string): string {
  if (epochMs === null) return '';
  const local = new Date(epochMs + offsetAt(epochMs, zone));
  return `${local.toISOString().slice(0, 10)} ${timeOf(local)}`;
}

/** `2026-11-20T14:05:09-05:00`: a moment as ISO 8601, on the clock of a zone. */
export function isoDate(epochMs: number, zone: string): string {
  const offset = offsetAt(epochMs, zone);
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const sign = offset < 0 ? '-' : '+';
  const local = new Date(epochMs + offset).toISOString().slice(0, 19);
  return `${local}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** As `textDate`, for a file: with an offset in the hour that the clock shows twice, so that it stays one moment. */
export function exactDate(epochMs: number | null, zone: string): string {
  const text = textDate(epochMs, zone);
  const isExact = epochMs === null || parseMoment(text, zone) === epochMs;
  return isExact ? text : isoDate(epochMs, zone);
}

/** The minute on the clock of a zone as the number YYYYMMDDHHMM, for comparing with open houses. */
export function wallMinute(epochMs: number, zone: string): number {
  const local = new Date(epochMs + offsetAt(epochMs, zone));
  return (
    ((local.getUTCFullYear() * 100 + local.getUTCMonth() + 1) * 100 + local.getUTCDate()) * 10_000 +
    local.getUTCHours() * 100 +
    local.getUTCMinutes()
  );
}

/** What a zone's clock is ahead of UTC at a moment, in milliseconds. */
export function offsetAt(epochMs: number, zone: string): number {
  let known = offsets.get(zone);
  if (known === undefined) {
    known = new Map();
    offsets.set(zone, known);
  }
  const grain = Math.floor(epochMs / OFFSET_GRAIN);
  let offset = known.get(grain);
  if (offset === undefined) {
    if (known.size >= OFFSETS_KEPT) known.clear();
    offset = computeOffset(grain * OFFSET_GRAIN, zone);
    known.set(grain, offset);
  }
  return offset;
}

/**
 * The moment at which a zone's clock shows this. An hour that a change to winter time repeats is
 * taken the first time; one that a change to summer time skips is moved on by what was skipped.
 */
export function epochOf(wall: WallClock, zone: string): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
  const before = asUtc - offsetAt(asUtc - 86_400_000, zone);
  if (before + offsetAt(before, zone) === asUtc) return before;
  const after = asUtc - offsetAt(asUtc + 86_400_000, zone);
  return after + offsetAt(after, zone) === asUtc ? after : before;
}

/**
 * Reads a moment in any shape in which records and parameters carry one: both shapes of this
 * interface, ISO 8601 (with or without an offset), `MM/DD/YYYY` with or without a time. Without an
 * offset it is the zone's clock.
 *
 * @returns Milliseconds since the epoch; undefined for text that names no moment (R34), and for a day
 * that no calendar has.
 */
export function parseMoment(text: string, zone: string): number | undefined {
  const trimmed = text.trim();
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/i.exec(
      trimmed,
    );
  if (iso !== null) {
    const wall = wallClock(iso[1], iso[2], iso[3], iso[4], iso[5], iso[6]);
    return wall === undefined ? undefined : withOffset(wall, iso[7], zone);
  }
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/i.exec(
    trimmed,
  );
  if (american !== null) {
    const [, month, day, year, hour, minute, second] = american;
    const wall = wallClock(year, month, day, hour, minute, second);
    return wall === undefined ? undefined : epochOf(wall, zone);
  }
  const worded = /^([a-z]+),? (\d{1,2}),? (\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/i.exec(
    trimmed,
  );
  if (worded !== null) {
    const name = worded[1]?.toLowerCase() ?? '';
    const month = MONTHS.findIndex((known) => known.toLowerCase() === name) + 1;
    const wall = wallClock(worded[3], String(month), worded[2], worded[4], worded[5], worded[6]);
    return wall === undefined ? undefined : epochOf(wall, zone);
  }
  return undefined;
}

/** The clock reading that digits name, or undefined where no calendar or clock has it. */
export function wallClock(
  year = '',
  month = '',
  day = '',
  hour = '0',
  minute = '0',
  second = '0',
): WallClock | undefined {
  const wall = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day));
  const exists =
    date.getUTCFullYear() === wall.year &&
    date.getUTCMonth() === wall.month - 1 &&
    date.getUTCDate() === wall.day &&
    wall.hour < 24 &&
    wall.minute < 60 &&
    wall.second < 60;
  return exists ? wall : undefined;
}

function withOffset(wall: WallClock, offset: string | undefined, zone: string): number {
  if (offset === undefined) return epochOf(wall, zone);
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
  if (offset.toUpperCase() === 'Z') return asUtc;
  const sign = offset.startsWith('-') ? 1 : -1;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  return asUtc + sign * (hours * 60 + minutes) * MINUTE;
}

function computeOffset(epochMs: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(epochMs).map((part) => [part.type, part.value]));
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return (
    Date.UTC(
      read('year'),
      read('month') - 1,
      read('day'),
      read('hour'),
      read('minute'),
      read('second'),
    ) - epochMs
  );
}

function timeOf(local: Date): string {
  return `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** A moment in JSON. @param at Milliseconds since the epoch; null, undefined and 0 are no moment. */
export function iso(at: number | null | undefined): string | null {
  return at === null || at === undefined || at === 0 ? null : new Date(at).toISOString();
}
