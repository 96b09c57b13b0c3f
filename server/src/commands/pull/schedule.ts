import { resolve } from 'node:path';
import { iso } from '../../lib/dates.js';
import { count, firstNames } from '../../lib/text.js';
import type { PullFile, SecretOf } from '../../pull/pull-file.js';
import type { PullTexts } from '../../pull/pull-texts.js';
import type { PullNote } from '../../store/directory/email-notes.js';
import { isFailure, listRuns } from '../../store/tenant/import-runs.js';
import { pullNotes } from '../../store/tenant/pull-ends.js';
import {
  changePullSchedule,
  type PullSchedule,
  placeOfPullSecret,
  pullSchedules,
  removePull,
  storePullSchedule,
} from '../../store/tenant/pull-schedules.js';
import type { World } from '../command.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { noteInDirectory } from '../import/recorded.js';
import { changing, type OpenedCommand, type OpenedDatabase, withServices } from '../open.js';
import { type Columns, facts, moment, print } from '../print.js';
import { LONGEST_SECRET, readPullInput, sealedSecrets, sealSecret, textOf } from './from-input.js';

/** A pull as it is stored, of files or, as the console has it, of what standard input holds: only the latter has secrets. */
export async function pullIn(opened: OpenedCommand, path: string) {
  const { world } = opened;
  const { pullTexts } = await import('../../pull/pull-texts.js');
  const mappings: Record<string, string> = {};
  const input = path === '-' ? await readPullInput(opened) : undefined;
  const texts = input?.texts(mappings) ?? (await pullTexts(resolve(world.cwd, path), mappings));
  const { source, variables } = await readWithoutSecrets(opened, texts);
  const public_id =
    input?.previous?.public_id ?? `pl_${Buffer.from(world.random(12)).toString('base64url')}`;
  const pull = {
    ...{ source, file: texts.file.problem === undefined ? texts.file.text : '' },
    ...{ public_id, mappings: JSON.stringify(mappings) },
    ...(input && { secrets: await sealedSecrets(opened, input, public_id, variables) }),
  };
  return { pull, variables };
}

/** `portico pull add` */
export async function add(
  opened: OpenedCommand,
  path: string,
  { every }: { readonly every: number },
): Promise<Report> {
  const { name } = opened.entry;
  const { pull, variables } = await pullIn(opened, path);
  const { source } = pull;
  await storePullSchedule(changing(opened, 'pulls', source), { ...pull, every_ms: every });
  await noteInDirectory(opened);
  const { secrets } = await scheduleOf(opened, source);
  const missing = variables.filter((variable) => !Object.hasOwn(JSON.parse(secrets), variable));
  return {
    json: { name, source, everySeconds: every / 1000, secretsMissing: missing },
    text: `Servers pull ${source} into ${name} every ${timeText(every)}.`,
    ...(missing.length > 0 && {
      warning: `Not sealed yet: ${missing.join(', ')}. Without a variable of the server of this name, runs fail: \`portico pull secret ${name} ${missing[0]} < FILE\``,
    }),
  };
}

/** Checks a file whose secrets may come later. @returns Its source, and the variables that it names. */
async function readWithoutSecrets(opened: OpenedCommand, texts: PullTexts) {
  const variables = new Set<string>();
  const { source } = await readPull(opened, texts, (variable) => {
    variables.add(variable);
    return 'unknown';
  });
  return { source, variables: [...variables] };
}

/** `portico pull list` */
export async function list(world: World): Promise<Report> {
  const notes = await withServices(world, ({ directory }) => directory.emailNotes.pulls());
  const pulls = [...notes].flatMap(([name, of]) => of.map((note) => ({ name, ...note })));
  const empty = 'No pulls. Have servers run one with `portico pull add`.';
  return {
    json: { pulls: pulls.map(({ name, ...note }) => ({ name, ...noteJson(note) })) },
    text: print(COLUMNS, pulls, { empty }),
  };
}

const COLUMNS: Columns<PullNote & { readonly name: string }> = {
  NAME: ({ name }) => name,
  SOURCE: ({ source }) => source,
  EVERY: ({ everyMs }) => (everyMs === undefined ? 'by hand' : timeText(everyMs)),
  'LAST SUCCESS': ({ succeededAt }) => (succeededAt === 0 ? 'never' : moment(succeededAt)),
  FAILURES: ({ failures }) => count(failures),
  NEXT: nextText,
};

function nextText({ everyMs, nextAt }: PullNote): string {
  if (everyMs === undefined) return '';
  return typeof nextAt === 'number' ? moment(nextAt) : 'paused';
}

function noteJson({ source, succeededAt, everyMs, nextAt, ...note }: PullNote) {
  return {
    source,
    everySeconds: everyMs === undefined ? null : everyMs / 1000,
    paused: nextAt === null,
    next: iso(nextAt),
    waitsUntil: iso(note.waitsUntil ?? null),
    lastSuccess: succeededAt === 0 ? null : iso(succeededAt),
    failures: note.failures,
    rejected: note.rejected,
    pictures: note.pictures ?? 0,
  };
}

