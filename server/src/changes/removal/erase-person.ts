import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { idsOf } from '../../lib/grouped.js';
import type { EmailIdentity } from '../../outbox/email/transport.js';
import { leadChange, memberChange } from '../../resources/webhook-events.js';
import { contains, lockTable } from '../../store/engines/dialect.js';
import { noteEvents } from '../../store/tenant/followers.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { keepHighest } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { VISITOR_KINDS } from './removals.js';

/** How an operator names a person: by the id of a client, or by an email address. */
export type PersonName = { readonly id: number } | { readonly email: string };

export interface Person {
  readonly ids: readonly number[];
  /** In lower case. */
  readonly emails: readonly string[];
}

/** The rows of a person, or those that were erased. */
export interface Erased {
  readonly clients: number;
  readonly favorites: number;
  readonly trails: number;
  readonly deals: number;
  readonly searches: number;
  /** Leads that name nobody any more. They stay, so that the numbers of leads do. */
  readonly leads: number;
  /** Words in repeats of these leads. */
  readonly comments: number;
  /** Email to the person and about the person, sent or not. */
  readonly letters: number;
}

export interface Erasure {
  readonly erased: Erased;
  /** The email among it, by which its files are found. */
  readonly emails: readonly EmailIdentity[];
}

/** The tables whose rows go with their client. */
const TABLES_OF_CLIENTS = [
  'favorite_listing',
  'client_trail',
  'deal',
  'saved_search',
  'saved_search_match',
] as const;

/** What is left of a lead: when, of which kind, to whom, about which listing, at which price, and what has become of it. */
const NOBODY = {
  first_name: '',
  last_name: '',
  email: '',
  email_key: '',
  phone: '',
  comment: '',
  area: '',
  unit: '',
  back_link: '',
  client_id: 0,
  client_reference: '',
  tour_kind: '',
  tour_times: '',
  notes: '',
} as const;

/**
 * Who is meant: the client of an id with the email address, or the clients of an address. An address of
 * leads only is a person, too.
 */
export async function findPerson(database: TenantDatabase, name: PersonName): Promise<Person> {
  const people = database.db.selectFrom('client').select(['id', 'email_key']);
  if ('email' in name) {
    const key = name.email.toLowerCase();
    const rows = await people.where('email_key', '=', key).execute();
    return { ids: idsOf(rows), emails: [key] };
  }
  const rows = await people.where('id', '=', name.id).execute();
  return {
    ids: [name.id],
    emails: rows.map(({ email_key }) => email_key).filter((key) => key !== ''),
  };
}

/**
 * Erases a person in one transaction: client, favorites, trail, deals, saved searches and email go, and leads stay
 * without anything that says whose they were.
 *
 * @param dryRun Counts, and erases nothing.
 */
export function erasePerson(
  database: TenantDatabase,
  person: Person,
  dryRun: boolean,
): Promise<Erasure> {
  const { ids } = person;
  return writeUnversioned(database, async (transaction) => {
    // First of all, as in a removal and a registration: who holds a row and then waits for the table may wait for ever.
    if (!dryRun) await lockTable(transaction, 'client');
    const leadIds = await leadsOf(transaction, person);
    const letters = await emailsOf(transaction, person, leadIds);
    const count = async (table: (typeof TABLES_OF_CLIENTS)[number]) => {
      const query = transaction.selectFrom(table).select((eb) => eb.fn.countAll().as('rows'));
      return Number((await query.where(among('client_id', ids)).executeTakeFirstOrThrow()).rows);
    };
    const clients = await transaction
      .selectFrom('client')
      .select(['id', 'member'])
      .where(among('id', ids))
      .execute();
    const comments = await transaction
      .selectFrom('alert_comment')
      .select('id')
      .where(among('alert_id', leadIds))
      .where('text', '<>', '')
      .execute();
    const erased = {
      clients: clients.length,
      favorites: await count('favorite_listing'),
      trails: await count('client_trail'),
      deals: await count('deal'),
      searches: await count('saved_search'),
      leads: leadIds.length,
      comments: comments.length,
      letters: letters.length,
    };
    if (dryRun) return { erased, emails: letters };
    await transaction
      .updateTable('alert_comment')
      .set({ text: '' })
      .where(among('alert_id', leadIds))
      .execute();
    await transaction.updateTable('alert').set(NOBODY).where(among('id', leadIds)).execute();
    const letterIds = idsOf(letters);
    await transaction.deleteFrom('letter').where(among('id', letterIds)).execute();
    for (const table of TABLES_OF_CLIENTS) {
      await transaction.deleteFrom(table).where(among('client_id', ids)).execute();
    }
    await transaction.deleteFrom('client').where(among('id', ids)).execute();
    for (const { id } of clients) await keepHighest(transaction, 'clients', id);
    await forgetKeys(transaction, person, leadIds);
    const messages = await transaction
      .selectFrom('webhook_message')
      .select(['id', 'body'])
      .where(mayName('body', person))
      .execute();
    const messageIds = messages
      .filter(({ body }) => namesAny(body, person.emails))
      .map(({ id }) => id);
    const inMessages = among('message_id', messageIds);
    await transaction.deleteFrom('webhook_attempt').where(inMessages).execute();
    await transaction.deleteFrom('webhook_message').where(among('id', messageIds)).execute();
    noteEvents(transaction, [
      ...leadIds.map((id) => leadChange(id, 'erased')),
      ...clients.filter(({ member }) => member === 1).map(({ id }) => memberChange(id, 'removed')),
    ]);
    // Answers that are kept for a day to be given again do not say whose they are.
    await transaction.deleteFrom('idempotent_write').execute();
    return { erased, emails: letters };
  });
}

