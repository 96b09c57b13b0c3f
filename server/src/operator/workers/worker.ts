import cluster from 'node:cluster';
import { loadConfig } from '../../config/config.js';
import { errorReport } from '../command-error.js';
import { withLog } from '../log.js';
import { type Instance, startInstance } from '../serve-instance.js';
import type { World } from '../world.js';
import { isPrimaryMessage, WORKER_COUNT, WORKER_NUMBER, type WorkerMessage } from './messages.js';
import { checkShared } from './shared-limits.js';

/** What a terminal sends to every process, and what the primary alone is to answer. */
const PRIMARYS_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** One of several processes that answer on one port. It starts, and ends, as the primary says. */
export async function serveAsWorker(world: World): Promise<void> {
  for (const signal of PRIMARYS_SIGNALS) process.on(signal, () => {});
  const { stop, done } = heard();
  try {
    const config = loadConfig(world.environment, world.cwd);
    // The settings are read anew at a reload: they may not be those that the primary has seen.
    checkShared(config, Number(world.environment[WORKER_COUNT] ?? 1));
    await withLog(config, async (log) => {
      const worker = Number(world.environment[WORKER_NUMBER] ?? 0);
      await answerUntil(stop, await startInstance(world, config, log.child({ worker })));
    });
  } catch (error) {
    await told({ news: 'failed', message: errorReport(error).message });
    process.exitCode = 1;
  } finally {
    // The channel alone would keep the process.
    done();
  }
}

async function answerUntil(stop: Promise<void>, instance: Instance): Promise<void> {
  const { figures, place, services } = instance;
  try {
    sendMetricsWhenAsked(instance);
    services.outbox.startSending();
    services.boundStatements();
    const { url, certificateFile } = place;
    tell({ news: 'listening', place: { url, ...(certificateFile && { certificateFile }) } });
    await stop;
  } finally {
    await instance.close();
  }
  if (figures !== undefined) await told({ news: 'figures', figures: await figures.figures() });
}

/** Listens to the primary. `stop` resolves when it says so or is gone; `done` lets it go. */
function heard(): { readonly stop: Promise<void>; readonly done: () => void } {
  const { promise: stop, resolve } = withResolver();
  let ordered = false;
  const onMessage = (message: unknown): void => {
    if (!isPrimaryMessage(message) || message.order !== 'stop') return;
    ordered = true;
    resolve();
  };
  const onDisconnect = (): void => {
    // Else the cluster ends this process at once, in the middle of answers.
    leaveByItself();
    // A primary that goes while it waits for this process was told to wait no longer.
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
      if (process.connected) process.disconnect();
    },
  };
}

/** Tells the cluster that this process ends in its own time, and that nothing has gone wrong. */
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

function sendMetricsWhenAsked({ figures }: Instance): void {
  if (figures === undefined) return;
  process.on('message', async (message) => {
    if (!isPrimaryMessage(message) || message.order !== 'figures') return;
    tell({ news: 'figures', question: message.question, figures: await figures.figures() });
  });
}

function tell(message: WorkerMessage): void {
  // A primary that is gone asks for nothing more.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** As `tell`; resolves when it has left this process. */
async function told(message: WorkerMessage): Promise<void> {
  if (!process.connected) return;
  await new Promise<void>((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
