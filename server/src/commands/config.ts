import type { Command } from 'commander';
import { effectiveSettings } from '../config/config.js';
import { defineCommand, reporting, type World } from './command.js';
import type { Report } from './command-error.js';
import { table } from './print.js';

/** `portico config`: prints the effective settings. */
export function configCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'config',
    description: 'check the settings and print the effective ones, secrets masked',
    examples: ['portico config', 'PORTICO_PORT=0 portico config --json'],
  }).action(reporting(world, async () => report(world)));
}

function report(world: World): Report {
  const settings = effectiveSettings(world.environment, world.cwd);
  const rows = settings.map(({ name, value, source }) => [name, value ?? '(none)', source]);
  return {
    json: Object.fromEntries(settings.map(({ name, value, source }) => [name, { value, source }])),
    text: table(['SETTING', 'VALUE', 'FROM'], rows),
  };
}
