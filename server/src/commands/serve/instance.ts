import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import type { RunCommand } from '../../console/route.js';
import { drain } from '../../http/connections.js';
import { Overload } from '../../http/gate/overload.js';
import { LOOPBACK, listenOnLoopback } from '../../http/loopback-http.js';
import type { ProcessMetrics } from '../../http/metrics/metrics-server.js';
import { type Clock, systemTimer } from '../../lib/clock.js';
import { isLoopback, urlOf } from '../../lib/ip-address.js';
import { keepHeapSmall } from '../../lib/threads.js';
import { buildServer } from '../../server.js';
import { openServices, type Services } from '../../services.js';
import { AMPLE_FILES, openFileLimit } from '../../store/engines/sqlite/open-file-limit.js';
import { keepCertificate, tlsIdentity } from '../../tls/tls.js';
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';
import { commandRunner } from './console-commands.js';
import { ScheduledPulls } from './scheduled-pulls.js';
import { checkStart, withDiskWords } from './start-checks.js';

export interface ServerPlace {
  readonly url: string;
  /** The URL of plain HTTP on this machine; undefined if there is none. */
  readonly httpUrl: string | undefined;
  /** The certificate that callers must trust; undefined for an operator's own certificate. */
  readonly certificateFile: string | undefined;
  /** The working folder, which shown paths are relative to. */
  readonly cwd: string;
}

/** A listening server with its services. */
export interface Instance {
  readonly services: Services;
  readonly place: ServerPlace;
  /** Undefined without PORTICO_METRICS_PORT. */
  readonly processMetrics: ProcessMetrics | undefined;
  /** Begins what a server does by itself: it sends email and webhooks, and runs pulls. */
  startWork(): void;
  /** Accepts no more connections, answers the calls that still arrive on open ones for a second, and closes everything. */
  close(): Promise<void>;
}

/** Opens the services and starts a listening server. It only answers yet. */
export async function startInstance(world: World, config: Config, log: Logger): Promise<Instance> {
  keepHeapSmall();
  const services = await openServices(config, world.clock, log).catch(async (error: unknown) => {
    throw await withDiskWords(error, config.dataFolder);
  });
  warnOfFewFiles(services);
  let consoleServer: FastifyInstance | undefined;
  try {
    await checkStart(services);
    const processMetrics =
      config.metrics && (await import('../../http/metrics/state.js')).openMetrics(services);
    // First, as nothing has to be taken back yet where its port is taken.
    const commands = commandRunner(world);
    consoleServer = await startConsole(services, commands.run);
    const { server, loopback, place, stopRenewal } = await listening(
      services,
      world,
      processMetrics,
    );
    if (config.databaseUrl === undefined) services.reserve.keep();
    const pulls = new ScheduledPulls(services, world);
    const startWork = () => {
      services.outbox.startSending();
      pulls.start();
    };
    const close = async () => {
      stopRenewal();
      const loopbacks = loopback === undefined ? [] : [loopback];
      const consoles = consoleServer === undefined ? [] : [drain(consoleServer)];
      await Promise.all([pulls.stop(), commands.stop(), drain(server, loopbacks), ...consoles]);
      await services.close();
    };
    return { services, place, processMetrics: processMetrics, startWork, close };
  } catch (error) {
    await consoleServer?.close();
    await services.close();
    throw await withDiskWords(error, config.dataFolder);
  }
}

/** Warns when the limit of open files lets this process keep few tenant databases open. */
function warnOfFewFiles({ config, files, log }: Services): void {
  const limit = openFileLimit();
  if (config.databaseUrl !== undefined || limit === undefined || limit >= AMPLE_FILES) return;
  const { most } = files.state;
  log.warn(
    { limit, databases: most },
    'the limit of open files is low: client databases beyond this number are closed and opened in turns',
  );
}

async function listening(
  services: Services,
  { cwd }: World,
  processMetrics: ProcessMetrics | undefined,
): Promise<{
  server: FastifyInstance;
  loopback: HttpServer | undefined;
  place: ServerPlace;
  stopRenewal: () => void;
}> {
  const { config, clock, log } = services;
  const tls = config.trustedProxies.length > 0 ? undefined : await tlsIdentity(config, clock);
  const overload = config.overload === 'refuse' ? overloadOf(services) : undefined;
  if (overload !== undefined) processMetrics?.showsLoad(overload);
  const server = await buildServer(services, {
    ...(tls && { tls }),
    ...(overload && { overload }),
    metrics: processMetrics,
  });
  await listen(server, config);
  const { server: loopback, url: httpUrl } = (await listenForHttp(server, config)) ?? {};
  const { port } = server.server.address() as AddressInfo;
  // HTTPS also behind a proxy, because links in answers have to be HTTPS.
  services.listening(urlOf('https', config.host, port));
  const url = urlOf(tls === undefined ? 'http' : 'https', config.host, port);
  const certificateFile = config.tls === undefined ? tls?.certificateFile : undefined;
  const place = { url, httpUrl, certificateFile, cwd };
  if (tls === undefined) return { server, loopback, place, stopRenewal: () => {} };
  if (certificateFile !== undefined) hintAtDistrust(server.server, { certificateFile, clock, log });
  const renewal = keepCertificate(server.server, tls, { config, clock, timer: systemTimer, log });
  processMetrics?.showsCertificate(renewal.current);
  return { server, loopback, place, stopRenewal: renewal.stop };
}

