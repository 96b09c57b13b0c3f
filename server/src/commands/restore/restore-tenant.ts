import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { quoted } from '../../lib/text.js';
import type { Services } from '../../services.js';
import { storeAudit } from '../../store/audit/audit.js';
import { clear, isUntouched } from '../../store/copy/dump.js';
import { thaw } from '../../store/copy/triggers.js';
import type { ClientEntry, KeyEntry } from '../../store/directory/directory.js';
import type { LastUses } from '../../store/directory/key-uses.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import { DATA_FILES } from '../backup/data-files.js';
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';
import { checkName } from '../options.js';
import { fillDatabase, restoredWarnings } from './fill-database.js';
import { onTarget, savedEntries, withPlaces } from './places.js';
import { copyFiles, counted, type Restored, type RestoreOptions } from './restored.js';
import type { SavedBackup } from './saved-backup.js';
import { SecretKeys, unreadableWords } from './secrets.js';

export interface TenantOptions extends RestoreOptions {
  readonly name: string;
  /** Its name from now on. */
  readonly as: string;
}

/** Restores one tenant or feed of a backup. @throws CommandError when its name, database or files exist already. */
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
  const keys = await SecretKeys.of(backup, await secretKeyFor(config, random), random);
  const [placed = saved] = withPlaces([saved], { home: options.home, keys }, () => as);
  const { feeds, warnings } = await attached(services, saved.entry);
  const entry = { ...placed.entry, ...feeds };
  const restored = { ...placed, entry };
  await checkMedia(join(mediaFolder, as));
  return onTarget(tenants, restored, async (database) => {
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
      const fillOptions = { ...options, keys, numbers: directory.restoredNumbers };
      const filledDatabase = await fillDatabase(backup, restored, database, fillOptions);
      filled = true;
      const from = `${DATA_FILES.media}/${name}`;
      const files = backup.files(from);
      const to = `${DATA_FILES.media}/${as}`;
      await copyFiles(backup, files, config.dataFolder, (path) => path.replace(from, to), signal);
      await directory.addTenant(entry);
      const restoredKeys = await restoreKeys(
        services,
        (await backup.records(backup.manifest.directory, 'api_key'))
          .filter((row) => row.client === name)
          .map((row) => ({ ...row, client: as })),
        await lastUses(backup),
        keys,
      );
      return {
        databases: counted([restored]),
        files: files.length,
        keys: restoredKeys.restored,
        letters: filledDatabase.letters,
        warnings: [...warnings, ...restoredKeys.warnings, ...restoredWarnings([filledDatabase])],
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
  });
}

/**
 * Restores the API keys of a tenant unchanged, except keys that are in use here: one key, and one
 * number for signatures, belongs to one tenant.
 *
 * @param rows The rows of the keys, with the tenant's name from now on.
 * @param uses When they were last used, by the ids in the rows.
 */
async function restoreKeys(
  { directory }: Pick<Services, 'directory'>,
  rows: readonly Readonly<Record<string, unknown>>[],
  uses: LastUses,
  secretKeys: SecretKeys,
): Promise<{ readonly restored: number; readonly warnings: readonly string[] }> {
  const { db } = directory.tables;
  const taken: string[] = [];
  const unreadable: string[] = [];
  const restoredUses = new Map<number, number>();
  let restored = 0;
  for (const row of rows as readonly KeyEntry[]) {
    const { id: savedId, ...key } = row;
    const sealed = key.sealed_secret ? secretKeys.reseal(key.sealed_secret, key.hash) : null;
    if (sealed === undefined && key.active === 1) unreadable.push(key.prefix);
    const inserted = await db
      .insertInto('api_key')
      .values({ ...key, sealed_secret: sealed ?? key.sealed_secret })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined) {
      taken.push(key.prefix);
      continue;
    }
    restored += 1;
    await storeAudit(db, directory.actor, {
      kind: 'keys',
      client: key.client,
      records: [{ id: key.prefix }],
    });
    const usedAt = uses.get(savedId);
    if (usedAt !== undefined) restoredUses.set(inserted.id, usedAt);
  }
  await directory.keyUses.store(restoredUses);
  const warnings: string[] = [];
  if (taken.length > 0) {
    warnings.push(
      `These keys, or their numbers for signatures, are in use here and were left out: ${taken.join(', ')}.`,
    );
  }
  const left = unreadable.filter((prefix) => !taken.includes(prefix));
  warnings.push(...unreadableWords('keys', left, ' Rotate them: `portico key rotate`.'));
  return { restored, warnings };
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
