import type { QueryExecutor } from 'kysely';
import type { TestServer } from './server.js';

/**
 * Writes down the statements that a client's database is sent while `work` runs, transactions aside:
 * for tests that a read costs the same few, however many records it answers.
 */
export async function statementsOf(
  server: TestServer,
  client: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const opened = await server.services.clients.client(client);
  if (opened === undefined) throw new Error(`There is no client ${client}.`);
  const executor = opened.database.db.getExecutor() as {
    -readonly [K in keyof QueryExecutor]: QueryExecutor[K];
  };
  const execute = executor.executeQuery;
  const statements: string[] = [];
  executor.executeQuery = function (this: QueryExecutor, query) {
    statements.push(query.sql);
    return execute.call(this, query);
  } as QueryExecutor['executeQuery'];
  try {
    await server.inThisProcess(work);
  } finally {
    executor.executeQuery = execute;
  }
  // The look at the revision is what conditional reads cost, the same for every answer.
  return statements.filter((statement) => !statement.includes('revision'));
}
