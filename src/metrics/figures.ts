import { X509Certificate } from 'node:crypto';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { type Refusal, refusals } from '../gate/refusals.js';
import { PROGRAM_VERSION } from '../version.js';

/** What one process has measured, in a form that travels between processes. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** Upper bounds of the times of answers, in seconds: from a conditional read to a large upload. */
const DURATION_BUCKETS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Methods that a label may hold; a caller may send some thirty others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']);

/** The inner words of a refusal → its name in the closed list. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(refusals).map(([name, { reason }]) => [reason, name]),
);

/**
 * What one process counts about itself. Every label has few values, whatever callers send: a
 * route is the template of a declared route, a reason an entry of the gate's closed list; no key, no
 * address and no client name is among them.
 */
export class ProcessFigures {
  readonly registry = new Registry();
  readonly #durations: Histogram<'method' | 'route'>;
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #inFlight: Gauge;
  readonly #refusals: Counter<'reason'>;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#durations = new Histogram({
      name: 'portico_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer.',
      labelNames: ['method', 'route'],
      buckets: DURATION_BUCKETS,
      registers,
    });
    this.#requests = new Counter({
      name: 'portico_http_requests_total',
      help: 'Requests by the status of their answer; "aborted" where the caller hung up before it.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#inFlight = new Gauge({
      name: 'portico_http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers,
    });
    this.#refusals = new Counter({
      name: 'portico_refusals_total',
      help: 'Calls that the gate refused, by reason.',
      labelNames: ['reason'],
      registers,
    });
    // A rate is known from its first event on only where the counter stood at 0 before.
    for (const reason of [...REASONS.values(), 'fault']) this.#refusals.inc({ reason }, 0);
    new Gauge({
      name: 'portico_build_info',
      help: 'Always 1; the version is in the labels.',
      labelNames: ['version', 'node'],
      // Two versions at once, in the middle of a rolling restart, are two lines.
      aggregator: 'max',
      registers,
    }).set({ version: PROGRAM_VERSION, node: process.version }, 1);
  }

  /** A request has come. */
  begun(): void {
    this.#inFlight.inc();
  }

  /**
   * A request has been answered, or its caller is gone.
   *
   * @param route The template of the matched route; undefined where none matched.
   * @param status Of the answer; undefined where the caller hung up first.
   * @param seconds Since the request came.
   */
  ended(
    method: string,
    route: string | undefined,
    status: number | undefined,
    seconds: number,
  ): void {
    const labels = { method: METHODS.has(method) ? method : 'other', route: route ?? 'unknown' };
    this.#inFlight.dec();
    this.#durations.observe(labels, seconds);
    this.#requests.inc({ ...labels, status: status ?? 'aborted' });
  }

  /** The gate has refused a call. */
  refused({ reason }: Refusal): void {
    this.#refusals.inc({ reason: REASONS.get(reason) ?? 'fault' });
  }

  /** Tells when the certificate ends that the server shows. @param current It, as PEM. */
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

  /** All figures as they are now, to be added up with those of other processes. */
  async figures(): Promise<Figures> {
    return this.registry.getMetricsAsJSON();
  }
}
