import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BOOKKEEPING } from '../dialect-tables.js';

/** The longest name that PostgreSQL does not cut, in bytes. */
const LONGEST_NAME = 63;

/** PostgreSQL's error code for a missing right. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** The login role lacks a right that tenant databases need. The message says what to grant. */
export class MissingRightError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'MissingRightError';
  }
}

/**
 * The role of a tenant's statements. Roles belong to all databases of a PostgreSQL server, so the
 * name contains the database's name, and two installations on one server do not collide.
 */
export function tenantRole(database: string, tenant: string): string {
  const name = `portico_${database}_${tenant}`;
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const digest = createHash('sha256').update(database).digest('hex').slice(0, 12);
  return `portico_${digest}_${tenant}`;
}

interface State {
  readonly login: string;
  readonly database: string;
  readonly there: boolean;
  readonly member: boolean;
  readonly complete: boolean;
}

/**
 * Whether a tenant's role has all its rights: the login role may set it, and it may read and write
 * every table of its schema and set the sequences of their columns.
 */
export async function isRoleComplete(
  db: Kysely<never>,
  schema: string,
  role: string,
): Promise<boolean> {
  const { member, complete } = await stateOf(db, schema, role);
  return member && complete;
}

/**
 * Makes a tenant's role if it does not exist, and grants it reads and writes on its own schema's
 * tables and their sequences, and nothing else. It owns nothing and cannot log in.
 *
 * @param transaction Runs as the login role, which owns the schema.
 * @throws MissingRightError
 */
export async function makeRole(
  transaction: Kysely<never>,
  schema: string,
  role: string,
): Promise<void> {
  const { login, database, there, member } = await stateOf(transaction, schema, role);
  const id = sql.id(role);
  try {
    if (!there) await sql`create role ${id} nologin`.execute(transaction);
    if (!member) await sql`grant ${id} to ${sql.id(login)}`.execute(transaction);
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MissingRightError(
      `The PostgreSQL role ${login} may not make a role for each client in the database ` +
        `${database}. Let an administrator run: ALTER ROLE "${login}" CREATEROLE; or, for only ` +
        `this client: CREATE ROLE "${role}" NOLOGIN; GRANT "${role}" TO "${login}";`,
      error,
    );
  }
  const place = sql.id(schema);
  await sql`revoke all on schema ${place} from public`.execute(transaction);
  await sql`grant usage on schema ${place} to ${id}`.execute(transaction);
  const number = sql`(select oid from pg_namespace where nspname = ${schema})`;
  const tables = await sql<{ name: string }>`
    select t.relname as name ${tablesOf(number)}
  `.execute(transaction);
  const list = sql.join(tables.rows.map(({ name }) => sql.id(schema, name)));
  await sql`grant select, insert, update, delete on ${list} to ${id}`.execute(transaction);
  const sequences = await sql<{ name: string }>`
    select c.relname as name ${sequencesOf(number)}
  `.execute(transaction);
  if (sequences.rows.length === 0) return;
  const counters = sql.join(sequences.rows.map(({ name }) => sql.id(schema, name)));
  // An import with ids of its own moves the counter beyond them.
  await sql`grant usage, select, update on sequence ${counters} to ${id}`.execute(transaction);
}

/**
 * The tables `t` of a schema. An index of `pg_depend` leads to them. `pg_class` has no index by schema and
 * 200 rows for each tenant: reading all of them took 30 ms for each of 300 tenants that a process opened.
 *
 * @param schema The oid of the schema.
 */
function tablesOf(schema: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    from pg_depend within
    join pg_class t on t.oid = within.objid
    where within.refclassid = 'pg_namespace'::regclass and within.refobjid = ${schema}
      and within.classid = 'pg_class'::regclass and t.relkind = 'r'
      and t.relname not in (${bookkeeping()})
  `;
}

/** The sequences `c` of the columns of a schema's tables. @param schema As above. */
function sequencesOf(schema: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    from (select t.oid ${tablesOf(schema)}) o
    join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = o.oid
    join pg_class c on c.oid = d.objid
    where d.classid = 'pg_class'::regclass and d.deptype = 'i' and c.relkind = 'S'
  `;
}

function bookkeeping() {
  return sql.join(BOOKKEEPING.map((table) => sql.lit(table)));
}

async function stateOf(db: Kysely<never>, schema: string, role: string): Promise<State> {
  // Since PostgreSQL 16, a member of a role may lack the right to set it.
  const right = sql`case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end`;
  const { rows } = await sql<State>`
    select current_user as login, current_database() as database, r.oid is not null as there,
      coalesce(pg_has_role(current_user, r.oid, ${right}), false) as member,
      coalesce(has_schema_privilege(r.oid, n.oid, 'usage'), false) and not exists (
        select ${tablesOf(sql`n.oid`)}
          and not (
            has_table_privilege(r.oid, t.oid, 'select')
            and has_table_privilege(r.oid, t.oid, 'insert')
            and has_table_privilege(r.oid, t.oid, 'update')
            and has_table_privilege(r.oid, t.oid, 'delete')
          )
      ) and not exists (
        select ${sequencesOf(sql`n.oid`)}
          and not (
            has_sequence_privilege(r.oid, c.oid, 'usage')
            and has_sequence_privilege(r.oid, c.oid, 'select')
            and has_sequence_privilege(r.oid, c.oid, 'update')
          )
      ) as complete
    from pg_namespace n left join pg_roles r on r.rolname = ${role}
    where n.nspname = ${schema}
  `.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error(`There is no schema ${schema}.`);
  return state;
}
