import { type Kysely, sql } from 'kysely';
import { makeAudit } from '../audit/audit.js';
import { columnTypes, type Place } from '../engines/dialect.js';
import type { SchemaStep } from '../schema/migrate.js';
import { addColumns, addIndex, additiveAt, makeTable } from '../schema/steps.js';
import { makeConsoleTables } from './console-tables.js';
import { makePullPaces } from './pull-pace-tables.js';

const LINK_COLUMNS = 'text: listings_link press_link search_with_me_link testimonial_link';

/** From this step on the directory knows how far restores have gone. */
export const RESTORED_NUMBERS_STEP = '013-restored-numbers';

/** From this step on the directory has the accounts of the console. */
export const CONSOLE_STEP = '020-console';

/** The directory's schema, step by step. A released step is never changed. */
export function directorySteps(place: Place): Record<string, SchemaStep> {
  const { integer, text, counted } = columnTypes(place.kind);
  const additive = additiveAt(place);
  return {
    '001-clients-and-keys': {
      additive: true,
      async up(db: Kysely<unknown>) {
        const client = `text!: kind title time_zone integer!: fold_repeat_leads coarsen_hidden
          text?: database_url mls_feed rls_feed integer!: created_at`;
        await makeTable(db, place, 'client', 'text?: name', client);
        await db.schema
          .createTable('api_key')
          .addColumn('id', integer, counted)
          .addColumn('client', text, (column) => column.notNull())
          .addColumn('hash', text, (column) => column.notNull().unique())
          .addColumn('prefix', text, (column) => column.notNull())
          .addColumn('scopes', text, (column) => column.notNull())
          .addColumn('addresses', text, (column) => column.notNull())
          .addColumn('active', integer, (column) => column.notNull())
          .addColumn('private_access', integer, (column) => column.notNull())
          .addColumn('issued_client_id', integer, (column) => column.unique())
          .addColumn('sealed_secret', text)
          .addColumn('created_at', integer, (column) => column.notNull())
          .execute();
        await addIndex(db, 'api_key_client', 'api_key', 'client');
      },
    },
    '002-links': additive((db) => addColumns(db, place, 'client', LINK_COLUMNS)),
    '003-signatures': additive(makeSpentStampsAndPartners),
    '004-installation': additive((db) =>
      makeTable(db, place, 'installation', 'integer: only', 'text!: name'),
    ),
    '005-client-schemas': {
      // Programs that do not know this step do not know additive steps either, and refuse every one.
      additive: false,
      async up(db: Kysely<unknown>) {
        await makeTable(db, place, 'client_schema', 'text?: client', 'text!: step breaking_step');
      },
    },
    '006-changes': additive(countChanges),
    '007-queued-email': additive((db) =>
      makeTable(db, place, 'queued_email', 'text?: client', 'integer!: noted_at failed'),
    ),
    // A program that does not know it takes a key that has expired, and gives it the usual limits.
    '008-key-details': additive(addKeyDetails),
    // A program that does not know it writes only to a lead's agent.
    '009-lead-recipients': additive(async (db) => {
      await addColumns(db, place, 'client', 'text: lead_recipients', 'agent');
      await addColumns(db, place, 'client', 'text: lead_copies');
    }),
    // A program that does not know it sends an email again that another one has only noted here.
    '010-sent-email': additive((db) =>
      makeTable(db, place, 'sent_email', 'text?: message_id', 'integer!: sent_at'),
    ),
    // A program that does not know it leaves counts that a walk through all databases mends.
    '011-client-notes': additive((db) =>
      addColumns(db, place, 'queued_email', 'integer?: sent newest_email_at listings'),
    ),
    // A program that does not know it answers nothing about the website.
    '012-site': additive((db) => addColumns(db, place, 'client', 'text: site')),
    // A program that does not know it lets two restores of one backup give the same numbers.
    [RESTORED_NUMBERS_STEP]: additive((db) =>
      makeTable(db, place, 'restored_number', 'text?: kind', 'integer!: number'),
    ),
    // A program that does not know it leaves notes that a walk through all databases mends.
    '014-last-imports': additive((db) =>
      addColumns(db, place, 'queued_email', 'text?: last_import'),
    ),
    // As of 014.
    '015-pulls': additive((db) => addColumns(db, place, 'queued_email', 'text?: pulls')),
    // A program that does not know it mails nothing about saved searches.
    '016-alert-pages': additive((db) =>
      addColumns(db, place, 'client', 'text: listing_page unsubscribe_page'),
    ),
    // A program that does not know it mails codes without a link.
    '017-website-pages': additive((db) =>
      addColumns(db, place, 'client', 'text: password_page confirm_page'),
    ),
    // A program that does not know it shows listings of feeds without what their license asks, as it always did.
    '018-feed-display': additive((db) => addColumns(db, place, 'client', 'text: display')),
    // A program that does not know it changes keys and clients without an entry.
    '019-audit': additive(makeAudit),
    // A program that does not know it has no console.
    [CONSOLE_STEP]: additive(makeConsoleTables),
    // By which the console lists the newest changes of a client.
    '021-audit-of-a-client': additive((db) =>
      addIndex(db, 'audit_entry_client', 'audit_entry', 'client, id'),
    ),
    // By which the console lists the newest changes of a kind.
    '022-audit-of-a-kind': additive((db) =>
      addIndex(db, 'audit_entry_kind', 'audit_entry', 'kind, id'),
    ),
    // A program that does not know it counts what tokens ask in each database by itself.
    '023-pull-paces': additive(makePullPaces),
  };
}

