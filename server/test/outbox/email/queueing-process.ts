/**
 * A process of its own that stores an email for a tenant and is killed in the middle. Its settings are a
 * server's, in the environment; its arguments are the tenant, and when it dies: `noted`, before the
 * email's transaction, or `stored`, right after it.
 */
import { pino } from 'pino';
import { loadConfig } from '../../../src/config/config.js';
import { systemClock } from '../../../src/lib/clock.js';
import { openServices } from '../../../src/services.js';
import { writeUnversioned } from '../../../src/store/tenant/write.js';
import { aLetter } from './office.js';

const [, , name = '', when] = process.argv;
const log = pino({ level: 'silent' });
const services = await openServices(loadConfig(process.env, process.cwd()), systemClock, log);
const tenant = await services.tenants.tenant(name);
if (tenant === undefined) throw new Error(`There is no client ${name}.`);
await services.outbox.announce(tenant.database);
const die = (): boolean => process.kill(process.pid, 'SIGKILL');
if (when === 'noted') die();
await writeUnversioned(tenant.database, (transaction) =>
  services.outbox.queue(transaction, aLetter()),
);
die();
