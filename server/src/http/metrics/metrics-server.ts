import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
  type MetricValueWithName,
  Registry,
} from 'prom-client';
import { urlOf } from '../../lib/ip-address.js';
import { PROGRAM_VERSION } from '../../version.js';
import type { Overload } from '../gate/overload.js';
import { type Refusal, refusals } from '../gate/refusals.js';
import { whenOver } from '../gate/request-end.js';

export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves metrics on a separate port, which the public never reaches: plain HTTP, one path, read only. */
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

  /** Counts every request of a server. Called first, to measure the whole time. */
  countRequests(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      this.requests.begun();
      // After the last byte, or when the caller hangs up: `onResponse` does not run for a caller who is
      // gone.
      whenOver(request.raw, reply.raw, () => {
        const { method, routeOptions } = request;
        const status = reply.raw.writableFinished ? reply.statusCode : undefined;
        this.requests.ended(method, routeOptions.url, status, reply.elapsedTime / 1000);
      });
      done();
    });
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

/** Upper bounds of response times, in seconds: from a conditional read to a large upload. */
const BOUNDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const DURATIONS = 'portico_http_request_duration_seconds';

/** The methods that a label may hold; a caller may send some thirty others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']);

/** The calls of one method and route. */
interface Series {
  readonly labels: { readonly method: string; readonly route: string };
  /** How many answers took at most each bound, and longer than the one before. */
  readonly taken: number[];
  readonly statuses: Map<number | 'aborted', number>;
  count: number;
  seconds: number;
}

/**
 * Counts calls in plain numbers and makes metrics of them at a scrape. The library's own counters look
 * up their labels at each call, which costs a fifth of the shortest answer.
 */
class RequestCounts {
  readonly #series = new Map<string, Map<string, Series>>();
  #inFlight = 0;

  constructor(registry: Registry) {
    const registers = [registry];
    const all = (): Series[] => this.#all();
    const inFlight = (): number => this.#inFlight;
    new Gauge({
      name: 'portico_http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers,
      collect() {
        this.set(inFlight());
      },
    });
    new Counter({
      name: 'portico_http_requests_total',
      help: 'Requests by the status of their answer; "aborted" where the caller hung up before it.',
      labelNames: ['method', 'route', 'status'],
      registers,
      collect() {
        this.reset();
        for (const { labels, statuses } of all()) {
          for (const [status, count] of statuses) this.inc({ ...labels, status }, count);
        }
      },
    });
    registry.registerMetric(durations(all) as unknown as Metric);
  }

  begun(): void {
    this.#inFlight += 1;
  }

  /** Counts a request that has been answered, or whose caller is gone: then `status` is undefined. */
  ended(
    method: string,
    route: string | undefined,
    status: number | undefined,
    seconds: number,
  ): void {
    this.#inFlight -= 1;
    const series = this.#of(METHODS.has(method) ? method : 'other', route ?? 'unknown');
    const label = status ?? 'aborted';
    series.statuses.set(label, (series.statuses.get(label) ?? 0) + 1);
    series.count += 1;
    series.seconds += seconds;
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at !== -1) series.taken[at] = (series.taken[at] ?? 0) + 1;
  }

  #of(method: string, route: string): Series {
    let methods = this.#series.get(route);
    if (methods === undefined) {
      methods = new Map();
      this.#series.set(route, methods);
    }
    let series = methods.get(method);
    if (series === undefined) {
      const taken = BOUNDS.map(() => 0);
      series = { labels: { method, route }, taken, statuses: new Map(), count: 0, seconds: 0 };
      methods.set(method, series);
    }
    return series;
  }

  #all(): Series[] {
    return [...this.#series.values()].flatMap((methods) => [...methods.values()]);
  }
}

/** A histogram for the registry, of numbers that were counted here. */
function durations(all: () => readonly Series[]): object {
  const described = {
    name: DURATIONS,
    help: 'Time from the first byte of a request to the last byte of its answer.',
    type: 'histogram',
    aggregator: 'sum',
  };
  return { ...described, get: async () => ({ ...described, values: all().flatMap(valuesOf) }) };
}

function valuesOf({ labels, taken, count, seconds }: Series): MetricValueWithName<string>[] {
  let sum = 0;
  const buckets = BOUNDS.map((le, at) => {
    sum += taken[at] ?? 0;
    return { metricName: `${DURATIONS}_bucket`, labels: { le, ...labels }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${DURATIONS}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${DURATIONS}_sum`, labels, value: seconds },
    { metricName: `${DURATIONS}_count`, labels, value: count },
  ];
}
