import { writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { redisUrl } from '../../rig/redis.js';
import {
  ask,
  eventually,
  isAlive,
  keepAsking,
  type Serving,
  servingForAll,
  startServing,
  workerPids,
} from '../../rig/serving.js';
import { onlyObject, type Place, porticoJson } from '../portico.js';

/** Keys for callers who call at once: each has limits of its own. */
const CALLERS = 4;

forAnyDatabase('a server of several processes', ({ kind, dataFolder, databaseUrl }) => {
  const redis = redisUrl('a server of several processes');
  const workers = kind === 'sqlite' ? 2 : 3;
  const place: Place = {
    folder: dataFolder,
    environment: {
      PORTICO_DATA: 'data',
      PORTICO_DATABASE_URL: databaseUrl,
      PORTICO_REDIS_URL: redis,
    },
  };
  const numbers = Array.from({ length: workers }, (_, index) => index + 1);
  const keys: string[] = [];
  const start = () => startServing(place, '--workers', String(workers));
  /** A test of processes alone, and of no data: the same on every database. */
  const testOnce = (name: string, work: () => Promise<void>) => {
    if (kind === 'sqlite') test(name, work);
  };

  /** Connections are handed out in turn, so that so many reach every worker. */
  const everyWorker = async (serving: Serving, path: string, headers = {}) => {
    const answers = [];
    for (const _ of numbers) answers.push(await ask(serving.url, path, { headers }));
    return answers;
  };

  describe.skipIf(redis === undefined)('counting in one Redis', () => {
    beforeAll(async () => {
      await porticoJson(place, 'client', 'add', 'acme');
      for (let key = 0; key < CALLERS; key += 1) {
        keys.push(String((await porticoJson(place, 'key', 'add', 'acme')).json.apiKey));
      }
      const file = join(dataFolder, 'listings.json');
      writeFileSync(file, JSON.stringify([aListing({ main_id: 1, hitcounter: 0 })]));
      expect((await porticoJson(place, 'import', 'acme', file)).code).toBe(0);
    });

    describe('and left as it is', () => {
      const shared = servingForAll(() => place, '--workers', String(workers));

      test('tells once where it listens, and each process answers there', async () => {
        const serving = shared();
        expect([...workerPids(serving.run).keys()].sort()).toEqual(numbers);
        const answers = await everyWorker(serving, `/properties/1?apiKey=${keys[0]}`);
        expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200));
        expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
        await everyWorker(serving, '/health/ready');
        for (const number of numbers) {
          const answered = new RegExp(`"worker":${number},.*"route":"/health/ready","status":200`);
          await serving.run.until(({ stderr }) => answered.test(stderr) || undefined);
        }
      });

      test('refuses a revoked key in each process within a second', async () => {
        const serving = shared();
        const { json } = await porticoJson(place, 'key', 'add', 'acme');
        const path = `/neighborhoods?apiKey=${json.apiKey}`;
        for (const { status } of await everyWorker(serving, path)) expect(status).toBe(200);
        await porticoJson(place, 'key', 'revoke', String(json.apiKey));
        await sleep(1000);
        for (const { status } of await everyWorker(serving, path)) expect(status).toBe(403);
      });

      test('a write by one process is seen in the conditional reads of all', async () => {
        const serving = shared();
        const path = `/properties/1?addHitCounter=true&apiKey=${keys[1]}`;
        const { headers, body } = await ask(serving.url, path);
        const before = JSON.parse(body)[0].hitcounter as number;
        const same = { 'if-none-match': String(headers.etag) };
        for (const { status } of await everyWorker(serving, path, same)) expect(status).toBe(304);

        await ask(serving.url, '/properties/viewCounter', {
          method: 'POST',
          form: { apiKey: keys[2] ?? '', listingID: '1' },
        });
        const answers = await everyWorker(serving, path, same);
        expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200));
        for (const answer of answers)
          expect(JSON.parse(answer.body)[0].hitcounter).toBe(before + 1);
      });
    });

    testOnce('replaces a process that was killed, and answers meanwhile', async () => {
      const serving = await start();
      const killed = workerPids(serving.run).get(1) ?? 0;
      process.kill(killed, 'SIGKILL');
      await serving.run.until(
        ({ stderr }) => stderr.includes('process ended by SIGKILL') || undefined,
      );
      // The others answer; what had been handed to the killed one is lost, and no more.
      for (const { status } of await everyWorker(serving, '/health/ready'))
        expect(status).toBe(200);
      await serving.run.until(({ stderr }) => stderr.includes('a worker listens') || undefined);
      await serving.run.until((run) => workerPids(run).get(1) !== killed || undefined);
      for (const { status } of await everyWorker(serving, '/health/ready'))
        expect(status).toBe(200);
      await stopped(serving);
    });

    /**
     * Kills the processes of a new server, and waits until it answers at its port again. While nobody
     * listens there, the system may give the port to an outgoing connection of another test. Then the
     * server ends and says so, and another one is started.
     */
    const answersAgainAfter = async (kill: (serving: Serving) => Promise<void>) => {
      for (let attempt = 1; ; attempt += 1) {
        const serving = await start();
        const over: { stderr?: string } = {};
        void serving.run.ended.then(({ stderr }) => Object.assign(over, { stderr }));
        await kill(serving);
        const status = await eventually(async () => {
          if (over.stderr !== undefined) return over.stderr;
          // One that is handed to a process as that is killed hangs, and its caller has to give up.
          const answer = ask(serving.url, '/health/ready', { within: 1000 });
          return answer.then((answer) => answer.status).catch(() => undefined);
        });
        if (attempt < 3 && /Port \d+ of 127.0.0.1 is taken/.test(String(status))) continue;
        expect(status).toBe(200);
        await stopped(serving);
        return;
      }
    };

    testOnce('answers calls that come while a process leaves', async () => {
      const serving = await start();
      const leaving = workerPids(serving.run).get(1) ?? 0;
      // The order to leave waits for the process, and the calls wait for the primary: it hands out some of them to the
      // process before it reads that this one takes no more.
      process.kill(leaving, 'SIGSTOP');
      serving.run.child.kill('SIGHUP');
      await serving.run.until(({ stderr }) => stderr.includes('a worker listens') || undefined);
      await sleep(300);
      serving.run.child.kill('SIGSTOP');
      const answers = Array.from({ length: 4 }, () => ask(serving.url, '/health/live'));
      await sleep(300);
      process.kill(leaving, 'SIGCONT');
      await sleep(3_000);
      serving.run.child.kill('SIGCONT');
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([
        200, 200, 200, 200,
      ]);
      await stopped(serving);
    });

    testOnce('keeps its port when all of its processes are killed at once', () =>
      answersAgainAfter(async ({ run }) => {
        for (const pid of workerPids(run).values()) process.kill(pid, 'SIGKILL');
      }),
    );

    testOnce('keeps its port when the last one is killed while another one starts', () =>
      answersAgainAfter(async ({ run }) => {
        const [first = 0, ...others] = workerPids(run).values();
        process.kill(first, 'SIGKILL');
        await run.until(({ stderr }) => stderr.includes('process ended by SIGKILL') || undefined);
        // Its heir knows by now which port to take, and does not listen yet.
        await sleep(250);
        for (const pid of others) process.kill(pid, 'SIGKILL');
      }),
    );

    test('replaces its processes one by one at SIGHUP, and no call fails', async () => {
      const serving = await start();
      const before = new Set(workerPids(serving.run).values());
      const read = await ask(serving.url, `/properties/1?addHitCounter=true&apiKey=${keys[0]}`);
      const agents = keys.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
      const expecting = (status: number, answer: { status: number; body: string }) =>
        answer.status === status ? undefined : `${answer.status} ${answer.body}`;
      const loads = [
        // Reads on kept connections, reads on new ones, and writes on kept ones.
        keepAsking(5, async () => {
          return expecting(
            200,
            await ask(serving.url, '/health/ready', agents[0] && { agent: agents[0] }),
          );
        }),
        keepAsking(5, async () => expecting(200, await ask(serving.url, '/health/live'))),
        keepAsking(150, async () => {
          const path = `/properties/1?apiKey=${keys[1]}`;
          return expecting(200, await ask(serving.url, path, agents[1] && { agent: agents[1] }));
        }),
      ];
      const writes = keepAsking(150, async () => {
        const answer = await ask(serving.url, '/properties/viewCounter', {
          method: 'POST',
          form: { apiKey: keys[2] ?? '', listingID: '1' },
          ...(agents[2] && { agent: agents[2] }),
        });
        return answer.body.includes('"200"') ? undefined : answer.body;
      });

      serving.run.child.kill('SIGHUP');
      await serving.run.until(
        ({ stderr }) => stderr.includes('the workers were replaced') || undefined,
      );
      for (const load of loads) {
        const { answered, failed } = await load.done();
        expect(failed).toEqual([]);
        expect(answered).toBeGreaterThan(0);
      }
      const counted = await writes.done();
      expect(counted.failed).toEqual([]);
      // Each was counted, and none twice.
      const after = await ask(serving.url, `/properties/1?addHitCounter=true&apiKey=${keys[3]}`);
      const views = ({ body }: { body: string }) => JSON.parse(body)[0].hitcounter as number;
      expect(views(after) - views(read)).toBe(counted.answered);

      await serving.run.until((run) =>
        [...workerPids(run).values()].every((pid) => !before.has(pid)) ? true : undefined,
      );
      expect([...before].filter(isAlive)).toEqual([]);
      for (const agent of agents) agent.destroy();
      await stopped(serving);
    });

    testOnce('ends all of its processes at SIGTERM, and when it is killed itself', async () => {
      const serving = await start();
      const asked = [...workerPids(serving.run).values()];
      await stopped(serving);
      expect(asked.filter(isAlive)).toEqual([]);

      const other = await start();
      const orphans = [...workerPids(other.run).values()];
      other.run.child.kill('SIGKILL');
      await eventually(async () => (orphans.some(isAlive) ? undefined : true));
      await expect(ask(other.url, '/health/live')).rejects.toThrow(/ECONNREFUSED/);
    });
  });
});

async function stopped({ run, url }: Serving) {
  run.child.kill('SIGTERM');
  const end = await run.ended;
  expect([end.code, end.signal, end.stderr]).toEqual([0, null, end.stderr]);
  expect(onlyObject(end)).toEqual({ url });
  return end;
}
