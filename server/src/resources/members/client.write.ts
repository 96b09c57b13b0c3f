import type { Transaction, Updateable } from 'kysely';
import { codes } from '../../api/envelopes.js';
import { lockTable } from '../../store/engines/dialect.js';
import { noteEvents } from '../../store/tenant/followers.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { changedFields } from '../kinds/changed-fields.js';
import { memberChange } from '../webhook-events.js';
import { clientFieldNames } from './client.files.js';
import { type StoredClient, wholeSecond } from './client.js';
import { memberByLogin } from './client.queries.js';

/** The columns of a member that a website can change; undefined stays. */
interface MemberChange {
  readonly first_name: string | undefined;
  readonly last_name: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly password_hash: string | undefined;
}

/**
 * Changes a member.
 *
 * @param now Milliseconds since the epoch.
 * @param readdressed Stores more in the same transaction where the address is another one.
 * @returns Why it failed: there is no such member, or another member has the address.
 */
export function changeMember(
  database: TenantDatabase,
  id: number,
  change: MemberChange,
  now: number,
  readdressed: (transaction: Transaction<TenantTables>) => Promise<void>,
): Promise<typeof codes.memberUnknown | typeof codes.emailTaken | undefined> {
  return writeUnversioned(database, async (transaction) => {
    const values: Updateable<TenantTables['client']> = withoutUndefined(change);
    if (change.email !== undefined) {
      // First of all: a transaction that holds a row and then asks for the table may wait for ever.
      await lockTable(transaction, 'client');
      const key = change.email.toLowerCase();
      values.email_key = key;
      values.login_key = key;
    }
    const stored = await transaction
      .selectFrom('client')
      .selectAll()
      .where('id', '=', id)
      .where('member', '=', 1)
      .executeTakeFirst();
    if (stored === undefined) return codes.memberUnknown;
    if (change.email !== undefined) {
      const holder = await memberByLogin(transaction, change.email.toLowerCase());
      if (holder !== undefined && holder.id !== id) return codes.emailTaken;
    }
    if (Object.keys(values).length === 0) return undefined;
    if (values.email_key !== undefined && values.email_key !== stored.email_key) {
      values.email_changed_at = now;
      await readdressed(transaction);
    }
    await transaction
      .updateTable('client')
      .set({ ...values, updated_at: wholeSecond(now) })
      .where('id', '=', id)
      .execute();
    const changed = changedFields(clientFieldNames, stored, { ...stored, ...values });
    if (changed.length > 0) noteEvents(transaction, [memberChange(id, 'updated', changed)]);
    return undefined;
  });
}

/**
 * Stores that a member has verified the address, which counts as a login (R160). A code that an earlier program stored as it
 * is gets sealed.
 *
 * @param member With the code.
 * @param now Milliseconds since the epoch.
 * @param first Stores more in the same transaction, the first time.
 */
export async function redeem(
  database: TenantDatabase,
  member: Pick<StoredClient, 'id' | 'verify'>,
  now: number,
  first: (transaction: Transaction<TenantTables>) => Promise<void>,
): Promise<void> {
  const { id, verify: plain } = member;
  const sealed = await database.codes.seal([member]);
  await writeUnversioned(database, async (transaction) => {
    for (const { verify } of sealed) {
      const isPlain = transaction.updateTable('client').where('id', '=', id);
      await isPlain.where('verify', '=', plain).set({ verify }).execute();
    }
    const { numUpdatedRows } = await transaction
      .updateTable('client')
      .set({ verified: 1, last_login_at: now })
      .where('id', '=', id)
      .where('verified', '=', 0)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return first(transaction);
    await transaction
      .updateTable('client')
      .set({ last_login_at: now })
      .where('id', '=', id)
      .execute();
  });
}

function withoutUndefined(change: MemberChange): Updateable<TenantTables['client']> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
