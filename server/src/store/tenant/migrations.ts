import { type Kysely, sql } from 'kysely';
import { makeAudit } from '../audit/audit.js';
import { columnTypes, type Place } from '../engines/dialect.js';
import type { SchemaStep } from '../schema/migrate.js';
import {
  makeChanges,
  makeHighestNumbers,
  makeIdempotency,
  makeKeptFields,
  makeSourceKeys,
} from './change-tables.js';
import { makeContent, makePeople } from './content-tables.js';
import { addRefreshed, makeImportRuns } from './import-run-tables.js';
import { makeListingHistory, makePoints, separateHouseNumbers } from './listing-steps.js';
import { makeListings } from './listing-tables.js';
import {
  makeOutbox,
  makeOutboxClasses,
  makeWebhookCursors,
  makeWebhooks,
} from './outbox-tables.js';
import {
  addLeadStates,
  makeAccountLinks,
  makeLeads,
  makeMembers,
  makeTours,
} from './people-tables.js';
import { makePictureKeys, makePictures } from './picture-tables.js';
import {
  addOwedReports,
  addPullEnds,
  makePullPictures,
  makePullSchedules,
  makePulls,
} from './pull-tables.js';
import { addAlertDay, makeSavedSearches, makeSearchAlerts } from './saved-search-tables.js';
import { makeWords } from './word-tables.js';

/** The step from which on a database has members. */
export const MEMBERS_STEP = '005-members';

/** The step from which on a database has webhooks. */
export const WEBHOOKS_STEP = '010-webhooks';

/** The step from which on a database knows its changes. */
export const CHANGES_STEP = '008-changes';

/** The step from which on a database keeps the keys of sources. */
export const SOURCE_KEYS_STEP = '012-source-keys';

/** The step from which on a database knows the numbers of records that are gone. */
export const HIGHEST_NUMBERS_STEP = '019-highest-numbers';

/** The step from which on a database has pulls that servers run. */
export const PULL_SCHEDULES_STEP = '032-pull-schedules';

/** The schema of a tenant database, step by step. A released step never changes. */
export function tenantSteps(place: Place): Record<string, SchemaStep> {
  return {
    '001-listings': {
      additive: true,
      up: (db: Kysely<unknown>) => makeListings(db, place),
    },
    '002-people': {
      additive: true,
      up: (db: Kysely<unknown>) => makePeople(db, place),
    },
    '003-content': {
      additive: true,
      up: (db: Kysely<unknown>) => makeContent(db, place),
    },
    '004-outbox': {
      additive: true,
      up: (db: Kysely<unknown>) => makeOutbox(db, place),
    },
    [MEMBERS_STEP]: {
      additive: true,
      up: (db: Kysely<unknown>) => makeMembers(db, place),
    },
    '006-leads': {
      additive: true,
      up: (db: Kysely<unknown>) => makeLeads(db, place),
    },
    '007-house-numbers': {
      additive: true,
      up: separateHouseNumbers,
    },
    '007-web-title': {
      additive: true,
      up: (db: Kysely<unknown>) =>
        db.schema
          .alterTable('listing')
          .addColumn('web_title', columnTypes(place.kind).text, (column) =>
            column.notNull().defaultTo(''),
          )
          .execute(),
    },
    [CHANGES_STEP]: {
      additive: true,
      up: (db: Kysely<unknown>) => makeChanges(db, place),
    },
    '009-idempotency': {
      additive: true,
      up: (db: Kysely<unknown>) => makeIdempotency(db, place),
    },
    [WEBHOOKS_STEP]: {
      additive: true,
      up: (db: Kysely<unknown>) => makeWebhooks(db, place),
    },
    '011-webhook-cursors': {
      additive: true,
      up: (db: Kysely<unknown>) => makeWebhookCursors(db, place),
    },
    [SOURCE_KEYS_STEP]: {
      additive: true,
      up: (db: Kysely<unknown>) => makeSourceKeys(db, place),
    },
    '013-search-words': {
      additive: true,
      up: (db: Kysely<unknown>) => makeWords(db, place),
    },
    '014-search-points': {
      additive: true,
      up: (db: Kysely<unknown>) => makePoints(db, place),
    },
    '015-mls-numbers': {
      additive: true,
      // By which a search of a brokerage and its feed finds the listings that are in both.
      up: (db: Kysely<unknown>) =>
        db.schema
          .createIndex('listing_mls_number')
          .on('listing')
          .column('mls_no')
          .where(sql<boolean>`mls_no <> ''`)
          .execute(),
    },
    '016-picture-variants': {
      additive: true,
      up: (db: Kysely<unknown>) => makePictures(db, place),
    },
    '017-import-runs': { additive: true, up: (db: Kysely<unknown>) => makeImportRuns(db, place) },
    '018-listing-history': {
      additive: true,
      up: (db: Kysely<unknown>) => makeListingHistory(db, place),
    },
    [HIGHEST_NUMBERS_STEP]: {
      additive: true,
      up: (db: Kysely<unknown>) => makeHighestNumbers(db, place),
    },
    '020-picture-keys': { additive: true, up: (db: Kysely<unknown>) => makePictureKeys(db, place) },
    '022-outbox': { additive: true, up: (db: Kysely<unknown>) => makeOutboxClasses(db, place) },
    '024-tours': { additive: true, up: (db: Kysely<unknown>) => makeTours(db, place) },
    '025-pulls': { additive: true, up: (db: Kysely<unknown>) => makePulls(db, place) },
    '026-price-drops': {
      additive: true,
      // By which a search finds the listings of which the price was lowered lately.
      up: (db: Kysely<unknown>) =>
        db.schema
          .createIndex('listing_history_at')
          .on('listing_history')
          .columns(['at', 'listing_id'])
          .execute(),
    },
    '027-open-houses': {
      additive: true,
      // By which a search finds the listings with an open house on some days.
      async up(db: Kysely<unknown>) {
        for (const column of ['openhouse', 'openhouse2']) {
          await db.schema
            .createIndex(`listing_${column}`)
            .on('listing')
            .column(column)
            .where(sql<boolean>`${sql.ref(column)} <> ''`)
            .execute();
        }
      },
    },
    '028-saved-searches': {
      additive: true,
      up: (db: Kysely<unknown>) => makeSavedSearches(db, place),
    },
    '029-pull-ends': { additive: true, up: (db: Kysely<unknown>) => addPullEnds(db, place) },
    '030-kept-fields': { additive: true, up: (db: Kysely<unknown>) => makeKeptFields(db, place) },
    '031-search-alerts': {
      additive: true,
      up: (db: Kysely<unknown>) => makeSearchAlerts(db, place),
    },
    [PULL_SCHEDULES_STEP]: {
      additive: true,
      up: (db: Kysely<unknown>) => makePullSchedules(db, place),
    },
    '033-account-links': {
      additive: true,
      up: (db: Kysely<unknown>) => makeAccountLinks(db, place),
    },
    '034-refreshed': { additive: true, up: (db: Kysely<unknown>) => addRefreshed(db, place) },
    '035-pull-pictures': {
      additive: true,
      up: (db: Kysely<unknown>) => makePullPictures(db, place),
    },
    '036-owed-reports': { additive: true, up: (db: Kysely<unknown>) => addOwedReports(db, place) },
    '037-alert-day': { additive: true, up: (db: Kysely<unknown>) => addAlertDay(db, place) },
    '038-lead-states': { additive: true, up: (db: Kysely<unknown>) => addLeadStates(db, place) },
    '039-audit': { additive: true, up: (db: Kysely<unknown>) => makeAudit(db, place) },
  };
}