/** `portico pull show` */
export async function show(opened: OpenedCommand, { source: wanted }: OfSource): Promise<Report> {
  const schedule = await scheduleOf(opened, wanted);
  const { source, file } = schedule;
  const { storedTexts } = await import('../../pull/pull-texts.js');
  const { variables } = await readWithoutSecrets(opened, storedTexts(schedule));
  const sealed: object = JSON.parse(schedule.secrets);
  const note = (await pullNotes(opened.database)).find((each) => each.source === source);
  if (note === undefined) throw new Error(`There is no note of ${source}.`);
  const failure = note.failures > 0 ? await lastFailure(opened, source) : null;
  const isSealed = (variable: string) => Object.hasOwn(sealed, variable);
  const mappings = Object.keys(JSON.parse(schedule.mappings));
  const secrets = Object.fromEntries(variables.map((each) => [each, isSealed(each)]));
  const secretWords = variables.map(
    (each) => `${each} (${isSealed(each) ? 'sealed' : 'of the environment of servers'})`,
  );
  const lines = facts([
    ['source', source],
    ['every', timeText(schedule.every_ms)],
    ['next', nextText(note)],
    ['waits until', note.waitsUntil && moment(note.waitsUntil)],
    ['last success', note.succeededAt === 0 ? 'never' : moment(note.succeededAt)],
    ['failures', count(note.failures)],
    ['last failure', failure],
    ['rejected', count(note.rejected)],
    ['pictures to go', count(note.pictures ?? 0)],
    ['secrets', secretWords.join(', ')],
    ['mappings', mappings.join(', ') || 'those that ship'],
  ]);
  return {
    json: { name: opened.entry.name, ...noteJson(note), failure, secrets, mappings, file },
    text: `${lines}\n\n${file.trimEnd()}`,
  };
}

/** Why a source failed last, as far as that run is among the newest imports. */
async function lastFailure({ database, world }: OpenedCommand, source: string) {
  const { runs } = await listRuns(database, { limit: 100, offset: 0 }, world.clock.now());
  const ofSource = runs.find(
    ({ mode, files, result }) =>
      mode === 'pull' && files === JSON.stringify([source]) && isFailure(result),
  );
  return ofSource?.message || null;
}

/** `portico pull pause` */
export function pause(opened: OpenedCommand, options: OfSource): Promise<Report> {
  return changed(opened, options, { paused: 1 }, 'is paused');
}

/** `portico pull resume` */
export function resume(opened: OpenedCommand, options: OfSource): Promise<Report> {
  const next_at = opened.world.clock.now();
  return changed(opened, options, { paused: 0, next_at }, 'goes on');
}

async function changed(
  opened: OpenedCommand,
  { source: wanted }: OfSource,
  values: Partial<PullSchedule>,
  words: string,
): Promise<Report> {
  const { name } = opened.entry;
  const { source } = await scheduleOf(opened, wanted);
  await changePullSchedule(changing(opened, 'pulls', source), source, values);
  await noteInDirectory(opened);
  const json = { name, source, paused: values.paused === 1 };
  return { json, text: `The pull of ${source} into ${name} ${words}.` };
}

/** `portico pull remove`: also of a source that cron has pulled. */
export async function remove(opened: OpenedCommand, { source: wanted }: OfSource): Promise<Report> {
  const { name } = opened.entry;
  const { source } = only(name, await pullNotes(opened.database), wanted);
  await removePull(changing(opened, 'pulls', source), source);
  await noteInDirectory(opened);
  return {
    json: { name, source, removed: true },
    text: `${name} is not pulled from ${source} any more. Its records stay: \`portico feed wipe\` removes those of a feed.`,
  };
}

/** `portico pull secret` */
export async function secret(
  opened: OpenedCommand,
  variable: string,
  { source: wanted }: OfSource,
): Promise<Report> {
  const { world, entry } = opened;
  const { name } = entry;
  const schedule = await scheduleOf(opened, wanted);
  const { source, public_id, secrets } = schedule;
  const { storedTexts } = await import('../../pull/pull-texts.js');
  const { variables } = await readWithoutSecrets(opened, storedTexts(schedule));
  if (!variables.includes(variable)) {
    // Not repeated: it may be the secret itself.
    throw new UsageError(
      `The pull of ${source} names no such variable, but ${firstNames(variables)}.`,
    );
  }
  const text = await secretOf(world, `portico pull secret ${name} ${variable}`);
  const sealing = { key: await opened.services.tools.secretKey(), random: world.random };
  const place = placeOfPullSecret(public_id, variable);
  const sealed = sealSecret(text, 'Standard input', place, sealing);
  await changePullSchedule(changing(opened, 'pulls', source), source, {
    secrets: JSON.stringify({ ...JSON.parse(secrets), [variable]: sealed }),
    next_at: world.clock.now(),
  });
  await noteInDirectory(opened);
  return { json: { name, source, sealed: variable }, text: `Sealed ${variable}.` };
}

async function secretOf({ stdin }: World, command: string): Promise<string> {
  if (stdin.isTTY === true) {
    throw new UsageError(
      `The secret comes from standard input, so that no history keeps it: \`${command} < FILE\``,
    );
  }
  return (await textOf(stdin, 2 * LONGEST_SECRET)).trim();
}

function timeText(ms: number): string {
  const minutes = ms / 60_000;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

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

function only<Pull extends { readonly source: string }>(
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
