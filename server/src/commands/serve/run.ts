import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { type Config, loadConfig } from '../../config/config.js';
import { LOOPBACK } from '../../http/loopback-http.js';
import type { MetricsServer } from '../../http/metrics/metrics-server.js';
import { printReport, type World } from '../command.js';
import type { Report } from '../command-error.js';
import { untilAskedToStop } from '../stopping.js';
import { startInstance } from './instance.js';
import { withLog } from './log.js';
import { warnOfUnreadableSecrets } from './start-checks.js';
import {
  noticeOf,
  type ServeOptions,
  startMetrics,
  withConsole,
  withMetrics,
} from './start-report.js';

/** Runs the server until a request to stop, and answers the calls in progress. */
export async function serve(world: World, options: ServeOptions): Promise<void> {
  const { workers } = options;
  if (workers !== undefined && (await import('node:cluster')).default.isWorker) {
    const { serveAsWorker } = await import('./worker.js');
    return serveAsWorker(world);
  }
  const settings = loadConfig(world.environment, world.cwd);
  const config = { ...settings, httpPort: await chooseHttpPort(settings, options.demo) };
  await withLog(config, world, async (log) => {
    if (workers === undefined) return serveAlone(world, config, log, options);
    const { servePrimary } = await import('./primary.js');
    return servePrimary(world, config, log, { ...options, workers });
  });
}

async function serveAlone(world: World, config: Config, log: Logger, options: ServeOptions) {
  // Listens for signals first, because a start takes time and a signal may come during it.
  const stop = untilAskedToStop(world.clock);
  // Listens on the port before it makes demo data, so that a port in use fails at once.
  const { services, place, processMetrics, startWork, close } = await startInstance(
    world,
    config,
    log,
  );
  let metrics: MetricsServer | undefined;
  const start = async (): Promise<Report> => {
    await warnOfUnreadableSecrets(services, world.random);
    metrics = await startMetrics(config, async () => processMetrics?.registry.metrics() ?? '');
    startWork();
    const notice = await noticeOf(services, place, world, options, stop);
    const report = await withConsole(notice, services);
    // Comes after the demo data, which is written in larger portions than any call writes.
    services.boundStatements();
    return withMetrics(report, metrics);
  };
  const starting = start();
  try {
    const report = await Promise.race([starting, stop]);
    if (typeof report !== 'string') printReport(world, report, options.json);
    log.info({ signal: await stop }, 'stopping');
  } finally {
    // The start first finishes the writes that it has begun.
    await Promise.allSettled([starting]);
    await close();
    await metrics?.close();
  }
}

/** The ports that the demo tries for plain HTTP, in this order, before it takes any free one. */
const DEMO_PORTS = Array.from({ length: 10 }, (_, index) => 8080 + index);

/**
 * Chooses the port for plain HTTP, once for all processes of a server: each for itself could find
 * another one free.
 *
 * @returns undefined if there is none: without `--demo` it needs PORTICO_HTTP_PORT.
 */
export async function chooseHttpPort(
  { httpPort, port, trustedProxies }: Pick<Config, 'httpPort' | 'port' | 'trustedProxies'>,
  demo: boolean,
): Promise<number | undefined> {
  if (httpPort === 'off') return undefined;
  if (httpPort === undefined && (!demo || trustedProxies.length > 0)) return undefined;
  if (httpPort !== undefined && httpPort !== 0) return httpPort;
  // With a free port for HTTPS, a familiar one for HTTP is not expected either.
  const tried = httpPort === 0 || port === 0 ? [] : DEMO_PORTS;
  for (const candidate of [...tried, 0]) {
    const free = await freePort(candidate);
    if (free !== undefined) return free;
  }
  return undefined;
}

/** The port if nobody listens on it, or a free one for 0; undefined if it is taken. */
function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: LOOPBACK, port }, () => {
      const address = server.address();
      const taken = typeof address === 'object' ? address?.port : undefined;
      server.close(() => resolve(taken));
    });
  });
}
