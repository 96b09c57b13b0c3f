import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { utilizationMeter } from '../../../src/commands/serve/instance.js';
import type { Config } from '../../../src/config/config.js';
import { issueKey } from '../../../src/http/gate/issued-keys.js';
import { Overload } from '../../../src/http/gate/overload.js';
import { refusals } from '../../../src/http/gate/refusals.js';
import { systemClock } from '../../../src/lib/clock.js';
import { buildServer } from '../../../src/server.js';
import { openServices, type Services } from '../../../src/services.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { testConfig } from '../../rig/server.js';

const FLOODERS = 15;
const AT_ONCE = 3;

/** Answers of the flood for each call of the modest key: half of what its share of them is. */
const MODEST_EVERY = 2 * FLOODERS;

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A server that can do little, and who calls it. */
class LoadedServer {
  readonly overload: Overload;
  readonly #services: Services;
  readonly #app: FastifyInstance;
  readonly #agent = new Agent({ keepAlive: true });
  #url = '';
  #keys: string[] = [];

  private constructor(services: Services, app: FastifyInstance, overload: Overload) {
    this.#services = services;
    this.#app = app;
    this.overload = overload;
  }

  /** @param workMs What every answer takes of the processor. */
  static async start(config: Config, workMs: number): Promise<LoadedServer> {
    const services = await openServices(config, systemClock, pino({ level: 'silent' }));
    const overload = new Overload({
      clock: systemClock,
      after: (ms, run) => void setTimeout(run, ms).unref(),
      utilization: utilizationMeter(),
      fewCallers: 1,
      // The callers are in the same process, so that few calls come at a time.
      queue: 1,
      waiting: () => services.servers.pools().reduce((sum, { waiting }) => sum + waiting, 0),
    });
    const app = await buildServer(services, { overload });
    app.addHook('preHandler', (call, _reply, done) => {
      const end = performance.now() + (call.url.startsWith('/health') ? 0 : workMs);
      while (performance.now() < end);
      done();
    });
    const server = new LoadedServer(services, app, overload);
    await server.#open();
    return server;
  }

  async #open(): Promise<void> {
    const name = `client-${randomBytes(4).toString('hex')}`;
    const entry = newEntry(name, 'client', systemClock.now());
    await this.#services.tenants.database(entry);
    await this.#services.directory.addTenant(entry);
    const { random } = this.#services.tools;
    const wanted = { tenant: name, scopes: ['website'], addresses: [], privateAccess: false };
    for (let key = 0; key <= FLOODERS; key += 1) {
      this.#keys.push((await issueKey(this.#services, wanted as never, random)).apiKey);
    }
    await this.#app.listen({ host: '127.0.0.1', port: 0 });
    this.#url = `http://127.0.0.1:${(this.#app.server.address() as AddressInfo).port}`;
  }

  async call(path: string, key = 0): Promise<Answer> {
    const mark = path.includes('?') ? '&' : '?';
    const call = request(`${this.#url}${path}${mark}apiKey=${this.#keys[key]}`, {
      agent: this.#agent,
      headers: { 'x-forwarded-proto': 'https' },
    });
    call.end();
    const [answer] = await once(call, 'response');
    let body = '';
    for await (const part of answer.setEncoding('utf8')) body += part;
    return { status: answer.statusCode, body };
  }

  /** Floods with all keys but the first, which calls now and then, until that has so many answers. */
  async flood(modestCalls: number): Promise<{ flood: Answer[]; modest: Answer[] }> {
    const flood: Answer[] = [];
    const modest: Answer[] = [];
    let sinceModest = 0;
    const floodWith = async (key: number): Promise<void> => {
      while (modest.length < modestCalls) {
        const answer = await this.call('/labels', key);
        flood.push(answer);
        if (answer.status === 200) sinceModest += 1;
        // A flood that sends more than it can hear would have nothing to do with the server.
        else await sleep(5);
      }
    };
    const callModestly = async (): Promise<void> => {
      while (modest.length < modestCalls) {
        if (sinceModest < MODEST_EVERY || !this.overload.refuses) {
          await sleep(1);
          continue;
        }
        sinceModest = 0;
        modest.push(await this.call('/labels'));
      }
    };
    const flooders = Array.from({ length: FLOODERS * AT_ONCE }, (_, at) =>
      floodWith((at % FLOODERS) + 1),
    );
    await Promise.all([...flooders, callModestly()]);
    return { flood, modest };
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#app.close();
    await this.#services.close();
  }
}

const BUSY = { status: 420, body: JSON.stringify(refusals.busyShare.words) };

function expectFairRefusals({ flood, modest }: { flood: Answer[]; modest: Answer[] }): void {
  expect([...flood, ...modest].filter(({ status }) => ![200, 420].includes(status))).toEqual([]);
  expect(flood).toContainEqual(BUSY);
  expect(modest.filter(({ status }) => status !== 200)).toEqual([]);
}

/** Waits until no call is refused any more. The time of the test is the limit. */
async function recovered(server: LoadedServer): Promise<void> {
  while (server.overload.refuses) await sleep(20);
  expect(await server.call('/labels', 1)).toMatchObject({ status: 200 });
}

forAnyDatabase('a server that is asked more than it can do', (database) => {
  it('refuses those that flood, answers the others, and recovers', async () => {
    const server = await LoadedServer.start(testConfig(database), 10);
    try {
      const answers = server.flood(4);
      while (!server.overload.refuses) await sleep(1);
      expect(await server.call('/health/live')).toMatchObject({ status: 200 });
      expectFairRefusals(await answers);
      await recovered(server);
    } finally {
      await server.close();
    }
  });
});
