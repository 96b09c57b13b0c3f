import type { Logger } from 'pino';
import { type Config, loadConfig } from '../config/config.js';
import type { MetricsServer } from '../metrics/metrics-server.js';
import type { Services } from '../services.js';
import type { Report } from './command-error.js';
import { DEMO_CLIENT, firstStart, laterStart, type ServerPlace } from './demo-notice.js';
import { withLog } from './log.js';
import { printReport } from './printing.js';
import { listenFailure, startInstance } from './serve-instance.js';
import { untilAskedToStop } from './stopping.js';
import { warnOfUnreadableSecrets } from './unreadable-secrets.js';
import type { World } from './world.js';

/** How the server was asked for. */
export interface ServeOptions {
  /** Make a client with generated data where there is no client. */
  readonly demo: boolean;
  readonly json: boolean;
  /** How many processes answer; undefined: this one. */
  readonly workers: number | undefined;
}

/** Runs the server until it is asked to stop and has answered the calls under way. */
export async function serve(world: World, options: ServeOptions): Promise<void> {
  const { workers } = options;
  if (workers !== undefined && (await import('node:cluster')).default.isWorker) {
    const { serveAsWorker } = await import('./workers/worker.js');
    return serveAsWorker(world);
  }
  const config = loadConfig(world.environment, world.cwd);
  await withLog(config, async (log) => {
    if (workers === undefined) return serveAlone(world, config, log, options);
    const { servePrimary } = await import('./workers/primary.js');
    return servePrimary(world, config, log, { ...options, workers });
  });
}

async function serveAlone(
  world: World,
  config: Config,
  log: Logger,
  options: ServeOptions,
): Promise<void> {
  // Before anything starts: a start takes its time, and nobody waits for its end to send a signal.
  const stop = untilAskedToStop(world.clock);
  // Listens before it makes demo data, as a port that is taken is better known at once.
  const { services, place, figures, close } = await startInstance(world, config, log);
  let metrics: MetricsServer | undefined;
  const start = async (): Promise<Report> => {
    await warnOfUnreadableSecrets(services, world.random);
    metrics = await startMetrics(config, async () => figures?.registry.metrics() ?? '');
    services.outbox.startSending();
    const report = await noticeOf(services, place, world, options);
    // Not before: demo data is written in larger portions than any call has.
    services.boundStatements();
    return withMetrics(report, metrics);
  };
  const starting = start();
  try {
    const report = await Promise.race([starting, stop]);
    if (typeof report !== 'string') printReport(world, report, options.json);
    log.info({ signal: await stop }, 'stopping');
  } finally {
    // What it has begun to write, it writes to the end.
    await Promise.allSettled([starting]);
    await close();
    await metrics?.close();
  }
}

/** What is printed when the server listens; makes the demo client first, where it was asked for. */
export async function noticeOf(
  services: Services,
  place: ServerPlace,
  world: World,
  { demo }: Pick<ServeOptions, 'demo'>,
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

/** Tells figures where PORTICO_METRICS_PORT says; nowhere without it. */
export async function startMetrics(
  { metrics }: Pick<Config, 'metrics'>,
  text: () => Promise<string>,
): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('../metrics/metrics-server.js');
  try {
    return await serveMetrics(metrics, text);
  } catch (error) {
    throw listenFailure(error, metrics.host, metrics.port, 'PORTICO_METRICS_');
  }
}

/** The report of a start, and where the figures are told. */
export function withMetrics(report: Report, metrics: MetricsServer | undefined): Report {
  if (metrics === undefined) return report;
  const { url } = metrics;
  return { json: { ...report.json, metrics: url }, text: `${report.text}\nFigures at ${url}` };
}
