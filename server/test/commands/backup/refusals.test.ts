import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { MANIFEST, type Manifest, readManifest } from '../../../src/commands/backup/manifest.js';
import { newEntry } from '../../../src/commands/client/entry.js';
import { expectedTables } from '../../../src/commands/restore/check-backup.js';
import type { Services } from '../../../src/services.js';
import { BOOKKEEPING } from '../../../src/store/engines/dialect-tables.js';
import { MEMBERS_STEP } from '../../../src/store/tenant/migrations.js';
import { forEachDatabase } from '../../rig/databases.js';
import { temporaryFolder } from '../../rig/temp.js';
import {
  command,
  exported,
  filesOf,
  fillInstallation,
  type Place,
  rewrite,
  served,
  withColumns,
} from './installation.js';

/** The tables of a database, as its schema is reviewed: a backup has all of them. */
function tablesOf(database: 'client' | 'directory'): string[] {
  const isBookkeeping = (name: string) => (BOOKKEEPING as readonly string[]).includes(name);
  const schema = join(import.meta.dirname, '../../store/schema', `${database}.sqlite.sql`);
  const found = readFileSync(schema, 'utf8').matchAll(/^CREATE TABLE "(\w+)"/gm);
  return [...found].map(([, name = '']) => name).filter((name) => !isBookkeeping(name));
}

/** Numbers that lose something on every way but the right one. */
const AMOUNTS = [0.1 + 0.2, 1e21, -2.5, Number.MAX_SAFE_INTEGER, 5e-324];

const messageOf = (json: Record<string, unknown>) => (json.error as { message: string }).message;

/** The tables of a tenant, with the rights of their owner. */
async function ownedBy({ tenants, directory }: Services, name: string) {
  const entry = await directory.tenant(name);
  if (entry === undefined) throw new Error(`There is no client ${name}.`);
  return tenants.openAt(entry);
}

/** A place for an installation on SQLite. */
const empty = (): Place => ({ dataFolder: temporaryFolder(), databaseUrl: undefined });

