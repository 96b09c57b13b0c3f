import type { Generated, Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { addIndex, makeTable } from '../schema/steps.js';

/** Somebody who signs in to the console. */
export interface ConsoleAccountTable {
  id: Generated<number>;
  email: string;
  /** In lower case, unique: what the account signs in with. */
  email_key: string;
  name: string;
  /** The role in the whole installation: `owner`, `operator`, `viewer`; empty for staff of brokerages only. */
  role: string;
  /** Argon2id in its usual text form. */
  password_hash: string;
  /** The secret of the second factor, sealed; null without one. */
  second_factor: string | null;
  /** The same of one that is being set up. */
  new_second_factor: Generated<string | null>;
  /** The last time step whose code was used, so that no code is good twice. */
  code_step: Generated<number>;
  /** Milliseconds since the epoch; 0 for never. */
  created_at: number;
  seen_at: Generated<number>;
}

/** The role of an account in one brokerage. */
export interface ConsoleRoleTable {
  account_id: number;
  client: string;
  /** `editor` or `viewer`. */
  role: string;
}

/** A browser that is signed in. */
export interface ConsoleSessionTable {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the token in its cookie, hexadecimal. */
  token_hash: string;
  created_at: number;
  /** When it last called, to the minute. */
  seen_at: number;
  /** When the password was last given. */
  proved_at: number;
  /** From where, and with which browser, for the list of sessions. */
  address: string;
  agent: string;
}

/** A recovery code that has not been used. */
export interface ConsoleCodeTable {
  account_id: number;
  /** What recognises the code (`macOf`), hexadecimal. */
  code_mac: string;
}

/** A link that is good once: for the first owner, an invitation, or a new password. */
export interface ConsoleLinkTable {
  id: Generated<number>;
  /** SHA-256 of the token in its fragment, hexadecimal. */
  token_hash: string;
  kind: 'first-owner' | 'invitation' | 'reset';
  /** Whom an invitation is for; empty otherwise. */
  email: string;
  /** The same in lower case, as of accounts: engines lower ASCII letters only. */
  email_key: string;
  role: string;
  /** The brokerage that the role is in; empty for the installation. */
  client: string;
  /** Whose password a reset is for; 0 otherwise. */
  account_id: number;
  /** Who made it, so that it goes with its maker; 0 for a command or a start. */
  made_by: number;
  expires_at: number;
}

export interface ConsoleTables {
  console_account: ConsoleAccountTable;
  console_role: ConsoleRoleTable;
  console_session: ConsoleSessionTable;
  console_code: ConsoleCodeTable;
  console_link: ConsoleLinkTable;
}

/** The step that makes the accounts of the console, their roles, sessions, recovery codes and links. */
export async function makeConsoleTables(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  const account = `text!: email unique: email_key text!: name role password_hash
    text?: second_factor new_second_factor integer: code_step integer!: created_at integer: seen_at`;
  await makeTable(db, place, 'console_account', 'counted: id', account);
  await db.schema
    .createTable('console_role')
    .addColumn('account_id', integer, (column) => column.notNull())
    .addColumn('client', text, (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('console_role_once', ['account_id', 'client'])
    .execute();
  const session = `integer!: account_id unique: token_hash integer!: created_at seen_at proved_at
    text!: address agent`;
  await makeTable(db, place, 'console_session', 'counted: id', session);
  await addIndex(db, 'console_session_account', 'console_session', 'account_id');
  await db.schema
    .createTable('console_code')
    .addColumn('account_id', integer, (column) => column.notNull())
    .addColumn('code_mac', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('console_code_once', ['account_id', 'code_mac'])
    .execute();
  const link = `unique: token_hash text!: kind email email_key role client
    integer!: account_id made_by expires_at`;
  await makeTable(db, place, 'console_link', 'counted: id', link);
}
