import { randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { REMOVALS, type RemovableKind } from '../../changes/removal/removals.js';
import { keyedKind } from '../../changes/source-keys/record-keys.js';
import { firstNames } from '../../lib/text.js';
import { fill, type RowSource, stepsOf, type Tables } from '../../store/copy/dump.js';
import type { RestoredNumbers } from '../../store/directory/restored-numbers.js';
import { engineOf } from '../../store/engines/dialect.js';
import { isSealedCode, placeOfCode } from '../../store/secrets/sealed-codes.js';
import { makeHighestNumberTable } from '../../store/tenant/change-tables.js';
import { drawEpoch } from '../../store/tenant/changes.js';
import {
  CHANGES_STEP,
  HIGHEST_NUMBERS_STEP,
  MEMBERS_STEP,
  PULL_SCHEDULES_STEP,
  SOURCE_KEYS_STEP,
  WEBHOOKS_STEP,
} from '../../store/tenant/migrations.js';
import { placeOfPullSecret } from '../../store/tenant/pull-schedules.js';
import { type BackupAge, beginAboveBackup } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { SavedDatabase, SavedTable, SavedTables } from '../backup/manifest.js';
import { CommandError } from '../command-error.js';
import { recordOf, type SavedBackup, type SavedEntry, type SavedRecord } from './saved-backup.js';
import { type SecretKeys, unreadableWords } from './secrets.js';

/**
 * The least distance of a restored revision from the saved one. After the backup, the lost database
 * went through revisions above the saved one, in steps of at most a million, and tenants still hold
 * entity tags of them. So one of them could come again only after a million writes, and only by
 * hitting the very same number. A random part of the same size keeps two restores of one backup
 * apart.
 */
const REVISION_LEAP = 2 ** 40;

function leap(): number {
  return REVISION_LEAP + randomInt(REVISION_LEAP);
}

/** Draws the revision of a database after its restore. */
export async function drawRevision(backup: SavedBackup, saved: SavedTables): Promise<number> {
  const [row] = await backup.records(saved, 'revision');
  return Number(row?.number ?? 0) + leap();
}

/**
 * The options of filling a database. `holdLetters` marks waiting emails and webhooks as failed, so that
 * only `outbox flush` and `webhook recover` send them, and pauses receivers of webhooks.
 */
interface FillOptions {
  readonly holdLetters: boolean;
  readonly keys: SecretKeys;
  /** The moment of the restore, in milliseconds since the epoch. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** The directory's, which keeps restores of one backup apart. */
  readonly numbers: Pick<RestoredNumbers, 'above'>;
}

/** What the operator has to know of a filled database. */
export interface FilledDatabase {
  /** Receivers of webhooks that nothing is sent to until they are resumed, as `CLIENT ID`. */
  readonly paused: readonly string[];
  /** Those whose secrets none of the keys opens. */
  readonly unreadable: readonly string[];
  /** Pulls that servers do not run until they are resumed, and those whose secrets none of the keys opens. */
  readonly pausedPulls: readonly string[];
  readonly unreadablePulls: readonly string[];
  /** The number of emails that waited when the backup was made. */
  readonly letters: number;
}

/**
 * Fills the empty database of a tenant or feed, completely or not at all.
 *
 * Receivers of webhooks keep their place in the changes before the restore. These are of another
 * epoch: a message tells them to begin again, when nothing holds them back. R234.
 */
export async function fillDatabase(
  backup: SavedBackup,
  { entry, database: saved, revision }: SavedEntry,
  database: Tables<TenantTables>,
  options: FillOptions,
): Promise<FilledDatabase> {
  const { holdLetters, now, signal } = options;
  const filled = {
    ...{ paused: [] as string[], unreadable: [] as string[], letters: 0 },
    ...{ pausedPulls: [] as string[], unreadablePulls: [] as string[] },
  };
  await checkSteps(saved, saved.name, database);
  const source = { tables: saved.tables, rows: (table: SavedTable) => backup.rows(table) };
  await fill(database, source, signal, async (transaction, copied) => {
    for (const { name, rows } of saved.tables) {
      if (copied[name] === rows) continue;
      throw new CommandError(`${name} has ${copied[name]} rows in the backup instead of ${rows}.`);
    }
    // What changed after the backup is gone, so cursors of `GET /changes` from before are refused.
    const changes = saved.steps.includes(CHANGES_STEP)
      ? { epoch: drawEpoch(), entries_seq: revision }
      : {};
    await transaction
      .updateTable('revision')
      .set((eb) => ({ number: revision, views: eb('views', '+', leap()), ...changes }))
      .execute();
    await beginAbove(transaction, saved, {
      ageMs: now - Date.parse(backup.manifest.begun),
      above: (kind, least) => options.numbers.above(kind, least),
    });
    if (saved.steps.includes(MEMBERS_STEP)) await restoreCodes(transaction, options.keys);
    const hasWebhooks = saved.steps.includes(WEBHOOKS_STEP);
    if (hasWebhooks) await restoreReceivers(transaction, entry.name, options, filled);
    if (saved.steps.includes(PULL_SCHEDULES_STEP)) {
      await restorePulls(transaction, entry.name, options, filled);
    }
    filled.letters = await countWaiting(transaction);
    if (!holdLetters) return;
    await transaction
      .updateTable('letter')
      .set({ state: 'failed', leased_until: 0, last_error: 'held back when it was restored' })
      .where('state', '=', 'waiting')
      .execute();
    if (!hasWebhooks) return;
    await transaction
      .updateTable('webhook_message')
      .set({ state: 'failed', last_error: 'held back when it was restored' })
      .where('state', '=', 'waiting')
      .execute();
  });
  return filled;
}

/**
 * Seals the secrets of receivers under the key of this installation, and pauses the receivers where
 * emails are held back. A secret that no key opens stays as it is: the right PORTICO_SECRET_KEY may
 * still come.
 *
 * @param transaction Holds the tables of webhooks.
 * @param tenant The name of the tenant from now on.
 * @param filled Gets the receivers that the operator has to know of.
 */
async function restoreReceivers(
  transaction: Transaction<TenantTables>,
  tenant: string,
  { holdLetters, keys }: FillOptions,
  filled: { readonly paused: string[]; readonly unreadable: string[] },
): Promise<void> {
  const receivers = await transaction
    .selectFrom('webhook_endpoint')
    .select(['id', 'public_id', 'state', 'sealed_secret', 'old_sealed_secret'])
    .execute();
  for (const { id, public_id, state, sealed_secret, old_sealed_secret } of receivers) {
    const sealed = keys.resealReceiver(sealed_secret, public_id);
    const old = keys.resealReceiver(old_sealed_secret, public_id);
    const pauses = holdLetters && state === 'active';
    if (sealed === undefined) filled.unreadable.push(`${tenant} ${public_id}`);
    if (pauses) filled.paused.push(`${tenant} ${public_id}`);
    await transaction
      .updateTable('webhook_endpoint')
      .set({
        sealed_secret: sealed ?? sealed_secret,
        // One that does not open must not keep the current one from signing.
        ...(sealed !== undefined && old === undefined ? { old_until: 0 } : {}),
        ...(old === undefined ? {} : { old_sealed_secret: old }),
        ...(pauses ? { state: 'paused', reason: 'paused when it was restored' } : {}),
        leased_until: 0,
      })
      .where('id', '=', id)
      .execute();
  }
}

/** As `restoreReceivers`, for pulls that servers run: with a copy, two would ask a vendor with one token. */
async function restorePulls(
  transaction: Transaction<TenantTables>,
  tenant: string,
  { holdLetters, keys }: FillOptions,
  filled: { readonly pausedPulls: string[]; readonly unreadablePulls: string[] },
): Promise<void> {
  const pulls = await transaction.selectFrom('pull_schedule').selectAll().execute();
  for (const { source, public_id, paused, secrets } of pulls) {
    const sealed = Object.entries(JSON.parse(secrets) as Record<string, string>);
    const resealed = sealed.map(([variable, text]) => {
      return [variable, keys.reseal(text, placeOfPullSecret(public_id, variable))] as const;
    });
    const isReadable = resealed.every(([, text]) => text !== undefined);
    const pauses = holdLetters && paused === 0;
    if (!isReadable) filled.unreadablePulls.push(`${tenant} ${source}`);
    if (pauses) filled.pausedPulls.push(`${tenant} ${source}`);
    await transaction
      .updateTable('pull_schedule')
      .set({
        ...(isReadable ? { secrets: JSON.stringify(Object.fromEntries(resealed)) } : {}),
        ...(pauses ? { paused: 1 } : {}),
      })
      .where('source', '=', source)
      .execute();
  }
}

/** Words for the operator about the receivers and the pulls of restored databases. */
export function restoredWarnings(filled: readonly FilledDatabase[]): string[] {
  const unreadable = filled.flatMap((each) => each.unreadable);
  const paused = filled.flatMap((each) => each.paused);
  const warnings = unreadableWords(
    'receivers',
    unreadable,
    ' Give them new ones: `portico webhook rotate`.',
  );
  if (paused.length > 0) {
    warnings.push(
      `These receivers of webhooks are paused: ${firstNames(paused)}. \`portico webhook resume\` has messages sent to them again.`,
    );
  }
  const pulls = filled.flatMap(({ unreadablePulls }) => unreadablePulls);
  warnings.push(...unreadableWords('pulls', pulls, ' Seal them again: `portico pull secret`.'));
  const pausedPulls = filled.flatMap((each) => each.pausedPulls);
  if (pausedPulls.length > 0) {
    warnings.push(
      `These pulls are paused: ${firstNames(pausedPulls)}. \`portico pull resume\` has servers run them again.`,
    );
  }
  return warnings;
}

async function countWaiting(transaction: Transaction<TenantTables>): Promise<number> {
  const query = transaction
    .selectFrom('letter')
    .select((eb) => eb.fn.countAll().as('letters'))
    .where('state', '=', 'waiting');
  return Number((await query.executeTakeFirstOrThrow()).letters);
}

/** How many members are read at a time. */
const PAGE = 1000;

/**
 * Seals the verification codes of members under the key of this installation. Who has not confirmed an address, and whose
 * code no key opens, may register again, under the same number; who has confirmed stays a member without a code.
 */
async function restoreCodes(transaction: Transaction<TenantTables>, keys: SecretKeys) {
  for (let after = 0; ; ) {
    const rows = await transaction
      .selectFrom('client')
      .select(['id', 'verify', 'verified'])
      .where('id', '>', after)
      .where('verify', '<>', '')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows.filter(({ verify }) => isSealedCode(verify))) {
      const verify = keys.reseal(row.verify, placeOfCode(row));
      if (verify === row.verify || (verify === undefined && row.verified === 1)) continue;
      await transaction
        .updateTable('client')
        .set(verify === undefined ? { verify: '', member: 0, login_key: null } : { verify })
        .where('id', '=', row.id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** The backup may be older than the table that this needs; the step that makes it finds it later. */
async function beginAbove(
  transaction: Transaction<TenantTables>,
  { steps, tables }: SavedDatabase,
  of: Omit<BackupAge, 'hasKeys'>,
): Promise<void> {
  if (!steps.includes(HIGHEST_NUMBERS_STEP)) {
    await makeHighestNumberTable(transaction as unknown as Kysely<unknown>, {
      kind: engineOf(transaction),
    });
  }
  const names = new Set<string>(tables.map(({ name }) => name));
  const kinds = (Object.keys(REMOVALS) as RemovableKind[]).map(keyedKind);
  await beginAboveBackup(
    transaction,
    kinds.filter(({ table }) => names.has(table)),
    { ...of, hasKeys: steps.includes(SOURCE_KEYS_STEP) },
  );
}

/** Fills the directory at once, because it is small. @param change Changes a row on its way in; undefined for one that is not restored. */
export async function fillDirectory<Schema>(
  backup: SavedBackup,
  saved: SavedTables,
  directory: Tables<Schema>,
  change: (table: string, record: SavedRecord) => SavedRecord | undefined,
): Promise<void> {
  await checkSteps(saved, 'the directory', directory);
  const source: RowSource<SavedTable> = {
    tables: saved.tables,
    async *rows(table) {
      for await (const rows of backup.rows(table)) {
        const changed = rows
          .map((row) => change(table.name, recordOf(table, row)))
          .filter((record) => record !== undefined);
        if (changed.length === 0) continue;
        yield changed.map((record) => table.columns.map((name) => record[name] ?? null));
      }
    },
  };
  await fill(directory, source, new AbortController().signal);
}

/** Throws if the empty database has other schema steps than the backup, as where a server has opened it. */
async function checkSteps<Schema>(
  { steps }: SavedTables,
  name: string,
  database: Tables<Schema>,
): Promise<void> {
  if (String(await stepsOf(database)) === String(steps)) return;
  throw new CommandError(
    `The database of ${name} is empty, but was made by another Portico than the backup. Remove its ` +
      'file, or on PostgreSQL its schema, and it is made again.',
  );
}
