import type { DatabaseConnection, Kysely, QueryExecutor } from 'kysely';
import { type ReadsNow, readsNow } from '../../src/store/engines/dialect.js';
import type { TestServer } from './server.js';

/**
 * Writes down the statements that a tenant's database is sent while `work` runs: for tests that a read
 * costs the same few, however many records it answers.
 */
export async function statementsOf(
  server: TestServer,
  tenant: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const statements = await statementsTo(await databaseOf(server, tenant), () =>
    server.inThisProcess(work),
  );
  // The look at the revision is what conditional reads cost, the same for every answer.
  return statements.filter((statement) => !statement.includes('revision'));
}

/** The database of a tenant. */
export async function databaseOf(server: TestServer, tenant: string): Promise<Kysely<never>> {
  const opened = await server.services.tenants.tenant(tenant);
  if (opened === undefined) throw new Error(`There is no client ${tenant}.`);
  return opened.database.db as unknown as Kysely<never>;
}

/** Writes down the statements that a database is sent while `work` runs, those of transactions too. */
export async function statementsTo(
  db: Kysely<never>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const executor = db.getExecutor() as { -readonly [K in keyof QueryExecutor]: QueryExecutor[K] };
  const provide = executor.provideConnection;
  const statements: string[] = [];
  executor.provideConnection = (consume) =>
    provide.call(executor, async (connection: DatabaseConnection) => {
      const execute = connection.executeQuery;
      connection.executeQuery = (query) => {
        statements.push(query.sql);
        return execute.call(connection, query) as never;
      };
      try {
        return await consume(connection);
      } finally {
        connection.executeQuery = execute;
      }
    }) as never;
  const reader = readsNow(db) as { -readonly [K in keyof ReadsNow]: ReadsNow[K] } | undefined;
  const readNow = reader?.readNow;
  if (reader !== undefined && readNow !== undefined) {
    reader.readNow = (sql, parameters) => {
      const rows = readNow.call(reader, sql, parameters);
      if (rows !== undefined) statements.push(sql);
      return rows as never;
    };
  }
  try {
    await work();
  } finally {
    executor.provideConnection = provide;
    if (reader !== undefined && readNow !== undefined) reader.readNow = readNow;
  }
  return statements;
}
