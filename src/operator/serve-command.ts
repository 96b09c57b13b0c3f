import type { Command } from 'commander';
import { defineCommand } from './define.js';
import type { World } from './world.js';

/** `portico serve`: the server itself. */
export function serveCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'serve',
    description: 'answer websites, until asked to stop by SIGTERM or SIGINT',
    examples: ['portico serve', 'portico serve --demo', 'PORTICO_PORT=0 portico serve --json'],
  })
    .option(
      '--demo',
      'on an empty data folder, make a client with generated data, and a key for it',
    )
    .action(async (options: { demo?: true; json?: true }) => {
      // Loaded here: the other commands do without a web server.
      const { serve } = await import('./serve.js');
      await serve(world, { demo: options.demo === true, json: options.json === true });
    });
}
