import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRecords } from '../../../src/changes/manage/manage.endpoints.js';
import { RECORD_KINDS } from '../../../src/changes/record-kinds.js';
import { importResources } from '../../../src/changes/transfers.js';
import { newEntry } from '../../../src/commands/client/entry.js';
import { issueKey } from '../../../src/http/gate/issued-keys.js';
import { systemClock } from '../../../src/lib/clock.js';
import { atOneMoment } from '../../../src/resources/kinds/files.js';
import { buildServer } from '../../../src/server.js';
import { openServices, type Services } from '../../../src/services.js';
import { forEachDatabase } from '../../rig/databases.js';
import { testConfig } from '../../rig/server.js';

/** Agents enough that their list fits into no buffer on the way: 20 MB. */
const AGENTS = 400;
const BIO = 'x'.repeat(50_000);

forEachDatabase('a list of all records', (database) => {
  // What is in no statement is tried once.
  const isOnce = database.kind === 'sqlite';
  const long = isOnce ? ['acme', 'brown', 'clark', 'davis'] : ['acme', 'brown'];
  const keys = new Map<string, string>();
  let services: Services;
  let app: FastifyInstance;
  let log = '';

  beforeAll(async () => {
    const lines = {
      write(text: string) {
        log += text;
      },
    };
    services = await openServices(testConfig(database), systemClock, pino({}, lines));
    for (const name of [...long, 'evans']) {
      const entry = newEntry(name, 'client', systemClock.now());
      const opened = await services.tenants.database(entry);
      await services.directory.addTenant(entry);
      const scopes = ['manage'] as const;
      const rights = { tenant: name, scopes, addresses: [], privateAccess: false };
      keys.set(name, (await issueKey(services, rights, services.tools.random)).apiKey);
      const agents = importResources(opened, 'UTC', systemClock).get('agents');
      if (!long.includes(name)) continue;
      const records = Array.from({ length: AGENTS }, (_, at) => ({ id: at + 1, bio: BIO }));
      await agents?.write(records.map((record) => agents.parse(record)));
    }
    app = await buildServer(services);
    await app.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(async () => {
    await app.close();
    await services.close();
  });

  const begin = (name: string): Promise<{ sent: ClientRequest; answer: IncomingMessage }> =>
    new Promise((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo;
      const headers = { 'x-api-key': keys.get(name), 'x-forwarded-proto': 'https' };
      const path = '/manage/agents';
      const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) =>
        resolve({ sent, answer }),
      );
      sent.on('error', reject).end();
    });
  const rest = async (answer: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const chunk of answer.setEncoding('latin1')) text += chunk;
    return text;
  };

  it('comes whole to a reader that is slow, while others are told to wait', async () => {
    const { answer } = await begin('acme');
    expect(answer.statusCode).toBe(200);
    const second = (await begin('acme')).answer;
    expect([second.statusCode, second.headers['retry-after']]).toEqual([420, '2']);
    expect(JSON.parse(await rest(second))).toEqual({
      STATUS: 'Error',
      STATUS_CODE: '420',
      MESSAGE: expect.stringContaining('listing records'),
    });
    const other = rest((await begin('brown')).answer);
    // Longer than a call may take to its first line.
    await sleep(4_500);
    const numbers = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).id);
    const all = Array.from({ length: AGENTS }, (_, at) => at + 1);
    expect(numbers(await rest(answer))).toEqual(all);
    expect(answer.complete).toBe(true);
    expect(numbers(await other)).toEqual(all);
    expect(log).not.toMatch(/already sent|"level":[45]0/);
  });

  it('leaves its place to the next when its reader hangs up', async () => {
    const { sent } = await begin('acme');
    sent.on('error', () => {}).destroy();
    await expect
      .poll(
        async () => {
          const { answer, sent } = await begin('acme');
          sent.on('error', () => {}).destroy();
          return answer.statusCode;
        },
        { timeout: 20_000 },
      )
      .toBe(200);
  });

  it('lets other calls have their turns', async () => {
    const opened = (await services.tenants.tenant('brown'))?.database;
    if (opened === undefined) throw new Error('The tenant is gone.');
    const all = RECORD_KINDS.agents.export;
    if (all === undefined) throw new Error('Agents have a list.');
    let turns = 0;
    let timer = setImmediate(function count() {
      turns += 1;
      timer = setImmediate(count);
    });
    let lines = 0;
    for await (const _ of listRecords(all, {
      database: opened,
      timeZone: 'UTC',
      clock: systemClock,
    }))
      lines += 1;
    clearImmediate(timer);
    expect(lines).toBe(AGENTS);
    expect(turns).toBeGreaterThan(4);
  });

  it('has pages of which each is as the database is at one moment', async () => {
    const opened = (await services.tenants.tenant('brown'))?.database;
    if (opened === undefined) throw new Error('The tenant is gone.');
    const counts = await atOneMoment(opened, async (at) => {
      const count = async () =>
        (await at.db.selectFrom('agent').select('id').where('id', '=', 1).execute()).length;
      const before = await count();
      await opened.write((transaction) =>
        transaction.deleteFrom('agent').where('id', '=', 1).execute(),
      );
      return [before, await count()];
    });
    expect(counts).toEqual([1, 1]);
  });

  if (!isOnce) return;

  /** Also where the lists of the tests before are not quite over. */
  const beginInTurn = async (name: string): Promise<IncomingMessage> => {
    for (;;) {
      const { answer } = await begin(name);
      if (answer.statusCode !== 420) return answer;
      answer.destroy();
      await sleep(100);
    }
  };

  it('is one of four at most, and another client is told to wait', async () => {
    const held: IncomingMessage[] = [];
    for (const name of long) held.push(await beginInTurn(name));
    expect(held.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const fifth = (await begin('evans')).answer;
    expect([fifth.statusCode, fifth.headers['retry-after']]).toEqual([420, '2']);
    for (const answer of [fifth, ...held]) answer.destroy();
  });

  it('ends without the last chunk when it cannot go on', async () => {
    const answer = await beginInTurn('davis');
    expect(answer.statusCode).toBe(200);
    const opened = (await services.tenants.tenant('davis'))?.database;
    await opened?.write((transaction) =>
      transaction.schema.alterTable('agent').renameTo('agent_gone').execute(),
    );
    await expect(rest(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(answer.complete).toBe(false);
  });
});
