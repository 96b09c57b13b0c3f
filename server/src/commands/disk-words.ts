import { access, constants, statfs } from 'node:fs/promises';
import { sep } from 'node:path';
import { CommandError } from './command-error.js';

/** Less free room than this makes SQLite fail before it can say why, in bytes. */
const LEAST_ROOM = 1_000_000;

/**
 * The error of a start, or one that says what is wrong with the data folder: of a full disk SQLite says
 * `disk I/O error`, of one that cannot be written `unable to open database file`.
 */
export async function withDiskWords(error: unknown, folder: string): Promise<unknown> {
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (/^(?:SQLITE_FULL|ENOSPC)/.test(code)) return diskFull(folder);
  if (/^SQLITE_(?:IOERR|CANTOPEN)/.test(code) && (await isFull(folder))) return diskFull(folder);
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

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize < LEAST_ROOM;
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
