import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { forEachDatabase, type TestDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

/*
 * What the steps of a schema make of nothing, as text: a change of it is seen in review, and an index
 * or a default that gets lost is noticed. A new step changes the text (`npm test -- test/store/schema -u`);
 * the change of a step that was released would leave databases behind that nobody has tested.
 */

/** One line for each column and each index, of a schema of PostgreSQL or a file of SQLite. */
async function schemaText(
  { kind }: TestDatabase,
  db: Kysely<never>,
  schema: string,
): Promise<string> {
  const lines = async (query: ReturnType<typeof sql<{ line: string }>>) =>
    (await query.execute(db)).rows.map(({ line }) => line);
  if (kind === 'sqlite') {
    const made = await lines(
      sql`select sql || ';' as line from sqlite_master where sql is not null order by tbl_name, type desc, name`,
    );
    return `${made.map((line) => line.replaceAll(/\s+/g, ' ').replaceAll(', "', ',\n  "')).join('\n')}\n`;
  }
  const columns = await lines(sql`
    select concat_ws(' ', table_name || '.' || column_name, data_type, is_identity,
      'null ' || is_nullable, column_default) as line
    from information_schema.columns where table_schema = ${schema} order by table_name, ordinal_position`);
  const indexes = await lines(
    sql`select indexdef as line from pg_indexes where schemaname = ${schema} order by tablename, indexname`,
  );
  const triggers = await lines(sql`
    select concat_ws(' ', event_object_table, trigger_name, action_timing, event_manipulation,
      action_statement) as line
    from information_schema.triggers where trigger_schema = ${schema} order by 1`);
  const text = [...columns, '', ...indexes, '', ...triggers].join('\n');
  return `${text.replaceAll(`${schema}.`, '')}\n`;
}

forEachDatabase('the schema that is made of nothing', (database) => {
  const server = serverFor(database);
  const file = (name: string) => `schema/${name}.${database.kind}.sql`;

  it('of a client', async () => {
    // One as tests make clients, and one as the program makes them.
    const entry = await server.addTenant('acme');
    await server.services.directory.addTenant({ ...entry, name: 'beta' });
    for (const name of ['acme', 'beta']) {
      const tenant = await server.services.tenants.tenant(name);
      if (tenant === undefined) throw new Error(`There is no client ${name}.`);
      const db = tenant.database.db as unknown as Kysely<never>;
      const schema = database.kind === 'sqlite' ? '' : `client_${name}`;
      await expect(await schemaText(database, db, schema)).toMatchFileSnapshot(file('client'));
    }
  });

  it('of the directory', async () => {
    const db = server.services.directory.tables.db as unknown as Kysely<never>;
    const text = await schemaText(database, db, 'portico_directory');
    await expect(text).toMatchFileSnapshot(file('directory'));
  });
});
