import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../config/config.js';
import { count, quoted } from '../lib/text.js';
import { defineCommand, reporting, sayTo, type World } from './command.js';
import { CommandError, type Report, reasonOf, UsageError } from './command-error.js';
import { withServices } from './open.js';
import { countTable } from './print.js';
import type { Restored, RestoreOptions } from './restore/restored.js';
import type { SavedBackup } from './restore/saved-backup.js';
import { stopOnInterrupt } from './stopping.js';

interface Options {
  readonly client?: string;
  readonly as?: string;
  readonly home?: true;
  readonly adopt?: true;
  readonly again?: true;
  readonly holdLetters?: true;
  readonly withoutSecrets?: true;
  readonly dryRun?: true;
}

/** `portico restore`: restores what `portico backup` made. */
export function restoreCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'restore <folder>',
    description: 'restore a backup: all of it into an empty place, or one client next to others',
    examples: [
      'portico restore /var/backups/portico/2026-11-20 --dry-run',
      'portico restore /var/backups/portico/2026-11-20',
      'portico restore /var/backups/portico/2026-11-20 --client acme --as acme-yesterday',
    ],
  })
    .option('--client <name>', 'only this client or feed, into an installation without it')
    .option('--as <name>', 'with --client: under this name; its waiting emails are held back')
    .option('--home', 'put all databases where the settings say, also those that had another place')
    .option('--adopt', 'use databases that have their own URL as they are, where they hold data')
    .option('--again', 'remove what a killed restore left, and restore again')
    .option('--hold-letters', 'send no email that was waiting, until `portico outbox flush`')
    .option('--without-secrets', 'restore even if the signing secrets of keys cannot be decrypted')
    .option('--dry-run', 'read every byte of the backup, and restore nothing')
    .addHelpText(
      'after',
      '\nThe whole backup is read and checked before anything is written. Nothing is ever overwritten:' +
        '\nPORTICO_DATA and the database of PORTICO_DATABASE_URL have to be empty.' +
        '\nA backup of SQLite restores to PostgreSQL, and the other way round.',
    )
    .action(reporting(world, restore));
}

async function restore(world: World, path: string, options: Options): Promise<Report> {
  checkOptions(options);
  const { SavedBackup } = await import('./restore/saved-backup.js');
  const folder = resolve(world.cwd, path);
  return stopOnInterrupt(async (signal) => {
    const say = sayTo(world);
    say('Checking the backup …');
    const backup = await SavedBackup.open(folder, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      throw new CommandError('The restore was interrupted. Nothing was restored.');
    });
    if (options.dryRun === true) return await dryReport(world, backup, options);
    const restored = await restoreFrom(world, backup, options, {
      home: options.home === true,
      holdLetters: options.holdLetters === true || options.as !== undefined,
      withoutSecrets: options.withoutSecrets === true,
      ...{ say, signal, now: world.clock.now() },
    });
    const warnings = [...restored.warnings, ...unnamedWarning(backup)];
    return reportOf(folder, { ...restored, warnings }, options);
  });
}

function checkOptions({ client: tenant, as, adopt, again, dryRun }: Options): void {
  if (as !== undefined && tenant === undefined) {
    throw new UsageError('--as gives a single client another name: say which one with --client.');
  }
  if (adopt === true && tenant !== undefined) {
    throw new UsageError(
      '--adopt is for whole installations: `portico client add` has a --database and an --adopt.',
    );
  }
  if (again === true && tenant !== undefined) {
    throw new UsageError('--again is for whole installations: leave out --client.');
  }
  if (dryRun === true && tenant !== undefined) {
    throw new UsageError('--dry-run checks the whole backup: leave out --client.');
  }
}

async function restoreFrom(
  world: World,
  backup: SavedBackup,
  { client: tenant, as, adopt, again }: Options,
  options: RestoreOptions,
): Promise<Restored> {
  if (tenant === undefined) {
    const { restoreInstallation } = await import('./restore/restore-installation.js');
    return restoreInstallation(world, backup, {
      ...options,
      adopt: adopt === true,
      again: again === true,
    });
  }
  const { restoreTenant } = await import('./restore/restore-tenant.js');
  const request = { ...options, name: tenant, as: as ?? tenant };
  return withServices(world, (services) => restoreTenant(services, backup, request, world.random));
}

/** Files in the folder that are not part of the backup: a restore leaves them alone. */
function unnamedWarning({ unnamed }: SavedBackup): readonly string[] {
  if (unnamed.length === 0) return [];
  const more = unnamed.length > 5 ? `, and ${unnamed.length - 5} more` : '';
  const names = unnamed.slice(0, 5).map((path) => quoted(path));
  return [
    `The manifest does not name these files, and they are left out: ${names.join(', ')}${more}.`,
  ];
}

/** The reasons why a restore with the current settings would stop before it begins. */
async function stopsAt(world: World, backup: SavedBackup, options: Options): Promise<string[]> {
  const { prepare } = await import('./restore/places.js');
  const { home = false, withoutSecrets = false } = options;
  try {
    const config = loadConfig(world.environment, world.cwd);
    await prepare(config, backup, { home, withoutSecrets }, world.random);
    return [];
  } catch (error) {
    return [`A restore with these settings would stop: ${reasonOf(error)}`];
  }
}

async function dryReport(world: World, backup: SavedBackup, options: Options): Promise<Report> {
  const { savedFiles, rowsOf } = await import('./backup/manifest.js');
  const { begun, databases, program, secretKey } = backup.manifest;
  const files = savedFiles(backup.manifest).length;
  const rows = databases.map((each) => [each.name, rowsOf(each)] as const);
  const warnings = [...(await stopsAt(world, backup, options)), ...unnamedWarning(backup)];
  return {
    json: {
      backup: backup.folder,
      begun,
      program,
      databases: Object.fromEntries(rows),
      files,
      secretKey,
      warnings,
    },
    warning: warnings.length === 0 ? undefined : warnings.join('\n'),
    text: [
      countTable(['DATABASE', 'ROWS'], rows),
      '',
      `A backup of ${begun}, made by Portico ${program}. All ${count(files)} files are as they were written.`,
      'A dry run: nothing was restored.',
    ].join('\n'),
  };
}

function reportOf(folder: string, restored: Restored, options: Options): Report {
  const { databases, files, keys, letters: emails, warnings } = restored;
  const held = options.holdLetters === true || options.as !== undefined;
  const mail = held
    ? `${count(emails)} emails that waited are held back; \`portico outbox flush\` sends them.`
    : `${count(emails)} emails that waited are sent when the server runs.`;
  const text = [
    countTable(['DATABASE', 'ROWS'], Object.entries(databases)),
    '',
    `Restored with ${count(files)} other files and ${count(keys)} API keys.`,
    ...(emails === 0 ? [] : [mail]),
    nextStep(options),
  ];
  return {
    json: { restored: folder, databases, files, keys, letters: emails, warnings },
    text: text.join('\n'),
    warning: warnings.length === 0 ? undefined : warnings.join('\n'),
  };
}

function nextStep({ client: tenant, as }: Options): string {
  if (tenant === undefined) return 'Next: start the server with `portico serve`.';
  return `Next: \`portico key list ${as ?? tenant}\` shows its keys. A running server serves it already.`;
}
