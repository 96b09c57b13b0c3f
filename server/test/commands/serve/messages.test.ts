import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import {
  type PrimaryMessage,
  type WorkerMessage,
  WorkerProcess,
} from '../../../src/commands/serve/worker-process.js';
import { ManualClock } from '../../../src/lib/clock.js';

/** A worker of release 0.1.0. The types hold what this release's workers send to the same names. */
class EarlierWorker extends EventEmitter {
  readonly process = { pid: 1 };
  readonly orders: PrimaryMessage[] = [];

  isConnected(): boolean {
    return true;
  }

  send(order: PrimaryMessage): void {
    this.orders.push(order);
    if (order.order === 'figures') {
      this.say({ news: 'figures', question: order.question, figures: [] });
    }
  }

  say(message: WorkerMessage): void {
    this.emit('message', message);
  }
}

it('in a rolling restart the two processes may be of different releases', async () => {
  const worker = new EarlierWorker();
  const process = new WorkerProcess(1, worker as unknown as Worker, new ManualClock(0));
  worker.say({ news: 'listening', place: { url: 'https://localhost:8443' } });
  expect(await process.listening).toMatchObject({ url: 'https://localhost:8443' });
  await process.askMetrics();
  expect(process.lastMetrics).toEqual([]);
  const left = process.leave();
  worker.emit('exit', 0, null);
  await left;
  expect(worker.orders).toEqual([{ order: 'figures', question: 1 }, { order: 'stop' }]);
  expect(WorkerProcess.environment(2, 3)).toEqual({ SERVE_WORKER_NUMBER: '2', SERVE_WORKERS: '3' });
});
