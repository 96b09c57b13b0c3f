import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { quoted } from '../../lib/text.js';
import type { Services } from '../../services.js';
import { clear, isUntouched } from '../../store/copy/dump.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import type { LastUses } from '../../store/directory/key-uses.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import { DATA_FILES } from '../backup/data-files.js';
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';
import { checkName } from '../options.js';
import { drawRevision, fillDatabase } from './fill-database.js';
import { restoreKeys } from './restore-keys.js';
import { receiverWarnings } from './restore-receivers.js';
import {
  copyFiles,
  counted,
  type Restored,
  type RestoreOptions,
  savedEntries,
  waitingEmail,
} from './restored.js';
import { openTarget, placedAnew, thaw } from './restored-places.js';
import type { SavedBackup } from './saved-backup.js';
import { savedSecretKey } from './sealed-secrets.js';

/** The tenant or feed of a backup to restore. */
export interface TenantOptions extends RestoreOptions {
  readonly name: string;
  /** Its name from now on. */
  readonly as: string;
}

/**
 * Restores one tenant or feed of a backup into an installation without one of its name.
 *
 * @throws CommandError when the name is taken, or when its database or its files already exist.
 */
export async function restoreTenant(
  services: Services,
  backup: SavedBackup,
  options: TenantOptions,
  random: World['random'],
): Promise<Restored> {
  const { tenants, config, directory, mediaFolder } = services;
  const { as, name, say, signal } = options;
  const entries = await savedEntries(backup);
  const saved = entries.find(({ entry }) => entry.name === name);
  if (saved === undefined) {
    const names = entries.map(({ entry }) => entry.name).join(', ');
    throw new CommandError(
      `The backup has no client or feed ${quoted(name)}. It has ${names || 'none'}.`,
    );
  }
  await directory.checkNameIsFree(checkName(as));
  const to = await secretKeyFor(config, random);
  const savedKey = await savedSecretKey(backup);
  // A backup without its key may come from this installation.
  const secretKeys = { to, from: savedKey === undefined ? [to] : [savedKey, to] };
  const places = { home: options.home, keys: secretKeys, random };
  const [placed = saved] = placedAnew([saved], places, () => as);
  const { feeds, warnings } = await attached(services, saved.entry);
  const entry = { ...placed.entry, ...feeds };
  await checkMedia(join(mediaFolder, as));
  const database = await openTarget(tenants, entry, saved.database);
  try {
    if (!(await isUntouched(database))) {
      throw new CommandError(
        `There is a database for ${as} already, and a restore overwrites nothing. Remove it, or ` +
          'restore under another name with --as.',
      );
    }
    await thaw(database);
    say(`Restoring ${as} …`);
    let filled = false;
    try {
      const revision = await drawRevision(backup, saved.database);
      const receivers = await fillDatabase(backup, saved.database, database, {
        ...{ ...options, revision, random, secretKeys, tenant: as },
        numbers: directory.restoredNumbers,
      });
      filled = true;
      const from = `${DATA_FILES.media}/${name}`;
      const files = backup.files(from);
      const to = `${DATA_FILES.media}/${as}`;
      await copyFiles(backup, files, config.dataFolder, (path) => path.replace(from, to), signal);
      await directory.addTenant(entry);
      const keys = await restoreKeys(
        services,
        (await backup.records(backup.manifest.directory, 'api_key'))
          .filter((row) => row.client === name)
          .map((row) => ({ ...row, client: as })),
        await lastUses(backup),
        secretKeys,
        random,
      );
      return {
        databases: counted([{ ...saved, entry }]),
        files: files.length,
        keys: keys.restored,
        letters: await waitingEmail(backup, [saved.database]),
        warnings: [...warnings, ...keys.warnings, ...receiverWarnings(receivers)],
      };
    } catch (error) {
      // A listed tenant stays; otherwise everything here comes from this restore.
      if (filled && (await directory.tenant(as)) === undefined) {
        await clear(database);
        await rm(join(mediaFolder, as), { recursive: true, force: true });
      }
      if (!signal.aborted) throw error;
      throw new CommandError('The restore was interrupted. What it had restored is removed again.');
    }
  } finally {
    await database.close();
  }
}

/** When the keys of a backup were last used, by their ids in it. */
async function lastUses(backup: SavedBackup): Promise<LastUses> {
  const rows = await backup.records(backup.manifest.directory, 'key_use');
  return new Map(rows.map(({ key_id, used_at }) => [Number(key_id), Number(used_at)]));
}

/** The feeds that it reads from now on, and warnings about those that are not here. */
async function attached(
  { directory }: Services,
  { mls_feed, rls_feed }: ClientEntry,
): Promise<{ feeds: Pick<ClientEntry, 'mls_feed' | 'rls_feed'>; warnings: string[] }> {
  const feeds = { mls_feed, rls_feed };
  const warnings: string[] = [];
  for (const [column, feed] of Object.entries(feeds)) {
    if (feed === null) continue;
    const found = await directory.tenant(feed);
    if (found !== undefined && `${found.kind}_feed` === column) continue;
    feeds[column as keyof typeof feeds] = null;
    warnings.push(
      `There is no such feed as ${feed} here. Attach one with \`portico client attach\`.`,
    );
  }
  return { feeds, warnings };
}

async function checkMedia(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  throw new CommandError(`${folder} holds files already, and a restore overwrites nothing.`);
}
