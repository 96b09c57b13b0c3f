import { count, firstNames } from '../lib/text.js';
import type { ImportState, ImportStates } from './import-states.js';
import { moment } from './text-table.js';

/** Tenants of which `portico status` has a line; `--json` has all. */
const MOST_LINES = 10;

/** The last import of each tenant, for programs. */
export function importsJson(states: ReadonlyMap<string, ImportState>): object {
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  const of = ({ startedAt, endedAt, failedAt, ...state }: ImportState) => ({
    ...state,
    ...{ started: iso(startedAt), ended: iso(endedAt), lastFailed: iso(failedAt) },
  });
  return Object.fromEntries([...states].map(([name, state]) => [name, of(state)]));
}

/** A line for each of the newest imports, and one for what was not read. */
export function importLines(states: ImportStates | undefined): [string, string][] {
  if (states === undefined) return [];
  const { found, unread } = states;
  const newest = [...found].sort(([, one], [, other]) => other.startedAt - one.startedAt);
  const lines = newest.slice(0, MOST_LINES).map(([name, state]): [string, string] => {
    const { result, mode, startedAt, endedAt, failedAt } = state;
    const when = `${mode} of ${moment(endedAt ?? startedAt)}`;
    const failed = failedAt === undefined ? '' : `, last failed ${moment(failedAt)}`;
    return ['import', `${name}: ${result}, ${when}${failed}`];
  });
  const left = newest.length - lines.length;
  if (left > 0) lines.push(['', `and ${count(left)} more: --json has all`]);
  if (unread.length > 0) lines.push(['imports', `not read of ${firstNames(unread)}`]);
  return lines;
}
