import { longDate, momentOf, offsetAt, shortDate } from './dates.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/**
 * Dates of demo records in a client database's time zone, counted from today.
 * R32, R33.
 */
export class Calendar {
  /**
   * @param today Epoch milliseconds that all dates lie around.
   * @param timeZone IANA name, such as `America/New_York`. Throws RangeError on an unknown one.
   */
  constructor(
    readonly today: number,
    readonly timeZone: string,
  ) {
    offsetAt(today, timeZone);
  }

  /** A date whose UTC fields hold the wall-clock reading of the zone. */
  #wall(at: number): Date {
    return new Date(at + offsetAt(at, this.timeZone));
  }

  /** `November, 20 2026 14:05:09` */
  text(at: number): string {
    return longDate(this.#wall(at));
  }

  /** `2026-11-20 14:05:09` */
  stamp(at: number): string {
    return shortDate(this.#wall(at));
  }

  /** `11/20/2026` */
  slashed(at: number): string {
    const d = this.#wall(at);
    return `${two(d.getUTCMonth() + 1)}/${two(d.getUTCDate())}/${d.getUTCFullYear()}`;
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
    wall.setUTCDate(wall.getUTCDate() + days);
    wall.setUTCHours(0, minutes, 0, 0);
    return momentOf(wall, this.timeZone);
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
