import type { Services } from '../services.js';
import { noteFinished, unfinishedFailure, unfinishedIn } from './restore/unfinished.js';

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
