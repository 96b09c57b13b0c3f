import { type Kysely, sql } from 'kysely';
import { makeAudit } from '../audit/audit.js';
import type { Place } from '../engines/dialect.js';
import type { SchemaStep } from '../schema/migrate.js';
import { addColumns, addIndex, additiveAt } from '../schema/steps.js';
import {
  makeChanges,
  makeHighestNumbers,
  makeIdempotency,
  makeKeptFields,
  makeSourceKeys,
} from './change-tables.js';
import { makeContent } from './content-tables.js';
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
  makePeople,
  makeTours,
} from './people-tables.js';
import { makePictureKeys, makePictures } from './picture-tables.js';
import {
  addOwedReports,
  addPullBases,
  addPullBegins,
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
  const additive = additiveAt(place);
  return {
    '001-listings': additive(makeListings),
    '002-people': additive(makePeople),
    '003-content': additive(makeContent),
    '004-outbox': additive(makeOutbox),
    [MEMBERS_STEP]: additive(makeMembers),
    '006-leads': additive(makeLeads),
    '007-house-numbers': additive(separateHouseNumbers),
    '007-web-title': additive((db) => addColumns(db, place, 'listing', 'text: web_title')),
    [CHANGES_STEP]: additive(makeChanges),
    '009-idempotency': additive(makeIdempotency),
    [WEBHOOKS_STEP]: additive(makeWebhooks),
    '011-webhook-cursors': additive(makeWebhookCursors),
    [SOURCE_KEYS_STEP]: additive(makeSourceKeys),
    '013-search-words': additive(makeWords),
    '014-search-points': additive(makePoints),
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
    '016-picture-variants': additive(makePictures),
    '017-import-runs': additive(makeImportRuns),
    '018-listing-history': additive(makeListingHistory),
    [HIGHEST_NUMBERS_STEP]: additive(makeHighestNumbers),
    '020-picture-keys': additive(makePictureKeys),
    '022-outbox': additive(makeOutboxClasses),
    '024-tours': additive(makeTours),
    '025-pulls': additive(makePulls),
    // By which a search finds the listings of which the price was lowered lately.
    '026-price-drops': additive((db) =>
      addIndex(db, 'listing_history_at', 'listing_history', 'at, listing_id'),
    ),
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
    '028-saved-searches': additive(makeSavedSearches),
    '029-pull-ends': additive(addPullEnds),
    '030-kept-fields': additive(makeKeptFields),
    '031-search-alerts': additive(makeSearchAlerts),
    [PULL_SCHEDULES_STEP]: additive(makePullSchedules),
    '033-account-links': additive(makeAccountLinks),
    '034-refreshed': additive(addRefreshed),
    '035-pull-pictures': additive(makePullPictures),
    '036-owed-reports': additive(addOwedReports),
    '037-alert-day': additive(addAlertDay),
    '038-lead-states': additive(addLeadStates),
    '039-audit': additive(makeAudit),
    // By which the console lists the trail of one member.
    '040-trails-of-a-client': additive((db) =>
      addIndex(db, 'client_trail_client', 'client_trail', 'client_id, id'),
    ),
    '041-listing-offices': additive((db) => addColumns(db, place, 'listing', 'integer: office_id')),
    // By which the console finds the email about a lead.
    '042-emails-of-a-lead': additive((db) => addIndex(db, 'letter_alert', 'letter', 'alert_id')),
    // By which the console lists the newest changes of a kind.
    '043-audit-of-a-kind': additive((db) =>
      addIndex(db, 'audit_entry_kind', 'audit_entry', 'kind, id'),
    ),
    '044-pull-bases': additive(addPullBases),
    // A program that does not know it does not say for how long a pull has never succeeded.
    '045-pull-begins': additive(addPullBegins),
  };
}
