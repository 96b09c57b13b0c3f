import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { createServer } from 'node:tls';
import { Redis } from 'ioredis';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.js';
import { RedisCounters } from '../../src/limits/redis-counters.js';
import { HEARTBEAT_MS } from '../../src/limits/redis-scripts.js';
import { describeWithRedis } from '../rig/redis.js';
import { linkTo } from '../rig/redis-link.js';
import { temporaryFolder } from '../rig/temp.js';
import { testProgram } from '../rig/test-program.js';
import {
  ADMITTING_PROCESS,
  type Outcome,
  type Pace,
  type PrimaryMessage,
} from './admitting-process.js';

const LIMITS = { perSecond: 10, inFlight: 3 };

interface Child {
  readonly process: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

describeWithRedis('counters of several processes', (url) => {
  const children: Child[] = [];
  afterEach(async () => {
    for (const { process } of children.splice(0)) await killed(process);
  });

  async function start(
    order: Omit<PrimaryMessage, 'url'> & { readonly url?: string },
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Child> {
    const process_ = spawn(
      process.execPath,
      [await testProgram(ADMITTING_PROCESS), JSON.stringify({ url, ...order })],
      { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...environment } },
    );
    const reader: Interface = createInterface({ input: process_.stdout as NodeJS.ReadableStream });
    const child = { process: process_, lines: reader[Symbol.asyncIterator]() };
    children.push(child);
    expect((await child.lines.next()).value).toBe('ready');
    return child;
  }

  const go = ({ process }: Child) => process.stdin?.write('go\n');

  describe.each([1, 2, 4])('%i at once', (processes) => {
    /** Four seconds of calls at 0.9, 1 and 2 times what is allowed, and calls that last. */
    const subjects = { '0.9': 9, '1': 10, '2': 20, lasting: 20 };
    const outcomes = new Map<string, Outcome[]>();

    beforeAll(async () => {
      const started = await Promise.all(
        Array.from({ length: processes }, (_, index) =>
          start({ installation: `of-${processes}`, paces: paces(index) }),
        ),
      );
      for (const child of started) go(child);
      for (const { lines } of started) {
        for (const outcome of JSON.parse((await lines.next()).value) as Outcome[]) {
          outcomes.set(outcome.subject, [...(outcomes.get(outcome.subject) ?? []), outcome]);
        }
      }
    });

    function paces(index: number): Pace[] {
      return Object.entries(subjects).map(([subject, perSecond]) => {
        const every = (1000 / perSecond) * processes;
        const lasts = subject === 'lasting' ? 400 : 5;
        const count = Math.round(4000 / every);
        return { subject, every, offset: (every / processes) * index, count, lasts };
      });
    }

    it.each(Object.keys(subjects))('admit no eleventh call in a second, asked %s', (subject) => {
      const times = admitted(subject).toSorted((a, b) => a.answered - b.answered);
      expect(times.length).toBeGreaterThanOrEqual(20);
      for (let first = 0; first + 10 < times.length; first += 1) {
        const eleven = times.slice(first, first + 11);
        // A call is counted between asking and answering.
        const since = Math.min(...eleven.map(({ asked }) => asked));
        const until = Math.max(...eleven.map(({ answered }) => answered));
        expect(until - since).toBeGreaterThanOrEqual(1000);
      }
    });

    it.each(Object.keys(subjects))('never have four calls under way, asked %s', (subject) => {
      const calls = admitted(subject);
      for (const { answered } of calls) {
        const under = calls.filter((call) => call.answered <= answered && answered < call.ended);
        expect(under.length).toBeLessThanOrEqual(3);
      }
    });

    it.each(Object.keys(subjects))('refuse nothing without a reason, asked %s', (subject) => {
      const calls = admitted(subject);
      for (const { verdict, asked, answered } of outcomes.get(subject) ?? []) {
        if (verdict === 'admitted') continue;
        const counted = calls.filter((call) => call.asked <= answered);
        const busy =
          verdict === 'rate'
            ? counted.filter((call) => call.answered > asked - 1000).length >= 10
            : // Between the end of a call and its slot there is the way to Redis.
              counted.filter((call) => call.ended > asked - 500).length >= 3;
        expect(busy, `${verdict} at ${asked}`).toBe(true);
      }
    });

    it('refuse calls for want of a slot, where calls last', () => {
      const verdicts = new Set((outcomes.get('lasting') ?? []).map(({ verdict }) => verdict));
      expect(verdicts).toContain('simultaneous');
    });

    it('admit what is asked at nine tenths of the pace', () => {
      const all = outcomes.get('0.9') ?? [];
      // A machine with other work lets calls wait and come in a bunch, which is another pace.
      const paced = all.filter(({ asked, answered }) => {
        const others = all.filter((other) => other.asked <= answered);
        const inSecond = others.filter((other) => other.answered > asked - 1000);
        const atOnce = others.filter((other) => other.ended > asked - 20);
        return inSecond.length <= 10 && atOnce.length <= 3;
      });
      expect(paced.length).toBeGreaterThan(all.length / 2);
      const taken = paced.filter(({ verdict }) => verdict === 'admitted');
      expect(taken.length / paced.length).toBeGreaterThanOrEqual(0.99);
    });

    const admitted = (subject: string) =>
      (outcomes.get(subject) ?? []).filter(({ verdict }) => verdict === 'admitted');
  });

  it('share a Redis over TLS, as a user of it, in a numbered database', async () => {
    const { hostname, port, pathname } = new URL(url);
    const admin = new Redis(url);
    // As docs/operating/processes.md has it.
    const rights = ['~portico:*', '+@all', '-@dangerous', '+info'];
    await admin.acl('SETUSER', 'website', 'on', '>p@ss/word', ...rights);
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    const terminator = createServer({ key, cert }, (near) => {
      const far = connect({ host: hostname, port: Number(port) });
      near.pipe(far).pipe(near);
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
    });
    await once(terminator.listen(0, '127.0.0.1'), 'listening');
    const certificate = join(temporaryFolder(), 'ca.pem');
    writeFileSync(certificate, cert);
    const { port: tlsPort } = terminator.address() as AddressInfo;
    const child = await start(
      {
        url: `rediss://website:p%40ss%2Fword@localhost:${tlsPort}${pathname}`,
        installation: 'secured',
        paces: [{ subject: 'a', count: 2, offset: 0, every: 1, lasts: 1 }],
      },
      { NODE_EXTRA_CA_CERTS: certificate },
    );
    go(child);
    const outcomes = JSON.parse((await child.lines.next()).value) as Outcome[];
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['admitted', 'admitted']);
    expect(await admin.zcard('portico:secured:calls:a')).toBe(2);
    await killed(child.process);
    terminator.close();
    await admin.acl('DELUSER', 'website');
    await admin.quit();
  });

  describe('that die', () => {
    const redis = new Redis(url, { lazyConnect: true });
    afterAll(() => redis.disconnect());

    it('give their slots back when their heartbeat ends, long before their leases', async () => {
      const pace = { subject: 'a', count: 3, offset: 0, every: 1, lasts: 600_000 };
      const child = await start({ installation: 'deaths', paces: [pace] });
      const link = await linkTo(url, { installation: 'deaths' });
      const counters = new RedisCounters(link, systemClock);
      go(child);
      await until(async () => (await redis.zcard(link.key('slots:a'))) === 3);
      expect(await counters.admit('a', LIMITS)).toMatchObject({ reason: 'simultaneous' });
      await killed(child.process);
      const died = performance.now();
      await until(async () => (await counters.admit('a', LIMITS)).admitted);
      expect(performance.now() - died).toBeLessThan(HEARTBEAT_MS + 5_000);
      expect(await redis.zcard(link.key('slots:a'))).toBe(1);
      await link.close();
    });
  });
});

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function until(so: () => Promise<boolean>): Promise<void> {
  while (!(await so())) await new Promise((resolve) => setTimeout(resolve, 20));
}
