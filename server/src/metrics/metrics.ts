import { X509Certificate } from 'node:crypto';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Overload } from '../gate/overload.js';
import { type Refusal, refusals } from '../gate/refusals.js';
import { PROGRAM_VERSION } from '../version.js';
import { RequestCounts } from './request-counts.js';

/** What one process has measured, in a form that travels between processes. */
export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

/** The inner words of a refusal → its name in the closed list. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(refusals).map(([name, { reason }]) => [reason, name]),
);

/**
 * What one process counts about itself. Every label has few values, whatever callers send: a
 * route is the template of a declared route, a reason an entry of the gate's closed list; no key, no
 * address and no client name is among them.
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

  /** Shows how much is wanted of this process, and whether it refuses calls for it. */
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

  /** All figures as they are now, to be added up with those of other processes. */
  async figures(): Promise<Metrics> {
    return this.registry.getMetricsAsJSON();
  }
}
