import { type OwnedDatabase, openAsOwner } from '../../src/data/client-database/open.js';
import type { Services } from '../../src/services.js';

/** Runs `work` on a client's tables with the rights of their owner, who may change the tables themselves. */
export async function asOwner<Result>(
  services: Pick<Services, 'clients'>,
  client: string,
  work: (db: OwnedDatabase['db']) => Promise<Result>,
): Promise<Result> {
  const owned = await openAsOwner(services.clients.store('default'), client);
  try {
    return await work(owned.db);
  } finally {
    await owned.close();
  }
}
