import { access, constants } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Services } from '../../services.js';
import { isDiskFullError } from '../../store/engines/sqlite/disk-reserve.js';
import { UnsealError, unseal } from '../../store/secrets/seal.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import type { World } from '../command.js';
import { CommandError, UsageError } from '../command-error.js';
import { noteFinished, unfinishedFailure, unfinishedIn } from '../restore/unfinished.js';

/**
 * Checks that a server may start: no restore was cut short here, and this program can work with the
 * databases of all tenants.
 *
 * @throws CommandError or NewerDatabaseError that says what to do.
 */
export async function checkStart({ config, directory, schemas }: Services): Promise<void> {
  const unfinished = await unfinishedIn(config.dataFolder);
  if (unfinished !== undefined) {
    const tenants = await directory.tenants();
    if (tenants.length === 0) throw unfinishedFailure(config.dataFolder, unfinished);
    // A restore fills the directory last, so a restore that was killed after that had nothing left
    // to do.
    await noteFinished(config.dataFolder);
  }
  await schemas.check();
}

/** Warns about keys whose secret was sealed under another key: calls with them look like a website's mistake. */
export async function warnOfUnreadableSecrets(
  services: Services,
  random: World['random'],
): Promise<void> {
  const keys = await services.directory.keys.signing();
  if (keys.length === 0) return;
  const secretKey = await secretKeyFor(services.config, random);
  const unreadable = keys.filter(({ sealed_secret, hash }) => !opens(sealed_secret, hash));
  if (unreadable.length === 0) return;
  services.log.warn(
    { keys: unreadable.map(({ prefix }) => prefix) },
    'The signing secrets of these API keys were sealed under another PORTICO_SECRET_KEY, and calls ' +
      'signed with them are refused. Set the one they were sealed under, or rotate these keys.',
  );

  function opens(sealed: string | null, hash: string): boolean {
    try {
      return sealed === null || unseal(sealed, secretKey, hash) !== '';
    } catch (error) {
      if (error instanceof UnsealError) return false;
      throw error;
    }
  }
}

/** Checks that this many processes count the limits of a key together. @throws UsageError */
export function checkShared({ redisUrl }: Pick<Config, 'redisUrl'>, workers: number): void {
  if (workers === 1 || redisUrl !== undefined) return;
  throw new UsageError(
    `${workers} processes need PORTICO_REDIS_URL: they keep the limits of an API key together ` +
      'only by counting in one Redis.',
    undefined,
    '--workers',
  );
}

/**
 * The error of a start, or one that says what is wrong with the data folder: of a full disk SQLite says
 * `disk I/O error`, of one that cannot be written `unable to open database file`.
 */
export async function withDiskWords(error: unknown, folder: string): Promise<unknown> {
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (isDiskFullError(error, folder)) return diskFull(folder);
  if (/^E(?:ROFS|ACCES)$/.test(code)) {
    // Files elsewhere, such as those of a certificate, have nothing to do with this folder.
    return path !== undefined && isAlong(path, folder) ? notWritable(folder, code) : error;
  }
  if (!/^SQLITE_(?:READONLY|CANTOPEN)/.test(code)) return error;
  const denied = await denial(folder);
  // If the folder can be written, its files belong to another account, or SQLite has another reason.
  if (denied === undefined && !code.startsWith('SQLITE_READONLY')) return error;
  return notWritable(folder, denied);
}

function diskFull(folder: string): CommandError {
  return new CommandError(
    `The disk of ${folder} is full, and a server cannot start on it: make room there, and start it again.`,
  );
}

function notWritable(folder: string, code: string | undefined): CommandError {
  return new CommandError(
    code === 'EROFS'
      ? `The disk of ${folder} is mounted read-only, and a server cannot start on it: mount it for writing, and start it again.`
      : `This account cannot write to ${folder}, and a server cannot start on it: give the folder and everything in it to the account of the server.`,
  );
}

/** Why this account cannot write to a folder, such as `EACCES`; undefined if it can. */
async function denial(folder: string): Promise<string | undefined> {
  const { R_OK, W_OK, X_OK } = constants;
  return access(folder, R_OK | W_OK | X_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  );
}

/** Whether a path is the folder, in it, or above it. */
function isAlong(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(`${folder}${sep}`) || folder.startsWith(`${path}${sep}`);
}
