import type { Services } from '../services.js';
import { noteFinished, unfinishedFailure, unfinishedIn } from './restore/unfinished.js';

/**
 * Makes sure that a server may answer: that no restore was cut short here, and that this program can
 * work on the databases of all clients.
 *
 * @throws Failure or NewerDatabaseError that says what to do.
 */
export async function checkStart({ config, directory, schemas }: Services): Promise<void> {
  const unfinished = await unfinishedIn(config.dataFolder);
  if (unfinished !== undefined) {
    const clients = await directory.clients();
    if (clients.length === 0) throw unfinishedFailure(config.dataFolder, unfinished);
    // The directory comes last: a restore that was killed behind it had nothing left to do.
    await noteFinished(config.dataFolder);
  }
  await schemas.check();
}
