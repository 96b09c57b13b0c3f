import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Manifest,
  readManifest,
  type SavedDatabase,
  type SavedTable,
} from '../../../src/commands/backup/manifest.js';
import { forEachDatabase } from '../../rig/databases.js';
import { openFile } from '../../rig/sqlite-file.js';
import { temporaryFolder } from '../../rig/temp.js';
import { command, type Place, rewrite } from './installation.js';

const messageOf = (json: Record<string, unknown>) => (json.error as { message: string }).message;

type Fields = Record<string, unknown>;

/** A backup that somebody has changed: every checksum in it is right. */
class ChangedBackup {
  readonly folder = join(temporaryFolder(), 'backup');
  manifest: Manifest;

  constructor(backup: string, manifest: Manifest) {
    cpSync(backup, this.folder, { recursive: true });
    this.manifest = manifest;
  }

  /** Writes the lines of a table anew, and what the manifest says of its file. */
  lines(of: 'directory' | string, name: string, lines: readonly string[]): void {
    const packed = gzipSync(lines.map((line) => `${line}\n`).join(''));
    const change = (table: SavedTable): SavedTable => {
      if (table.name !== name || table.file === null) return table;
      writeFileSync(join(this.folder, table.file.path), packed);
      const sha256 = createHash('sha256').update(packed).digest('hex');
      return { ...table, file: { ...table.file, bytes: packed.length, sha256 } };
    };
    const { directory, databases } = this.manifest;
    this.seal(
      of === 'directory'
        ? { directory: { ...directory, tables: directory.tables.map(change) } }
        : {
            databases: databases.map((each) =>
              each.name === of ? { ...each, tables: each.tables.map(change) } : each,
            ),
          },
    );
  }

  /** Changes the rows of a table of the directory. */
  rows(name: string, change: (row: Fields) => Fields): void {
    const table = this.manifest.directory.tables.find((each) => each.name === name);
    if (table?.file == null) throw new Error(`There are no rows of ${name}.`);
    const text = gunzipSync(readFileSync(join(this.folder, table.file.path))).toString('utf8');
    const lines = text.trimEnd().split('\n');
    const changed = lines.map((line) => {
      const values = JSON.parse(line) as unknown[];
      const row = change(
        Object.fromEntries(table.columns.map((column, at) => [column, values[at]])),
      );
      return JSON.stringify(table.columns.map((column) => row[column]));
    });
    this.lines('directory', name, changed);
  }

  /** Calls the tenant otherwise, in the directory and in the manifest. */
  rename(name: string, as: string): void {
    this.rows('client', (row) => (row.name === name ? { ...row, name: as } : row));
    this.database(name, { name: as });
  }

  database(name: string, change: Partial<SavedDatabase>): void {
    this.seal({
      databases: this.manifest.databases.map((each) =>
        each.name === name ? { ...each, ...change } : each,
      ),
    });
  }

  seal(change: Partial<Manifest>): void {
    this.manifest = { ...this.manifest, ...change };
    rewrite(this.folder, this.manifest);
  }
}

const setting = (column: string, value: unknown) => (backup: ChangedBackup) =>
  backup.rows('client', (row) => ({ ...row, [column]: value }));

