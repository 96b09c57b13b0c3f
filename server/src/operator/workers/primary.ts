import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { secretKeyFor } from '../../data/directory/secret-key.js';
import type { MetricsServer } from '../../metrics/metrics-server.js';
import { openServices } from '../../services.js';
import type { Report } from '../command-error.js';
import { printReport } from '../printing.js';
import { checkStart } from '../start-checks.js';
import { noticeOf, type ServeOptions, startMetrics, withMetrics } from '../start-report.js';
import { untilAskedToStop } from '../stopping.js';
import { warnOfUnreadableSecrets } from '../unreadable-secrets.js';
import type { World } from '../world.js';
import { checkShared } from './shared-limits.js';
import { WorkerPool } from './workers.js';

/** `portico serve --workers N`: the process that starts the others, and answers nobody itself. */
export async function servePrimary(
  world: World,
  config: Config,
  log: Logger,
  options: ServeOptions & { readonly workers: number },
): Promise<void> {
  checkShared(config, options.workers);
  // Only the primary prints; what workers have to say comes as messages, or as lines of the log.
  cluster.setupPrimary({ stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const workers = new WorkerPool({
    size: options.workers,
    log,
    clock: world.clock,
    environment: (port) =>
      config.port === 0 && port !== undefined ? { PORTICO_PORT: String(port) } : {},
  });
  let metrics: MetricsServer | undefined;
  let starting: Promise<Report> | undefined;
  // Before anything starts: a start takes its time, and nobody waits for its end to send a signal.
  const stop = untilAskedToStop(world.clock);
  process.on('SIGHUP', () => {
    // Workers that are still starting are replaced when they have started.
    void starting?.then(
      () => workers.restart(),
      () => {},
    );
  });
  try {
    metrics = await startMetrics(config, () => workers.text());
    starting = firstStart(world, config, log, { workers: workers, options });
    const report = await Promise.race([starting, stop, workers.broken]);
    if (typeof report !== 'string') {
      printReport(world, withMetrics(report, metrics), options.json);
    }
    log.info({ signal: await Promise.race([stop, workers.broken]) }, 'stopping');
  } finally {
    await workers.stop();
    // What it has begun to write, it writes to the end.
    await Promise.allSettled([starting]);
    await metrics?.close();
  }
}

/**
 * What one of them has to do: the directory, the secret key, and demo data where it was asked for.
 * Then this process holds no database any more, so that none can bring it down.
 */
async function firstStart(
  world: World,
  config: Config,
  log: Logger,
  { workers, options }: { readonly workers: WorkerPool; readonly options: ServeOptions },
): Promise<Report> {
  const services = await openServices(config, world.clock, log);
  try {
    await secretKeyFor(config, world.random);
    // Each worker looks as well, as it may be of another release; then it finds it known.
    await checkStart(services);
    await warnOfUnreadableSecrets(services, world.random);
    // They listen before demo data are made, as a port that is taken is better known at once.
    const { url, certificateFile } = await workers.start();
    services.listening(url.replace(/^http:/, 'https:'));
    return await noticeOf(services, { url, certificateFile, cwd: world.cwd }, world, options);
  } finally {
    await services.close();
  }
}
