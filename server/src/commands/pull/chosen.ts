import { firstNames } from '../../lib/text.js';
import type { PullFile, SecretOf } from '../../pull/pull-file.js';
import type { PullTexts } from '../../pull/pull-texts.js';
import { type PullSchedule, pullSchedules } from '../../store/tenant/pull-schedules.js';
import { CommandError } from '../command-error.js';
import type { OpenedDatabase } from '../open.js';

/** Which pull of a client or feed. */
export interface OfSource {
  readonly source?: string;
}

/** The pull of a database that servers run. @throws CommandError where there is none, or are several. */
export async function scheduleOf(
  { entry, database }: OpenedDatabase,
  wanted: string | undefined,
): Promise<PullSchedule> {
  return only(entry.name, await pullSchedules(database), wanted);
}

export function only<Pull extends { readonly source: string }>(
  name: string,
  pulls: readonly Pull[],
  wanted: string | undefined,
): Pull {
  const found = wanted === undefined ? pulls : pulls.filter(({ source }) => source === wanted);
  const [first, ...more] = found;
  if (first !== undefined && more.length === 0) return first;
  const names = firstNames(pulls.map(({ source }) => source));
  if (pulls.length === 0) {
    throw new CommandError(`There is no pull of ${name}. Add one with \`portico pull add\`.`);
  }
  throw new CommandError(
    first === undefined
      ? `${name} is not pulled from this source, but from ${names}.`
      : `${name} is pulled from ${names}: --source names one.`,
  );
}

export async function readPull(
  { services: { clock }, entry, database }: OpenedDatabase,
  texts: PullTexts,
  secretOf: SecretOf,
): Promise<PullFile> {
  const { readPullFile } = await import('../../pull/pull-file.js');
  const { importResources } = await import('../../changes/transfers.js');
  return readPullFile(texts, importResources(database, entry.time_zone, clock), secretOf);
}