forEachDatabase('portico backup', (database) => {
  let backup: string;
  let manifest: Manifest;

  beforeAll(async () => {
    await fillInstallation(database);
    const server = await served(database);
    const acme = await ownedBy(server.services, 'acme');
    await acme.db.schema
      .createTable('added_later')
      .addColumn('word', 'text')
      .addColumn('amount', 'double precision')
      .execute();
    const loose = acme.db as never as import('kysely').Kysely<{
      added_later: { word: string | null; amount: number };
    }>;
    await loose
      .insertInto('added_later')
      .values(AMOUNTS.map((amount, at) => ({ word: at === 0 ? null : `ä"\\\n${at}`, amount })))
      .execute();
    await acme.close();
    await server.close();
    backup = join(temporaryFolder(), 'backups', 'today');
    const { code, errors } = await command(database, 'backup', backup);
    expect([code, errors]).toEqual([0, '']);
    manifest = await readManifest(backup);
    // What it is restored to has no such table.
    const again = await served(database);
    const owned = await ownedBy(again.services, 'acme');
    await owned.db.schema.dropTable('added_later').execute();
    await owned.close();
    await again.close();
  });

  it('has every table, those too that nobody has told it of', () => {
    const [acme, beta] = ['acme', 'beta'].map((name) =>
      manifest.databases.find((each) => each.name === name),
    );
    expect(acme?.tables.map(({ name }) => name)).toEqual(
      [...tablesOf('client'), 'added_later'].sort(),
    );
    expect(beta?.tables.map(({ name }) => name)).toEqual(tablesOf('client'));
    expect(manifest.directory.tables.map(({ name }) => name)).toEqual(tablesOf('directory'));
    const added = acme?.tables.find(({ name }) => name === 'added_later');
    expect(added).toMatchObject({ columns: ['word', 'amount'], rows: 5 });
    const lines = gunzipSync(readFileSync(join(backup, added?.file?.path ?? ''))).toString('utf8');
    const rows = AMOUNTS.map((amount, at) => [at === 0 ? null : `ä"\\\n${at}`, amount]);
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows);
  });

  it('can be read by its owner only', () => {
    const modes = (names: string[]) => names.map((name) => statSync(name).mode & 0o777);
    const below = readdirSync(backup, { recursive: true, withFileTypes: true });
    const paths = (files: boolean) =>
      below
        .filter((entry) => entry.isFile() === files)
        .map(({ parentPath, name }) => join(parentPath, name));
    expect(new Set(modes(paths(true)))).toEqual(new Set([0o600]));
    expect(new Set(modes([backup, ...paths(false)]))).toEqual(new Set([0o700]));
  });

  it('is none where there is no client, as that is not the place that was meant', async () => {
    const elsewhere: Place = { dataFolder: temporaryFolder(), databaseUrl: undefined };
    const folder = join(temporaryFolder(), 'backup');
    const { code, json } = await command(elsewhere, 'backup', folder);
    expect([code, messageOf(json)]).toEqual([
      1,
      expect.stringContaining(`There is no client and no feed in ${elsewhere.dataFolder}.`),
    ]);
    expect(existsSync(folder)).toBe(false);
  });

  it('never goes where something is', async () => {
    const before = filesOf(backup);
    const again = await command(database, 'backup', backup);
    expect([again.code, messageOf(again.json)]).toEqual([
      1,
      expect.stringContaining('is not empty. A backup never replaces another'),
    ]);
    expect(filesOf(backup)).toEqual(before);
    const inside = await command(database, 'backup', join(database.dataFolder, 'media', 'backup'));
    expect([inside.code, messageOf(inside.json)]).toEqual([
      1,
      expect.stringContaining('is among the files that are copied'),
    ]);
  });

  describe('is not restored', () => {
    const SPOILED: [string, (folder: string, manifest: Manifest) => void, string][] = [
      ['with a byte that has changed', (folder) => flip(join(folder, LEADS)), 'has changed'],
      ['with a byte less', (folder) => cut(join(folder, LEADS)), 'has changed'],
      ['without one of its files', (folder) => rmSync(join(folder, LEADS)), 'is missing'],
      ['without its manifest', (folder) => rmSync(join(folder, MANIFEST)), 'is not a backup'],
      ['with another manifest', (folder) => flip(join(folder, MANIFEST)), 'is damaged'],
      [
        'from a newer Portico',
        (folder, saved) => {
          const [first, ...others] = saved.databases;
          if (first === undefined) throw new Error('There is no database.');
          const newer = { ...first, steps: [...first.steps, '999-tomorrow'] };
          rewrite(folder, { ...saved, databases: [newer, ...others] });
        },
        'made by another Portico',
      ],
      [
        'with files that lead elsewhere',
        (folder, saved) => {
          const elsewhere = { path: 'media/../../../x', bytes: 0, sha256: '' };
          rewrite(folder, { ...saved, files: [elsewhere] });
        },
        'is not a file of a backup',
      ],
    ];
    it.each(SPOILED)('%s', async (_, spoil, words) => {
      const folder = join(temporaryFolder(), 'backup');
      cpSync(backup, folder, { recursive: true });
      spoil(folder, manifest);
      const place = empty();
      for (const options of [[], ['--dry-run']]) {
        const { code, json } = await command(place, 'restore', folder, ...options);
        expect([code, messageOf(json)]).toEqual([1, expect.stringContaining(words)]);
        expect(readdirSync(place.dataFolder)).toEqual([]);
      }
    });
  });

  it('with a table that this Portico does not know is not restored, and leaves nothing', async () => {
    const place = empty();
    const { code, json } = await command(place, 'restore', backup);
    expect([code, messageOf(json)]).toEqual([1, 'There is no added_later.word.']);
    expect(readdirSync(place.dataFolder)).toEqual([]);
  });

  it('is not restored over anything', async () => {
    const good = join(temporaryFolder(), 'backup');
    expect((await command(database, 'backup', good)).code).toBe(0);
    const before = [await exported(database, 'acme'), filesOf(database.dataFolder)];
    const full = await command(database, 'restore', good);
    expect([full.code, messageOf(full.json)]).toEqual([
      1,
      expect.stringContaining('is not empty, and a restore overwrites nothing'),
    ]);
    if (database.databaseUrl !== undefined) {
      const place = { dataFolder: temporaryFolder(), databaseUrl: database.databaseUrl };
      const run = await command(place, 'restore', good);
      expect([run.code, messageOf(run.json)]).toEqual([
        1,
        expect.stringContaining('in the database of PORTICO_DATABASE_URL already'),
      ]);
      expect(readdirSync(place.dataFolder)).toEqual([]);
    }
    expect(await exported(database, 'acme')).toEqual(before[0]);
    const taken = await command(database, 'restore', good, '--client', 'acme');
    expect([taken.code, messageOf(taken.json)]).toEqual([
      1,
      'There is already a client or feed named acme.',
    ]);
  });

  it('is restored at the schema that it has, which then goes on', async () => {
    const older = join(temporaryFolder(), 'backup');
    expect((await command(database, 'backup', older)).code).toBe(0);
    const saved = await readManifest(older);
    const expected = await expectedTables('client', MEMBERS_STEP);
    const databases = saved.databases.map((each) => ({
      ...each,
      steps: each.steps.filter((step) => step <= MEMBERS_STEP),
      tables: each.tables.flatMap((table) => {
        const columns = expected.get(table.name);
        return columns === undefined ? [] : withColumns(older, table, [...columns.keys()]);
      }),
    }));
    rewrite(older, { ...saved, databases });
    const place = empty();
    expect((await command(place, 'restore', older)).code).toBe(0);
    const before = await exported(database, 'acme');
    expect(before['leads.ndjson']).not.toBe('');
    expect(await exported(place, 'acme')).toEqual({
      ...before,
      'leads.ndjson': '',
      'listings.ndjson': before['listings.ndjson']?.replaceAll(
        /"extras_webtitle":"[^"]*"/g,
        '"extras_webtitle":""',
      ),
    });

    // A database that is empty and has gone further is not the one that was saved.
    const further = empty();
    const server = await served(further);
    await server.services.tenants.database(newEntry('acme', 'client', 0));
    await server.close();
    const refused = await command(further, 'restore', older, '--client', 'acme');
    expect([refused.code, messageOf(refused.json)]).toEqual([
      1,
      expect.stringContaining('is empty, but was made by another Portico than the backup'),
    ]);
    expect((await command(further, 'client', 'list')).json).toEqual({ clients: [] });
  });

  it.each([
    [['restore', 'nowhere'], 1, 'is not a backup'],
    [['restore', 'nowhere', '--as', 'x'], 2, '--as gives a single client another name'],
    [['restore', 'nowhere', '--client', 'x', '--adopt'], 2, '--adopt is for whole'],
    [['restore', 'nowhere', '--client', 'x', '--dry-run'], 2, '--dry-run checks the whole'],
    [['restore'], 2, 'missing required argument'],
    [['backup'], 2, 'missing required argument'],
  ])('%j is refused', async (args, code, words) => {
    const run = await command(empty(), ...args);
    expect([run.code, messageOf(run.json)]).toEqual([code, expect.stringContaining(words)]);
  });
});

