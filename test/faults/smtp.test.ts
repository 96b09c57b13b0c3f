import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailServer } from '../outbox/mail-server.js';
import type { TestDatabase } from '../rig/databases.js';
import { programEnvironment, type RunningServer, runProgram, serve } from '../rig/program.js';
import { TcpProxy } from '../rig/tcp-proxy.js';
import { temporaryFolder } from '../rig/temp.js';
import { prepare, storedLeads, Traffic } from './traffic.js';

describe('a network that fails before the mail server', () => {
  const database: TestDatabase = {
    kind: 'sqlite',
    dataFolder: temporaryFolder(),
    databaseUrl: undefined,
  };
  const mail = new MailServer();
  const all: Traffic[] = [];
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

  const faults: Record<string, () => unknown> = {
    'answers that come a second late': () => proxy.delay(1_000),
    'connections that are reset': () => proxy.reset(),
    silence: () => proxy.swallow(),
    'connections that are refused': () => proxy.refuse(),
  };

  it.each(Object.entries(faults))('%s: keeps no caller waiting', async (_, fault) => {
    const traffic = new Traffic(server.url, keys);
    all.push(traffic);
    traffic.flow();
    await sleep(300);
    await fault();
    await sleep(1_000);
    await traffic.stop();
    await proxy.heal();
    traffic.expectAnswers();
    expect(traffic.sent.filter(({ acknowledged }) => !acknowledged)).toEqual([]);
    expect(await traffic.expectNoFalseSuccess(database)).toBeGreaterThan(10);
  });

  it('loses no letter, and calls none sent that has not arrived', async () => {
    await server.stop();
    const flush = await runProgram({ ...database, environment }, 'outbox', 'flush', '--json');
    expect([flush.status, flush.errors]).toEqual([0, '']);
    const arrived = mail.arrived.map(({ raw }) => raw.replaceAll('=\r\n', '')).join('\n');
    const stored = await storedLeads(database);
    const sent = stored.filter(({ state }) => state === 'sent');
    expect(sent.filter(({ email }) => !arrived.includes(email))).toEqual([]);
    // What was under way in a fault may have arrived, and waits to be tried again.
    expect(stored.filter(({ state }) => state !== 'sent' && state !== 'waiting')).toEqual([]);
    const acknowledged = all.flatMap((traffic) => traffic.sent).filter((one) => one.acknowledged);
    expect(stored).toHaveLength(acknowledged.length);
    expect(sent.length).toBeGreaterThan(stored.length / 2);
  });
});
