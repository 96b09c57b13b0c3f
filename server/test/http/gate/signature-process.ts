/*
 * A server process of its own for the tests of replays: the real directory and the real signature
 * check behind a real port. Its clock stands still, and its rates admit everybody, so that as many
 * calls as possible reach the check at once. It loads no more than that, to be there soon.
 *
 * Arguments: the time, the secret key in Base64, the data folder, and for PostgreSQL its URL.
 * Prints the port.
 */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { registerBodies } from '../../../src/http/bodies.js';
import { registerGate } from '../../../src/http/gate/gate.js';
import { signatureCheck } from '../../../src/http/gate/signature.js';
import { ManualClock } from '../../../src/lib/clock.js';
import type { Counters } from '../../../src/limits/counters.js';
import { Directory } from '../../../src/store/directory/directory.js';
import { CachedKeys } from '../../../src/store/directory/keys.js';
import { PostgresServers } from '../../../src/store/engines/postgres/postgres-servers.js';

const [now, secretKey = '', folder = '', databaseUrl] = process.argv.slice(2);
const clock = new ManualClock(Number(now));
const directory = await Directory.open(
  databaseUrl === undefined
    ? { folder }
    : { server: await new PostgresServers(10, () => {}).at(databaseUrl) },
);

const everybody: Counters = {
  admit: async (_subject, limits) => ({ admitted: true, remaining: limits, release: () => {} }),
  close: async () => {},
};
const app = fastify();
registerBodies(app);
registerGate(app, {
  keys: new CachedKeys(directory, clock, Buffer.from(secretKey, 'base64')),
  counters: everybody,
  clock,
  trustedProxies: [],
  verifySignature: signatureCheck(directory.spentStamps, clock),
});
app.get('/signed', { config: { access: 'signed' } }, async () => 'entered');
app.post('/signed', { config: { access: 'signed' } }, async () => 'entered');
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);
