import type { Command } from 'commander';
import { effectiveSettings } from '../config/config.js';
import type { EffectiveSetting } from '../config/config-reader.js';
import { defineCommand, reporting, type World } from './command.js';
import type { Report } from './command-error.js';
import { type Columns, print } from './print.js';

/** `portico config`: prints the effective settings. */
export function configCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'config',
    description: 'check the settings and print the effective ones, secrets masked',
    examples: ['portico config', 'PORTICO_PORT=0 portico config --json'],
  }).action(reporting(world, config));
}

async function config(world: World): Promise<Report> {
  const settings = effectiveSettings(world.environment, world.cwd);
  return {
    json: Object.fromEntries(settings.map(({ name, value, source }) => [name, { value, source }])),
    text: print(COLUMNS, settings),
  };
}

const COLUMNS: Columns<EffectiveSetting> = {
  SETTING: ({ name }) => name,
  VALUE: ({ value }) => value ?? '(none)',
  FROM: ({ source }) => source,
};
