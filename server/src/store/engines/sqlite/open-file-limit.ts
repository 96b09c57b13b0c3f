import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

/** The open files of a process besides tenant databases and connections. */
const OTHER_FILES = 128;

/** The share of all files for tenant databases; the rest is for connections. */
const SHARE = 0.4;

/** Descriptors of one tenant database: the file and its log for each of two connections, and their index. */
const EACH = 5;

/** The most tenant databases that one process has open, however many files it may open. */
export const MOST_DATABASES = 1024;

/** The fewest tenant databases that may be open, whatever the limit is. */
const FEWEST_DATABASES = 8;

/** How many files this process may have open; undefined if that is unknown. */
export function openFileLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** How many files this process has open; undefined if that is unknown. */
export function openFileCount(): number | undefined {
  try {
    // The folder itself is open while it is read.
    return readdirSync('/proc/self/fd').length - 1;
  } catch {
    return undefined;
  }
}

/** How many tenant databases may be open under a limit of open files. */
export function databasesUnder(limit: number | undefined): number {
  if (limit === undefined) return MOST_DATABASES;
  const most = Math.floor(((limit - OTHER_FILES) * SHARE) / EACH);
  return Math.max(FEWEST_DATABASES, Math.min(MOST_DATABASES, most));
}

/** The limit of open files that allows the most tenant databases. */
export const AMPLE_FILES = OTHER_FILES + Math.ceil((MOST_DATABASES * EACH) / SHARE);

/** Whether this process has too many open files to open another database. */
export function filesAreExhausted(): boolean {
  const opened: number[] = [];
  try {
    for (let each = 0; each < EACH; each += 1) opened.push(openSync('/dev/null', 'r'));
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EMFILE' || code === 'ENFILE';
  } finally {
    for (const file of opened) closeSync(file);
  }
}
