/**
 * Makes the keys of two clients: many that search the one, and one that lists the other. Arguments: the client
 * that is searched, the number of keys, and the file of all keys; the one that lists is the last.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { loadConfig } from '../src/config/config.js';
import { issueKey } from '../src/http/gate/issued-keys.js';
import { systemClock } from '../src/lib/clock.js';
import { openServices } from '../src/services.js';
import type { Scope } from '../src/store/directory/key-directory.js';
import { CLIENT } from './workspace.js';

const [searched = '', count, file = ''] = process.argv.slice(2);
const config = loadConfig(process.env, process.cwd());
const services = await openServices(config, systemClock, pino({ level: 'silent' }));
const keys: string[] = [];
while (keys.length < Number(count)) keys.push(await keyOf(searched, 'website'));
keys.push(await keyOf(CLIENT, 'manage'));
writeFileSync(file, JSON.stringify(keys));
await services.close();

async function keyOf(tenant: string, scope: Scope): Promise<string> {
  const rights = { tenant, scopes: [scope], addresses: [], privateAccess: false };
  return (await issueKey(services, rights, randomBytes)).apiKey;
}
