import { stampDate } from '../../lib/dates.js';
import { pagedExport } from '../kinds/table-export.js';
import { clientsAfter } from './client.queries.js';
import { clientRecord } from './client.record.js';

/** Exports clients with all but their passwords. */
export const exportClients = pagedExport(clientsAfter, (rows, { timeZone, clock }) =>
  rows.map((row) => ({
    ...clientRecord(row, { now: clock.now(), timeZone }),
    last_login: stampDate(row.last_login_at || null, timeZone),
    verified: row.verified,
  })),
);
