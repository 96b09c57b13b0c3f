import type { Config } from '../config/config.js';
import type { MetricsServer } from '../http/metrics/metrics-server.js';
import type { Services } from '../services.js';
import type { Report } from './command-error.js';
import {
  DEMO_CLIENT,
  firstStart,
  laterDemoStart,
  plainStart,
  type ServerPlace,
} from './demo-notice.js';
import { listenFailure } from './serve-instance.js';
import type { World } from './world.js';

/** The options of `portico serve`. */
export interface ServeOptions {
  /** Makes a tenant with generated data if there is no tenant. */
  readonly demo: boolean;
  readonly json: boolean;
  /** The number of workers; undefined: this process answers alone. */
  readonly workers: number | undefined;
}

/** Returns the text to print when the server listens. With `demo`, makes the demo tenant first. */
export async function noticeOf(
  services: Services,
  place: ServerPlace,
  world: World,
  { demo }: Pick<ServeOptions, 'demo'>,
): Promise<Report> {
  if (!demo) return plainStart(place);
  const tenants = await services.directory.tenants();
  if (tenants.length > 0) {
    const there = tenants.some(({ name }) => name === DEMO_CLIENT);
    return laterDemoStart(place, there ? DEMO_CLIENT : undefined);
  }
  // Loaded here, because later starts do not need the code that paints pictures.
  const { DEMO_SEED, makeDemoTenant } = await import('./demo-tenant.js');
  const { tenant, key } = await makeDemoTenant(services, {
    seed: DEMO_SEED,
    random: world.random,
    say: (step) => world.stderr.write(`${step}\n`),
  });
  return firstStart(place, tenant, key.apiKey);
}

/** Serves metrics on PORTICO_METRICS_PORT if it is set. */
export async function startMetrics(
  { metrics }: Pick<Config, 'metrics'>,
  text: () => Promise<string>,
): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('../http/metrics/metrics-server.js');
  try {
    return await serveMetrics(metrics, text);
  } catch (error) {
    throw listenFailure(error, metrics.host, metrics.port, 'PORTICO_METRICS_');
  }
}

/** Adds the URL of the metrics to the report of a start. */
export function withMetrics(report: Report, metrics: MetricsServer | undefined): Report {
  if (metrics === undefined) return report;
  const { url } = metrics;
  return { json: { ...report.json, metrics: url }, text: `${report.text}\nFigures at ${url}` };
}
