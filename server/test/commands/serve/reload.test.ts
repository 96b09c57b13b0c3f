import cluster from 'node:cluster';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { WorkerPool } from '../../../src/commands/serve/workers.js';
import { systemClock } from '../../../src/lib/clock.js';
import { temporaryFolder } from '../../rig/temp.js';

/** A worker that says it listens, unless its environment wants it silent. */
const WORKER = `
process.on('message', ({ order }) => order === 'stop' && process.exit(0));
const place = { url: 'https://127.0.0.1:8443' };
if (process.env.SILENT !== 'yes') process.send({ news: 'listening', place });
setInterval(() => {}, 1000);
`;

let pool: WorkerPool | undefined;
afterEach(async () => {
  await pool?.stop();
});

test('a reload ends when a new worker does not listen in time: the old one stays, and a later reload tries again', async () => {
  const exec = join(temporaryFolder(), 'worker.cjs');
  writeFileSync(exec, WORKER);
  cluster.setupPrimary({ exec, execArgv: [] });
  const lines: { msg: string; reason?: string }[] = [];
  let silent = 'no';
  const workers = new WorkerPool({
    ...{ size: 1, clock: systemClock, listenWithinMs: 200 },
    log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
    environment: () => ({ SILENT: silent }),
  });
  pool = workers;
  const pids = () => Object.values(cluster.workers ?? {}).map((worker) => worker?.process.pid);
  await workers.start();
  const old = pids();

  silent = 'yes';
  await workers.restart();
  await workers.restart();
  const refused = [
    { msg: 'replacing the workers one by one' },
    {
      reason: 'it did not listen within 0.2 seconds',
      msg: 'the new worker cannot start: the others stay as they are',
    },
  ];
  expect(lines).toMatchObject([...refused, ...refused]);
  await expect.poll(pids).toEqual(old);
});
