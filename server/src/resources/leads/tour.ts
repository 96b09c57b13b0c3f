import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { type TSchema, Type } from 'typebox';
import type { Call } from '../../api/endpoint.js';
import { codes, Failure } from '../../api/envelopes.js';
import { choice, described, items, MALFORMED, type Param, type Values } from '../../api/params.js';
import { epochOf, isoDate, offsetAt, type WallClock, wallClock } from '../../lib/dates.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { readList, readMoment } from '../kinds/transfer-fields.js';

/*
 * Tours: the times at which the person of a lead would like to see its listing. R345.
 */

type Lead = Selectable<TenantTables['alert']>;

export const TOUR_KINDS = ['person', 'video'] as const;

const MOST_TIMES = 3;
const DAY_MS = 86_400_000;
const FURTHEST_MS = 90 * DAY_MS;
/** What a tour takes of a calendar. */
const TOUR_MS = 30 * 60_000;

const TIME = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})$/;

/** A time on the brokerage's clock, and how the caller wrote it. */
interface TourTime {
  readonly written: string;
  readonly wall: WallClock;
}

const tourTimes: Param<readonly TourTime[] | undefined> = {
  schema: Type.Array(Type.String({ pattern: TIME.source }), {
    maxItems: MOST_TIMES,
    description: `When the person would like to see the listing, in the brokerage's time zone: at most ${MOST_TIMES}, each as YYYY-MM-DD HH:MM, in the future and within 90 days`,
  }) as TSchema,
  accepts: `one to ${MOST_TIMES} times like 2026-12-05 14:00`,
  fallback: undefined,
  repeats: true,
  parse: (input) => {
    const times = items(input).map((written) => {
      const wall = wallClock(...(TIME.exec(written)?.slice(1) ?? []));
      return wall === undefined ? undefined : { written, wall };
    });
    const read = times.filter((time) => time !== undefined);
    if (read.length < times.length || read.length > MOST_TIMES) return MALFORMED;
    return read.length === 0 ? undefined : read;
  },
};

export const tourParams = {
  tourTimes,
  tourKind: described(
    choice(TOUR_KINDS, 'person'),
    'How the person wants to see it; only used with `tourTimes`',
  ),
};

type TourParams = Values<typeof tourParams>;

/** Says which time is past or too far ahead; false if none is. */
export function tourFailure(
  { tenant, tools }: Call,
  times: TourParams['tourTimes'] = [],
): Failure | false {
  const now = tools.clock.now();
  const wrong = times.find(({ wall }) => {
    const moment = epochOf(wall, tenant.settings.time_zone);
    return moment <= now || moment > now + FURTHEST_MS;
  });
  if (wrong === undefined) return false;
  const accepts = 'times in the future, within 90 days';
  const message = `tourTimes: "${wrong.written}" was given; accepted are ${accepts}.`;
  return new Failure(codes.valueMalformed, message);
}

/** The columns of a lead with a tour. Times are kept in order, with their offset: a zone may change later. */
export function tourColumns(
  { tourTimes = [], tourKind }: TourParams,
  zone: string,
): Pick<Lead, 'tour_kind' | 'tour_times'> {
  if (tourTimes.length === 0) return { tour_kind: '', tour_times: '' };
  const moments = new Set(tourTimes.map(({ wall }) => epochOf(wall, zone)));
  return { tour_kind: tourKind, tour_times: stored([...moments], zone) };
}

export function readTourTimes(value: unknown, field: string, zone: string): string {
  const moments = readList(value, field).map((time) => readMoment(time, field, zone) ?? 0);
  if (moments.length > MOST_TIMES)
    throw new RecordProblem(field, `has more than ${MOST_TIMES} times`);
  return stored([...new Set(moments)], zone);
}

function stored(moments: readonly number[], zone: string): string {
  const inOrder = [...moments].sort((one, other) => one - other);
  return inOrder.map((moment) => isoDate(moment, zone)).join(',');
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The times as people read them: `Saturday 2026-12-05 14:00; Sunday 2026-12-06 10:30`. */
export function tourWords({ tour_times }: Pick<Lead, 'tour_times'>, zone: string): string {
  const words = items(tour_times).map((time) => {
    const moment = Date.parse(time);
    const local = new Date(moment + offsetAt(moment, zone));
    const [day, minute] = [local.toISOString().slice(0, 10), local.toISOString().slice(11, 16)];
    return `${WEEKDAYS[local.getUTCDay()]} ${day} ${minute}`;
  });
  return words.join('; ');
}

/** The kind as people read it; empty for a lead without a tour. */
export function tourKindWords({ tour_kind }: Pick<Lead, 'tour_kind'>): string {
  return tour_kind === '' ? '' : tour_kind === 'video' ? 'by video' : 'in person';
}

/**
 * The times as a calendar file (RFC 5545) of tentative appointments, so that an agent sees them next to
 * others. An email that is sent again has the same appointments.
 *
 * @param summary What each is called.
 * @param description Who asks.
 */
export function tourCalendar(
  lead: Pick<Lead, 'tour_times' | 'created_at' | 'email_key' | 'listing_id'>,
  { summary, description }: { readonly summary: string; readonly description: string },
): string | undefined {
  const times = items(lead.tour_times).map((time) => Date.parse(time));
  if (times.length === 0) return undefined;
  const events = times.flatMap((moment) => [
    'BEGIN:VEVENT',
    `UID:${uidOf([lead.created_at, lead.email_key, lead.listing_id, moment])}`,
    `DTSTAMP:${utc(lead.created_at)}`,
    `DTSTART:${utc(moment)}`,
    `DTEND:${utc(moment + TOUR_MS)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    'STATUS:TENTATIVE',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const frame = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Portico//Leads//EN'];
  const lines = [...frame, 'METHOD:PUBLISH', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function uidOf(parts: readonly (number | string)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function utc(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d{3}|[-:]/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');
}

/** A content line has at most 75 octets, and no character is cut. */
function folded(line: string): string {
  let [text, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) [text, octets] = [`${text}\r\n `, 1];
    [text, octets] = [text + character, octets + size];
  }
  return text;
}
