import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { LOOPBACK } from '../../http/loopback-http.js';
import type { MetricsServer } from '../../http/metrics/metrics-server.js';
import { urlOf } from '../../lib/ip-address.js';
import { openServices } from '../../services.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import { printReport, type World } from '../command.js';
import type { Report } from '../command-error.js';
import { untilAskedToStop } from '../stopping.js';
import { checkShared, checkStart, warnOfUnreadableSecrets, withDiskWords } from './start-checks.js';
import {
  noticeOf,
  type ServeOptions,
  startMetrics,
  withConsole,
  withMetrics,
} from './start-report.js';
import { WorkerPool } from './workers.js';

/** `portico serve --workers N`: the process that forks the workers and answers no calls itself. */
export async function servePrimary(
  world: World,
  config: Config,
  log: Logger,
  options: ServeOptions & { readonly workers: number },
): Promise<void> {
  checkShared(config, options.workers);
  // Only the primary prints; workers send messages or write to the log.
  cluster.setupPrimary({ stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const workers = new WorkerPool({
    size: options.workers,
    log,
    clock: world.clock,
    environment: (port) => ({
      ...(config.port === 0 && port !== undefined ? { PORTICO_PORT: String(port) } : {}),
      ...(config.httpPort === undefined ? {} : { PORTICO_HTTP_PORT: String(config.httpPort) }),
    }),
  });
  let metrics: MetricsServer | undefined;
  let starting: Promise<Report> | undefined;
  // Listens before anything starts, as a start takes time and a signal may come during it.
  const stop = untilAskedToStop(world.clock);
  process.on('SIGHUP', () => {
    // Workers that are still starting are replaced after their start.
    void starting?.then(
      () => workers.restart(),
      () => {},
    );
  });
  try {
    metrics = await startMetrics(config, () => workers.text());
    starting = firstStart(world, config, log, { workers, options, stop });
    const report = await Promise.race([starting, stop, workers.broken]);
    if (typeof report !== 'string') {
      printReport(world, withMetrics(report, metrics), options.json);
    }
    log.info({ signal: await Promise.race([stop, workers.broken]) }, 'stopping');
  } finally {
    await workers.stop();
    // The start finishes the writes that it has begun.
    await Promise.allSettled([starting]);
    await metrics?.close();
  }
}

/**
 * Does what one process does for all: it opens the directory, and makes the secret key and demo data.
 * Then this process closes every database, so that no database can bring it down.
 */
async function firstStart(
  world: World,
  config: Config,
  log: Logger,
  {
    workers,
    options,
    stop,
  }: {
    readonly workers: WorkerPool;
    readonly options: ServeOptions;
    readonly stop: Promise<unknown>;
  },
): Promise<Report> {
  const services = await openServices(config, world.clock, log).catch(async (error: unknown) => {
    throw await withDiskWords(error, config.dataFolder);
  });
  try {
    await secretKeyFor(config, world.random);
    // Each worker checks too, as it may run another release; then it finds the result in the directory.
    await checkStart(services);
    await warnOfUnreadableSecrets(services, world.random);
    // They listen before demo data is made, so that a port that is taken fails at once.
    const { url, certificateFile } = await workers.start();
    services.listening(url.replace(/^http:/, 'https:'));
    const { httpPort } = config;
    const httpUrl = typeof httpPort === 'number' ? urlOf('http', LOOPBACK, httpPort) : undefined;
    const place = { url, httpUrl, certificateFile, cwd: world.cwd };
    const notice = await noticeOf(services, place, world, options, stop);
    return await withConsole(notice, services);
  } finally {
    await services.close();
  }
}
