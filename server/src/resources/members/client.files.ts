import type { Transaction } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { stampDate } from '../../lib/dates.js';
import { idsOf } from '../../lib/grouped.js';
import { lockTable } from '../../store/engines/dialect.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { noteEvents } from '../../store/tenant/followers.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedFields, fieldNames } from '../kinds/changed-fields.js';
import { filesOf, pagedExport } from '../kinds/files.js';
import {
  outcomeOf,
  type RefusedRow,
  type TransferRecord,
  type WriteOutcome,
} from '../kinds/kind.js';
import { readFlag } from '../kinds/transfer-fields.js';
import { memberChange } from '../webhook-events.js';
import { ClientRecord, clientRecord } from './account.record.js';
import {
  ACTIVE_FOR_MS,
  client,
  isActive,
  type StoredClient,
  wholeSecond,
  withKeys,
} from './client.js';
import { clientsAfter, clientsById } from './client.queries.js';
import { dealFields } from './deal.js';

/** The names of columns in records of clients. A password has none: records do not carry it. */
export const clientFieldNames = fieldNames(client.reads, { password_hash: 'password' });

/** The columns of a client that an import record has; `active` has no column, as it follows from others. */
interface ClientImport {
  readonly id: number;
  readonly values: Partial<StoredClient> & { readonly active?: number };
}

/** Reads one import record of a client. R154, R168. @throws RecordProblem */
function readClient(record: TransferRecord, zone: string): ClientImport {
  const { id, values } = client.read(record, zone);
  const { active } = record;
  if (active === undefined || active === null) return { id, values };
  return { id, values: { ...values, active: readFlag(active, 'active') } };
}

interface Candidate {
  readonly index: number;
  readonly row: StoredClient;
  /** The key under which the client logs in before this import. */
  readonly before: string | null;
}

/**
 * Inserts or updates clients in one transaction, several rows of one client in their order. Records have no passwords, so these stay.
 *
 * @param now Milliseconds since the epoch: a client whose record says `active` is active from then on.
 * Members whose address another member has are refused.
 */
function writeClients(
  database: TenantDatabase,
  imports: readonly ClientImport[],
  now: number,
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    // Nobody registers or changes an address in the meantime.
    await lockTable(transaction, 'client');
    const ids = [...new Set(idsOf(imports))];
    const found = await storedById(transaction, 'client', ids);
    const opened = await database.codes.open([...found.values()], 'kept');
    const stored = new Map(opened.map((row) => [row.id, row]));
    const owners = await ownersOf(transaction, stored, imports);
    const { rows, refused } = leftRows(stored, imports, owners, now);
    await freeKeys(transaction, stored, rows);
    const written = changedRows(stored, [...rows.values()]);
    const sealed = await database.codes.seal(written);
    await upsert(database, transaction, 'client', columnsOf(client.defaults), ['id'], sealed);
    if (written.length > 0) changes.unnamed();
    noteEvents(
      transaction,
      written
        .filter(({ id, member }) => member === 1 && stored.has(id))
        .map((row) => {
          const fields = changedFields(clientFieldNames, stored.get(row.id), row);
          return memberChange(row.id, 'updated', fields);
        }),
    );
    const changed = new Set(idsOf(written));
    return outcomeOf(imports, ({ id }) => changed.has(id), refused);
  });
}

function merged(
  before: StoredClient | undefined,
  { id, values }: ClientImport,
  now: number,
): StoredClient {
  const { active: _, ...columns } = values;
  const row = { ...client.defaults, ...before, ...columns, id };
  return withKeys({ ...row, ...activityOf(row, values, now) });
}

/**
 * When a client was verified and last logged in, as far as a record says. A record from another system
 * may have only `active`, which says less than these two.
 */
function activityOf(
  row: StoredClient,
  { active, verified, last_login_at }: ClientImport['values'],
  now: number,
): Pick<StoredClient, 'verified' | 'last_login_at'> {
  const { last_login_at: login } = row;
  if (verified !== undefined) return { verified, last_login_at: login };
  if (active === 1) {
    const hasLogin = last_login_at !== undefined && last_login_at > 0;
    const recent = isActive({ ...row, verified: 1 }, now);
    // Active without a login: the days count from now.
    return { verified: 1, last_login_at: hasLogin || recent ? login : wholeSecond(now) };
  }
  if (active === undefined) return { verified: row.verified, last_login_at: login };
  // A client who was active once has been verified; one who never was has not.
  const lapsed = login > 0 && now - login >= ACTIVE_FOR_MS;
  return { verified: lapsed ? 1 : 0, last_login_at: login };
}

