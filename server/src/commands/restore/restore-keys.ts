import type { Services } from '../../services.js';
import type { KeyEntry } from '../../store/directory/directory.js';
import type { LastUses } from '../../store/directory/key-uses.js';
import type { World } from '../command.js';
import { unreadableSecrets } from './restored.js';
import { type SecretKeys, sealedWithNewKey } from './sealed-secrets.js';

/**
 * Restores the API keys of a tenant unchanged, except keys that are in use here: one key, and one
 * number for signatures, belongs to one tenant.
 *
 * @param rows The rows of the keys, with the tenant's name from now on.
 * @param uses When they were last used, by the ids in the rows.
 */
export async function restoreKeys(
  { directory }: Pick<Services, 'directory'>,
  rows: readonly Readonly<Record<string, unknown>>[],
  uses: LastUses,
  secretKeys: SecretKeys,
  random: World['random'],
): Promise<{ readonly restored: number; readonly warnings: readonly string[] }> {
  const { db } = directory.tables;
  const taken: string[] = [];
  const unreadable: string[] = [];
  const restoredUses = new Map<number, number>();
  let restored = 0;
  for (const row of rows as readonly KeyEntry[]) {
    const { id: savedId, ...key } = row;
    const sealed =
      key.sealed_secret === null
        ? null
        : sealedWithNewKey(key.sealed_secret, key.hash, secretKeys, random);
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
  if (left.length > 0)
    warnings.push(`${unreadableSecrets(left)} Rotate them: \`portico key rotate\`.`);
  return { restored, warnings };
}
