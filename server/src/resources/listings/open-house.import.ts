import { stampDate } from '../../lib/dates.js';
import { problem, readFlag, readStamp } from '../kinds/transfer-fields.js';

/** An open house of an import record, on the clock of its database. */
interface OpenHouse {
  readonly start: string;
  readonly end: string;
  readonly appointment: number;
}

/**
 * The columns of a listing for its open houses, of which it has the next two: a source lists all, also those that are over.
 *
 * @param now In milliseconds.
 * @throws RecordProblem
 */
export function nextOpenHouses(value: unknown, field: string, zone: string, now: number) {
  const list = value === '' ? [] : value;
  if (!Array.isArray(list)) throw problem(field, value, ACCEPTS);
  const from = stampDate(now, zone);
  const next = list
    .map((one: unknown) => readOpenHouse(one, field, zone))
    // One without an end is over when it begins.
    .filter(({ start, end }) => start !== '' && (end || start) >= from)
    .sort((one, other) => (one.start < other.start ? -1 : 1));
  const [first, second] = next;
  return {
    openhouse: first?.start ?? '',
    openhouseend: first?.end ?? '',
    openhouse2: second?.start ?? '',
    openhouseend2: second?.end ?? '',
    by_appointment: first?.appointment ?? 0,
  };
}

const ACCEPTS = 'a list of objects with start and end';

function readOpenHouse(value: unknown, field: string, zone: string): OpenHouse {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem(field, value, ACCEPTS);
  }
  const { start = '', end = '', appointment = 0 } = value as Readonly<Record<string, unknown>>;
  return {
    start: readStamp(start, `${field}.start`, zone),
    end: readStamp(end, `${field}.end`, zone),
    appointment: readFlag(appointment, `${field}.appointment`),
  };
}
