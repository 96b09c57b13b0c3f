import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { type Fragment, fragment, type Placeholder } from '../../../src/store/engines/fragment.js';
import { runPreparedIn } from '../../../src/store/tenant/prepared.js';
import type { TenantTables } from '../../../src/store/tenant/tables.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { databaseOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';

/** Compiles and sends nothing. */
const db = new Kysely<TenantTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: () => {
      throw new Error('There is nothing to look at.');
    },
  },
});

/** The text, and the values in the order in which it asks for them. */
function compiled({ build, parameters }: Fragment<Compilable>): [string, unknown[]] {
  const query = build(0).compile();
  const values = query.parameters.map(
    (slot) => parameters[(slot as Placeholder<unknown>).position],
  );
  return [query.sql, values];
}

const labels = (ids: readonly number[]) =>
  fragment('labels', [ids], (list) => db.selectFrom('label').select('id').where('id', 'in', list));

it('a fragment brings each value to its place, however often and in whatever order it is asked for', () => {
  const named = fragment('named', ['b'], (name) => name);
  const all = fragment('all', [1, [named, named], labels([7, 8, 9]), 2], (one, names, ids, two) =>
    ids
      .where('id', '>', two)
      .where('name', 'in', names)
      .where('id', '<', two)
      .where('id', '<>', one),
  );
  expect(compiled(all)).toEqual([
    'select "id" from "label" where "id" in (?, ?, ?, ?) and "id" > ? and "name" in (?, ?) and "id" < ? and "id" <> ?',
    [7, 8, 9, 9, 2, 'b', 'b', 2, 1],
  ]);
});

it('fragments have the same shape where they have the same text', () => {
  expect(labels([1, 2, 3]).shape).toBe(labels([4, 5, 6, 7]).shape);
  expect(labels([1, 2]).shape).not.toBe(labels([1, 2, 3]).shape);
  const two = (inputs: readonly Fragment<unknown>[]) => fragment('two', [inputs], () => undefined);
  expect(two([labels([1]), labels([1, 2])]).shape).not.toBe(
    two([labels([1, 2]), labels([1])]).shape,
  );
});

forEachDatabase('A statement', (database) => {
  const server = serverFor(database);

  it('runs with the values of each run, and holds none of its own', async () => {
    await server.addTenant('acme');
    await server.put(
      'acme',
      'listings',
      [1, 2, 3].map((id) => aListing({ main_id: id })),
    );
    const tenant = (await databaseOf(server, 'acme')) as unknown as Kysely<TenantTables>;
    const listing = (id: number) =>
      fragment('one', [id], (slot) =>
        tenant.selectFrom('listing').select('id').where('id', '=', slot),
      );
    expect(await runPreparedIn(tenant, listing(2))).toEqual([{ id: 2 }]);
    expect(await runPreparedIn(tenant, listing(3))).toEqual([{ id: 3 }]);
    const frozen = fragment('frozen', [1], () =>
      tenant.selectFrom('listing').select('id').where('id', '=', 1),
    );
    await expect(runPreparedIn(tenant, frozen)).rejects.toThrow('not one of its inputs');
  });
});
