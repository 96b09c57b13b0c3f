import type { Compilable, CompiledQuery } from 'kysely';
import type { ClientDatabase } from './client-database/open.js';

/** How many compiled statements are kept over all client databases. */
const STATEMENTS_KEPT = 2000;

const statements = new Map<string, CompiledQuery>();

/**
 * Runs a query whose text depends on its shape alone. Building and compiling a query takes longer
 * than many a search, so it is done once for each shape and later runs only bring their values.
 *
 * @param shape Names the text of the query: two calls with one shape must build the same text.
 * @param parameters The values in the order in which the text asks for them.
 * @param build Builds the query with these values; asked for when the shape is new.
 */
export async function runPrepared<Row>(
  database: ClientDatabase,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
): Promise<Row[]> {
  // On PostgreSQL the text names the client's schema.
  const name = database.kind === 'sqlite' ? shape : `${database.name} ${shape}`;
  let statement = statements.get(name);
  if (statement === undefined) {
    statement = build().compile();
    const { parameters: built } = statement;
    if (built.length !== parameters.length || built.some((value, i) => value !== parameters[i])) {
      throw new Error(`The query of shape ${shape} takes other parameters than it was given.`);
    }
    if (statements.size >= STATEMENTS_KEPT) statements.clear();
    statements.set(name, statement);
  }
  const { rows } = await database.db.executeQuery({ ...statement, parameters });
  return rows as Row[];
}
