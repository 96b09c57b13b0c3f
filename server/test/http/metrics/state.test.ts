import { beforeAll, expect, test } from 'vitest';
import { openMetrics } from '../../../src/http/metrics/state.js';
import { leaseEmail, markSent } from '../../../src/outbox/email/email-store.js';
import { giveBack } from '../../../src/outbox/queue.js';
import { noteBackup } from '../../../src/store/last-backup.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('figures of the state', (database) => {
  const server = serverFor(database);

  const queue = async (tenant: string) => {
    const entry = await server.services.directory.tenant(tenant);
    if (entry === undefined) throw new Error(tenant);
    const opened = await server.services.tenants.database(entry);
    await opened.db.transaction().execute((transaction) =>
      server.services.outbox.queue(transaction, {
        kind: 'lead',
        fromName: 'Acme',
        to: { name: 'Ann', address: 'ann@example.com' },
        subject: 'A lead',
        text: 'text',
        html: '<p>text</p>',
      }),
    );
    return opened;
  };

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.addTenant('brown');
    await server.addTenant('onekey', { kind: 'mls' });
  });

  test('tell the letters of all clients, read at most every 15 seconds', async () => {
    const figures = openMetrics(server.services);
    const outbox = async () => {
      const text = await figures.registry.metrics();
      return ['waiting_letters', 'failed_letters', 'oldest_waiting_seconds'].map((name) =>
        Number(new RegExp(`^portico_outbox_${name} (.*)$`, 'm').exec(text)?.[1]),
      );
    };
    expect(await outbox()).toEqual([0, 0, 0]);

    const acme = await queue('acme');
    server.clock.advance(60_000);
    await queue('acme');
    const brown = await queue('brown');
    expect(await outbox()).toEqual([3, 0, 60]);
    server.clock.advance(14_999);
    await queue('brown');
    // Told again as it was read; only its age goes on.
    expect(await outbox()).toEqual([3, 0, 74.999]);
    server.clock.advance(1);
    expect(await outbox()).toEqual([4, 0, 75]);

    // An email that somebody is sending still waits; one that was sent or given up does not.
    const now = server.clock.now();
    const first = await leaseEmail(acme, now, 1000);
    const second = await leaseEmail(acme, now, 1000);
    const third = await leaseEmail(brown, now, 1000);
    if (first === undefined || second === undefined || third === undefined) throw new Error('due');
    await markSent(acme, first, now);
    const givenUp = { state: 'failed', next_attempt_at: now, last_error: 'no' };
    await giveBack(brown, 'letter', third, givenUp);
    server.clock.advance(15_000);
    expect(await outbox()).toEqual([2, 1, 30]);
  });

  test('tell when the last backup finished, and 0 before the first', async () => {
    const { services } = server;
    const metrics = openMetrics(services);
    const finished = async () => {
      const text = await metrics.registry.metrics();
      return /^portico_last_backup_timestamp_seconds (.*)$/m.exec(text)?.[1];
    };
    expect(await finished()).toBe('0');
    await noteBackup(services.config.dataFolder, '2026-11-20T03:15:07.000Z', services.log);
    expect(await finished()).toBe(String(Date.UTC(2026, 10, 20, 3, 15, 7) / 1000));
  });

  test('tell that the directory answers, and how connections are used', async () => {
    const figures = openMetrics(server.services);
    const text = await figures.registry.metrics();
    expect(text).toMatch(/^portico_ready 1$/m);
    const open = /^portico_database_connections\{server="([^"]*)",state="total"\} (\d+)$/m.exec(
      text,
    );
    if (database.databaseUrl === undefined) {
      expect(text).not.toMatch(/^portico_database_connections\{/m);
    } else {
      const { host, pathname } = new URL(database.databaseUrl);
      expect(open?.[1]).toBe(`${host}${pathname}`);
      expect(Number(open?.[2])).toBeGreaterThan(0);
      expect(text).toMatch(/^portico_database_connections\{[^}]*state="waiting"\} 0$/m);
      expect(text).not.toContain(new URL(database.databaseUrl).password);
    }
    // No Redis is configured, so nothing is said of it.
    expect(text).not.toMatch(/^portico_limits_shared/m);
  });
});
