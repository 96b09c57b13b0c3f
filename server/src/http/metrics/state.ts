import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../../lib/timeout.js';
import { NONE_UNSENT, type UnsentOfAll } from '../../outbox/outbox.js';
import type { Services } from '../../services.js';
import { lastBackup } from '../../store/last-backup.js';
import { ProcessMetrics } from './metrics-server.js';

/** How long a scrape waits for databases, in milliseconds. */
const WITHIN_MS = 2_000;

/** How long a reading of the databases is reused, in milliseconds: that of the outbox asks every database that may hold something. */
const FRESH_MS = 15_000;

export function openMetrics(services: Services): ProcessMetrics {
  const metrics = new ProcessMetrics();
  registerStateMetrics(metrics.registry, services);
  return metrics;
}

function registerStateMetrics(registry: Registry, services: Services): void {
  const registers = [registry];
  // First, so that the connections that the other metrics use are not among them.
  new Gauge({
    name: 'portico_database_connections',
    help: 'Connections to PostgreSQL: open (total), open and unused (idle); and work that waits for one (waiting).',
    labelNames: ['server', 'state'],
    registers,
    collect() {
      for (const { server, ...pool } of services.servers.pools()) {
        for (const [state, value] of Object.entries(pool)) this.set({ server, state }, value);
      }
    },
  });
  new Gauge({
    name: 'portico_ready',
    help: '1 while /health/ready answers 200: the directory answers, and all clients can be opened; else 0.',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await isReady(services)) ? 1 : 0);
    },
  });
  if (services.config.redisUrl !== undefined) {
    new Gauge({
      name: 'portico_limits_shared',
      help: '1 while calls are counted in the Redis of all processes, 0 while that is away.',
      aggregator: 'min',
      registers,
      collect() {
        this.set(services.limits.kept() === 'shared' ? 1 : 0);
      },
    });
  }
  new Gauge({
    name: 'portico_data_disk_bytes',
    help: 'How much room the disk of the data folder has left, and how much it has in all.',
    labelNames: ['of'],
    aggregator: 'min',
    registers,
    async collect() {
      const { bavail, blocks, bsize } = await statfs(services.config.dataFolder);
      this.set({ of: 'free' }, bavail * bsize);
      this.set({ of: 'all' }, blocks * bsize);
    },
  });
  new Gauge({
    name: 'portico_last_backup_timestamp_seconds',
    help: 'When the last backup of this data folder finished, in seconds since the epoch; 0 when there is none.',
    aggregator: 'max',
    registers,
    async collect() {
      this.set(((await lastBackup(services.config.dataFolder)) ?? 0) / 1000);
    },
  });
  registerFileMetrics(registry, services);
  registerOutboxMetrics(registry, services);
  registerPullMetrics(registry, services);
}

/** The open tenant databases on SQLite; descriptors are among the default metrics. */
function registerFileMetrics(registry: Registry, { files }: Services): void {
  const registers = [registry];
  new Gauge({
    name: 'portico_client_databases',
    help: 'Client databases on SQLite: those that are open (open), and how many may be (most).',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, files.state.open);
      this.set({ state: 'most' }, files.state.most);
    },
  });
  new Counter({
    name: 'portico_client_database_opens_total',
    help: 'Client databases on SQLite that were opened.',
    registers,
    collect() {
      this.reset();
      this.inc(files.state.opened);
    },
  });
  new Counter({
    name: 'portico_client_database_evictions_total',
    help: 'Client databases on SQLite that were closed to stay within the bound.',
    registers,
    collect() {
      this.reset();
      this.inc(files.state.evicted);
    },
  });
}

/** A metric of what is still to be sent: its name, its help, and its value. */
type OutboxMetric = readonly [name: string, help: string, of: (unsent: UnsentOfAll) => number];