/** Who has each login key that rows of this import may take. */
async function ownersOf(
  transaction: Transaction<TenantTables>,
  stored: ReadonlyMap<number, StoredClient>,
  imports: readonly ClientImport[],
): Promise<Map<string, number>> {
  // A client without a code at any time is no member, and needs no key.
  const isMember = ({ verify }: { readonly verify?: string }) => (verify ?? '') !== '';
  const members = new Set(
    imports.flatMap(({ id, values }) =>
      isMember(values) || isMember(stored.get(id) ?? {}) ? [id] : [],
    ),
  );
  const emails = imports.flatMap(({ id, values }) =>
    members.has(id) ? [values.email ?? '', stored.get(id)?.email ?? ''] : [],
  );
  const keys = [...new Set(emails.map((email) => email.toLowerCase()))];
  const rows = await inPortions(keys, (portion) =>
    transaction
      .selectFrom('client')
      .select(['id', 'login_key'])
      .where('login_key', 'in', portion)
      .execute(),
  );
  const owners = [...rows, ...stored.values()];
  return new Map(
    owners.flatMap(({ id, login_key }) => (login_key === null ? [] : [[login_key, id] as const])),
  );
}

/**
 * What the rows leave: first those that come first of their client, side by side, so that clients may swap addresses, then
 * those that come second, and so on.
 *
 * @param owners Who has each login key; brought up to date.
 */
function leftRows(
  stored: ReadonlyMap<number, StoredClient>,
  imports: readonly ClientImport[],
  owners: Map<string, number>,
  now: number,
): { readonly rows: ReadonlyMap<number, StoredClient>; readonly refused: readonly RefusedRow[] } {
  const rows = new Map<number, StoredClient>();
  const refused: RefusedRow[] = [];
  for (const round of roundsOf(imports)) {
    const candidates = round.map(({ index, input }): Candidate => {
      const before = rows.get(input.id) ?? stored.get(input.id);
      return { index, row: merged(before, input, now), before: before?.login_key ?? null };
    });
    for (const { before } of candidates) if (before !== null) owners.delete(before);
    const { taken, refused: duplicates } = withoutDuplicates(candidates, owners);
    refused.push(...duplicates);
    for (const { row } of taken) {
      rows.set(row.id, row);
      if (row.login_key !== null) owners.set(row.login_key, row.id);
    }
  }
  return { rows, refused };
}

/** The rows that come first of their client, those that come second, and so on. */
function roundsOf(
  imports: readonly ClientImport[],
): readonly (readonly { readonly index: number; readonly input: ClientImport }[])[] {
  const rounds: { index: number; input: ClientImport }[][] = [];
  const seen = new Map<number, number>();
  for (const [index, input] of imports.entries()) {
    const round = seen.get(input.id) ?? 0;
    seen.set(input.id, round + 1);
    rounds[round] ??= [];
    rounds[round].push({ index, input });
  }
  return rounds;
}

/**
 * Refuses clients whose key another one has. A refused client keeps its old key, which another client
 * may have claimed, so this repeats until it refuses nobody.
 *
 * @param owners Who has each key, of the clients that these rows do not change; refused ones are added.
 */
function withoutDuplicates(
  candidates: readonly Candidate[],
  owners: Map<string, number>,
): {
  taken: readonly Candidate[];
  refused: RefusedRow[];
} {
  const refused: RefusedRow[] = [];
  let taken = candidates;
  for (;;) {
    const claimed = new Map<string, number>();
    const left = taken.filter(({ index, row, before }) => {
      const key = row.login_key;
      if (key === null) return true;
      const holder = claimed.get(key) ?? owners.get(key);
      if (holder === undefined) {
        claimed.set(key, row.id);
        return true;
      }
      refused.push({ index, problem: duplicate(row.email, holder) });
      if (before !== null) owners.set(before, row.id);
      return false;
    });
    if (left.length === taken.length) return { taken, refused };
    taken = left;
  }
}

function duplicate(email: string, holder: number): RecordProblem {
  return new RecordProblem(
    'email',
    `${JSON.stringify(email)} was given; client ${holder} is registered with that address`,
  );
}

/** Clears the keys of clients who are about to get another one, so that two may swap keys. */
async function freeKeys(
  transaction: Transaction<TenantTables>,
  stored: ReadonlyMap<number, StoredClient>,
  rows: ReadonlyMap<number, StoredClient>,
): Promise<void> {
  const changing = [...rows.values()].filter(({ id, login_key }) => {
    const before = stored.get(id)?.login_key ?? null;
    return before !== null && before !== login_key;
  });
  await inPortions(idsOf(changing), async (ids) => {
    await transaction
      .updateTable('client')
      .set({ login_key: null })
      .where('id', 'in', ids)
      .execute();
    return [];
  });
}

/** Exports clients with all but their passwords. */
const exportClients = pagedExport(
  clientsAfter,
  (rows, { timeZone, clock }) =>
    rows.map((row) => ({
      ...clientRecord(row, { now: clock.now(), timeZone }),
      last_login: stampDate(row.last_login_at || null, timeZone),
      verified: row.verified,
    })),
  clientsById,
);

export const clientFiles = filesOf(client, {
  ignored: Object.keys(dealFields),
  computed: new Set(),
  answers: [ClientRecord],
  read: readClient,
  // An address may be taken, and "active" looks at what is stored.
  inOrder: true,
  write: (database, rows, clock) => writeClients(database, rows, clock.now()),
  export: exportClients,
});
