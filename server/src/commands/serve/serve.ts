import type { Logger } from 'pino';
import { type Config, loadConfig } from '../../config/config.js';
import type { MetricsServer } from '../../http/metrics/metrics-server.js';
import type { Report } from '../command-error.js';
import { chooseHttpPort } from '../http-port.js';
import { withLog } from '../log.js';
import { printReport } from '../printing.js';
import { startInstance } from '../serve-instance.js';
import { noticeOf, type ServeOptions, startMetrics, withMetrics } from '../start-report.js';
import { untilAskedToStop } from '../stopping.js';
import { warnOfUnreadableSecrets } from '../unreadable-secrets.js';
import type { World } from '../world.js';

/** Runs the server until a request to stop, and answers the calls in progress. */
export async function serve(world: World, options: ServeOptions): Promise<void> {
  const { workers } = options;
  if (workers !== undefined && (await import('node:cluster')).default.isWorker) {
    const { serveAsWorker } = await import('../workers/worker.js');
    return serveAsWorker(world);
  }
  const settings = loadConfig(world.environment, world.cwd);
  const config = { ...settings, httpPort: await chooseHttpPort(settings, options.demo) };
  await withLog(config, world, async (log) => {
    if (workers === undefined) return serveAlone(world, config, log, options);
    const { servePrimary } = await import('../workers/primary.js');
    return servePrimary(world, config, log, { ...options, workers });
  });
}

async function serveAlone(
  world: World,
  config: Config,
  log: Logger,
  options: ServeOptions,
): Promise<void> {
  // Listens for signals first, because a start takes time and a signal may come during it.
  const stop = untilAskedToStop(world.clock);
  // Listens on the port before it makes demo data, so that a port in use fails at once.
  const { services, place, processMetrics, close } = await startInstance(world, config, log);
  let metrics: MetricsServer | undefined;
  const start = async (): Promise<Report> => {
    await warnOfUnreadableSecrets(services, world.random);
    metrics = await startMetrics(config, async () => processMetrics?.registry.metrics() ?? '');
    services.outbox.startSending();
    const report = await noticeOf(services, place, world, options);
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
