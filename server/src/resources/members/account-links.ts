import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { CompleteEmail, StoredEmail } from '../../outbox/email/email-store.js';
import { macOf } from '../../store/secrets/seal.js';
import { noteEvents } from '../../store/tenant/followers.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { memberChange } from '../webhook-events.js';
import { type StoredClient, wholeSecond } from './client.js';
import { memberByLogin } from './client.queries.js';
import { CONFIRMATION, PASSWORD_RESET } from './member.email.js';

/** An email whose body has `{token}` or `{code}` instead of the secret, completed. @param address Where it goes: as stored. */
function filled(
  email: StoredEmail,
  address: string,
  secrets: Readonly<Record<string, string>>,
): StoredEmail {
  const fill = (text: string) =>
    text.replace(/\{(token|code)\}/g, (hole, name: string) => secrets[name] ?? hole);
  return { ...email, to_address: address, text: fill(email.text), html: fill(email.html) };
}

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
function confirmationCompletion(secretKey: () => Promise<Uint8Array>): CompleteEmail {
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

/*
 * Links by which members set a password. R371, R372. The call that asks for one queues an email, whatever the
 * address; its sender looks for the member and makes the token, of which only a hash is stored.
 */

/** For how long a link is good, from the call that asked for it. */
const GOOD_MS = 60 * 60_000;

/** The number of the member, who is looked up by it, and 128 bits that nobody can guess. */
const TOKEN = /^(\d{1,16})\.[\w-]{22}$/;

/** Completes an email with such a link, if a member may get it. A retry makes the same token again. */
function resetCompletion(secretKey: () => Promise<Uint8Array>): CompleteEmail {
  return async (database, email) => {
    const until = email.created_at + GOOD_MS;
    const member = await memberByLogin(database.db, email.to_address.toLowerCase());
    // Nobody has shown yet that a changed address is the member's.
    if (member === undefined || member.email_changed_at > 0) return undefined;
    const mac = macOf(await secretKey(), 'password reset', [member.id, email.message_id]);
    const token = `${member.id}.${mac.toString('base64url')}`;
    const isCurrent = database.now() < until && (await makeCurrent(database, member, token, until));
    return isCurrent ? filled(email, member.email, { token }) : undefined;
  };
}

/** Makes a token the member's newest. @returns Whether it is: not if a newer one is there, or if it was used. */
async function makeCurrent(
  database: TenantDatabase,
  member: StoredClient,
  token: string,
  until: number,
): Promise<boolean> {
  const reset_hash = hashOf(token, member);
  if (member.reset_until === until) return member.reset_hash === reset_hash;
  const { numUpdatedRows } = await writeUnversioned(database, (transaction) =>
    transaction
      .updateTable('client')
      .set({ reset_hash, reset_until: until })
      .where('id', '=', member.id)
      .where('reset_until', '<', until)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

/** Another one after another address or password, whatever changes them: the token is dead then. */
function hashOf(
  token: string,
  { email_key, password_hash }: Pick<StoredClient, 'email_key' | 'password_hash'>,
): string {
  const text = JSON.stringify([token, email_key, password_hash]);
  return createHash('sha256').update(text).digest('hex');
}

/** The member whose token this is; undefined if it is none, or dead. @param now Milliseconds since the epoch. */
export async function memberOfToken(
  { db }: TenantDatabase,
  token: string,
  now: number,
): Promise<StoredClient | undefined> {
  const id = Number(TOKEN.exec(token)?.[1]);
  if (!Number.isSafeInteger(id)) return undefined;
  const query = db.selectFrom('client').selectAll().where('id', '=', id);
  const member = await query.executeTakeFirst();
  if (member === undefined || now >= member.reset_until) return undefined;
  return member.reset_hash === hashOf(token, member) ? member : undefined;
}

/**
 * Sets the password of a member whose token was found, which uses the token up. That the link came to the
 * address confirms it, and counts as a login, as redeeming a code does (R160).
 *
 * @param now Milliseconds since the epoch.
 * @param also Stores more in the same transaction.
 * @returns Whether it was done: not if the token died in the meantime.
 */
export function resetMember(
  database: TenantDatabase,
  { id, reset_hash, email_key, password_hash }: StoredClient,
  newHash: string,
  now: number,
  also: (transaction: Transaction<TenantTables>) => Promise<void>,
): Promise<boolean> {
  return writeUnversioned(database, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('client')
      .set({
        password_hash: newHash,
        verified: 1,
        last_login_at: now,
        email_changed_at: 0,
        reset_hash: '',
        updated_at: wholeSecond(now),
      })
      .where('id', '=', id)
      .where('reset_hash', '=', reset_hash)
      .where('email_key', '=', email_key)
      .where('password_hash', '=', password_hash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    noteEvents(transaction, [memberChange(id, 'updated', ['password'])]);
    await also(transaction);
    return true;
  });
}

/** What completes email to members when it is sent, by its kind. @param secretKey The key of the installation. */
export function emailCompletions(
  secretKey: () => Promise<Uint8Array>,
): Readonly<Record<string, CompleteEmail>> {
  return {
    [PASSWORD_RESET]: resetCompletion(secretKey),
    [CONFIRMATION]: confirmationCompletion(secretKey),
  };
}
