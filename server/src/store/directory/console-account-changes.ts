import type { Kysely } from 'kysely';
import type { DirectoryTables } from './tables.js';

/** Sets a password, with which sessions and links of the account end. @returns Its address; undefined where there is none. */
export async function replacePassword(
  transaction: Kysely<DirectoryTables>,
  id: number,
  password_hash: string,
  but = 0,
): Promise<string | undefined> {
  const account = await transaction
    .updateTable('console_account')
    .set({ password_hash })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  await endSessions(transaction, id, but);
  await forgetLinks(transaction, id);
  return account?.email;
}

export async function endSessions(
  transaction: Kysely<DirectoryTables>,
  id: number,
  but: number,
): Promise<void> {
  const sessions = transaction.deleteFrom('console_session').where('account_id', '=', id);
  await sessions.where('id', '<>', but).execute();
}

/** Forgets what somebody was invited to: once there is an account, or no more, it would be given by nobody. */
export async function forgetInvitations(
  transaction: Kysely<DirectoryTables>,
  email: string,
): Promise<void> {
  const links = transaction.deleteFrom('console_link').where('kind', '=', 'invitation');
  await links.where('email_key', '=', email.toLowerCase()).execute();
}

/** A link that somebody made for an account is for what it was then. */
export async function forgetLinks(transaction: Kysely<DirectoryTables>, id: number): Promise<void> {
  await transaction.deleteFrom('console_link').where('account_id', '=', id).execute();
}

/** What an account was allowed to give it may no longer be: its links would be a way back. */
export async function forgetMadeLinks(
  transaction: Kysely<DirectoryTables>,
  id: number,
): Promise<void> {
  await transaction.deleteFrom('console_link').where('made_by', '=', id).execute();
}

/** Forgets the roles in a brokerage and the invitations to it: another one may get the name. */
export async function forgetClient(
  transaction: Kysely<DirectoryTables>,
  client: string,
): Promise<void> {
  for (const table of ['console_role', 'console_link'] as const) {
    await transaction.deleteFrom(table).where('client', '=', client).execute();
  }
}