const HOSTILE: readonly [string, (backup: ChangedBackup) => void, string][] = [
  [
    'a name that leads out of the folder',
    (b) => b.rename('acme', '../../escaped'),
    'is not a name',
  ],
  ['such a name in the directory alone', setting('name', '../../escaped'), 'is not a name'],
  [
    'such a name in the manifest alone',
    (b) => b.database('acme', { name: '../../escaped' }),
    'is not a name',
  ],
  ['a name for PostgreSQL to stumble over', (b) => b.rename('acme', 'a"; drop'), 'is not a name'],
  ['a kind that there is not', setting('kind', '../x'), 'client.kind'],
  ['another kind in the manifest', (b) => b.database('acme', { kind: 'mls' }), 'has no feed acme'],
  [
    'a kind in the manifest that there is not',
    (b) => b.database('acme', { kind: 'x' as 'mls' }),
    '/databases/0/kind',
  ],
  ['a time zone that there is not', setting('time_zone', '../../etc/passwd'), 'is not a time zone'],
  ['a title of control characters', setting('title', '\u001b[2J'), 'is not a title'],
  ['a link that is none', setting('listings_link', 'javascript:alert(1)'), 'client.listings_link'],
  ['a page that is none', setting('password_page', 'http://x.example/'), 'client.password_page'],
  ['a feed by a name that is none', setting('mls_feed', '../x'), 'client.mls_feed'],
  ['a place that is no word', setting('database_url', '/etc/passwd'), 'client.database_url'],
  [
    'a place in the manifest that is no word',
    (b) => b.database('acme', { place: 'file:///etc/passwd' }),
    'the place of acme',
  ],
  [
    'addresses that are none',
    (b) => b.rows('api_key', (row) => ({ ...row, addresses: 'everywhere' })),
    'api_key.addresses',
  ],
  [
    'a hash that is none',
    (b) => b.rows('api_key', (row) => ({ ...row, hash: 'x' })),
    'api_key.hash',
  ],
  [
    'limits of a key that are none',
    (b) => b.rows('api_key', (row) => ({ ...row, per_second: 1_000_000 })),
    'api_key.per_second',
  ],
  [
    'an expiry that is no moment',
    (b) => b.rows('api_key', (row) => ({ ...row, expires_at: 8_640_000_000_000_001 })),
    'api_key.expires_at',
  ],
  [
    'a name of a key that is none',
    (b) => b.rows('api_key', (row) => ({ ...row, name: 'two\nlines' })),
    'api_key.name',
  ],
  [
    'a use of a key at no moment',
    (b) => b.rows('key_use', (row) => ({ ...row, used_at: 0.5 })),
    'key_use.used_at',
  ],
  [
    'an installation by a name that is none',
    (b) => b.rows('installation', (row) => ({ ...row, name: '*' })),
    'installation.name',
  ],
  [
    'a database that the directory does not name',
    (b) => b.seal({ databases: [...b.manifest.databases, stray(b.manifest)] }),
    'has no client stray',
  ],
  [
    'one database twice',
    (b) => b.seal({ databases: [...b.manifest.databases, ...b.manifest.databases] }),
    'it has the database of acme twice',
  ],
  ['a database left out', (b) => b.seal({ databases: [] }), 'the database of acme is not in it'],
  [
    'a table left out',
    (b) => b.database('acme', { tables: tablesOf(b).filter(({ name }) => name !== 'alert') }),
    'alert is not in it',
  ],
  [
    'a column by a name of statements',
    (b) =>
      b.database('acme', {
        tables: tablesOf(b).map((table) =>
          table.name === 'revision' ? { ...table, columns: ['number', 'views"; --'] } : table,
        ),
      }),
    'columns/1',
  ],
  [
    'a row less than the manifest says',
    (b) =>
      b.database('acme', {
        tables: tablesOf(b).map((table) => ({ ...table, rows: table.rows + 1 })),
      }),
    'instead of',
  ],
  [
    'text where a number belongs',
    (b) => b.lines('acme', 'revision', ['["1",1,1,1,1,1]']),
    'wrong value',
  ],
  ['a row of other columns', (b) => b.lines('acme', 'revision', ['[1]']), 'other columns'],
  ['a row that is an object', (b) => b.lines('acme', 'revision', ['{}']), 'other columns'],
  ['a line that is no JSON', (b) => b.lines('acme', 'revision', ['[1,']), 'is not a row'],
  [
    'a line without end',
    (b) => b.lines('acme', 'revision', [`["${'x'.repeat(65 * 2 ** 20)}",1]`]),
    'a line of more than 64 MiB',
  ],
  [
    'more rows than the manifest says',
    (b) =>
      b.lines(
        'acme',
        'revision',
        Array.from({ length: 5000 }, () => '[1,1,1,1,1,1]'),
      ),
    'has more rows than 1',
  ],
  [
    'a file of another client for a table',
    (b) =>
      b.database('acme', {
        tables: tablesOf(b).map((table) =>
          table.file === null
            ? table
            : { ...table, file: { ...table.file, path: `directory/${table.name}.ndjson.gz` } },
        ),
      }),
    'is not a file of a backup',
  ],
  ...['clients/acme.sqlite', 'databases/x', 'media/../../x', 'tls/../x', '/etc/passwd'].map(
    (path): [string, (backup: ChangedBackup) => void, string] => [
      `a file ${path}`,
      (b) => b.seal({ files: [{ path, bytes: 0, sha256: '' }] }),
      'is not a file of a backup',
    ],
  ),
  [
    'a link to a file of the machine',
    (b) => {
      const outside = join(temporaryFolder(), 'outside');
      writeFileSync(outside, 'x');
      mkdirSync(join(b.folder, 'media', 'acme'), { recursive: true });
      symlinkSync(outside, join(b.folder, 'media', 'acme', 'x.jpg'));
      const sha256 = createHash('sha256').update('x').digest('hex');
      b.seal({ files: [{ path: 'media/acme/x.jpg', bytes: 1, sha256 }] });
    },
    'is not a file of a backup',
  ],
  [
    'a manifest of another shape',
    (b) => b.seal({ databases: 'x' as unknown as Manifest['databases'] }),
    '/databases must be array',
  ],
];

function stray({ databases: [first] }: Manifest): SavedDatabase {
  if (first === undefined) throw new Error('There is no database.');
  const tables = first.tables.map((table) => ({ ...table, rows: 0, file: null }));
  return { ...first, name: 'stray', tables };
}

function tablesOf({ manifest }: ChangedBackup): readonly SavedTable[] {
  return manifest.databases[0]?.tables ?? [];
}

