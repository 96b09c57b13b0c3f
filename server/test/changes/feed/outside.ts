import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestDatabase } from '../../rig/databases.js';
import { runProgram, startProgram } from '../../rig/program.js';
import { temporaryFolder } from '../../rig/temp.js';

/*
 * What other processes do to the data that a server serves: imports that are killed, backups, and
 * restores.
 */

/** How long the last import that was not killed took, from start to end, in milliseconds. */
let importMs = 3_000;

/** Files of import records, by the name of their kind. */
export type ImportFiles = Readonly<Record<string, readonly object[]>>;

/**
 * Runs `portico import` in a process of its own, and kills it at a moment that `random` draws: before it
 * writes, between two of its transactions, within one, or too late.
 */
export async function importAndKill(
  database: TestDatabase,
  tenant: string,
  files: ImportFiles,
  random: () => number,
): Promise<void> {
  const folder = join(temporaryFolder(), 'import');
  mkdirSync(folder);
  for (const [kind, records] of Object.entries(files)) {
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    writeFileSync(join(folder, `${kind}.ndjson`), lines.join(''));
  }
  const began = performance.now();
  const child = startProgram(database, 'import', tenant, folder, '--json');
  const ended = once(child, 'close');
  const killAt = random() * importMs * 1.2;
  await Promise.race([ended, pause(killAt)]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  else importMs = performance.now() - began;
  await ended;
}

/** Backs up the installation. @returns The folder of the backup. */
export async function backUp(database: TestDatabase): Promise<string> {
  const folder = join(temporaryFolder(), 'backup');
  await succeed(database, 'backup', folder);
  return folder;
}

/** Removes a client, and takes it back from a backup. */
export async function restoreFrom(
  database: TestDatabase,
  folder: string,
  tenant: string,
): Promise<void> {
  await succeed(database, 'client', 'remove', tenant, '--yes');
  await succeed(database, 'restore', folder, '--client', tenant);
}

async function succeed(database: TestDatabase, ...args: string[]): Promise<void> {
  const { status, errors, output } = await runProgram(database, ...args, '--json');
  if (status !== 0) throw new Error(`portico ${args.join(' ')}: ${errors}${output}`);
}
