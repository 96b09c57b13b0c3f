import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { defineCommand, type World } from '../command.js';

/** `portico serve`: runs the server. */
export function serveCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'serve',
    description: 'run the server, until SIGTERM or SIGINT stops it',
    examples: [
      'portico serve',
      'portico serve --demo',
      'portico serve --workers auto',
      'PORTICO_PORT=0 portico serve --json',
    ],
  })
    .option('--demo', 'if there is no client yet, make one with generated data, and a key for it')
    .option(
      '--workers <number>',
      'answer with this many processes on one port, or "auto" for one on each processor; more ' +
        'than one needs PORTICO_REDIS_URL. SIGHUP replaces them one by one',
      workers,
    )
    .action(async (options: { demo?: true; json?: true; workers?: number }) => {
      // Loaded here, because the other commands do not need a web server.
      const { serve } = await import('./run.js');
      const { demo = false, json = false, workers } = options;
      await serve(world, { demo, json, workers });
    });
}

/** A larger number is a typing error: a process takes some hundred megabytes. */
const MOST_WORKERS = 128;

function workers(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), MOST_WORKERS);
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > MOST_WORKERS) {
    throw new InvalidArgumentError(
      `A whole number from 1 to ${MOST_WORKERS}, or auto, is accepted.`,
    );
  }
  return number;
}
