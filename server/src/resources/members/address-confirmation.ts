import type { CompleteEmail } from '../../outbox/email/email-store.js';
import { macOf } from '../../store/secrets/mac.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { filled } from './account-links.email.js';
import type { StoredClient } from './client.js';
import { memberByLogin } from './client.queries.js';

/**
 * The code that confirms an address which a website has changed: the one of the registration went to another
 * address. R373.
 *
 * @param secretKey The key of the installation.
 */
export function codeOfChange(
  { id, email_key, email_changed_at }: StoredClient,
  secretKey: Uint8Array,
): string {
  return macOf(secretKey, 'changed address', [id, email_key, email_changed_at]).toString('hex');
}

/**
 * Notes that a changed address is confirmed. Its code is the member's from now on, so that it can be redeemed
 * again like every other (R159).
 *
 * @returns The member by now.
 */
export async function confirmChange(
  database: TenantDatabase,
  member: StoredClient,
  code: string,
): Promise<StoredClient> {
  const confirmed = { ...member, verify: code, email_changed_at: 0 };
  const sealed = await database.codes.seal([confirmed]);
  await writeUnversioned(database, async (transaction) => {
    for (const { verify, email_changed_at } of sealed) {
      await transaction
        .updateTable('client')
        .set({ verify, email_changed_at })
        .where('id', '=', member.id)
        .where('email_changed_at', '=', member.email_changed_at)
        .execute();
    }
  });
  return confirmed;
}

/** Completes an email with a code, if there is a member at the address who has something to confirm. */
export function confirmationCompletion(secretKey: () => Promise<Uint8Array>): CompleteEmail {
  return async (database, email) => {
    const stored = await memberByLogin(database.db, email.to_address.toLowerCase());
    const [member] = stored === undefined ? [] : await database.codes.open([stored]);
    if (member === undefined) return undefined;
    const isChanged = member.email_changed_at > 0;
    if (member.verified === 1 && !isChanged) return undefined;
    const code = isChanged ? codeOfChange(member, await secretKey()) : member.verify;
    // A code that was sealed under another key is empty here.
    return code === '' ? undefined : filled(email, member.email, { code });
  };
}
