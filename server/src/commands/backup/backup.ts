import { sep } from 'node:path';
import { inPortions, packed } from 'portico-importer/bytes.js';
import { messageOf } from 'portico-importer/errors.js';
import type { Services } from '../../services.js';
import {
  type Row,
  readSnapshot,
  type Snapshot,
  type TableShape,
  type Tables,
} from '../../store/copy/dump.js';
import { engineOf } from '../../store/engines/dialect.js';
import { serverLabel } from '../../store/engines/postgres/postgres-servers.js';
import { noteBackup } from '../../store/last-backup.js';
import { PROGRAM_VERSION } from '../../version.js';
import { CommandError } from '../command-error.js';
import { BackupFolder } from './backup-folder.js';
import { DATA_FILES, DataFiles } from './data-files.js';
import type { Manifest, SavedDatabase, SavedTable, SavedTables } from './manifest.js';

export interface BackupRequest {
  /** Absolute path of a folder that is empty or does not exist. */
  readonly folder: string;
  readonly media: boolean;
  readonly secretKey: boolean;
  /** Receives progress messages for people. */
  readonly say: (step: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Copies an installation into a folder while its server may run. Each database is copied in its
 * state at one moment after the begin of the backup: the directory first, then every tenant and
 * feed in it. Everything that was acknowledged before the begin is in the backup.
 *
 * @throws CommandError when the folder is not empty, when there is no tenant, or when the backup
 *   was stopped. An installation without tenants is an error because its operator most likely named
 *   the wrong place. After an error nothing is left in the folder.
 */
export async function runBackup(services: Services, request: BackupRequest): Promise<Manifest> {
  if (`${request.folder}${sep}`.startsWith(`${services.mediaFolder}${sep}`)) {
    throw new CommandError(
      `${request.folder} is among the files that are copied. Give another folder.`,
    );
  }
  if ((await services.directory.tenants()).length === 0) {
    throw new CommandError(
      `There is no client and no feed in ${whereOf(services)}. Run the backup with the settings of the ` +
        'server, from the folder of its .env.',
    );
  }
  const folder = await BackupFolder.open(request.folder);
  try {
    const manifest = await copy(services, request, folder);
    request.signal.throwIfAborted();
    await folder.complete(manifest);
    await noteBackup(services.config.dataFolder, manifest.finished, services.log);
    return manifest;
  } catch (error) {
    // A failure to clean up must not hide the first error.
    const left = await folder.abandon().then(
      () => 'is empty again',
      () => 'holds half of it',
    );
    if (request.signal.aborted) {
      throw new CommandError(`The backup was interrupted. ${request.folder} ${left}.`);
    }
    throw error;
  }
}

async function copy(
  services: Services,
  request: BackupRequest,
  folder: BackupFolder,
): Promise<Manifest> {
  const { clock, config, directory } = services;
  const { say, signal } = request;
  const now = () => new Date(clock.now()).toISOString();
  const begun = now();
  const files = new DataFiles(config.dataFolder, folder);
  const copyMedia = async () => {
    if (!request.media) return;
    say('Copying pictures and files …');
    await files.copyAll(DATA_FILES.media, signal);
  };
  const saving = { folder, signal, now };
  // Copies media both before and after the databases, because in between one picture may be removed
  // and another added.
  await copyMedia();
  say('Reading the directory …');
  const names = new Set<unknown>();
  const saved = await saveTables(directory.tables, 'directory', saving, (table, row) => {
    if (table.name === 'client') names.add(row[table.columns.indexOf('name')]);
  });
  const databases: SavedDatabase[] = [];
  for (const { name } of await directory.tenants()) {
    // A tenant that was added during the backup is not in the saved directory.
    if (!names.has(name)) continue;
    say(`Reading ${name} …`);
    try {
      databases.push(await saveTenant(services, name, saving));
    } catch (error) {
      // The backup could not be written, or was interrupted.
      if (signal.aborted || error instanceof CommandError) throw error;
      throw new CommandError(`The database of ${name} cannot be read: ${messageOf(error)}`);
    }
  }
  await copyMedia();
  const certificate = await copyCertificate(services, files);
  const secretKey = await copySecretKey(services, request, files);
  return {
    program: PROGRAM_VERSION,
    begun,
    finished: now(),
    directory: saved,
    databases,
    files: files.saved,
    secretKey,
    certificate,
    media: mediaOf(services, request),
  };
}

/** The place of the installation, without secrets. */
function whereOf({ config: { databaseUrl, dataFolder } }: Services): string {
  return databaseUrl === undefined ? dataFolder : serverLabel(databaseUrl);
}

function mediaOf({ config }: Services, { media }: BackupRequest): Manifest['media'] {
  if (!media) return 'left out';
  return config.mediaUrl === undefined ? 'included' : 'bucket';
}

async function copyCertificate(
  { config }: Services,
  files: DataFiles,
): Promise<Manifest['certificate']> {
  if (config.tls !== undefined) return 'configured';
  const copied: boolean[] = [];
  for (const path of DATA_FILES.certificate) copied.push(await files.copy(path));
  return copied.includes(true) ? 'included' : 'none';
}

/** Signing secrets are sealed under this key: without it, the saved secrets cannot be read. */
async function copySecretKey(
  { config }: Services,
  { secretKey }: BackupRequest,
  files: DataFiles,
): Promise<Manifest['secretKey']> {
  if (config.secretKey !== undefined) return 'environment';
  if (!secretKey) return 'left out';
  return (await files.copy(DATA_FILES.secretKey)) ? 'included' : 'none';
}

interface Saving {
  readonly folder: BackupFolder;
  readonly signal: AbortSignal;
  readonly now: () => string;
}

/** Looks at each row on its way into the backup. */
type Seen = (table: TableShape, row: readonly unknown[]) => void;

/** Saves the database of a tenant or feed from its current place, even if it is being moved. */
async function saveTenant(
  { tenants, directory }: Services,
  name: string,
  saving: Saving,
): Promise<SavedDatabase> {
  const path = `databases/${name}`;
  for (;;) {
    saving.signal.throwIfAborted();
    const entry = await directory.tenant(name);
    if (entry === undefined) throw new Error('The directory has lost it.');
    const database = await tenants.openAt(entry);
    try {
      const tables = await saveTables(database, path, saving);
      const word = (await directory.tenant(name))?.database_url;
      if (word === entry.database_url) return { name, kind: entry.kind, place: word, ...tables };
    } finally {
      await database.close();
    }
    // The database moved during the read, and its old place may have been emptied before that.
    await saving.folder.discard(path);
  }
}

async function saveTables<Schema>(
  database: Tables<Schema>,
  path: string,
  saving: Saving,
  seen: Seen = () => {},
): Promise<SavedTables> {
  const at = saving.now();
  return readSnapshot(database, async (snapshot) => {
    const tables: SavedTable[] = [];
    for (const table of snapshot.tables) {
      tables.push(await saveTable(snapshot, table, `${path}/${table.name}`, saving, seen));
    }
    return { engine: engineOf(database.db), at, steps: snapshot.steps, tables };
  });
}

async function saveTable(
  snapshot: Snapshot,
  table: TableShape,
  path: string,
  { folder, signal }: Saving,
  seen: Seen,
): Promise<SavedTable> {
  const portions = snapshot.rows(table);
  const first = await portions.next();
  if (first.done === true) return { ...table, rows: 0, file: null };
  let rows = 0;
  const lines = async function* () {
    for (
      let portion: IteratorResult<readonly Row[]> = first;
      !portion.done;
      portion = await portions.next()
    ) {
      signal.throwIfAborted();
      for (const row of portion.value) {
        rows += 1;
        seen(table, row);
        yield `${JSON.stringify(row)}\n`;
      }
    }
  };
  const file = await folder.write(`${path}.ndjson.gz`, packed(inPortions(lines())));
  return { ...table, rows, file };
}