/** Starts the console, if there is one. Its code is loaded only then. */
async function startConsole(
  services: Services,
  run: RunCommand,
): Promise<FastifyInstance | undefined> {
  const { console: place } = services.config;
  if (place === undefined) return undefined;
  const { buildConsole } = await import('../../console/console-server.js');
  const app = await buildConsole(services, { run });
  try {
    const listenTextResolver = (address: string) => `the console is at ${address}`;
    await app.listen({ ...place, listenTextResolver });
  } catch (error) {
    await app.close();
    throw listenFailure(error, place.host, place.port, 'PORTICO_CONSOLE');
  }
  return app;
}

/** Keeps this process from accepting more calls than it can answer in time. */
function overloadOf({ clock, log, servers }: Services): Overload {
  return new Overload({
    clock,
    after: (ms, run) => void setTimeout(run, ms).unref(),
    utilization: utilizationMeter(),
    waiting: () => servers.pools().reduce((sum, { waiting }) => sum + waiting, 0),
    onChange: (refuses) => {
      if (refuses) log.warn('the server is busy: calls beyond the share of their key are refused');
      else log.info('the server keeps up again: no call is refused for its load');
    },
  });
}

/** Returns a function that measures for which share of the time since its last call the event loop was busy. */
export function utilizationMeter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    await server.close();
    throw listenFailure(error, host, port, 'PORTICO_');
  }
}

/** Also listens for plain HTTP on this machine, if a port was chosen for it (`run.ts`). */
async function listenForHttp(
  server: FastifyInstance,
  { httpPort }: Config,
): Promise<{ server: HttpServer; url: string } | undefined> {
  if (typeof httpPort !== 'number') return undefined;
  try {
    return await listenOnLoopback(server, httpPort);
  } catch (error) {
    await server.close();
    throw listenFailure(error, LOOPBACK, httpPort, 'PORTICO_HTTP_');
  }
}

/**
 * Explains to the operator why the server cannot listen on the port; returns any other error
 * unchanged.
 *
 * @param prefix The prefix of the settings' names: `PORTICO_`, `PORTICO_HTTP_`, `PORTICO_METRICS_`; without a `_` at
 *   its end, the one setting that has host and port.
 */
export function listenFailure(error: unknown, host: string, port: number, prefix: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const isWhole = !prefix.endsWith('_');
  const [portName, hostName] = isWhole ? [prefix, prefix] : [`${prefix}PORT`, `${prefix}HOST`];
  if (code === 'EADDRINUSE') {
    return new CommandError(
      `Port ${port} of ${host} is taken by another program. Set ${portName} to a free port` +
        `${isWhole ? '' : ', or to 0 to have one chosen'}.`,
    );
  }
  if (code === 'EACCES') {
    return new CommandError(
      `This account may not listen on port ${port}. Set ${portName} to one above 1023.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new CommandError(
      `This machine has no address ${host}. Set ${hostName} to one that it has.`,
    );
  }
  return error;
}

/** The shortest time between two hints, in milliseconds: callers can cause them at will. */
const MENTION_MS = 60_000;

/** What curl and browsers say when they end a handshake for the certificate. */
const DISTRUST = ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN'];

/**
 * Says in the log how callers learn to trust the certificate that the server has made for itself, when
 * one does not. The caller's own error rarely says it: `fetch` of Node says that it failed.
 *
 * @param server It listens already.
 */
function hintAtDistrust(
  server: Server,
  { certificateFile, clock, log }: { certificateFile: string; clock: Clock; log: Logger },
): void {
  const { address } = server.address() as AddressInfo;
  // Node hangs up without a word, but from other machines so do monitors and scanners.
  const signs = isLoopback(address) ? [...DISTRUST, 'ECONNRESET'] : DISTRUST;
  let next = 0;
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === undefined || !signs.includes(code)) return;
    if (clock.monotonic() < next) return;
    next = clock.monotonic() + MENTION_MS;
    log.info(
      { certificate: certificateFile },
      'a caller ended the handshake, perhaps for want of trust: Node takes the certificate as NODE_EXTRA_CA_CERTS, curl as --cacert',
    );
  });
}
