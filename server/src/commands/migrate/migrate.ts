import type { Command } from 'commander';
import { loadConfig } from '../../config/config.js';
import { count } from '../../lib/text.js';
import { defineCommand, reporting, sayTo, type World } from '../command.js';
import { CommandError, type Report, reasonOf } from '../command-error.js';
import { withServices } from '../open.js';
import { type Columns, print } from '../print.js';
import type { Pending, PendingStep } from './pending-steps.js';

const MOST_NAMED = 3;

/** `portico migrate`: takes the schema steps of a new release before the switch to it. */
export function migrateCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'migrate',
    description: 'upgrade all databases to the schema of this release, while servers run',
    examples: ['portico migrate --dry-run', 'portico migrate'],
  })
    .option('--dry-run', 'list the steps, and take none')
    .addHelpText(
      'after',
      '\nRun it with the new release before you switch the servers to it. If every step is additive, the release' +
        '\nbefore still works, and you can go back to it. If one is not, stop the servers first.',
    )
    .action(reporting(world, migrate));
}

async function migrate(world: World, options: { readonly dryRun?: true }): Promise<Report> {
  const dryRun = options.dryRun === true;
  const { pendingSteps } = await import('./pending-steps.js');
  const pending = await pendingSteps(world, loadConfig(world.environment, world.cwd));
  const failed = new Map(pending.failed);
  if (!dryRun) await run(world, pending, failed);
  const { directory, databases, tenants } = pending;
  const left = [...databases].filter(([name]) => !failed.has(name));
  const steps = [directory, ...left.map(([, each]) => each)].flat();
  const json = {
    directory,
    databases: Object.fromEntries(left),
    clients: tenants,
    steps: steps.length,
    breaking: steps.filter(({ additive }) => !additive).length,
    failed: Object.fromEntries(failed),
    dryRun,
  };
  const [first] = failed;
  if (first !== undefined) {
    const more = failed.size === 1 ? '' : ` So it is with ${failed.size - 1} more.`;
    throw new CommandError(
      `The database of ${first[0]} cannot be brought up to date: ${first[1]}${more}`,
      json,
    );
  }
  return { json, text: textOf(pending, dryRun) };
}

async function run(world: World, pending: Pending, failed: Map<string, string>): Promise<void> {
  const say = sayTo(world);
  // Opening the services has already taken the directory's own steps.
  await withServices(world, async ({ tenants, directory, schemas }) => {
    for (const name of pending.databases.keys()) {
      say(`Bringing ${name} up to date …`);
      try {
        const entry = await directory.tenant(name);
        if (entry !== undefined) await (await tenants.openAt(entry)).close();
      } catch (error) {
        failed.set(name, reasonOf(error));
      }
    }
    // This also records the databases that were up to date before, so that the next start need not
    // look at them.
    await schemas.check();
  });
}

/** A schema step, and the databases that have yet to take it. */
interface StepOfMany extends PendingStep {
  readonly databases: readonly string[];
}

const COLUMNS: Columns<StepOfMany> = {
  STEP: ({ step }) => step,
  KIND: ({ additive }) => (additive ? 'additive' : 'breaking'),
  DATABASES: ({ databases }) => {
    const more = databases.length - MOST_NAMED;
    const names = databases.slice(0, MOST_NAMED).join(', ');
    return more > 0 ? `${names} and ${count(more)} more` : names;
  },
};

function textOf({ directory, databases, tenants }: Pending, dryRun: boolean): string {
  const steps = new Map<string, StepOfMany>();
  for (const [name, pending] of [['(directory)', directory] as const, ...databases]) {
    for (const each of pending) {
      const before = steps.get(each.step)?.databases ?? [];
      steps.set(each.step, { ...each, databases: [...before, name] });
    }
  }
  if (steps.size === 0) {
    return `The directory and the databases of ${count(tenants)} clients and feeds are up to date.`;
  }
  const all = [...steps.values()];
  return [
    print(COLUMNS, all),
    '',
    dryRun ? 'A dry run: no step was taken.' : 'All steps were taken.',
    all.every(({ additive }) => additive)
      ? 'The release before goes on working with these steps.'
      : 'The release before cannot work with the breaking steps: stop its servers before they are taken.',
  ].join('\n');
}
