import { Worker } from 'node:worker_threads';

/**
 * How much such threads stand back, on Linux, where priority is a thread's own. A search that comes
 * while every core is at work on passwords then goes first. It is not more, as other programs at normal
 * priority would then leave such a thread nothing: at 19, a registration beside twelve of them takes
 * longer than anybody waits (docs/performance.md).
 */
const NICENESS = process.platform === 'linux' ? 5 : undefined;

/** Where that is not allowed, the work is done all the same. */
const STAND_BACK = `
  'use strict';
  try {
    const { niceness } = require('node:worker_threads').workerData;
    if (niceness !== undefined) require('node:os').setPriority(niceness);
  } catch {}
`;

/**
 * Starts a thread for work that takes a processor for longer than a call may be held up.
 *
 * @param code What it runs, as a CommonJS script. It is text, so that it is the same whether the
 * program runs compiled or from its sources, which a thread could not load.
 * @param data Its `workerData`, by name.
 */
export function backgroundThread(code: string, data: Readonly<Record<string, string>>): Worker {
  return new Worker(STAND_BACK + code, {
    eval: true,
    // What the process was started with, such as a loader of sources, is nothing to it.
    execArgv: [],
    workerData: { ...data, niceness: NICENESS },
  });
}