describe('the secret key', () => {
  it('that comes from the environment stays there', async () => {
    const secretKey = randomBytes(32);
    const place = { ...empty(), secretKey };
    await command(place, 'client', 'add', 'acme');
    const { apiKey } = (await command(place, 'key', 'add', 'acme', '--private')).json;
    const backup = join(temporaryFolder(), 'backup');
    expect((await command(place, 'backup', backup)).json).toMatchObject({
      secretKey: 'environment',
    });
    const text = Object.values(filesOf(backup)).join('');
    expect(text).not.toContain(secretKey.toString('base64'));

    const without = empty();
    const refused = await command(without, 'restore', backup);
    expect([refused.code, messageOf(refused.json)]).toEqual([
      1,
      expect.stringContaining(`${String(apiKey).slice(0, 11)}. Set PORTICO_SECRET_KEY`),
    ]);
    expect(readdirSync(without.dataFolder)).toEqual([]);
    const other = await command({ ...without, secretKey: randomBytes(32) }, 'restore', backup);
    expect(other.code).toBe(1);
    const taken = await command(without, 'restore', backup, '--without-secrets');
    expect([taken.code, taken.json.warnings]).toEqual([
      0,
      [expect.stringContaining('Rotate them: `portico key rotate`.')],
    ]);
    const whole = await command({ ...empty(), secretKey }, 'restore', backup);
    expect([whole.code, whole.json.warnings]).toEqual([0, []]);
  });

  it('that is in the data folder can be left out', async () => {
    const place = empty();
    await command(place, 'client', 'add', 'acme');
    await command(place, 'key', 'add', 'acme', '--private');
    const backup = join(temporaryFolder(), 'backup');
    const made = await command(place, 'backup', backup, '--no-secret-key', '--no-media');
    expect(made.json).toMatchObject({ secretKey: 'left out', media: 'left out' });
    expect(readdirSync(backup).sort()).toEqual(['databases', 'directory', MANIFEST]);
    const target = empty();
    expect((await command(target, 'restore', backup)).code).toBe(1);
    const secretKey = Buffer.from(
      readFileSync(join(place.dataFolder, 'secret-key'), 'utf8'),
      'base64',
    );
    const restored = await command({ ...target, secretKey }, 'restore', backup);
    expect([restored.code, restored.json.warnings]).toEqual([
      0,
      ['Pictures and files were left out of the backup.'],
    ]);
  });

  it('of the place that is restored to takes over', async () => {
    const place = empty();
    await command(place, 'client', 'add', 'acme');
    await command(place, 'key', 'add', 'acme', '--private');
    const backup = join(temporaryFolder(), 'backup');
    await command(place, 'backup', backup);
    const secretKey = randomBytes(32);
    const target = { ...empty(), secretKey };
    expect((await command(target, 'restore', backup)).json.warnings).toEqual([]);
    expect(readdirSync(target.dataFolder)).not.toContain('secret-key');
    const second = join(temporaryFolder(), 'backup');
    await command(target, 'backup', second);
    // Sealed under the new key now: nothing else opens it.
    expect((await command({ ...empty(), secretKey }, 'restore', second)).code).toBe(0);
    expect((await command(empty(), 'restore', second)).code).toBe(1);
  });
});

const LEADS = 'databases/acme/alert.ndjson.gz';

function flip(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

function cut(path: string): void {
  writeFileSync(path, readFileSync(path).subarray(0, -1));
}
