import { messageOf } from 'portico-importer/errors.js';
import type { WebhookEvent } from '../../outbox/webhook/types.js';
import type { Services } from '../../services.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import {
  type CountsByKind,
  endRun,
  isFailure,
  type RunEnd,
} from '../../store/tenant/import-runs.js';
import { notePullEnd } from '../../store/tenant/pull-ends.js';
import { schedulePull } from '../../store/tenant/pull-schedules.js';
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
  const { outbox, clock, log } = services;
  const { counts, result, message } = run;
  const { pullEvent } = await import('../../resources/leads/webhook-events.js');
  const { pullAlarmEmail } = await import('../../pull/pull.email.js');
  const failed = isFailure(result);
  const isReported = await database.write(async (transaction) => {
    const now = clock.now();
    // Such a run is followed by others that go well, and nobody would hear of it.
    const mayEmail = result === 'refused';
    const isDue = id !== undefined && (await endRun(transaction, id, run, { now, mayEmail }));
    if (result === 'interrupted') {
      await schedulePull(transaction, source, 'stopped', now);
      return false;
    }
    const pull = await notePullEnd(transaction, source, { failed, now });
    const emails = [
      ...(isDue ? [failedImportEmail(entry.name, files, run)] : []),
      ...(pull.alarm === undefined ? [] : [pullAlarmEmail(entry.name, source, pull, message)]),
    ];
    if (emails.length > 0) await outbox.announce(database);
    for (const email of emails) await outbox.queue(transaction, email);
    return failed ? pull.failures === 1 : pull.failuresBefore > 0 || !isIdle(counts);
  });
  if (!isReported) return;
  const isClient = entry.kind === 'client';
  const event = pullEvent({ source, ...(isClient ? {} : { feed: entry.name }) }, run, failed);
  for (const reader of isClient ? [entry] : await readersOf(services, entry)) {
    // One that cannot be opened must not keep the message from the others.
    await report(services, reader, event).catch((error: unknown) =>
      log.warn({ client: reader.name, reason: messageOf(error) }, 'a pull is not reported'),
    );
  }
}

async function readersOf({ directory }: Services, { name }: ClientEntry) {
  const entries = await directory.tenants();
  return entries.filter(({ mls_feed, rls_feed }) => [mls_feed, rls_feed].includes(name));
}

async function report(
  { tenants, outbox, webhooks }: Services,
  reader: ClientEntry,
  event: WebhookEvent,
): Promise<void> {
  await tenants.visiting(reader, (database) =>
    database.write((transaction) =>
      webhooks.queueAll(transaction, reader.name, [event], () => outbox.announce(database)),
    ),
  );
}

/** Whether nothing has changed: most pulls find nothing, and come every few minutes. */
function isIdle(counts: CountsByKind): boolean {
  return Object.values(counts).every(
    ({ written, unchanged = 0, removed = 0 }) => written <= unchanged && removed === 0,
  );
}
