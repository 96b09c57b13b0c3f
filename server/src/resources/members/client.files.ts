import type { Transaction } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { stampDate } from '../../lib/dates.js';
import { lockTable } from '../../store/engines/dialect.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { noteEvents } from '../../store/tenant/followers.js';
import { CLIENT_DEFAULTS } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedFields, fieldNames } from '../kinds/changed-fields.js';
import { outcomeOf, type RefusedRow, type WriteOutcome } from '../kinds/record-kind.js';
import { pagedExport } from '../kinds/table-export.js';
import {
  type Field,
  type Fields,
  flagged,
  momentOrZero,
  problem,
  readFields,
  readId,
  readList,
  text,
  trimmed,
  whole,
} from '../kinds/transfer-fields.js';
import { withKeys } from './client.keys.js';
import { CLIENT_TYPES, clientsAfter, type StoredClient, typeText } from './client.queries.js';
import { clientRecord } from './client.record.js';
import { ACTIVE_FOR_MS, isActive, wholeSecond } from './member-activity.js';
import { memberChange } from './people-events.js';

/** The fields of a record as columns; `active` has no column, as it follows from others. */
type ImportedMember = StoredClient & { readonly active: number };

const TAGS: ReadonlyMap<string, string> = new Map(
  CLIENT_TYPES.map((tag) => [tag.toLowerCase(), tag]),
);

const type: Field<ImportedMember> = {
  column: 'type',
  read: (value, field) =>
    typeText(
      readList(value, field).map((text) => {
        const tag = TAGS.get(text.toLowerCase());
        if (tag === undefined) throw problem(field, text, `tags out of ${CLIENT_TYPES.join(', ')}`);
        return tag;
      }),
    ),
};

const fields: Fields<ImportedMember> = {
  firstName: text('first_name'),
  lastName: text('last_name'),
  email: trimmed('email'),
  active: flagged('active'),
  type,
  verify: trimmed('verify'),
  date_create: momentOrZero('created_at'),
  date_update: momentOrZero('updated_at'),
  phone: text('phone'),
  home_Phone: text('home_phone'),
  office_Phone: text('office_phone'),
  agent_id: whole('agent_id'),
  progress: text('progress'),
  source: text('source'),
  dob: text('dob'),
  address: text('address'),
  city: text('city'),
  state: text('state'),
  zip: text('zip'),
  last_login: momentOrZero('last_login_at'),
  verified: flagged('verified'),
};

/** The names of columns in records of clients. A password has none: records do not carry it. */
export const clientFieldNames = fieldNames(fields, { password_hash: 'password' });

/** Fields that follow from others: accepted and ignored. */
const COMPUTED = [
  'status',
  'agent_name',
  'agent_email',
  'deal_id',
  'deal_listing_id',
  'deal_address',
  'deal_price',
  'deal_status',
  'deal_date',
];

/** Every field that an import record of a client may have. */
export const clientImportFields: ReadonlySet<string> = new Set([
  'id',
  ...Object.keys(fields),
  ...COMPUTED,
]);

/** The columns of a client that an import record has. */
interface ClientImport {
  readonly id: number;
  readonly values: Partial<ImportedMember>;
}

/**
 * Reads one import record of a client. R154, R168.
 *
 * @throws RecordProblem
 */
export function readClient(record: Readonly<Record<string, unknown>>, zone: string): ClientImport {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
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
export function writeClients(
  database: TenantDatabase,
  imports: readonly ClientImport[],
  now: number,
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    // Nobody registers or changes an address in the meantime.
    await lockTable(transaction, 'client');
    const ids = [...new Set(imports.map(({ id }) => id))];
    const found = await storedById(transaction, 'client', ids);
    const opened = await database.codes.open([...found.values()], 'kept');
    const stored = new Map(opened.map((row) => [row.id, row]));
    const owners = await ownersOf(transaction, stored, imports);
    const { rows, refused } = leftRows(stored, imports, owners, now);
    await freeKeys(transaction, stored, rows);
    const written = changedRows(stored, [...rows.values()]);
    const sealed = await database.codes.seal(written);
    await upsert(database, transaction, 'client', columnsOf(CLIENT_DEFAULTS), ['id'], sealed);
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
    const changed = new Set(written.map(({ id }) => id));
    return outcomeOf(imports, ({ id }) => changed.has(id), refused);
  });
}

function merged(
  before: StoredClient | undefined,
  { id, values }: ClientImport,
  now: number,
): StoredClient {
  const { active: _, ...columns } = values;
  const row = { ...CLIENT_DEFAULTS, ...before, ...columns, id };
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
  await inPortions(
    changing.map(({ id }) => id),
    async (ids) => {
      await transaction
        .updateTable('client')
        .set({ login_key: null })
        .where('id', 'in', ids)
        .execute();
      return [];
    },
  );
}

/** Exports clients with all but their passwords. */
export const exportClients = pagedExport(clientsAfter, (rows, { timeZone, clock }) =>
  rows.map((row) => ({
    ...clientRecord(row, { now: clock.now(), timeZone }),
    last_login: stampDate(row.last_login_at || null, timeZone),
    verified: row.verified,
  })),
);