/** The step that gives keys a name, an expiry and limits of their own, and notes when they were used. */
async function addKeyDetails(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'api_key', 'text: name integer?: expires_at per_second in_flight');
  await makeTable(db, place, 'key_use', 'integer: key_id', 'integer!: used_at');
}

async function makeSpentStampsAndPartners(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer } = columnTypes(place.kind);
  await db.schema
    .createTable('spent_stamp')
    .addColumn('stamp', integer, (column) => column.notNull())
    .addColumn('issued_client_id', integer, (column) => column.notNull())
    // The stamp first, so that the same index finds the oldest ones for the sweep.
    .addPrimaryKeyConstraint('spent_stamp_once', ['stamp', 'issued_client_id'])
    .execute();
  const partner =
    'text!: name unique: key_hash text!: prefix secret_hash integer!: active created_at';
  await makeTable(db, place, 'partner', 'counted: id', partner);
  await addIndex(db, 'partner_name', 'partner', 'name');
}

/** The tables that every call depends on. */
const COUNTED = ['client', 'api_key'] as const;

/**
 * Counts the changes of tenants and keys in one row. Triggers count, so that every change is noticed:
 * of a server, a command, an older release, or an operator with a database tenant.
 */
async function countChanges(db: Kysely<unknown>, place: Place): Promise<void> {
  await makeTable(db, place, 'directory_change', 'integer: only', 'integer!: number');
  const loose = db as Kysely<{ directory_change: { only: number; number: number } }>;
  await loose.insertInto('directory_change').values({ only: 1, number: 1 }).execute();
  await (place.kind === 'sqlite' ? countOnSqlite(db) : countOnPostgres(db, place));
}

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of COUNTED) {
    for (const event of ['insert', 'update', 'delete'] as const) {
      await sql`
        create trigger ${sql.id(`directory_change_${table}_${event}`)}
        after ${sql.raw(event)} on ${sql.id(table)}
        begin update directory_change set number = number + 1; end
      `.execute(db);
    }
  }
}

async function countOnPostgres(db: Kysely<unknown>, { schema = '' }: Place): Promise<void> {
  const count = sql.id(schema, 'count_change');
  await sql`
    create function ${count}() returns trigger language plpgsql as $$
    begin
      update ${sql.id(schema, 'directory_change')} set number = number + 1;
      return null;
    end $$
  `.execute(db);
  for (const table of COUNTED) {
    await sql`
      create trigger directory_change after insert or update or delete
      on ${sql.id(schema, table)} for each statement execute function ${count}()
    `.execute(db);
  }
}
