import { type Generated, type Kysely, sql } from 'kysely';
import { contains, type Place, unlocked } from '../engines/dialect.js';
import { addIndex, makeTable } from '../schema/steps.js';

/** How long entries are kept, in milliseconds. */
const KEPT_MS = 400 * 86_400_000;

/** The most old entries that are deleted with each new one. */
const SWEPT = 100;

/** The most records that an entry names, and characters that it says of them. Beyond them it has counts, or only numbers. */
export const MOST_NAMED = 100;
const MOST_CHARACTERS = 4000;

/** How many entries are read at a time, at most. */
const PORTION = 1000;

/** Who changed what, in the database that was changed. Entries are added, and deleted when they are old. R377. */
interface AuditEntryTable {
  id: Generated<number>;
  /** Milliseconds since the epoch. */
  at: number;
  /** `command` and the account that ran it, or `key` and the public id of the key. */
  actor: string;
  /** The command, such as `key revoke`, or the call, such as `PUT /manage`. */
  action: string;
  /** In the directory, the client or feed; empty in the databases of these, and for what is about none. */
  client: string;
  kind: string;
  /** The rest of an `AuditChange`, as JSON. */
  details: string;
}

export interface AuditTables {
  audit_entry: AuditEntryTable;
}

export type AuditEntry = Omit<AuditEntryTable, 'id'> & { readonly id: number };

/** What begins the name of an actor that is an account of the console; its email follows. */
export const BY_CONSOLE = 'console ';

/** Who changes something, and by which command or call. */
export interface Actor {
  readonly name: string;
  readonly action: string;
  now(): number;
}

export interface AuditRecord {
  readonly id: number | string;
  readonly changed?: readonly string[];
  /** What was there before, of fields of which webhooks say it, too. */
  readonly before?: Readonly<Record<string, string | number>>;
}

/** What was changed. It holds no words of people and no secrets, so that an erasure finds nothing in it. */
export interface AuditChange {
  readonly kind: string;
  readonly client?: string;
  readonly records?: readonly AuditRecord[];
  readonly counts?: Readonly<Record<string, unknown>>;
}

/** The step that makes the table. */
export async function makeAudit(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = 'integer!: at text!: actor action client kind details';
  await makeTable(db, place, 'audit_entry', 'counted: id', columns);
  await addIndex(db, 'audit_entry_at', 'audit_entry', 'at');
}

export function auditTables<Tables extends AuditTables>(db: Kysely<Tables>): Kysely<AuditTables> {
  return db as unknown as Kysely<AuditTables>;
}

/** Adds an entry, in the transaction of what it is about; none where nobody acts, as in a server by itself. */
export async function storeAudit<Tables extends AuditTables>(
  transaction: Kysely<Tables>,
  actor: Actor | undefined,
  { kind, client = '', ...change }: AuditChange,
): Promise<void> {
  if (actor === undefined) return;
  const { name, action } = actor;
  const at = actor.now();
  const db = auditTables(transaction);
  await db
    .insertInto('audit_entry')
    .values({ at, actor: name, action, client, kind, details: detailsOf(change) })
    .execute();
  const oldest = db
    .selectFrom('audit_entry')
    .select('id')
    .where('at', '<', at - KEPT_MS)
    .orderBy('at')
    .limit(SWEPT);
  // Two writes never wait for each other here: each leaves what the other deletes.
  const old = await unlocked(db, oldest).execute();
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  await db.deleteFrom('audit_entry').where('id', 'in', ids).execute();
}

function detailsOf({ counts, records = [] }: Omit<AuditChange, 'kind'>): string {
  const named = records.length > MOST_NAMED ? [] : records;
  const write = (list: readonly AuditRecord[]) =>
    JSON.stringify({ counts, ...(list.length > 0 && { records: list }) });
  const details = write(named);
  return details.length > MOST_CHARACTERS ? write(named.map(({ id }) => ({ id }))) : details;
}

export interface AuditFilter {
  readonly now: number;
  /** Only those from this moment on, in milliseconds since the epoch. */
  readonly since?: number;
  /** In the directory, only those of this client or feed. */
  readonly client?: string | undefined;
  readonly kind?: string | undefined;
  /** Only those that name this record. */
  readonly record?: string | undefined;
  /** How many are wanted: no more are read at a time. */
  readonly limit?: number;
}

/** Entries, the newest first, in portions. Those that are too old are left out, also where they are still there. */
export async function* auditEntries(
  db: Kysely<AuditTables>,
  { now, since = 0, client, kind, record, limit = PORTION }: AuditFilter,
): AsyncGenerator<AuditEntry, void, void> {
  const portion = Math.min(limit, PORTION);
  let query = db
    .selectFrom('audit_entry')
    .selectAll()
    .where('at', '>=', Math.max(since, now - KEPT_MS))
    .orderBy('id', 'desc')
    .limit(portion);
  if (client !== undefined) query = query.where('client', '=', client);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (record !== undefined) {
    const id = JSON.stringify(/^\d{1,16}$/.test(record) ? Number(record) : record.toLowerCase());
    const names = (end: string) => contains(sql`lower(details)`, `{"id":${id}${end}`);
    query = query.where(sql<boolean>`(${names(',')} or ${names('}')})`);
  }
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const entries = await query.where('id', '<', before).execute();
    yield* entries;
    if (entries.length < portion) return;
    before = entries.at(-1)?.id ?? 0;
  }
}
