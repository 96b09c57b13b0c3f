import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Metrics } from './metrics.js';

/** The kinds of figures that only ever grow, and so outlive the process that counted them. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** How many workers there are to be, and are. */
export interface FleetSize {
  readonly wanted: number;
  readonly listening: number;
}

/**
 * The figures of several processes as those of one. What a process counted is kept when it ends:
 * a sum that falls would be taken for a restart, and all of it for new.
 */
export class WorkersMetrics {
  readonly #own = new Registry();
  readonly #restarts: Counter<'cause'>;
  /** One after the other: two that end at once are both to be in the sum. */
  #ended: Promise<Metrics> = Promise.resolve([]);

  /** @param size Is asked whenever figures are told. */
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

  /** Workers have taken the place of others. */
  restarted(cause: 'crash' | 'rolling', workers = 1): void {
    this.#restarts.inc({ cause }, workers);
  }

  /** A process has ended. @param last What it told last. */
  async ended(last: Metrics | undefined): Promise<void> {
    if (last === undefined) return;
    this.#ended = this.#ended.then((sum) => withAdded(sum, last));
    await this.#ended;
  }

  /**
   * What a monitor is told: with those that have ended until now.
   *
   * @param living What each of the other processes tells.
   */
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
