import { ImportStopped, RemovalRefused } from 'portico-importer/errors.js';
import type { ImportSummary } from 'portico-importer/summary.js';
import { expect, it, vi } from 'vitest';
import { reportOwed } from '../../../src/commands/import/pull-end.js';
import { noteInDirectory, recordedImport } from '../../../src/commands/import/recorded.js';
import { pullLines } from '../../../src/commands/status/status.js';
import { openMetrics } from '../../../src/http/metrics/state.js';
import { addEndpoint } from '../../../src/outbox/webhook/endpoint-store.js';
import { beginRun, lastBases } from '../../../src/store/tenant/import-runs.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { noteOwed } from '../../../src/store/tenant/pull-ends.js';
import { storePullSchedule } from '../../../src/store/tenant/pull-schedules.js';
import { holdSource, noteSuccess, releaseSource } from '../../../src/store/tenant/pulls.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

const HOUR_MS = 3_600_000;

const IDLE = { read: 4, written: 4, rejected: 0, unchanged: 4 };

const TYPES = 'import.completed,import.failed,pull.completed,pull.failed';

forEachDatabase('a pull that is noted', (installation) => {
  const server = serverFor(installation);
  let tenants = 0;

  async function openedOf(name: string) {
    const { services } = server;
    const entry = await services.directory.tenant(name);
    if (entry === undefined) throw new Error(`There is no ${name}.`);
    return { services, entry, database: await services.tenants.database(entry) };
  }

  /** A new client with a receiver of all that may be said of pulls. @param of Its settings. */
  async function client(of: { mls_feed?: string } = {}) {
    tenants += 1;
    const name = `acme${tenants}`;
    await server.addTenant(name, of);
    const opened = await openedOf(name);
    await addEndpoint(opened.database, {
      ...{ public_id: `ep_${name}`, url: 'https://a.example/', types: TYPES, include: '' },
      ...{ sealed_secret: '', old_sealed_secret: '', old_until: 0, state: 'active', reason: '' },
      ...{ created_at: 0, failing_since: 0, not_before: 0, leased_until: 0, contact: '' },
    });
    return opened;
  }

  /** What receivers are told: the type, and the data. */
  const messages = async ({ db }: TenantDatabase) => {
    const rows = await db.selectFrom('webhook_message').select('body').orderBy('id').execute();
    return rows.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  };
  const typesOf = async (database: TenantDatabase) =>
    (await messages(database)).map(({ type }) => type);

  /** Pulls, with these counts of listings or this error. */
  async function pull(
    opened: Awaited<ReturnType<typeof openedOf>>,
    outcome: object | Error,
  ): Promise<void> {
    const { database } = opened;
    expect(await holdSource(database, 'mls', 'run')).toBe('free');
    const asked = { sources: ['mls.yaml'], mode: 'pull', pullOf: 'mls' } as const;
    await recordedImport(opened, asked, async () => {
      const succeeded = !(outcome instanceof Error);
      if (succeeded) await noteSuccess(database, 'mls', 'run');
      await releaseSource(database, 'mls', 'run', { requests: 3, records: 2 });
      if (!succeeded) throw outcome;
      return { listings: outcome, rejects: null } as ImportSummary;
    }).catch(() => {});
  }

  /** Pulls with these counts, and gives the types of what receivers are told. */
  async function noted(...counts: readonly object[]) {
    const opened = await client();
    for (const listings of counts) await pull(opened, listings);
    return { types: await typesOf(opened.database), database: opened.database };
  }

  it('tells receivers only where something has changed', async () => {
    expect((await noted(IDLE, { read: 0, written: 0, rejected: 0 })).types).toEqual([]);
    const { types } = await noted({ ...IDLE, unchanged: 3 }, { ...IDLE, removed: 1 });
    expect(types).toEqual(['pull.completed', 'pull.completed']);
  });

  it('has not failed by a single bad record, and has by many', async () => {
    expect((await noted({ read: 1, written: 0, rejected: 1 })).types).toEqual([]);
    const { types } = await noted({ read: 40, written: 0, rejected: 40 });
    expect(types).toEqual(['pull.failed']);
  });

  const failure = new ImportStopped('The source answered 503.', { rejects: null });

  /** The subjects of the emails to the operator. */
  const subjects = async ({ db }: TenantDatabase) => {
    const emails = await db.selectFrom('letter').selectAll().orderBy('id').execute();
    return emails.map(({ kind, subject }) => `${kind}: ${subject}`);
  };

  it('tells receivers of all readers of a feed of its first failure, and that it works again', async () => {
    await server.addTenant('told', { kind: 'mls' });
    const [one, other, stranger] = [
      await client({ mls_feed: 'told' }),
      await client({ mls_feed: 'told' }),
      await client(),
    ];
    const feed = await openedOf('told');
    for (let times = 0; times < 4; times += 1) await pull(feed, failure);
    for (let times = 0; times < 2; times += 1) await pull(feed, IDLE);
    const of = { resource: 'pull', source: 'mls', feed: 'told' };
    for (const { entry, database } of [one, other]) {
      expect(await messages(database)).toMatchObject([
        { type: 'pull.failed', data: { ...of, client: entry.name, result: 'failed', counts: {} } },
        { type: 'pull.completed', data: { ...of, counts: { listings: IDLE } } },
      ]);
    }
    expect(await messages(stranger.database)).toEqual([]);
  });

  it('tells readers of a feed what a run that was killed behind its end still owed them', async () => {
    await server.addTenant('owing', { kind: 'mls' });
    const reader = await client({ mls_feed: 'owing' });
    const feed = await openedOf('owing');
    await pull(feed, IDLE);
    const owed = JSON.stringify({ type: 'pull.failed', data: { resource: 'pull', source: 'mls' } });
    await feed.database.write((transaction) => noteOwed(transaction, 'mls', owed));
    await reportOwed(feed, 'mls');
    await reportOwed(feed, 'mls');
    expect(await typesOf(reader.database)).toEqual(['pull.failed']);
  });

  it('has email queued for readers that may have saved searches, each whatever comes of the others', async () => {
    const { services } = server;
    await server.addTenant('read', { kind: 'mls' });
    for (const name of ['reader1', 'reader2', 'reader3']) {
      await server.addTenant(name, { mls_feed: 'read' });
    }
    await services.directory.emailNotes.settle('reader2', undefined, 0);
    const follow = vi.spyOn(services.alerts, 'follow').mockRejectedValue(new Error('It is away.'));
    await pull(await openedOf('read'), { read: 1, written: 1, rejected: 0 });
    expect(follow.mock.calls.map(([name]) => name)).toEqual(['reader1', 'reader3']);
    follow.mockRestore();
  });

  it('tells the operator of the third failure, and once that it works again', async () => {
    await server.addTenant('failing', { kind: 'mls' });
    const feed = await openedOf('failing');
    const failing = 'pull: The pull of failing fails';
    for (let times = 0; times < 2; times += 1) await pull(feed, failure);
    expect(await subjects(feed.database)).toEqual([]);
    for (let times = 0; times < 3; times += 1) await pull(feed, failure);
    expect(await subjects(feed.database)).toEqual([failing]);
    for (let times = 0; times < 2; times += 1) await pull(feed, IDLE);
    const works = 'pull: The pull of failing works again';
    expect(await subjects(feed.database)).toEqual([failing, works]);
    const { text } = await feed.database.db
      .selectFrom('letter')
      .select('text')
      .where('subject', 'like', '%fails')
      .executeTakeFirstOrThrow();
    for (const part of [
      'The source answered 503.',
      'Last success: never',
      'Failures in a row: 3',
    ]) {
      expect(text).toContain(part);
    }
    // A server finds and sends what a feed holds.
    const noted = await server.services.directory.emailNotes.noted();
    expect(noted.map(({ entry }) => entry.name)).toContain('failing');
  });

  it('tells the operator of the first failure six hours after a success, and of a refusal at once', async () => {
    const opened = await client();
    await pull(opened, IDLE);
    server.clock.advance(6 * HOUR_MS - 1);
    await pull(opened, failure);
    expect(await subjects(opened.database)).toEqual([]);
    server.clock.advance(1);
    await pull(opened, failure);
    const { name } = opened.entry;
    expect(await subjects(opened.database)).toEqual([`pull: The pull of ${name} fails`]);
    await pull(opened, IDLE);
    await pull(opened, new RemovalRefused('Too many.', { rejects: null }, false));
    expect((await subjects(opened.database)).slice(2)).toEqual([
      `import: The import of ${name} did not remove everything`,
    ]);
  });

  it('does not count where somebody stopped it', async () => {
    const opened = await client();
    const interrupted = { rejects: null, interrupted: true } as const;
    const asked = { sources: ['mls.yaml'], mode: 'pull', pullOf: 'mls' } as const;
    for (let times = 0; times < 2; times += 1) await pull(opened, failure);
    await recordedImport(opened, asked, async () => interrupted);
    expect(await typesOf(opened.database)).toEqual(['pull.failed']);
    await pull(opened, failure);
    expect(await subjects(opened.database)).toHaveLength(1);
  });

  it('is known to status and metrics without opening a database', async () => {
    const { services } = server;
    const opened = await client();
    const { name } = opened.entry;
    await pull(opened, { ...IDLE, unchanged: 0 });
    await opened.database.write((transaction) =>
      transaction
        .insertInto('pull_reject')
        .values({ source: 'mls', resource: 'Property', key: 'p1' })
        .execute(),
    );
    await pull(opened, failure);
    const pulls = await services.directory.emailNotes.pulls();
    const note = pulls.get(name);
    const counts = { requests: 6, records: 4, rejected: 1, pictures: 0, failures: 1, readTo: 0 };
    const at = server.clock.now();
    expect(note).toEqual([{ source: 'mls', succeededAt: at, addedAt: at, ...counts }]);
    server.clock.advance(13 * HOUR_MS);
    const lines = pullLines(new Map([[name, note ?? []]]), server.clock.now());
    expect(lines).toEqual([
      ['pull', `${name} from mls: last success 13 h ago, 1 rejected, 1 failure in a row`],
    ]);
    const text = await openMetrics(services).registry.metrics();
    expect(Number(/^portico_pull_age_seconds (.*)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(
      13 * 3600,
    );
    expect(Number(/^portico_pull_requests_total (.*)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(6);
    expect(text).toMatch(/^# TYPE portico_pull_records_total counter$/m);
  });

  it('is as old as it was added, to metrics, where it has never succeeded', async () => {
    const { services } = server;
    const opened = await client();
    server.clock.advance(100 * HOUR_MS);
    const age = async () => {
      const text = await openMetrics(services).registry.metrics();
      return Number(/^portico_pull_age_seconds (.*)$/m.exec(text)?.[1]) / 3600;
    };
    const { db } = services.directory.tables;
    await db.updateTable('queued_email').set({ pulls: '[]' }).execute();
    const schedule = { source: 'mls', public_id: 'pl_1', file: '', mappings: '{}' };
    await storePullSchedule(opened.database, { ...schedule, every_ms: HOUR_MS });
    await noteInDirectory(opened);
    expect(await age()).toBeLessThan(1);
    server.clock.advance(5 * HOUR_MS);
    await pull(opened, failure);
    server.clock.advance(8 * HOUR_MS);
    await pull(opened, failure);
    expect(await age()).toBeGreaterThanOrEqual(13);
    await pull(opened, { ...IDLE, unchanged: 0 });
    expect(await age()).toBeLessThan(1);
  });

  it('does not push out what complete imports compare with', async () => {
    const { database } = await client();
    const { db } = database;
    const note = async (counts: object) => {
      const id = await beginRun(database, { mode: 'complete', files: '[]' });
      const set = { counts: JSON.stringify(counts), result: 'ok' as const };
      await db.updateTable('import_run').set(set).where('id', '=', id).execute();
      return id;
    };
    const superseded = await note({ listings: { bases: { '': 5, mls: 7 } } });
    const first = await note({ listings: { bases: { '': 6, mls: 8 } } });
    await note({ agents: { read: 1 } });
    await db
      .updateTable('import_run')
      .set((eb) => ({ id: eb('id', '-', 2000) }))
      .execute();
    await beginRun(database, { mode: 'pull', files: '[]' });
    const runs = await db.selectFrom('import_run').select('id').orderBy('id').execute();
    expect(runs.map(({ id }) => Number(id))).toEqual([first - 2000, expect.any(Number)]);
    expect(superseded).toBeLessThan(first);
    expect(await lastBases(database, 'listings')).toEqual({ '': 6, mls: 8 });
  });
});
