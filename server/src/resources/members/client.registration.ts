import { sql, type Transaction } from 'kysely';
import { lockTable } from '../../store/engines/dialect.js';
import { fragment } from '../../store/engines/fragment.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { insertPrepared, runPreparedIn } from '../../store/tenant/prepared.js';
import { numberAfter } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import {
  client,
  MEMBER_TAG,
  type StoredClient,
  tagsOf,
  typeText,
  wholeSecond,
  withKeys,
} from './client.js';
import { memberByLogin } from './client.queries.js';

/** A person who registers; the values are checked. */
interface Registrant {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly code: string;
}

/**
 * Registers a member: a new client, or the first one with that address who has not registered yet. The
 * other columns of an existing client stay (R155).
 *
 * @param now Milliseconds since the epoch.
 * @param also Stores more in the same transaction.
 * @returns Undefined when a member has the address already.
 */
export function register(
  database: TenantDatabase,
  registrant: Registrant,
  now: number,
  also: (transaction: Transaction<TenantTables>, id: number) => Promise<void>,
): Promise<StoredClient | undefined> {
  return writeUnversioned(database, async (transaction) => {
    // The next id is one more than the highest, and one address registers only once.
    await lockTable(transaction, 'client');
    const loginKey = registrant.email.toLowerCase();
    if ((await memberByLogin(transaction, loginKey)) !== undefined) return undefined;
    const firstOfAddress = fragment('client to be', [loginKey], (key) =>
      transaction
        .selectFrom('client')
        .selectAll()
        .where('email_key', '=', key)
        .where('member', '=', sql.lit(0))
        .orderBy('id')
        .limit(sql.lit(1)),
    );
    const [existing] = await runPreparedIn(transaction, firstOfAddress);
    const row = registered(existing, registrant, wholeSecond(now));
    const stored =
      existing === undefined
        ? await added(database, transaction, row)
        : await changed(database, transaction, row);
    await also(transaction, stored.id);
    return stored;
  });
}

function registered(
  existing: StoredClient | undefined,
  registrant: Registrant,
  now: number,
): StoredClient {
  const before = existing ?? { ...client.defaults, created_at: now };
  return withKeys({
    ...before,
    first_name: registrant.firstName,
    last_name: registrant.lastName,
    email: registrant.email,
    type: typeText([...tagsOf(before.type), MEMBER_TAG]),
    verify: registrant.code,
    password_hash: registrant.passwordHash,
    // Nobody has shown that the address is theirs until the code is redeemed.
    verified: 0,
    email_changed_at: 0,
    last_login_at: 0,
    updated_at: now,
  });
}

async function added(
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
  row: StoredClient,
): Promise<StoredClient> {
  const highestId = fragment('last client', [], () =>
    transaction.selectFrom('client').select((eb) => eb.fn.max('id').as('highest')),
  );
  const [last] = await runPreparedIn(transaction, highestId);
  const id = await numberAfter(transaction, 'clients', last?.highest ?? null);
  const numbered = { ...row, id };
  for (const sealed of await database.codes.seal([numbered])) {
    await insertPrepared(transaction, 'client', sealed);
  }
  return numbered;
}

async function changed(
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
  row: StoredClient,
): Promise<StoredClient> {
  for (const { id, ...values } of await database.codes.seal([row])) {
    await transaction.updateTable('client').set(values).where('id', '=', id).execute();
  }
  return row;
}
