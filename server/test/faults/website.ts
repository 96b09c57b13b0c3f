import { randomBytes } from 'node:crypto';
import { importResources } from '../../src/changes/transfers.js';
import { newEntry } from '../../src/commands/client/entry.js';
import { issueKey } from '../../src/http/gate/issued-keys.js';
import { systemClock } from '../../src/lib/clock.js';
import type { TestDatabase } from '../rig/databases.js';
import { databaseOf, issueKeys, offline } from '../rig/offline.js';

/** So many that no key comes near its limits. */
const KEYS = 40;

/** Makes a tenant with an agent. @returns Keys of it. */
export function prepare(database: TestDatabase): Promise<string[]> {
  return offline(database, async (services) => {
    await services.directory.addTenant(newEntry('acme', 'client', 0));
    const tenant = await databaseOf(services, 'acme');
    const agents = importResources(tenant, 'America/New_York', systemClock).get('agents');
    await agents?.write([agents.parse({ id: 1, email: 'ann@example.com', status: 'Active' })]);
    return issueKeys(services, 'acme', KEYS);
  });
}

/** A key of the tenant with private access. */
export function newPrivateKey(database: TestDatabase): Promise<string> {
  return offline(database, async (services) => {
    const request = {
      tenant: 'acme',
      scopes: ['website'],
      addresses: [],
      privateAccess: true,
    } as const;
    return (await issueKey(services, request, randomBytes)).apiKey;
  });
}

/** The leads that are stored, each with its email. */
export function storedLeads(
  database: TestDatabase,
): Promise<{ email: string; state: string | null; to: string | null; attempts: number | null }[]> {
  return offline(database, async (services) => {
    const { db } = await databaseOf(services, 'acme');
    return db
      .selectFrom('alert')
      .leftJoin('letter', 'letter.alert_id', 'alert.id')
      .select(['alert.email', 'letter.state', 'letter.to_address as to', 'letter.attempts'])
      .execute();
  });
}
