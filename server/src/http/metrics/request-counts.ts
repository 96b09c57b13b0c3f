import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Metric, type MetricValueWithName, type Registry } from 'prom-client';
import { whenOver } from '../gate/request-end.js';

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
export class RequestCounts {
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

  /** Counts a request that has come. */
  begun(): void {
    this.#inFlight += 1;
  }

  /**
   * Counts a request that has been answered, or whose caller is gone.
   *
   * @param route The template of the matched route; undefined if none matched.
   * @param status The answer's status; undefined if the caller hung up first.
   * @param seconds Since the request came.
   */
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

/** Counts every request of a server. Registered first, to measure the whole time. */
export function registerRequestMetrics(app: FastifyInstance, counts: RequestCounts): void {
  app.addHook('onRequest', (request, reply, done) => {
    counts.begun();
    // After the last byte, or when the caller hangs up: `onResponse` does not run for a caller who is
    // gone.
    whenOver(request.raw, reply.raw, () => {
      const { method, routeOptions } = request;
      const status = reply.raw.writableFinished ? reply.statusCode : undefined;
      counts.ended(method, routeOptions.url, status, reply.elapsedTime / 1000);
    });
    done();
  });
}
