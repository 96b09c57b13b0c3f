import { type Kysely, sql } from 'kysely';
import { makeAudit } from '../audit/audit.js';
import { columnTypes, type Place } from '../engines/dialect.js';
import type { SchemaStep } from '../schema/migrate.js';

const LINK_COLUMNS = [
  'listings_link',
  'press_link',
  'search_with_me_link',
  'testimonial_link',
] as const;

/** From this step on the directory knows how far restores have gone. */
export const RESTORED_NUMBERS_STEP = '013-restored-numbers';

/** The directory's schema, step by step. A released step is never changed. */
export function directorySteps(place: Place): Record<string, SchemaStep> {
  const { integer, text, counted } = columnTypes(place.kind);
  return {
    '001-clients-and-keys': {
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('client')
          .addColumn('name', text, (column) => column.primaryKey())
          .addColumn('kind', text, (column) => column.notNull())
          .addColumn('title', text, (column) => column.notNull())
          .addColumn('time_zone', text, (column) => column.notNull())
          .addColumn('fold_repeat_leads', integer, (column) => column.notNull())
          .addColumn('coarsen_hidden', integer, (column) => column.notNull())
          .addColumn('database_url', text)
          .addColumn('mls_feed', text)
          .addColumn('rls_feed', text)
          .addColumn('created_at', integer, (column) => column.notNull())
          .execute();
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
        await db.schema.createIndex('api_key_client').on('api_key').column('client').execute();
      },
    },
    '002-links': {
      additive: true,
      async up(db: Kysely<unknown>) {
        for (const link of LINK_COLUMNS) {
          await db.schema
            .alterTable('client')
            .addColumn(link, text, (column) => column.notNull().defaultTo(''))
            .execute();
        }
      },
    },
    '003-signatures': {
      additive: true,
      up: (db: Kysely<unknown>) => makeSpentStampsAndPartners(db, place),
    },
    '004-installation': {
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('installation')
          .addColumn('only', integer, (column) => column.primaryKey())
          .addColumn('name', text, (column) => column.notNull())
          .execute();
      },
    },
    '005-client-schemas': {
      // Programs that do not know this step do not know additive steps either, and refuse every one.
      additive: false,
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('client_schema')
          .addColumn('client', text, (column) => column.primaryKey())
          .addColumn('step', text, (column) => column.notNull())
          .addColumn('breaking_step', text, (column) => column.notNull())
          .execute();
      },
    },
    '006-changes': {
      additive: true,
      up: (db: Kysely<unknown>) => countChanges(db, place),
    },
    '007-queued-email': {
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('queued_email')
          .addColumn('client', text, (column) => column.primaryKey())
          .addColumn('noted_at', integer, (column) => column.notNull())
          .addColumn('failed', integer, (column) => column.notNull())
          .execute();
      },
    },
    '008-key-details': {
      // A program that does not know it takes a key that has expired, and gives it the usual limits.
      additive: true,
      up: (db: Kysely<unknown>) => addKeyDetails(db, place),
    },
    '009-lead-recipients': {
      // A program that does not know it writes only to a lead's agent.
      additive: true,
      async up(db: Kysely<unknown>) {
        for (const [column, initial] of [
          ['lead_recipients', 'agent'],
          ['lead_copies', ''],
        ] as const) {
          await db.schema
            .alterTable('client')
            .addColumn(column, text, (definition) => definition.notNull().defaultTo(initial))
            .execute();
        }
      },
    },
    '010-sent-email': {
      // A program that does not know it sends an email again that another one has only noted here.
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('sent_email')
          .addColumn('message_id', text, (column) => column.primaryKey())
          .addColumn('sent_at', integer, (column) => column.notNull())
          .execute();
      },
    },
    '011-client-notes': {
      // A program that does not know it leaves counts that a walk through all databases mends.
      additive: true,
      async up(db: Kysely<unknown>) {
        for (const column of ['sent', 'newest_email_at', 'listings']) {
          await db.schema.alterTable('queued_email').addColumn(column, integer).execute();
        }
      },
    },
    '012-site': {
      // A program that does not know it answers nothing about the website.
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema
          .alterTable('client')
          .addColumn('site', text, (column) => column.notNull().defaultTo(''))
          .execute();
      },
    },
    [RESTORED_NUMBERS_STEP]: {
      // A program that does not know it lets two restores of one backup give the same numbers.
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('restored_number')
          .addColumn('kind', text, (column) => column.primaryKey())
          .addColumn('number', integer, (column) => column.notNull())
          .execute();
      },
    },
    '014-last-imports': {
      // A program that does not know it leaves notes that a walk through all databases mends.
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('queued_email').addColumn('last_import', text).execute();
      },
    },
    '015-pulls': {
      // As of 014.
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('queued_email').addColumn('pulls', text).execute();
      },
    },
    '016-alert-pages': {
      // A program that does not know it mails nothing about saved searches.
      additive: true,
      async up(db: Kysely<unknown>) {
        for (const page of ['listing_page', 'unsubscribe_page']) {
          await db.schema
            .alterTable('client')
            .addColumn(page, text, (column) => column.notNull().defaultTo(''))
            .execute();
        }
      },
    },
    '017-website-pages': {
      // A program that does not know it mails codes without a link.
      additive: true,
      async up(db: Kysely<unknown>) {
        for (const page of ['password_page', 'confirm_page']) {
          await db.schema
            .alterTable('client')
            .addColumn(page, text, (column) => column.notNull().defaultTo(''))
            .execute();
        }
      },
    },
    '018-feed-display': {
      // A program that does not know it shows listings of feeds without what their license asks, as it always did.
      additive: true,
      async up(db: Kysely<unknown>) {
        await db.schema
          .alterTable('client')
          .addColumn('display', text, (column) => column.notNull().defaultTo(''))
          .execute();
      },
    },
    // A program that does not know it changes keys and clients without an entry.
    '019-audit': { additive: true, up: (db: Kysely<unknown>) => makeAudit(db, place) },
  };
}

