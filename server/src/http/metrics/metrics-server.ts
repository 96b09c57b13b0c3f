import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { urlOf } from '../../lib/ip-address.js';
import { PROGRAM_VERSION } from '../../version.js';
import type { Overload } from '../gate/overload.js';
import { type Refusal, refusals } from '../gate/refusals.js';
import { RequestCounts } from './request-counts.js';

/** The server of metrics. */
export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves metrics on a separate port, which the public never reaches: plain HTTP, one path, read only.
 *
 * @param text Returns the metrics in Prometheus's text format.
 * @throws the error of `listen`, as Node has it.
 */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  text: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    response.setHeader('cache-control', 'no-store');
    if (url.split('?')[0] !== '/metrics' || !['GET', 'HEAD'].includes(method)) {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('The figures are at /metrics.\n');
      return;
    }
    text().then(
      (metrics) => {
        response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE });
        response.end(metrics);
      },
      (error: Error) => {
        response.writeHead(500, { 'content-type': 'text/plain' }).end(`${error.message}\n`);
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Workers do not share this port: the primary or a lone process listens on it.
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const actualPort = (server.address() as AddressInfo).port;
  return {
    url: `${urlOf('http', host, actualPort)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The metrics of one process, in a form that can be sent to another. */
export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

/** A refusal's inner words → its name in the closed list. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(refusals).map(([name, { reason }]) => [reason, name]),
);

/**
 * The metrics of one process. Every label has few values, whatever callers send: a route is the
 * template of a declared route, a reason an entry of the gate's closed list. No label holds a key, an
 * address or a tenant name.
 */
export class ProcessMetrics {
  readonly registry = new Registry();
  /** The calls. */
  readonly requests: RequestCounts;
  readonly #refusals: Counter<'reason'>;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.requests = new RequestCounts(this.registry);
    this.#refusals = new Counter({
      name: 'portico_refusals_total',
      help: 'Calls that the gate refused, by reason.',
      labelNames: ['reason'],
      registers,
    });
    // Prometheus sees the first event only if the counter stood at 0 before.
    for (const reason of [...REASONS.values(), 'fault']) this.#refusals.inc({ reason }, 0);
    new Gauge({
      name: 'portico_build_info',
      help: 'Always 1; the version is in the labels.',
      labelNames: ['version', 'node'],
      // During a rolling restart two versions are two lines.
      aggregator: 'max',
      registers,
    }).set({ version: PROGRAM_VERSION, node: process.version }, 1);
  }

  /** Counts a call that the gate refused. */
  refused({ reason }: Refusal): void {
    this.#refusals.inc({ reason: REASONS.get(reason) ?? 'fault' });
  }

  /** Adds a metric of when the server's certificate expires. @param current Returns it as PEM. */
  showsCertificate(current: () => string): void {
    new Gauge({
      name: 'portico_certificate_expiry_timestamp_seconds',
      help: 'When the certificate that the server shows ends, in seconds since the epoch.',
      aggregator: 'min',
      registers: [this.registry],
      collect() {
        this.set(Date.parse(new X509Certificate(current()).validTo) / 1000);
      },
    });
  }

  /** Adds metrics of this process' load and of whether it refuses calls for it. */
  showsLoad(overload: Pick<Overload, 'pressure' | 'refuses'>): void {
    const shared = { aggregator: 'max' as const, registers: [this.registry] };
    new Gauge({
      ...shared,
      name: 'portico_load_pressure',
      help: 'How much is wanted of the busiest process; 1 is as much as it can do in time.',
      collect() {
        this.set(overload.pressure);
      },
    });
    new Gauge({
      ...shared,
      name: 'portico_overloaded',
      help: '1 while a process refuses calls that it cannot answer in time, else 0.',
      collect() {
        this.set(overload.refuses ? 1 : 0);
      },
    });
  }

  /** Returns all metrics as they are now, to be added to those of other processes. */
  async values(): Promise<Metrics> {
    return this.registry.getMetricsAsJSON();
  }
}
