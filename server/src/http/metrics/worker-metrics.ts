import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Metrics } from './metrics-server.js';

/** The kinds of metrics that only grow, and so outlive the process that counted them. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** How many workers there should be, and how many listen. */
interface FleetSize {
  readonly wanted: number;
  readonly listening: number;
}

/**
 * The metrics of several processes as those of one. The counts of a process stay after its exit:
 * Prometheus would take a falling sum for a restart, and count all of it again.
 */
export class WorkersMetrics {
  readonly #own = new Registry();
  readonly #restarts: Counter<'cause'>;
  /** One after the other, so that two processes that exit at once are both added. */
  #ended: Promise<Metrics> = Promise.resolve([]);

  /** @param size Is called at each scrape. */
  constructor(size: () => FleetSize) {
    const registers = [this.#own];
    new Gauge({
      name: 'portico_workers',
      help: 'Worker processes: those asked for (wanted), and those that listen (listening).',
      labelNames: ['state'],
      registers,
      collect() {
        const { wanted, listening } = size();
        this.set({ state: 'wanted' }, wanted);
        this.set({ state: 'listening' }, listening);
      },
    });
    this.#restarts = new Counter({
      name: 'portico_worker_restarts_total',
      help: 'Workers that took the place of another: of one that ended by itself (crash), or by a rolling restart (rolling).',
      labelNames: ['cause'],
      registers,
    });
    for (const cause of ['crash', 'rolling'] as const) this.restarted(cause, 0);
  }

  /** Counts workers that replaced others. */
  restarted(cause: 'crash' | 'rolling', workers = 1): void {
    this.#restarts.inc({ cause }, workers);
  }

  /** Adds the counts of a process that exited. @param last The metrics that it sent last. */
  async ended(last: Metrics | undefined): Promise<void> {
    if (last === undefined) return;
    this.#ended = this.#ended.then((sum) => withAdded(sum, last));
    await this.#ended;
  }

  /** The metrics in Prometheus's text format, including those of exited processes. */
  async text(living: readonly Metrics[]): Promise<string> {
    const [ended, own] = await Promise.all([this.#ended, this.#own.getMetricsAsJSON()]);
    const all = [ended, ...living, own];
    return AggregatorRegistry.aggregate(all.filter((one) => one.length > 0)).metrics();
  }
}

async function withAdded(sum: Metrics, last: Metrics): Promise<Metrics> {
  const added = AggregatorRegistry.aggregate([sum, last.filter(grows)]);
  return (await added.getMetricsAsJSON()).filter(grows);
}

function grows({ type }: Metrics[number]): boolean {
  return GROWING.has(String(type));
}
