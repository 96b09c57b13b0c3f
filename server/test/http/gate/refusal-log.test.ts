import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { RefusalLog } from '../../../src/http/gate/refusal-log.js';
import { registerRequestLog } from '../../../src/http/request-log.js';
import { gateApp } from './gate-app.js';

interface Line {
  readonly msg: string;
  readonly from?: string;
  readonly calls?: number;
}

describe('the log of refused calls', () => {
  let lines: Line[] = [];
  const log = pino(
    { level: 'info' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)) as Line);
        done();
      },
    }),
  );
  const counted = () => lines.reduce((sum, { calls = 0 }) => sum + calls, 0);
  beforeEach(() => {
    lines = [];
  });

  it('tells the first calls of an address, and how many more there were', () => {
    const refusals = new RefusalLog(log);
    const told = Array.from({ length: 500 }, () => refusals.count('192.0.2.1'));
    expect(told).toEqual(told.map((_, at) => at < 10));
    expect(refusals.count('192.0.2.2')).toBe(true);
    expect(lines).toEqual([]);
    refusals.summarize();
    expect(lines).toMatchObject([{ from: '192.0.2.1', calls: 490 }]);
    // The next second begins with nothing.
    expect(refusals.count('192.0.2.1')).toBe(true);
    refusals.summarize();
    expect(lines).toHaveLength(1);
  });

  it('is bounded over all addresses, and leaves no call uncounted', () => {
    const refusals = new RefusalLog(log);
    let told = 0;
    for (let call = 0; call < 10_000; call += 1) {
      if (refusals.count(`10.0.${(call % 2500) >> 8}.${call % 256}`)) told += 1;
    }
    expect(told).toBe(100);
    refusals.summarize();
    expect(lines.length).toBeLessThanOrEqual(21);
    expect(told + counted()).toBe(10_000);
    expect(lines.at(-1)?.from).toBeUndefined();
  });

  it('counts a thousand addresses apart, and names none of the others', () => {
    const refusals = new RefusalLog(log);
    for (let address = 0; address < 999; address += 1) {
      refusals.count(`10.0.${address >> 8}.${address & 255}`);
    }
    for (let call = 0; call < 50; call += 1) refusals.count('192.0.2.1');
    for (let call = 0; call < 60; call += 1) refusals.count('192.0.2.2');
    refusals.summarize();
    expect(lines[0]).toMatchObject({ from: '192.0.2.1', calls: 50 });
    expect(lines.map(({ from }) => from)).not.toContain('192.0.2.2');
    // The hundred that were logged one by one are not in it.
    expect(counted()).toBe(999 - 100 + 50 + 60);
  });

  it('ends a second by itself', async () => {
    const refusals = new RefusalLog(log);
    for (let call = 0; call < 30; call += 1) refusals.count('192.0.2.1');
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lines).toMatchObject([{ from: '192.0.2.1', calls: 20 }]);
  });

  it('has neither of the two lines of a call that it only counts', async () => {
    const { app, issue } = gateApp({
      server: { loggerInstance: log },
    });
    registerRequestLog(app);
    for (let call = 0; call < 200; call += 1) {
      expect((await app.inject('/read')).statusCode).toBe(401);
    }
    expect((await app.inject(`/read?apikey=${issue().text}`)).statusCode).toBe(200);
    await app.close();
    const of = (start: string) => lines.filter(({ msg }) => msg.startsWith(start));
    const told = of('refused: no key').length;
    // However many seconds it took.
    expect(told + counted()).toBe(200);
    expect(counted()).toBeGreaterThan(0);
    expect(of('answered')).toHaveLength(told + 1);
  });

  it('logs the calls of one address, however many another has sent', async () => {
    const { app } = gateApp({ server: { loggerInstance: log } });
    for (let call = 0; call < 30; call += 1) {
      await app.inject({ url: '/read', remoteAddress: '192.0.2.1' });
    }
    await app.inject({ url: '/read', remoteAddress: '192.0.2.2' });
    const logged = lines.filter(({ msg }) => msg.startsWith('refused: no key'));
    expect(logged.filter(({ from }) => from === '192.0.2.2')).toHaveLength(1);
    await app.close();
  });
});