/**
 * Takes away what other systems call the person, in keys of the person's own and in those that are the address. The rows
 * stay, so that no other record gets their numbers.
 */
async function forgetKeys(
  transaction: Transaction<TenantTables>,
  person: Person,
  leads: readonly number[],
): Promise<void> {
  const { ids, emails } = person;
  const rows = await transaction
    .selectFrom('source_key')
    .select(['kind', 'number', 'key'])
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'clients'), among('number', ids)]),
        eb.and([eb('kind', '=', 'leads'), among('number', leads)]),
        // An agent may be a client, too: what the brokerage publishes stays.
        eb.and([eb('kind', 'in', VISITOR_KINDS), mayName('key', person)]),
      ]),
    )
    .execute();
  const own: Readonly<Record<string, ReadonlySet<number>>> = {
    clients: new Set(ids),
    leads: new Set(leads),
  };
  for (const { kind, number, key } of rows) {
    if (own[kind]?.has(number) !== true && !namesAny(key, emails)) continue;
    await transaction
      .updateTable('source_key')
      .set({ key: `erased ${number}` })
      .where('kind', '=', kind)
      .where('number', '=', number)
      .execute();
  }
}

/** One of these values; of none, none is. */
function among(
  column: string | RawBuilder<unknown>,
  values: readonly (number | string)[],
): RawBuilder<SqlBool> {
  if (values.length === 0) return sql<SqlBool>`1 = 0`;
  const value = typeof column === 'string' ? sql.ref(column) : column;
  return sql<SqlBool>`${value} in (${sql.join(values)})`;
}

/** The leads that have the address, or are from one of the clients. */
export async function leadsOf(db: Kysely<TenantTables>, person: Person): Promise<number[]> {
  const { ids, emails } = person;
  const isTheirs = sql<SqlBool>`(${among('email_key', emails)} or ${among('client_id', ids)})`;
  const rows = await db.selectFrom('alert').select('id').where(isTheirs).orderBy('id').execute();
  return idsOf(rows);
}

/** Whether a text has an address somewhere, in part of a longer one, too. */
function mayName(column: 'body' | 'key' | 'text', { emails }: Person): RawBuilder<SqlBool> {
  const found = emails.map((email) => contains(sql`lower(${sql.ref(column)})`, email));
  return found.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

/**
 * Email that announces one of the leads, asks to answer the person, is about one of their searches, or went to them. One that
 * waits may also name the person in its text: a refused lead of a marketplace has no row.
 */
export async function emailsOf(
  db: Kysely<TenantTables>,
  person: Person,
  leads: readonly number[],
): Promise<(EmailIdentity & { readonly id: number })[]> {
  const letters = db.selectFrom('letter').select(['id', 'created_at', 'message_id']);
  const own = await letters
    .where((eb) =>
      eb.or([
        among('alert_id', leads),
        // Whatever address it went to.
        eb(
          'search_id',
          'in',
          db.selectFrom('saved_search').select('id').where(among('client_id', person.ids)),
        ),
        among(sql`lower(reply_address)`, person.emails),
        // An agent may be a client, too: email to an agent about other people's leads stays.
        eb.and([eb('alert_id', '=', 0), among(sql`lower(to_address)`, person.emails)]),
      ]),
    )
    .execute();
  const texts = await letters.select('text').where(mayName('text', person)).execute();
  const ids = new Set(idsOf(own));
  return [...own, ...texts.filter(({ id, text }) => !ids.has(id) && namesAny(text, person.emails))];
}

/** Escapes of JSON and of URLs: the `n` of a `\n` before an address is no letter of it. */
const ESCAPES = /\\(?:u[0-9a-f]{4}|.)|%[0-9a-f]{2}/gis;

/** `ann@x.com` is neither in `joann@x.com`, `jo.ann@x.com` nor in `ann@x.com.au`. */
const BEFORE = String.raw`(?<![\p{L}\p{N}][._%+'-]*)`;
const AFTER = String.raw`(?![\p{L}\p{N}]|[.-]+[\p{L}\p{N}])`;

/** Whether a text names one of these email addresses as a whole. @param emails In lower case. */
export function namesAny(text: string, emails: readonly string[]): boolean {
  const plain = text.replace(ESCAPES, ' ').toLowerCase();
  return emails.some((email) => {
    if (!plain.includes(email)) return false;
    const literal = email.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return new RegExp(BEFORE + literal + AFTER, 'u').test(plain);
  });
}