/** The step that gives keys a name, an expiry and limits of their own, and notes when they were used. */
async function addKeyDetails(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  await db.schema
    .alterTable('api_key')
    .addColumn('name', text, (column) => column.notNull().defaultTo(''))
    .execute();
  for (const column of ['expires_at', 'per_second', 'in_flight']) {
    await db.schema.alterTable('api_key').addColumn(column, integer).execute();
  }
  await db.schema
    .createTable('key_use')
    .addColumn('key_id', integer, (column) => column.primaryKey())
    .addColumn('used_at', integer, (column) => column.notNull())
    .execute();
}

/** The step that creates the tables `spent_stamp` and `partner`. */
async function makeSpentStampsAndPartners(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text, counted } = columnTypes(place.kind);
  await db.schema
    .createTable('spent_stamp')
    .addColumn('stamp', integer, (column) => column.notNull())
    .addColumn('issued_client_id', integer, (column) => column.notNull())
    // The stamp first, so that the same index finds the oldest ones for the sweep.
    .addPrimaryKeyConstraint('spent_stamp_once', ['stamp', 'issued_client_id'])
    .execute();
  await db.schema
    .createTable('partner')
    .addColumn('id', integer, counted)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('key_hash', text, (column) => column.notNull().unique())
    .addColumn('prefix', text, (column) => column.notNull())
    .addColumn('secret_hash', text, (column) => column.notNull())
    .addColumn('active', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('partner_name').on('partner').column('name').execute();
}

/** The tables that every call depends on. */
const COUNTED = ['client', 'api_key'] as const;

/**
 * Counts the changes of tenants and keys in one row. Triggers count, so that every change is noticed:
 * of a server, a command, an older release, or an operator with a database tenant.
 */
async function countChanges(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer } = columnTypes(place.kind);
  await db.schema
    .createTable('directory_change')
    .addColumn('only', integer, (column) => column.primaryKey())
    .addColumn('number', integer, (column) => column.notNull())
    .execute();
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
