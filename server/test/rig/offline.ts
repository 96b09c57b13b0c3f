import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { issueKey } from '../../src/http/gate/issued-keys.js';
import { systemClock } from '../../src/lib/clock.js';
import { openServices, type Services } from '../../src/services.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { portico } from '../commands/portico.js';
import type { TestDatabase } from './databases.js';
import { type ProgramPlace, programEnvironment } from './program.js';
import { testConfig } from './server.js';

/** Works on the databases past the servers, under the secret key of the data folder. */
export async function offline<Result>(
  database: Pick<TestDatabase, 'dataFolder' | 'databaseUrl'>,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = { ...testConfig(database), secretKey: undefined };
  const services = await openServices(config, systemClock, pino({ level: 'silent' }));
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** As `runProgram`, within the process of the test: for commands that nobody kills, and that no other process has to run. */
export async function runCommand(
  place: ProgramPlace,
  ...args: string[]
): Promise<{ status: number | null; output: string; errors: string }> {
  const environment = place.environment ?? programEnvironment(place);
  const run = await portico({ folder: place.dataFolder, environment }, ...args);
  return { status: run.code, output: run.stdout, errors: run.stderr };
}

/** The database of a tenant that is there. */
export async function databaseOf(services: Services, name: string): Promise<TenantDatabase> {
  const entry = await services.directory.tenant(name);
  if (entry === undefined) throw new Error(`There is no client ${name}.`);
  return services.tenants.database(entry);
}

/** So many keys of a website, or of a back office, for tests that would come near the limits of one. */
export function issueKeys(
  services: Services,
  tenant: string,
  amount: number,
  scope: 'website' | 'manage' = 'website',
): Promise<string[]> {
  const request = { tenant, scopes: [scope], addresses: [], privateAccess: false } as const;
  return Promise.all(
    Array.from({ length: amount }, async () => {
      const { apiKey } = await issueKey(services, request, randomBytes);
      return apiKey;
    }),
  );
}
