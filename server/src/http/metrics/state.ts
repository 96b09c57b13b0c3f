import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Services } from '../../services.js';
import { lastBackup } from '../../store/last-backup.js';
import { ProcessMetrics } from './metrics-server.js';
import { OutboxMetrics } from './outbox-metrics.js';

/** How long a scrape waits for the directory's database, in milliseconds. */
const READY_WITHIN_MS = 2_000;

/** The metrics of a server: its counts, and the state of its services. */
export function openMetrics(services: Services): ProcessMetrics {
  const metrics = new ProcessMetrics();
  registerStateMetrics(metrics.registry, services);
  return metrics;
}

/** Reads the state of the services at each scrape. */
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
  registerOutboxMetrics(registry, new OutboxMetrics(services));
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

function registerOutboxMetrics(registry: Registry, outbox: OutboxMetrics): void {
  // Every process reads the same databases: a sum would count each email several times.
  const shared = { aggregator: 'max' as const, registers: [registry] };
  new Gauge({
    ...shared,
    name: 'portico_outbox_waiting_letters',
    help: 'Emails that are still to be sent, of all clients.',
    async collect() {
      this.set((await outbox.read()).emails.waiting);
    },
  });
  new Gauge({
    ...shared,
    name: 'portico_outbox_oldest_waiting_seconds',
    help: 'Age of the oldest email that is still to be sent; 0 when there is none.',
    async collect() {
      this.set((await outbox.read()).oldestEmailSeconds);
    },
  });
  new Gauge({
    ...shared,
    name: 'portico_outbox_failed_letters',
    help: 'Emails that were given up, of all clients.',
    async collect() {
      this.set((await outbox.read()).emails.failed);
    },
  });
  new Gauge({
    ...shared,
    name: 'portico_webhooks_waiting',
    help: 'Webhooks that are still to be delivered, of all clients.',
    async collect() {
      this.set((await outbox.read()).webhooks.waiting);
    },
  });
  new Gauge({
    ...shared,
    name: 'portico_webhooks_oldest_waiting_seconds',
    help: 'Age of the oldest webhook that is still to be delivered; 0 when there is none.',
    async collect() {
      this.set((await outbox.read()).oldestWebhookSeconds);
    },
  });
  new Gauge({
    ...shared,
    name: 'portico_webhook_receivers_failing',
    help: 'Receivers of webhooks whose last attempt failed and for which some wait, of all clients.',
    async collect() {
      this.set((await outbox.read()).webhooks.failing);
    },
  });
}

async function isReady({ directory, schemas }: Services): Promise<boolean> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timeout = setTimeout(() => resolve(false), READY_WITHIN_MS);
  });
  const check = directory
    .ping()
    .then(() => schemas.closed())
    .then(
      (closed) => closed === 0,
      () => false,
    );
  const ready = await Promise.race([check, late]);
  clearTimeout(timeout);
  return ready;
}
