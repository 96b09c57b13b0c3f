import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailServer } from '../outbox/email/mail-server.js';
import type { TestDatabase } from '../rig/databases.js';
import { programEnvironment, type RunningServer, runProgram, serve } from '../rig/program.js';
import { TcpProxy } from '../rig/tcp-proxy.js';
import { temporaryFolder } from '../rig/temp.js';
import { Report } from '../trust/report.js';
import { Callers } from './callers.js';
import { prepare, storedLeads } from './website.js';

// A fault takes its time.
describe('a network that fails before the mail server', () => {
  const database: TestDatabase = {
    kind: 'sqlite',
    dataFolder: temporaryFolder(),
    databaseUrl: undefined,
  };
  const mail = new MailServer();
  const all: Callers[] = [];
  let proxy: TcpProxy;
  let keys: string[];
  let server: RunningServer;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    keys = await prepare(database);
    await mail.open();
    proxy = await TcpProxy.before(mail.url());
    environment = { ...programEnvironment(database), PORTICO_SMTP_URL: proxy.urlOf(mail.url()) };
    server = await serve({ ...database, environment });
  });
  afterAll(async () => {
    await server.stop();
    proxy.close();
    await mail.close();
  });

  /** How long each fault lasts, in milliseconds, and how it comes and goes. */
  const faults: [name: string, ms: number, comes: () => unknown, goes: () => unknown][] = [
    ['answers that come a second late', 1_000, () => proxy.delay(1_000), () => proxy.heal()],
    ['connections that are reset', 1_000, () => proxy.reset(), () => proxy.heal()],
    // Longer than a connection is waited for.
    ['silence', 12_000, () => proxy.swallow(), () => proxy.heal()],
    // Long enough for the longest pause between two probes.
    ['connections that are refused', 6_000, () => proxy.refuse(), () => proxy.heal()],
    ['a mail server that starts anew', 4_000, () => mail.close(), () => mail.open()],
  ];

  it.each(faults)('%s: keeps no caller waiting, and no email', async (_, ms, comes, goes) => {
    const report = new Report();
    const callers = new Callers(server.url, keys, report);
    all.push(callers);
    callers.flow();
    await sleep(300);
    await comes();
    await sleep(1_000);
    await callers.stop();
    await sleep(ms - 1_000);
    // By now the server has met the fault: this one waits, and what was under way may have arrived.
    expect(await callers.send()).toBe(true);
    await goes();
    const began = performance.now();
    await arrival([...callers.acknowledged].at(-1) ?? '');
    const seconds = (performance.now() - began) / 1000;
    // Within five, on a machine that does nothing else.
    expect(seconds).toBeLessThan(20);
    callers.compare(await storedLeads(database));
    expect(report.violations).toEqual([]);
    expect(callers.acknowledged.size).toBeGreaterThan(0);
    await onlyUncertainWait();
  });

  /** Resolves when an email with this in it has come in. */
  async function arrival(words: string): Promise<void> {
    while (!mail.arrived.some(({ raw }) => raw.replaceAll('=\r\n', '').includes(words))) {
      await sleep(20);
    }
  }

  /** Resolves when no email waits but those that may have arrived. */
  async function onlyUncertainWait(): Promise<void> {
    for (;;) {
      const stored = await storedLeads(database);
      if (stored.every(({ state, attempts }) => state === 'sent' || (attempts ?? 0) > 0)) return;
      await sleep(200);
    }
  }

  it('loses no email, and calls none sent that has not arrived', async () => {
    await server.stop();
    const flush = await runProgram({ ...database, environment }, 'outbox', 'flush', '--json');
    expect([flush.status, flush.errors]).toEqual([0, '']);
    const arrived = mail.arrived.map(({ raw }) => raw.replaceAll('=\r\n', '')).join('\n');
    const stored = await storedLeads(database);
    const sent = stored.filter(({ state }) => state === 'sent');
    expect(sent.filter(({ email }) => !arrived.includes(email))).toEqual([]);
    // What was under way in a fault may have arrived, and waits to be tried again.
    expect(stored.filter(({ state }) => state !== 'sent' && state !== 'waiting')).toEqual([]);
    const acknowledged = all.flatMap((callers) => [...callers.acknowledged]);
    expect(stored).toHaveLength(acknowledged.length);
    expect(sent.length).toBeGreaterThan(stored.length / 2);
  });
});
