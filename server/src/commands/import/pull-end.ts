import type { Transaction } from 'kysely';
import { messageOf } from 'portico-importer/errors.js';
import type { WebhookEvent } from '../../outbox/webhook/types.js';
import type { Services } from '../../services.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import {
  auditRun,
  endRun,
  isFailure,
  isIdle,
  type RunEnd,
} from '../../store/tenant/import-runs.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { forgetOwed, noteOwed, notePullEnd, owedReport } from '../../store/tenant/pull-ends.js';
import { schedulePull } from '../../store/tenant/pull-schedules.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { readsFeed } from '../client/entry.js';
import type { OpenedDatabase } from '../open.js';
import { failedImportEmail } from './failed-import.email.js';

/**
 * Ends a pull. Of failures in a row the first is reported, and so is the first success after them: a source that is away for a
 * night fails every ten minutes.
 *
 * @param id The run that has ended; undefined for one that was killed.
 */
export async function endOfPull(
  opened: OpenedDatabase,
  id: number | undefined,
  { files, source }: { readonly files: readonly string[]; readonly source: string },
  run: RunEnd,
): Promise<void> {
  const { services, entry, database } = opened;
  const { outbox, clock, actor } = services;
  const { counts, result, message } = run;
  const { pullEvent } = await import('../../resources/webhook-events.js');
  const { pullAlarmEmail } = await import('../../pull/pull.email.js');
  const failed = isFailure(result);
  await database.write(async (transaction) => {
    await auditRun(transaction, actor, run);
    const now = clock.now();
    const isStopped = result === 'interrupted';
    const pull = isStopped ? undefined : await notePullEnd(transaction, source, { failed, now });
    // Such a run may be followed by others that go well, and nobody would hear of it.
    const mayEmail = result === 'refused' && pull?.isAlarmed === false;
    const end = { now, mayEmail, refreshes: false };
    const isDue = id !== undefined && (await endRun(transaction, id, run, end));
    if (pull === undefined) {
      await schedulePull(transaction, source, 'stopped', now);
      return;
    }
    const emails = [
      ...(isDue ? [failedImportEmail(entry.name, files, run)] : []),
      ...(pull.alarm === undefined ? [] : [pullAlarmEmail(entry.name, source, pull, message)]),
    ];
    if (emails.length > 0) await outbox.announce(database);
    for (const email of emails) await outbox.queue(transaction, email);
    const isReported = failed ? pull.failures === 1 : pull.failuresBefore > 0 || !isIdle(counts);
    if (!isReported) return;
    const isClient = entry.kind === 'client';
    const event = pullEvent({ source, ...(isClient ? {} : { feed: entry.name }) }, run, failed);
    if (isClient) await queueEvent(services, entry, database, transaction, event);
    // Its readers have other databases, so that a crash from here on must not lose it.
    else await noteOwed(transaction, source, JSON.stringify(event));
  });
  await reportOwed(opened, source);
}

/** Reports to the readers of a feed what is owed to them of a pull, also by a run that was killed. */
export async function reportOwed(
  { services, entry, database }: OpenedDatabase,
  source: string,
): Promise<void> {
  const owed = await owedReport(database, source);
  if (owed === '') return;
  const event: WebhookEvent = JSON.parse(owed);
  for (const reader of await readersOf(services, entry)) {
    const report = services.tenants.visiting(reader, (readers) =>
      readers.write((transaction) => queueEvent(services, reader, readers, transaction, event)),
    );
    // One that cannot be opened must not keep the message from the others.
    await report.catch((error: unknown) =>
      services.log.warn(
        { client: reader.name, reason: messageOf(error) },
        'a pull is not reported',
      ),
    );
  }
  await writeUnversioned(database, (transaction) => forgetOwed(transaction, source, owed));
}

/** The tenants that read a feed. */
async function readersOf({ directory }: Services, { name }: ClientEntry) {
  return (await directory.tenants()).filter((entry) => readsFeed(entry, name));
}

async function queueEvent(
  { outbox, webhooks }: Services,
  { name }: ClientEntry,
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
  event: WebhookEvent,
): Promise<void> {
  await webhooks.queueAll(transaction, name, [event], () => outbox.announce(database));
}
