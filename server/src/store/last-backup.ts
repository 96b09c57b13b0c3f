import { join } from 'node:path';
import type { Logger } from 'pino';
import { readIfThere, replaceFile } from '../lib/create-once.js';

/** The file of the data folder that holds when the last backup finished, in ISO 8601. */
const LAST_BACKUP_FILE = 'last-backup';

/** Notes when a backup finished. A failure is only logged. @param finished ISO 8601 */
export async function noteBackup(folder: string, finished: string, log: Logger): Promise<void> {
  const file = join(folder, LAST_BACKUP_FILE);
  try {
    await replaceFile(file, `${finished}\n`);
  } catch (error) {
    const reason = (error as Error).message;
    log.warn(
      { file, reason },
      'the time of the backup could not be noted: alerts will say it is missing',
    );
  }
}

/** When the last backup finished, in milliseconds since the epoch; undefined if no backup is known. */
export async function lastBackup(folder: string): Promise<number | undefined> {
  const text = await readIfThere(join(folder, LAST_BACKUP_FILE)).catch(() => undefined);
  const finished = Date.parse(text?.trim() ?? '');
  return Number.isNaN(finished) ? undefined : finished;
}
