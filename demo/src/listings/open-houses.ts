import type { Calendar } from '../calendar.js';
import type { Random } from '../random.js';

/** Open houses as the records hold them: wall-clock times, empty when there are none. */
export interface OpenHouses {
  readonly openhouse: string;
  readonly openhouseend: string;
  readonly openhouse2: string;
  readonly openhouseend2: string;
  /** True while one of them is not over. */
  readonly upcoming: boolean;
}

/** No open house at all. */
export const NO_OPEN_HOUSE: OpenHouses = {
  openhouse: '',
  openhouseend: '',
  openhouse2: '',
  openhouseend2: '',
  upcoming: false,
};

/** Days from today (negative in the past) of the nearest weekend day at or after `from`. */
function weekend(calendar: Calendar, from: number, weekday: number): number {
  const today = calendar.weekday(calendar.today);
  const ahead = (weekday - today - from) % 7;
  return from + (ahead < 0 ? ahead + 7 : ahead);
}

/**
 * Draws one or two open houses: on a weekend at midday, or on a weekday evening.
 * @param from Days from today that the first may fall on; negative for one that is over.
 */
export function drawOpenHouses(calendar: Calendar, from: number, random: Random): OpenHouses {
  const evening = random.chance(0.25);
  const day = evening ? from + random.int(0, 4) : weekend(calendar, from, random.pick([0, 6, 0]));
  const start = evening ? random.pick([1050, 1080]) : 30 * random.int(21, 28);
  const length = random.pick([30, 60, 60, 90]);
  const first = { from: calendar.at(day, start), to: calendar.at(day, start + length) };
  const secondDay = evening ? weekend(calendar, day + 1, 0) : day + random.pick([1, 4, 7]);
  const again = random.chance(0.4)
    ? { from: calendar.at(secondDay, 720), to: calendar.at(secondDay, 780) }
    : null;
  return {
    openhouse: calendar.stamp(first.from),
    openhouseend: calendar.stamp(first.to),
    openhouse2: again ? calendar.stamp(again.from) : '',
    openhouseend2: again ? calendar.stamp(again.to) : '',
    upcoming: (again ?? first).to > calendar.today,
  };
}
