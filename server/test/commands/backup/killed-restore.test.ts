import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { UNFINISHED_FILE } from '../../../src/commands/restore/unfinished.js';
import { forEachDatabase } from '../../rig/databases.js';
import { programEnvironment, runProgram, serve } from '../../rig/program.js';
import { temporaryFolder } from '../../rig/temp.js';
import { testProgram } from '../../rig/test-program.js';
import { command, type Place, served } from './installation.js';

const PROCESS = fileURLToPath(new URL('killed-restore-process.ts', import.meta.url));

const messageOf = (json: Record<string, unknown>) => (json.error as { message: string }).message;

/** A backup of two brokerages on SQLite, each with two labels. */
async function labelledBackup(): Promise<string> {
  const made: Place = { dataFolder: temporaryFolder(), databaseUrl: undefined };
  for (const name of ['acme', 'zulu']) await command(made, 'client', 'add', name);
  const labels = join(temporaryFolder(), 'labels.ndjson');
  writeFileSync(labels, '{"id":1,"name":"Loft"}\n{"id":2,"name":"Penthouse"}\n');
  for (const name of ['acme', 'zulu']) {
    expect((await command(made, 'import', name, labels)).code).toBe(0);
  }
  const backup = join(temporaryFolder(), 'backup');
  expect((await command(made, 'backup', backup)).code).toBe(0);
  return backup;
}

let labelled: Promise<string> | undefined;

forEachDatabase('a restore that is killed', (database) => {
  let backup: string;
  const place: Place = { ...database, dataFolder: join(database.dataFolder, 'data') };
  const tenants = async () => {
    const server = await served(place);
    try {
      const entries = await server.services.directory.tenants();
      return await Promise.all(
        entries.map(async (entry) => {
          const { db } = await server.services.tenants.database(entry);
          return [entry.name, (await db.selectFrom('label').select('name').execute()).length];
        }),
      );
    } finally {
      await server.close();
    }
  };
  const killedAt = async (words: string) => {
    const child = spawn(process.execPath, [await testProgram(PROCESS), words, backup], {
      env: programEnvironment(place),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    expect(existsSync(join(place.dataFolder, UNFINISHED_FILE))).toBe(true);
  };

  beforeAll(async () => {
    // Both databases are filled from the same one.
    labelled ??= labelledBackup();
    backup = await labelled;
  });

  it('is said so by a start and by the next restore, which takes it away where that is wanted', async () => {
    // The first of two databases is filled by then.
    await killedAt('Restoring zulu');
    for (const args of [['serve'], ['serve', '--workers', '1']]) {
      const run = await runProgram(place, ...args, '--json');
      expect([run.status, messageOf(JSON.parse(run.output))]).toEqual([
        1,
        expect.stringMatching(
          /^The restore of ".*backup" that began 20.* was cut short: .*--again/,
        ),
      ]);
    }
    const next = await command(place, 'restore', backup);
    expect([next.code, messageOf(next.json)]).toEqual([
      1,
      expect.stringContaining('was cut short'),
    ]);

    // Killed once more, what either of the two has left is known.
    const again = await command(place, 'restore', backup, '--again');
    expect([again.code, again.errors]).toEqual([0, '']);
    expect(await tenants()).toEqual([
      ['acme', 2],
      ['zulu', 2],
    ]);
    expect(readdirSync(place.dataFolder)).not.toContain(UNFINISHED_FILE);
    const server = await serve(place);
    await server.stop();
  });
});

forEachDatabase('a restore that is killed behind its last step', (database) => {
  it('has come to its end, and others are not cleared', async () => {
    const made: Place = { dataFolder: temporaryFolder(), databaseUrl: undefined };
    await command(made, 'client', 'add', 'acme');
    const backup = join(temporaryFolder(), 'backup');
    expect((await command(made, 'backup', backup)).code).toBe(0);
    expect((await command(database, 'restore', backup)).code).toBe(0);
    const marker = join(database.dataFolder, UNFINISHED_FILE);
    const unfinished = { begun: '', backup, revisions: { acme: [1] } };
    writeFileSync(marker, JSON.stringify(unfinished));
    const refused = await command(database, 'restore', backup, '--again');
    expect(refused.code).toBe(1);
    expect((await command(database, 'client', 'list')).json.clients).toHaveLength(1);
    const server = await serve(database);
    await server.stop();
    expect(existsSync(marker)).toBe(false);

    // A database that somebody else has filled is none of a restore's, whatever the note says.
    const fresh: Place = { ...database, dataFolder: join(temporaryFolder(), 'data') };
    mkdirSync(fresh.dataFolder);
    writeFileSync(join(fresh.dataFolder, UNFINISHED_FILE), JSON.stringify(unfinished));
    const other = await command(fresh, 'restore', backup, '--again');
    expect(other.code).toBe(database.kind === 'sqlite' ? 0 : 1);
    expect((await command(database, 'client', 'list')).json.clients).toHaveLength(1);
  });
});
