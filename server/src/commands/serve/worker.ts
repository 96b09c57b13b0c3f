import cluster from 'node:cluster';
import { loadConfig } from '../../config/config.js';
import type { World } from '../command.js';
import { errorReport } from '../command-error.js';
import { type Instance, startInstance } from './instance.js';
import { withLog } from './log.js';
import { checkShared } from './start-checks.js';
import {
  isPrimaryMessage,
  WORKER_COUNT,
  WORKER_NUMBER,
  type WorkerMessage,
} from './worker-process.js';

/** A terminal sends these to every process; only the primary acts on them. */
const PRIMARY_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** One of several processes that answer on one port. The primary says when it starts and stops. */
export async function serveAsWorker(world: World): Promise<void> {
  for (const signal of PRIMARY_SIGNALS) process.on(signal, () => {});
  const { stop, done } = listenToPrimary();
  try {
    const config = loadConfig(world.environment, world.cwd);
    // A reload reads the settings again, so they may differ from those that the primary checked.
    checkShared(config, Number(world.environment[WORKER_COUNT] ?? 1));
    await withLog(config, world, async (log) => {
      const worker = Number(world.environment[WORKER_NUMBER] ?? 0);
      await answerUntil(stop, await startInstance(world, config, log.child({ worker })));
    });
  } catch (error) {
    await send({ news: 'failed', message: errorReport(error).message });
    process.exitCode = 1;
  } finally {
    // The open channel alone would keep the process running.
    done();
  }
}

async function answerUntil(stop: Promise<void>, instance: Instance): Promise<void> {
  const { processMetrics, place, services } = instance;
  try {
    sendMetricsWhenAsked(instance);
    instance.startWork();
    services.boundStatements();
    const { url, certificateFile } = place;
    void send({ news: 'listening', place: { url, ...(certificateFile && { certificateFile }) } });
    await stop;
  } finally {
    await instance.close();
  }
  if (processMetrics !== undefined)
    await send({ news: 'figures', figures: await processMetrics.values() });
}

/** Listens to the primary. `stop` resolves at its order or its end; `done` closes the channel. */
function listenToPrimary(): { readonly stop: Promise<void>; readonly done: () => void } {
  const { promise: stop, resolve } = withResolver();
  let ordered = false;
  const onMessage = (message: unknown): void => {
    if (!isPrimaryMessage(message) || message.order !== 'stop') return;
    ordered = true;
    resolve();
  };
  const onDisconnect = (): void => {
    // Otherwise the cluster module exits this process at once, in the middle of answers.
    leaveByItself();
    // A primary that goes while it waits for this process was ordered not to wait.
    if (ordered) process.exit(1);
    resolve();
  };
  process.on('message', onMessage);
  process.prependListener('disconnect', onDisconnect);
  return {
    stop,
    done() {
      process.off('disconnect', onDisconnect);
      leaveByItself();
      // Waits until the primary knows, and so gives back each connection that it has sent before that: one that this
      // process took along would never be answered or closed.
      if (process.connected) cluster.worker?.disconnect();
    },
  };
}

/** Marks the exit of this process as its own, so that the cluster module sees no failure. */
function leaveByItself(): void {
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function sendMetricsWhenAsked({ processMetrics }: Instance): void {
  if (processMetrics === undefined) return;
  process.on('message', async (message) => {
    if (!isPrimaryMessage(message) || message.order !== 'figures') return;
    const figures = await processMetrics.values();
    void send({ news: 'figures', question: message.question, figures });
  });
}

/** Resolves when the message has left this process. A primary that is gone needs none. */
async function send(message: WorkerMessage): Promise<void> {
  if (!process.connected) return;
  await new Promise<void>((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
