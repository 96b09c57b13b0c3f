import type { ClientDatabase } from '../../data/client-database/open.js';
import type { Clock } from '../../lib/clock.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { stampDate } from '../dates.js';
import { pagedExport } from '../transfer-table.js';
import { type ClientImport, clientImportFields, readClient } from './client.import.js';
import { writeClients } from './client.import-write.js';
import { clientsAfter } from './client.queries.js';
import { clientRecord } from './client.record.js';

/** Imports clients. R154, R168. */
export function clientImport(
  database: ClientDatabase,
  zone: string,
  clock: Clock,
): ImportResource<ClientImport> {
  return {
    name: 'clients',
    fields: clientImportFields,
    parse: (record) => readClient(record, zone),
    key: (row) => String(row.id),
    write: (rows) => writeClients(database, rows, clock.now()),
  };
}

/**
 * Exports clients with all but their passwords. @param zone The zone whose clock their dates show.
 */
export function clientExport(database: ClientDatabase, zone: string, clock: Clock): ExportResource {
  return pagedExport(
    'clients',
    (after, limit) => clientsAfter(database, after, limit),
    (rows) =>
      rows.map((row) => ({
        ...clientRecord(row, { now: clock.now(), timeZone: zone }),
        last_login: stampDate(row.last_login_at || null, zone),
        verified: row.verified,
      })),
  );
}