describe('a backup by somebody else', () => {
  let backup: string;
  let manifest: Manifest;
  /** A folder in which the data folder is one of several. */
  let around: string;
  let place: Place;

  beforeAll(async () => {
    const made = { dataFolder: temporaryFolder(), databaseUrl: undefined };
    await command(made, 'client', 'add', 'acme');
    await command(made, 'key', 'add', 'acme', '--private');
    await command(made, 'partner', 'add', 'StreetWise');
    const db = openFile(join(made.dataFolder, 'directory.sqlite'));
    db.exec("insert into installation values (1, '0123456789abcdef')");
    db.exec('insert into key_use values (1, 1795194000000)');
    db.close();
    backup = join(temporaryFolder(), 'backup');
    const { code, errors } = await command(made, 'backup', backup);
    expect([code, errors]).toEqual([0, '']);
    manifest = await readManifest(backup);
    around = temporaryFolder();
    place = { dataFolder: join(around, 'portico', 'data'), databaseUrl: undefined };
    const foreign = openFile(join(around, 'foreign.sqlite'));
    foreign.exec('create table mine (word text); insert into mine values (1)');
    foreign.close();
    mkdirSync(place.dataFolder, { recursive: true });
  });

  it.each(HOSTILE)('with %s is refused before anything is opened', async (_, change, words) => {
    const changed = new ChangedBackup(backup, manifest);
    change(changed);
    const before = readdirSync(around, { recursive: true }).sort();
    for (const options of [[], ['--dry-run'], ['--client', 'acme', '--as', 'x']]) {
      const to = options.length < 2 ? place : { ...place, dataFolder: temporaryFolder() };
      const { code, json } = await command(to, 'restore', changed.folder, ...options);
      expect([code, messageOf(json)]).toEqual([1, expect.stringContaining(words)]);
      expect(readdirSync(to.dataFolder).filter((name) => name !== 'directory.sqlite')).toEqual([]);
    }
    expect(readdirSync(around, { recursive: true }).sort()).toEqual(before);
  });

  it('leaves a SQLite file of another program as it is', async () => {
    const changed = new ChangedBackup(backup, manifest);
    changed.rename('acme', '../../../foreign');
    const file = join(around, 'foreign.sqlite');
    const before = readFileSync(file);
    expect((await command(place, 'restore', changed.folder)).code).toBe(1);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('with secrets that nobody can open here is known before', async () => {
    const changed = new ChangedBackup(backup, manifest);
    const { files } = changed.manifest;
    changed.seal({ files: files.filter(({ path }) => path !== 'secret-key') });
    const dry = await command(place, 'restore', changed.folder, '--dry-run', '--without-secrets');
    expect([dry.code, dry.json.warnings]).toEqual([0, [expect.stringContaining('"secret-key"')]]);
    const stops = await command(place, 'restore', changed.folder, '--dry-run');
    expect(stops.json.warnings).toEqual([
      expect.stringContaining('would stop: The signing secrets of these keys cannot be read'),
      expect.stringContaining('"secret-key"'),
    ]);
    const { code, json } = await command(place, 'restore', changed.folder);
    expect([code, messageOf(json)]).toEqual([1, expect.stringContaining('cannot be read')]);
  });

  it('has its other files named, and they stay where they are', async () => {
    const changed = new ChangedBackup(backup, manifest);
    mkdirSync(join(changed.folder, 'media', 'acme'), { recursive: true });
    writeFileSync(join(changed.folder, 'media', 'acme', 'added.html'), '');
    const words = [expect.stringContaining('"media/acme/added.html"')];
    const dry = await command(place, 'restore', changed.folder, '--dry-run');
    expect([dry.code, dry.json.warnings]).toEqual([0, words]);
    const to = { ...place, dataFolder: temporaryFolder() };
    const run = await command(to, 'restore', changed.folder);
    expect([run.code, run.json.warnings]).toEqual([0, words]);
    expect(existsSync(join(to.dataFolder, 'media', 'acme'))).toBe(false);
  });
});

forEachDatabase('a backup that the database refuses', (database) => {
  it('in its last table leaves nothing', async () => {
    const made = { dataFolder: temporaryFolder(), databaseUrl: undefined };
    for (const name of ['acme', 'beta']) await command(made, 'client', 'add', name);
    await command(made, 'key', 'add', 'beta');
    const backup = join(temporaryFolder(), 'backup');
    expect((await command(made, 'backup', backup)).code).toBe(0);
    const changed = new ChangedBackup(backup, await readManifest(backup));
    // Its types are right and its keys are not: only the database can know.
    const { directory } = changed.manifest;
    const tables = directory.tables.map((table) =>
      table.name === 'api_key' ? { ...table, rows: 2 } : table,
    );
    changed.seal({ directory: { ...directory, tables } });
    const file = join(changed.folder, 'directory', 'api_key.ndjson.gz');
    const [line = ''] = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    changed.lines('directory', 'api_key', [line, line]);
    expect((await command(database, 'restore', changed.folder)).code).toBe(1);
    expect(readdirSync(database.dataFolder)).toEqual([]);
    expect((await command(database, 'restore', backup)).code).toBe(0);
  });
});
