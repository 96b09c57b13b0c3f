import type { Kysely, SelectQueryBuilder } from 'kysely';
import { fragment } from '../../store/engines/fragment.js';
import { findsRow } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { runPreparedIn } from '../../store/tenant/prepared.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { client, type StoredClient, type VersionedClient } from './client.js';
import type { ClientSearch } from './member.params.js';

const PRIVATE_COLUMNS = [
  'password_hash',
  'email_key',
  'login_key',
  'email_changed_at',
  'reset_hash',
  'reset_until',
] as const;
const RECORD_COLUMNS = columnsOf(client.defaults, ...PRIVATE_COLUMNS);

/** The columns of a client's record, without the password, and the client's agent. */
export type ClientRow = Omit<StoredClient, (typeof PRIVATE_COLUMNS)[number]> & {
  /** Null when there is no such agent. */
  readonly agent_firstname: string | null;
  readonly agent_lastname: string | null;
  readonly agent_email: string | null;
};

export async function clientById(database: TenantDatabase, id: number): Promise<ClientRow[]> {
  return database.codes.open(await clientRows(database.db).where('client.id', '=', id).execute());
}

/** What the version of a client follows from; empty when there is none with the id. */
export function versionedClient({ db }: TenantDatabase, id: number): Promise<VersionedClient[]> {
  return db
    .selectFrom('client')
    .select(['id', 'created_at', 'email_key', 'password_hash'])
    .where('id', '=', id)
    .execute();
}

/** The clients after an id, in the order of their ids, for an export. */
export async function clientsAfter(
  database: TenantDatabase,
  after: number,
  limit: number,
): Promise<ClientRow[]> {
  const rows = await clientRows(database.db)
    .where('client.id', '>', after)
    .orderBy('client.id')
    .limit(limit)
    .execute();
  return database.codes.open(rows);
}

export async function clientsById(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<ClientRow[]> {
  return database.codes.open(await clientRows(database.db).where('client.id', 'in', ids).execute());
}

/** One page of the members that a search finds, and how many it finds in all. */
export async function findMembers(
  database: TenantDatabase,
  search: ClientSearch,
): Promise<{ total: number; rows: ClientRow[] }> {
  const { total } = await matching(database.db.selectFrom('client'), search)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const offset = (search.page - 1) * search.limit;
  if (offset >= total) return { total, rows: [] };
  const rows = await matching(clientRows(database.db), search)
    .orderBy('client.created_at', search.order)
    .orderBy('client.id')
    .limit(search.limit)
    .offset(offset)
    .execute();
  return { total, rows: await database.codes.open(rows) };
}

export function isMember(db: Kysely<TenantTables>, id: number): Promise<boolean> {
  const clients = db.selectFrom('client').select('id').where('id', '=', id);
  return findsRow(clients.where('member', '=', 1));
}

/** The member who logs in with an address, the code as it is stored. @param loginKey The address in lower case. */
export async function memberByLogin(
  db: Kysely<TenantTables>,
  loginKey: string,
): Promise<StoredClient | undefined> {
  const statement = fragment('member by login', [loginKey], (key) =>
    db.selectFrom('client').selectAll().where('login_key', '=', key),
  );
  const [member] = await runPreparedIn(db, statement);
  return member;
}

function matching<Tables extends TenantTables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { id, email, verified }: ClientSearch,
): SelectQueryBuilder<Tables, From, Row> {
  let narrowed = query as unknown as SelectQueryBuilder<TenantTables, 'client', Row>;
  narrowed = narrowed.where('client.member', '=', 1);
  if (id !== undefined) narrowed = narrowed.where('client.id', '=', id);
  if (email !== undefined) narrowed = narrowed.where('client.login_key', '=', email.toLowerCase());
  if (verified !== undefined) {
    narrowed = narrowed.where('client.verified', '=', verified ? 1 : 0);
  }
  return narrowed as unknown as SelectQueryBuilder<Tables, From, Row>;
}

function clientRows(db: Kysely<TenantTables>) {
  return db
    .selectFrom('client')
    .leftJoin('agent', 'agent.id', 'client.agent_id')
    .select([
      ...RECORD_COLUMNS.map((column) => `client.${column}` as const),
      'agent.firstname as agent_firstname',
      'agent.lastname as agent_lastname',
      'agent.email as agent_email',
    ]);
}
