import type { Services } from '../../src/services.js';
import { type OwnedDatabase, openAsOwner } from '../../src/store/tenant/open.js';

/** Runs `work` on a tenant's tables with the rights of their owner, who may change the tables themselves. */
export async function asOwner<Result>(
  services: Pick<Services, 'tenants'>,
  tenant: string,
  work: (db: OwnedDatabase['db']) => Promise<Result>,
): Promise<Result> {
  const owned = await openAsOwner(await services.tenants.store('default'), tenant);
  try {
    return await work(owned.db);
  } finally {
    await owned.close();
  }
}
