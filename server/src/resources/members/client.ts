import { Type } from 'typebox';
import { bit, oneOf, serverOnly } from '../../api/fields.js';
import type { Tools } from '../../api/tools.js';
import { macOf } from '../../store/secrets/seal.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import {
  type ColumnsOf,
  column,
  computed,
  flag,
  id,
  idOf,
  inFiles,
  stampOrZero,
  text,
} from '../kinds/fields.js';
import { defineKind } from '../kinds/kind.js';
import { problem, readList, readTrimmed } from '../kinds/transfer-fields.js';

/** Every tag that a client may have. R154. */
const CLIENT_TYPES = [
  'Buyer',
  'Seller',
  'Renter',
  'Member',
  'Investor',
  'Guarantor',
  'Tenant',
  'clientOwner',
  'Other',
] as const;

/** The tag of clients who have registered on the website. */
export const MEMBER_TAG = 'Member';

/** Tags as records have them: each followed by a comma. */
export function typeText(tags: readonly string[]): string {
  return [...new Set(tags)].map((tag) => `${tag},`).join('');
}

/** The tags of a text that `typeText` made. */
export function tagsOf(type: string): string[] {
  return type.split(',').filter((tag) => tag !== '');
}

const TAGS: ReadonlyMap<string, string> = new Map(
  CLIENT_TYPES.map((tag) => [tag.toLowerCase(), tag]),
);

function readTags(value: unknown, field: string): string {
  const tags = readList(value, field).map((text) => {
    const tag = TAGS.get(text.toLowerCase());
    if (tag === undefined) throw problem(field, text, `tags out of ${CLIENT_TYPES.join(', ')}`);
    return tag;
  });
  return typeText(tags);
}

const computedText = (description: string) => computed(Type.String({ description }));

const fields = {
  id: id('Client id'),
  firstName: text('First name', { column: 'first_name' }),
  lastName: text('Last name', { column: 'last_name' }),
  email: text('Email', { read: readTrimmed }),
  /** In lower case, because letter case does not matter. */
  email_key: column(''),
  active: computed(bit('1 when verified and logged in within the last 120 days')),
  status: computed(oneOf(['Active', 'Inactive'], 'The same in words')),
  type: text('Tags, each followed by a comma', { read: readTags }),
  // Stored sealed (R316).
  verify: text(serverOnly('Verification code of a member; empty until they register'), {
    read: readTrimmed,
  }),
  /** 1 for a member of the website, who has a code; an index begins with it. */
  member: column(0),
  /** The login name of a member, `email_key`; null for everybody else, so that it can be unique. */
  login_key: column(null as string | null),
  /** Argon2id in its usual text form; empty without a password, and then there is no login. */
  password_hash: column(''),
  /** When a website changed the address; 0 once it is confirmed again. Until then no new password is mailed to it. */
  email_changed_at: column(0),
  /** What recognises the newest link to set a password (`account-links.ts`); empty for none. */
  reset_hash: column(''),
  /** Until when that link is good. It stays when the link was used, and tells older requests from newer ones. */
  reset_until: column(0),
  date_create: stampOrZero('When it was made', { column: 'created_at' }),
  date_update: stampOrZero('When it was last changed', { column: 'updated_at' }),
  phone: text('Phone'),
  home_Phone: text('Phone at home', { column: 'home_phone' }),
  office_Phone: text('Phone at work', { column: 'office_phone' }),
  agent_name: computedText('First and last name of the assigned agent'),
  agent_email: computedText('Email of the assigned agent'),
  agent_id: idOf('agents', 'Assigned agent, 0 when there is none'),
  progress: text("Position in the brokerage's own list of milestones"),
  source: text("Origin, from the brokerage's own list"),
  dob: text('Date of birth'),
  address: text('Street address'),
  city: text('City'),
  state: text('Two letters'),
  zip: text('Postal code'),
  last_login: inFiles(stampOrZero('When the member last logged in', { column: 'last_login_at' })),
  verified: inFiles(flag('the code was redeemed')),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    client: ColumnsOf<typeof fields>;
  }
}

/** Clients of the brokerage, some of whom are members of its website. R153. */
export const client = defineKind('clients', 'Client', fields);

export type StoredClient = typeof client.defaults;

/** The columns that follow from others: whether a client is a member, and the key of its login. */
export function withKeys(row: StoredClient): StoredClient {
  const email_key = row.email.toLowerCase();
  const member = row.verify === '' ? 0 : 1;
  return {
    ...row,
    email_key,
    member,
    login_key: member === 1 && email_key !== '' ? email_key : null,
  };
}

/** A member who has not logged in for this long is not active. R160. */
export const ACTIVE_FOR_MS = 120 * 24 * 60 * 60 * 1000;

/** The columns that decide whether a client is active. */
interface Activity {
  readonly verified: number;
  /** Milliseconds since the epoch, 0 when there was none. */
  readonly last_login_at: number;
}

/**
 * Whether a client is active at a moment: verified, and the last login less than 120 days back.
 * Derived on every read, so that no job has to run when the days are over (R160).
 */
export function isActive({ verified, last_login_at }: Activity, now: number): boolean {
  return verified === 1 && now - last_login_at < ACTIVE_FOR_MS;
}

/** A moment in whole seconds, so that records sort by what they show. */
export function wholeSecond(epochMs: number): number {
  return Math.floor(epochMs / 1000) * 1000;
}

/** What says who a person is, and by what they log in. */
export type VersionedClient = Pick<
  TenantTables['client'],
  'id' | 'created_at' | 'email_key' | 'password_hash'
>;

/**
 * The version of a person: another one for another person, address or password. R315.
 *
 * It follows from what is stored, under a key, so that it reveals nothing of the hash of the password, and is the same in
 * every process, after a move, and after a restore to where the secret key is.
 *
 * @param secretKey The key of the installation (`secretKeyFor`).
 */
function versionOf(
  { id, created_at, email_key, password_hash }: VersionedClient,
  secretKey: Uint8Array,
): string {
  const parts = [id, created_at, email_key, password_hash];
  return macOf(secretKey, 'member version', parts).toString('base64url');
}

/** The version where a call asks for it. */
export async function versionFor(
  row: VersionedClient,
  addVersion: boolean,
  { secretKey }: Pick<Tools, 'secretKey'>,
): Promise<string | undefined> {
  return addVersion ? versionOf(row, await secretKey()) : undefined;
}
