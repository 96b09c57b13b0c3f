import type { Transaction } from 'kysely';
import { isSealedCode, placeOfCode } from '../../store/secrets/sealed-codes.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { World } from '../command.js';
import { type SecretKeys, sealedWithNewKey } from './sealed-secrets.js';

/** How many clients are read at a time. */
const PAGE = 1000;

/**
 * Seals the verification codes of members under the key of this installation. Who has not confirmed an address, and whose
 * code no key opens, may register again, under the same number; who has confirmed stays a member without a code.
 *
 * @param keys Undefined when there is no secret key at all.
 */
export async function restoreCodes(
  transaction: Transaction<TenantTables>,
  keys: SecretKeys | undefined,
  random: World['random'],
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await transaction
      .selectFrom('client')
      .select(['id', 'verify', 'verified'])
      .where('id', '>', after)
      .where('verify', '<>', '')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows.filter(({ verify }) => isSealedCode(verify))) {
      const verify =
        keys === undefined
          ? undefined
          : sealedWithNewKey(row.verify, placeOfCode(row), keys, random);
      if (verify === row.verify || (verify === undefined && row.verified === 1)) continue;
      await transaction
        .updateTable('client')
        .set(verify === undefined ? { verify: '', member: 0, login_key: null } : { verify })
        .where('id', '=', row.id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
