/**
 * A process of its own that sends emails until it is asked to stop. Its settings are a server's, in
 * the environment; its one argument is the time at which its clock starts, in milliseconds since
 * the epoch. Prints a line when it is ready.
 */
import { pino } from 'pino';
import { loadConfig } from '../../../src/config/config.js';
import { openServices } from '../../../src/services.js';

const began = performance.now();
const start = Number(process.argv[2]);
const clock = {
  now: () => Math.floor(start + performance.now() - began),
  monotonic: () => performance.now(),
};
const log = pino({ level: 'silent' });
const services = await openServices(loadConfig(process.env, process.cwd()), clock, log);
process.once('SIGTERM', () => void services.close());
services.outbox.startSending();
process.stdout.write('sending\n');
