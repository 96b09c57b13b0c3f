import { pino } from 'pino';
import { systemClock } from '../../src/lib/clock.js';
import { openServices, type Services } from '../../src/services.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { testConfig } from '../rig/server.js';
import type { Engine } from './part.js';

/** Opens the databases of an installation next to its servers and commands. */
export async function inStore<Result>(
  engine: Engine,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = { ...testConfig(engine), secretKey: engine.secretKey };
  const services = await openServices(
    config,
    engine.clock ?? systemClock,
    pino({ level: 'silent' }),
  );
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** The database of a client that is there. */
export async function databaseOf(services: Services, name: string): Promise<TenantDatabase> {
  const entry = await services.directory.tenant(name);
  if (entry === undefined) throw new Error(`There is no client ${name}.`);
  return services.tenants.database(entry);
}
