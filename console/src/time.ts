import { createContext, useContext } from 'react';

/** The time zone of times: that of the brokerage in its console, else that of the person. */
export const TimeZone = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone);

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/;

/** A moment in words, with its year where that is another than now. Texts without an offset are local times of the brokerage already. */
export function inWords(moment: string, zone: string): string {
  const [, day, time] = LOCAL.exec(moment) ?? [];
  const date = new Date(day === undefined ? moment : `${day}T${time ?? '00:00'}:00Z`);
  if (Number.isNaN(date.getTime())) return moment;
  const format = new Intl.DateTimeFormat(undefined, {
    ...{ month: 'short', day: 'numeric' },
    ...(date.getUTCFullYear() !== new Date().getUTCFullYear() && { year: 'numeric' }),
    ...((day === undefined || time !== undefined) && { hour: 'numeric', minute: '2-digit' }),
    timeZone: day === undefined ? zone : 'UTC',
  });
  return format.format(date);
}

/** `inWords` in the time zone of the page. */
export function useInWords(): (moment: unknown) => string {
  const zone = useContext(TimeZone);
  return (moment) => (typeof moment === 'string' && moment !== '' ? inWords(moment, zone) : '');
}
