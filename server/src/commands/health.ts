import type { Command } from 'commander';
import { type Config, loadConfig } from '../config/config.js';
import { CommandError, type Report } from './command-error.js';
import { defineCommand, reporting } from './define-command.js';
import { askReadiness, readinessUrl } from './readiness.js';
import type { World } from './world.js';

/** `portico health`: for process managers that run a program to check a server. */
export function healthCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'health',
    description: 'ask the server of this machine whether it is ready to answer',
    examples: ['portico health', 'portico health --json'],
  }).action(reporting(world, () => health(loadConfig(world.environment, world.cwd))));
}

async function health(config: Config): Promise<Report> {
  const url = readinessUrl(config);
  if (url === undefined)
    throw new CommandError('PORTICO_PORT is 0: nobody knows which port the server took.');
  const { status, reason } = await askReadiness(url);
  if (status !== 200) throw new CommandError(`${url} answers ${status}: ${reason ?? 'no reason'}`);
  return { json: { ready: true, url }, text: `${url} is ready` };
}
