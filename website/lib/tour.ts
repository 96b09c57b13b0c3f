import { errorsOf, textOf } from './form';

/** The fields of times of a tour. */
export const TOUR_TIMES = ['tour1', 'tour2', 'tour3'] as const;

/** Every field of a tour. */
export const TOUR_FIELDS = [...TOUR_TIMES, 'tourKind'] as const;

const MOST_DAYS = 90;
const DAY_MS = 86_400_000;

/** The times between which a tour can be asked for, on the clock where the homes are, as a field writes them. */
export interface TourSpan {
  readonly from: string;
  readonly until: string;
}

/** @param timeZone That of the brokerage. */
export function tourSpan(timeZone: string, now = Date.now()): TourSpan {
  // The Swedish way to write a time is that of ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' },
  });
  const at = (moment: number): string => clock.format(moment).replace(' ', 'T');
  return { from: at(now), until: at(now + MOST_DAYS * DAY_MS) };
}

/** What a lead says of a tour; nothing where no time was chosen. */
export function tourOf(form: FormData): {
  readonly tourTimes?: readonly string[];
  readonly tourKind?: 'person' | 'video';
} {
  const tourTimes = TOUR_TIMES.map((name) => textOf(form, name).replace('T', ' ')).filter(Boolean);
  const tourKind = textOf(form, 'tourKind') === 'video' ? 'video' : 'person';
  return tourTimes.length === 0 ? {} : { tourTimes, tourKind };
}

/** Says of each time that is past, or too far ahead, which are possible. */
export function tourErrors(form: FormData, { from, until }: TourSpan): Record<string, string> {
  return errorsOf(
    Object.fromEntries(
      TOUR_TIMES.map((name) => {
        const time = textOf(form, name);
        const isPossible = time === '' || (time > from && time < until);
        return [name, !isPossible && `Please choose a time within the next ${MOST_DAYS} days.`];
      }),
    ),
  );
}
