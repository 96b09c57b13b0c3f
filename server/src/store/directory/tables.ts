import type { Generated, InsertType, Selectable } from 'kysely';
import type { AuditTables } from '../audit/audit.js';
import type { ConsoleTables } from './console-tables.js';
import type { PullPaceTables } from './pull-pace-tables.js';

/** One brokerage's tenant database, or a feed that tenant databases are attached to. */
export interface TenantTable {
  /** Its name, chosen by the operator: lower case letters, digits and dashes. */
  name: string;
  kind: 'client' | 'mls' | 'rls';
  title: string;
  /** The IANA name of the time zone of its dates. */
  time_zone: string;
  /** 1 when a repeated lead becomes a comment of the first (R142). */
  fold_repeat_leads: number;
  /** 1 when coordinates of listings with a hidden address are rounded to about a kilometer. */
  coarsen_hidden: number;
  /** Its encoded location (`places.ts`); null for the configured place. */
  database_url: string | null;
  /** The name of the attached feed of each kind. */
  mls_feed: string | null;
  rls_feed: string | null;
  /** Patterns of the links on agents' records (`people/agent-links.ts`); empty for no link. */
  listings_link: string;
  press_link: string;
  search_with_me_link: string;
  testimonial_link: string;
  /** Who gets the email about a lead, comma separated: `agent`, `coagent`, `office` (R230). */
  lead_recipients: Generated<string>;
  /** Addresses that get it as well, comma separated. */
  lead_copies: Generated<string>;
  /** What is set for its website, as JSON (`resources/site/site.settings.ts`); empty for nothing (R327). */
  site: Generated<string>;
  /** Pages that emails about saved searches link to (`saved-searches/alerts/unsubscribe.ts`); empty for none (R351). */
  listing_page: Generated<string>;
  unsubscribe_page: Generated<string>;
  /** Pages of its website that emails link to (`resources/site/site.settings.ts`); empty for none (R370). */
  password_page: Generated<string>;
  confirm_page: Generated<string>;
  /** Of a feed, how websites show its listings, as JSON (`api/named-settings.ts`); empty for nothing (R374). */
  display: Generated<string>;
  /** Milliseconds since the epoch. */
  created_at: number;
}

/** The columns that a new entry leaves to the database, whose default is right for it. */
type LeftToDefault = {
  [Name in keyof TenantTable]: undefined extends InsertType<TenantTable[Name]> ? Name : never;
}[keyof TenantTable];

/** The directory's entry of a tenant database or feed. */
export type TenantEntry = Omit<Selectable<TenantTable>, LeftToDefault> &
  Partial<Pick<Selectable<TenantTable>, LeftToDefault>>;

/** A new tenant's patterns of links on agents' records: none. */
export const NO_LINK_PATTERNS = {
  listings_link: '',
  press_link: '',
  search_with_me_link: '',
  testimonial_link: '',
} as const satisfies Partial<TenantTable>;

/** One API key. The key itself is not stored. */
export interface ApiKeyTable {
  id: Generated<number>;
  client: string;
  /** SHA-256 of the key, hexadecimal. */
  hash: string;
  /** The first characters of the key, its public id in lists and logs. */
  prefix: string;
  /** Scopes, comma separated. */
  scopes: string;
  /** Addresses and networks, comma separated; empty allows every address. */
  addresses: string;
  active: number;
  private_access: number;
  /** The number issued for signatures; null without private access. */
  issued_client_id: number | null;
  /** The signing secret, encrypted under the configured key (R46). */
  sealed_secret: string | null;
  created_at: number;
  /** What the operator calls it, such as the website that has it; empty for none. */
  name: Generated<string>;
  /** Milliseconds since the epoch; null for a key that never expires. */
  expires_at: number | null;
  /** Its own limits; null for those of every key (R55). */
  per_second: number | null;
  in_flight: number | null;
}

/** When a key was last used. Not a column of the key, as a change of a key makes all servers read it again. */
export interface KeyUseTable {
  key_id: number;
  /** Milliseconds since the epoch. */
  used_at: number;
}

/** One stamp that a signed call has used up. */
export interface SpentStampTable {
  /** Milliseconds since the epoch, as the caller sent it. */
  stamp: number;
  /** The number issued with the secret that signed it. */
  issued_client_id: number;
}

/** Credentials of a marketplace partner. Neither the key nor the secret is stored. */
export interface PartnerTable {
  id: Generated<number>;
  /** The registered name of the marketplace. */
  name: string;
  /** SHA-256 of the partner key, hexadecimal. */
  key_hash: string;
  /** The first characters of the partner key, its public id in lists. */
  prefix: string;
  /** SHA-256 of the secret, hexadecimal. */
  secret_hash: string;
  active: number;
  /** Milliseconds since the epoch. */
  created_at: number;
}

/** The one row with the installation's name, for what it shares with others. */
export interface InstallationTable {
  only: number;
  /** Random, hexadecimal. */
  name: string;
}

/** The one row that counts the changes of tenants and keys (`migrations.ts`). */
export interface DirectoryChangeTable {
  only: number;
  number: number;
}

/** How far the schema of a tenant's database is (`tenant-schemas.ts`). */
export interface TenantSchemaTable {
  client: string;
  step: string;
  /** Empty for none. */
  breaking_step: string;
}

/** Whether a database may hold something to send, and what it held at the last look (`email-notes.ts`). */
export interface QueuedEmailTable {
  client: string;
  /** When that was last noted, in milliseconds since the epoch; 0 if it holds none. */
  noted_at: number;
  /** How many emails in it were given up, at the last look. */
  failed: number;
  /** The emails that were sent and are still listed, the time of the newest email (0 for none), and the
   * listings, at that look; null where nobody has counted. */
  sent: number | null;
  newest_email_at: number | null;
  listings: number | null;
  /** The last import, as JSON, which is `null` for none; null where nobody has looked. */
  last_import: string | null;
  /** Its pulls, as JSON, which is `[]` for none; null where nobody has looked. */
  pulls: string | null;
}

/** An email that was sent, until its own database says so (`email-notes.ts`). */
export interface SentEmailTable {
  message_id: string;
  /** Milliseconds since the epoch. */
  sent_at: number;
}

/** Above which number each kind of record counts after the last restore (`restored-numbers.ts`). */
export interface RestoredNumberTable {
  kind: string;
  number: number;
}

export interface DirectoryTables extends AuditTables, ConsoleTables, PullPaceTables {
  client: TenantTable;
  client_schema: TenantSchemaTable;
  api_key: ApiKeyTable;
  key_use: KeyUseTable;
  spent_stamp: SpentStampTable;
  partner: PartnerTable;
  installation: InstallationTable;
  directory_change: DirectoryChangeTable;
  queued_email: QueuedEmailTable;
  sent_email: SentEmailTable;
  restored_number: RestoredNumberTable;
}