function registerOutboxMetrics(registry: Registry, services: Services): void {
  const secondsSince = (at: number | undefined) =>
    at === undefined ? 0 : Math.max(0, services.clock.now() - at) / 1000;
  const metrics: readonly OutboxMetric[] = [
    [
      'portico_outbox_waiting_letters',
      'Emails that are still to be sent, of all clients.',
      ({ emails }) => emails.waiting,
    ],
    [
      'portico_outbox_oldest_waiting_seconds',
      'Age of the oldest email that is still to be sent; 0 when there is none.',
      ({ emails }) => secondsSince(emails.oldest),
    ],
    [
      'portico_outbox_failed_letters',
      'Emails that were given up, of all clients.',
      ({ emails }) => emails.failed,
    ],
    [
      'portico_webhooks_waiting',
      'Webhooks that are still to be delivered, of all clients.',
      ({ webhooks }) => webhooks.waiting,
    ],
    [
      'portico_webhooks_oldest_waiting_seconds',
      'Age of the oldest webhook that is still to be delivered; 0 when there is none.',
      ({ webhooks }) => secondsSince(webhooks.oldest),
    ],
    [
      'portico_webhook_receivers_failing',
      'Receivers of webhooks whose last attempt failed and for which some wait, of all clients.',
      ({ webhooks }) => webhooks.failing,
    ],
  ];
  const read = readingsOf(services, () => services.outbox.unsent(), NONE_UNSENT);
  // Every process reads the same databases: a sum would count each email several times.
  const shared = { aggregator: 'max' as const, registers: [registry] };
  for (const [name, help, of] of metrics) {
    new Gauge({
      ...{ ...shared, name, help },
      async collect() {
        this.set(of(await read()));
      },
    });
  }
}

/** Of all clients and feeds: runs are processes that nobody scrapes, and note what they did in the directory. */
function registerPullMetrics(registry: Registry, services: Services): void {
  const { clock, directory } = services;
  const pulls = async () => [...(await directory.emailNotes.pulls()).values()].flat();
  const read = readingsOf(services, pulls, []);
  // As above: every process reads the same notes.
  const shared = { aggregator: 'max' as const, registers: [registry] };
  new Gauge({
    ...shared,
    name: 'portico_pull_age_seconds',
    help: 'Age of the last success of the pull that has had none for longest and is not paused, or since it was added; 0 when there is none.',
    async collect() {
      const active = (await read()).filter(({ nextAt }) => nextAt !== null);
      const since = active.map(({ succeededAt, addedAt = 0 }) => succeededAt || addedAt);
      const known = since.filter((at) => at > 0);
      this.set(known.length === 0 ? 0 : (clock.now() - Math.min(...known)) / 1000);
    },
  });
  for (const what of ['requests', 'records'] as const) {
    new Counter({
      ...shared,
      name: `portico_pull_${what}_total`,
      help:
        what === 'requests' ? 'Requests that pulls have made.' : 'Records that pulls have read.',
      async collect() {
        const sum = (await read()).reduce((total, note) => total + note[what], 0);
        this.reset();
        this.inc(sum);
      },
    });
  }
}

/**
 * Reads something of all databases. However many scrapes ask, it is read at most once in `FRESH_MS`, and a scrape that had
 * to wait too long gets the last reading.
 */
function readingsOf<Reading>(
  { clock, log }: Services,
  read: () => Promise<Reading>,
  none: Reading,
): () => Promise<Reading> {
  let last = none;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const refresh = async () => {
    try {
      last = await read();
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'no metrics of databases');
    } finally {
      readAt = clock.monotonic();
      reading = undefined;
    }
  };
  return async () => {
    if (clock.monotonic() - readAt >= FRESH_MS) {
      reading ??= refresh();
      await withTimeout(reading, WITHIN_MS, () => {}).catch(() => {});
    }
    return last;
  };
}

async function isReady({ directory, schemas }: Services): Promise<boolean> {
  const check = directory.ping().then(() => schemas.closed());
  const closed = await withTimeout(check, WITHIN_MS, () => {}).catch(() => undefined);
  return closed === 0;
}
