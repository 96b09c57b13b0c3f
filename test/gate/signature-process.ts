/*
 * A server process of its own for the tests of replays: the real directory and the real signature
 * check behind a real port. Its clock stands at NOON, and its rates admit everybody, so that as many
 * calls as possible reach the check at once.
 *
 * Arguments: data folder, secret key in Base64, and for PostgreSQL its URL. Prints the port.
 */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { pino } from 'pino';
import { ManualClock } from '../../src/clock.js';
import type { Counters } from '../../src/counters/counters.js';
import { CachedKeys } from '../../src/data/directory/cached-keys.js';
import { registerBodies } from '../../src/edge/bodies.js';
import { registerGate } from '../../src/gate/gate.js';
import { signatureCheck } from '../../src/gate/signature.js';
import { openServices } from '../../src/services.js';
import { NOON, testConfig } from '../rig/server.js';

const [dataFolder = '', secretKeyText = '', databaseUrl] = process.argv.slice(2);
const secretKey = Buffer.from(secretKeyText, 'base64');
const config = { ...testConfig({ dataFolder, databaseUrl }), secretKey, trustedProxies: [] };
const clock = new ManualClock(NOON);
const { directory } = await openServices(config, clock, pino({ level: 'silent' }));

const everybody: Counters = {
  admit: async (_subject, limits) => ({ admitted: true, remaining: limits, release: () => {} }),
  close: async () => {},
};
const app = fastify();
registerBodies(app);
registerGate(app, {
  keys: new CachedKeys(directory, clock, secretKey),
  counters: everybody,
  clock,
  trustedProxies: [],
  verifySignature: signatureCheck(directory.spentStamps, clock),
});
app.get('/signed', { config: { access: 'signed' } }, async () => 'entered');
app.post('/signed', { config: { access: 'signed' } }, async () => 'entered');
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);
