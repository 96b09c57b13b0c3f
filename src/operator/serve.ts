import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { type Config, loadConfig } from '../config.js';
import { buildServer } from '../server.js';
import { openServices, type Services } from '../services.js';
import { tlsIdentity } from '../tls.js';
import { urlOf } from './address-of.js';
import { DEMO_CLIENT, firstStart, laterStart, type ServerPlace } from './demo-notice.js';
import { Failure, type Report } from './outcome.js';
import { printReport } from './printing.js';
import { untilAskedToStop } from './stopping.js';
import { warnOfUnreadableSecrets } from './unreadable-secrets.js';
import type { World } from './world.js';

/** How long answers under way may take once the server has been asked to stop, in milliseconds. */
const DRAIN_MS = 10_000;

/** How the server was asked for. */
export interface ServeOptions {
  /** Make a client with generated data where there is no client. */
  readonly demo: boolean;
  readonly json: boolean;
}

/** Runs the server until it is asked to stop and has answered the calls under way. */
export async function serve(world: World, options: ServeOptions): Promise<void> {
  const config = loadConfig(world.environment, world.cwd);
  // Not `world.stderr`: a log that is written while callers wait has to be written asynchronously.
  const lines = pino.destination({ dest: 2, sync: false });
  try {
    await serveWith(world, config, lines, options);
  } finally {
    lines.flushSync();
  }
}

async function serveWith(
  world: World,
  config: Config,
  lines: DestinationStream,
  options: ServeOptions,
): Promise<void> {
  const log = pino({ level: config.logLevel }, lines);
  const services = await openServices(config, world.clock, log);
  try {
    await warnOfUnreadableSecrets(services, world.random);
    // Listens before it makes demo data, as a port that is taken is better known at once.
    const { server, place } = await listening(services, world);
    try {
      services.outbox.startSending();
      const report = await noticeOf(services, place, world, options);
      // Not before: demo data is written in larger portions than any call has.
      services.boundStatements();
      // Listened for before anybody is told that the server is there, and may tell it to stop.
      const stop = untilAskedToStop(world.clock);
      printReport(world, report, options.json);
      log.info({ signal: await stop }, 'stopping');
    } finally {
      await drained(server);
    }
  } finally {
    await services.close();
  }
}

async function noticeOf(
  services: Services,
  place: ServerPlace,
  world: World,
  { demo }: ServeOptions,
): Promise<Report> {
  if (!demo) return laterStart(place, undefined);
  const clients = await services.directory.clients();
  if (clients.length > 0) {
    const there = clients.some(({ name }) => name === DEMO_CLIENT);
    return laterStart(place, there ? DEMO_CLIENT : undefined);
  }
  // Loaded here: later starts do without what paints pictures.
  const { DEMO_SEED, makeDemoClient } = await import('./demo-client.js');
  const { client, key } = await makeDemoClient(services, {
    seed: DEMO_SEED,
    random: world.random,
    say: (step) => world.stderr.write(`${step}\n`),
  });
  return firstStart(place, client, key.apiKey);
}

async function listening(
  services: Services,
  { cwd }: World,
): Promise<{ server: FastifyInstance; place: ServerPlace }> {
  const { config, clock } = services;
  const tls = config.trustedProxies.length > 0 ? undefined : await tlsIdentity(config, clock);
  const server = await buildServer(services, tls === undefined ? {} : { tls });
  await listen(server, config);
  const { port } = server.server.address() as AddressInfo;
  // Behind a proxy too: what answers link to has to come over HTTPS.
  services.listening(urlOf('https', config.host, port));
  const url = urlOf(tls === undefined ? 'http' : 'https', config.host, port);
  const certificateFile = config.tls === undefined ? tls?.certificateFile : undefined;
  return { server, place: { url, certificateFile, cwd } };
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port, listenTextResolver: () => 'listening' });
  } catch (error) {
    await server.close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Failure(
        `Port ${port} of ${host} is taken by another program. Set PORTICO_PORT to a free port, ` +
          'or to 0 to have one chosen.',
      );
    }
    if (code === 'EACCES') {
      throw new Failure(
        `This account may not listen on port ${port}. Set PORTICO_PORT to one above 1023.`,
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new Failure(
        `This machine has no address ${host}. Set PORTICO_HOST to one that it has.`,
      );
    }
    throw error;
  }
}

/** Takes no more calls, and lets those under way come to their end. */
async function drained(server: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS);
  await server.close();
  clearTimeout(impatience);
}
