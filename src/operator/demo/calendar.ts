/**
 * Dates of demo records, printed as the interface prints them, in a client database's time zone.
 * Specification: Resources, the two date shapes; decision 19.
 */

const DAY = 86_400_000;
const HOUR = 3_600_000;

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

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** Prints moments and picks days in one time zone. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  /**
   * @param today Epoch milliseconds that all dates lie around.
   * @param timeZone IANA name, such as `America/New_York`. Throws RangeError on an unknown one.
   */
  constructor(
    readonly today: number,
    readonly timeZone: string,
  ) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** The zone's distance from UTC at a moment, in milliseconds; kept by the hour, as asking is slow. */
  #offset(at: number): number {
    const hour = Math.floor(at / HOUR);
    const known = this.#offsets.get(hour);
    if (known !== undefined) return known;
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(hour * HOUR)) {
      parts[type] = Number(value);
    }
    const { year = 0, month = 1, day = 1, hour: h = 0, minute = 0, second = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, h, minute, second) - hour * HOUR;
    this.#offsets.set(hour, offset);
    return offset;
  }

  /** A date whose UTC fields hold the wall-clock reading of the zone. */
  #wall(at: number): Date {
    return new Date(at + this.#offset(at));
  }

  /** `November, 20 2026 14:05:09` */
  text(at: number): string {
    const d = this.#wall(at);
    return `${MONTHS[d.getUTCMonth()]}, ${two(d.getUTCDate())} ${d.getUTCFullYear()} ${clockText(d)}`;
  }

  /** `2026-11-20 14:05:09` */
  stamp(at: number): string {
    return `${this.day(at)} ${clockText(this.#wall(at))}`;
  }

  /** `2026-11-20` */
  day(at: number): string {
    const d = this.#wall(at);
    return `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`;
  }

  /** `11/20/2026` */
  slashed(at: number): string {
    const d = this.#wall(at);
    return `${two(d.getUTCMonth() + 1)}/${two(d.getUTCDate())}/${d.getUTCFullYear()}`;
  }

  /** Month and year in words: `November 2026`. */
  monthYear(at: number): string {
    const d = this.#wall(at);
    return `${MONTHS[d.getUTCMonth()]} ${d.getUTCFullYear()}`;
  }

  /** The calendar year of a moment. */
  year(at: number): number {
    return this.#wall(at).getUTCFullYear();
  }

  /** 0 for Sunday up to 6 for Saturday. */
  weekday(at: number): number {
    return this.#wall(at).getUTCDay();
  }

  /**
   * The moment of a wall-clock time, `days` whole days from today (negative in the past).
   * @param minutes Minutes after midnight.
   */
  at(days: number, minutes: number): number {
    const wall = this.#wall(this.today);
    const midnight = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days);
    const reading = midnight + minutes * 60_000;
    const guess = reading - this.#offset(reading);
    return reading - this.#offset(guess);
  }

  /**
   * The same day at an hour when people work: midnight becomes eight in the morning, the end of the
   * day ten at night. A moment that would fall after now stays where it is.
   */
  daytime(at: number): number {
    const wall = this.#wall(at).getTime();
    const midnight = Math.floor(wall / DAY) * DAY;
    const moved = at + 8 * HOUR - ((wall - midnight) * 10) / 24;
    return moved > this.today ? at : Math.round(moved);
  }

  /** A moment `days` before now, in days that need not be whole. */
  ago(days: number): number {
    return this.today - Math.round(days * DAY);
  }
}

function clockText(d: Date): string {
  return `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}
