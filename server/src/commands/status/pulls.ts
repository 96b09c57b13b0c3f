import { count, counted } from '../../lib/text.js';
import type { PullNote } from '../../store/directory/email-notes.js';
import { iso } from '../print.js';

/** The pulls of clients and feeds, by name. */
export type PullStates = ReadonlyMap<string, readonly PullNote[]>;

/** A line for each pull: how old its last success is, how far behind its source it is, and what it rejects. */
export function pullLines(pulls: PullStates, now: number): [string, string][] {
  return [...pulls].flatMap(([name, notes]) =>
    notes.map((note): [string, string] => {
      const { source, succeededAt, readTo, rejected, pictures = 0, failures, nextAt } = note;
      const parts = [
        ...(nextAt === null ? ['paused'] : []),
        succeededAt === 0 ? 'no success yet' : `last success ${ageText(now - succeededAt)} ago`,
        ...(readTo === 0 ? [] : [`${ageText(now - readTo)} behind`]),
        `${count(rejected)} rejected`,
        ...(pictures === 0 ? [] : [`${counted(pictures, 'pictures')} to go`]),
        ...(failures === 0 ? [] : [`${counted(failures, 'failures')} in a row`]),
      ];
      return ['pull', `${name} from ${source}: ${parts.join(', ')}`];
    }),
  );
}

/** The same, for programs. */
export function pullsJson(pulls: PullStates, now: number): object {
  const of = ({ succeededAt, readTo, heldUntil: _, ...note }: PullNote) => ({
    ...note,
    lastSuccess: succeededAt === 0 ? null : iso(succeededAt),
    lagSeconds: readTo === 0 ? null : seconds(now - readTo),
  });
  return Object.fromEntries([...pulls].map(([name, notes]) => [name, notes.map(of)]));
}

function seconds(ms: number): number {
  return Math.max(0, Math.round(ms / 1000));
}

function ageText(ms: number): string {
  const minutes = Math.floor(seconds(ms) / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
