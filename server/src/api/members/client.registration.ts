import { sql, type Transaction } from 'kysely';
import { CLIENT_DEFAULTS } from '../../data/client-database/members-tables.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ClientTables } from '../../data/client-database/tables.js';
import { writeUnversioned } from '../../data/client-database/write.js';
import { lockTable } from '../../data/dialect.js';
import { fragment } from '../../data/fragment.js';
import { insertPrepared, runPreparedIn } from '../../data/prepared.js';
import { withKeys } from './client.keys.js';
import { memberByLogin, type StoredClient } from './client.queries.js';
import { MEMBER_TAG, tagsOf, typeText } from './client-types.js';
import { wholeSecond } from './member-activity.js';

/** Who registers, checked. */
export interface Registrant {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly code: string;
}

/**
 * Makes somebody a member: a new client, or one whom the brokerage knows by that address and who
 * has not registered yet. What it knows of them stays; of several the one that was first is meant (R155).
 *
 * @param now Milliseconds since the epoch.
 * @param also What is stored with it, or not at all.
 * @returns Undefined when the address is a member's already.
 */
export function register(
  database: ClientDatabase,
  registrant: Registrant,
  now: number,
  also: (transaction: Transaction<ClientTables>) => Promise<void>,
): Promise<StoredClient | undefined> {
  return writeUnversioned(database, async (transaction) => {
    // Numbers are counted on from the highest, and of two registrations of one address one is late.
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
    const [known] = await runPreparedIn(transaction, firstOfAddress);
    const row = registered(known, registrant, wholeSecond(now));
    const stored =
      known === undefined ? await added(transaction, row) : await changed(transaction, row);
    await also(transaction);
    return stored;
  });
}

function registered(
  known: StoredClient | undefined,
  registrant: Registrant,
  now: number,
): StoredClient {
  const before = known ?? { ...CLIENT_DEFAULTS, created_at: now };
  return withKeys({
    ...before,
    first_name: registrant.firstName,
    last_name: registrant.lastName,
    email: registrant.email,
    type: typeText([...tagsOf(before.type), MEMBER_TAG]),
    verify: registrant.code,
    password_hash: registrant.passwordHash,
    // The address is not known to be theirs until the code is redeemed.
    verified: 0,
    last_login_at: 0,
    updated_at: now,
  });
}

async function added(
  transaction: Transaction<ClientTables>,
  row: StoredClient,
): Promise<StoredClient> {
  const highestId = fragment('last client', [], () =>
    transaction.selectFrom('client').select((eb) => eb.fn.max('id').as('highest')),
  );
  const [last] = await runPreparedIn(transaction, highestId);
  const numbered = { ...row, id: (last?.highest ?? 0) + 1 };
  await insertPrepared(transaction, 'client', numbered);
  return numbered;
}

async function changed(
  transaction: Transaction<ClientTables>,
  row: StoredClient,
): Promise<StoredClient> {
  const { id, ...values } = row;
  await transaction.updateTable('client').set(values).where('id', '=', id).execute();
  return row;
}
