import type { Readable } from 'node:stream';
import { isObject } from 'portico-importer/column.js';
import type { PullTexts } from '../../pull/pull-texts.js';
import { seal } from '../../store/secrets/seal.js';
import {
  type PullSchedule,
  placeOfPullSecret,
  pullSchedules,
} from '../../store/tenant/pull-schedules.js';
import type { World } from '../command.js';
import { UsageError } from '../command-error.js';
import type { OpenedCommand } from '../open.js';

/** The most characters of a secret. */
export const LONGEST_SECRET = 4096;

/** The most characters of a pull with its mappings and secrets. */
const LONGEST_INPUT = 1024 * 1024;

type Texts = Readonly<Record<string, string>>;

/**
 * A pull as `pull add <name> -` reads it. The console sends those of people who need not have an account on this machine, so
 * nothing of it comes from files or from the environment.
 */
export interface PullInput {
  /** Its texts. @param used Gets the mappings that are read, as `pullTexts` has it. */
  readonly texts: (used: Record<string, string>) => PullTexts;
  readonly file: string;
  readonly secrets: Texts;
  /** The pull of the same source that it changes. */
  readonly previous: PullSchedule | undefined;
}

/** @throws UsageError that names what is wrong. */
export async function readPullInput({ world, database }: OpenedCommand): Promise<PullInput> {
  const { file, mappings, secrets } = objectIn(await textOf(world.stdin, LONGEST_INPUT));
  if (typeof file !== 'string') throw new UsageError('file: is not text');
  const yaml = await parsed(file);
  const source = typeof yaml === 'string' ? undefined : yaml.source;
  const previous = (await pullSchedules(database)).find((one) => one.source === source);
  const stored: Texts = JSON.parse(previous?.mappings ?? '{}');
  const all = { ...stored, ...textsIn('mappings', mappings) };
  const { textsOf } = await import('../../pull/pull-texts.js');
  const texts = (used: Record<string, string>) => textsOf('The file', file, all, used);
  return { texts, file, secrets: textsIn('secrets', secrets), previous };
}

/** What standard input holds, and of a longer one too much of it to be accepted. */
export async function textOf(stdin: Readable, most: number): Promise<string> {
  let text = '';
  for await (const part of stdin) {
    text += String(part);
    if (text.length > most) break;
  }
  return text;
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Worded below: the parser's own words quote the text, which may hold a secret.
  }
  throw new UsageError('Standard input is not a JSON object with file, mappings and secrets.');
}

function textsIn(name: string, value: unknown = {}): Texts {
  if (isObject(value) && Object.values(value).every((text) => typeof text === 'string')) {
    return value as Texts;
  }
  throw new UsageError('is not an object of texts', undefined, name);
}

/**
 * Encrypts the secrets of a pull. All that its file names are there then: one that is missing would come from the environment
 * of the servers, and go to where the file says.
 *
 * @param variables Those that the file names.
 * @returns The column of secrets. Stored ones stay as long as they go to the same place.
 * @throws UsageError
 */
export async function sealedSecrets(
  { world, services }: OpenedCommand,
  { file, secrets, previous }: PullInput,
  publicId: string,
  variables: readonly string[],
): Promise<string> {
  const sealing = { key: await services.tools.secretKey(), random: world.random };
  const isSame = previous !== undefined && (await placeIn(previous.file)) === (await placeIn(file));
  const kept: Texts = isSame ? JSON.parse(previous.secrets) : {};
  const sealed = variables.map((variable) => {
    const text = Object.hasOwn(secrets, variable) ? secrets[variable]?.trim() : '';
    const place = placeOfPullSecret(publicId, variable);
    if (text) return [variable, sealSecret(text, `$${variable}`, place, sealing)];
    if (Object.hasOwn(kept, variable)) return [variable, kept[variable]];
    const why = previous === undefined || isSame ? '' : ' again, because `from` has changed';
    throw new UsageError(`Give its secret${why}.`, undefined, `$${variable}`);
  });
  return JSON.stringify(Object.fromEntries(sealed));
}

/** As `yamlObject`, whose parser only those commands load that read a file. */
export async function parsed(file: string) {
  const { yamlObject } = await import('portico-importer/mapping.js');
  return yamlObject(file);
}

async function placeIn(file: string): Promise<string> {
  const yaml = await parsed(file);
  return JSON.stringify(typeof yaml === 'string' ? yaml : yaml.from);
}

/** @param what Names it in an error. @throws UsageError for what cannot be one. */
export function sealSecret(
  text: string,
  what: string,
  place: string,
  { key, random }: { readonly key: Uint8Array; readonly random: World['random'] },
): string {
  if (/^[!-~]+$/.test(text) && text.length <= LONGEST_SECRET) {
    return seal(text, key, place, random);
  }
  const words = `A secret has 1 to ${LONGEST_SECRET} printable characters without blanks.`;
  throw new UsageError(words, undefined, what);
}
