import { beforeAll, expect, it } from 'vitest';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import {
  FIRST_KEY_NUMBER as FIRST,
  keepKeys,
  numberAfter,
  numberKeys,
  numbersOfKeys,
} from '../../../src/store/tenant/source-keys.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { databaseOf } from '../../rig/offline.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('the numbers of source keys', (database) => {
  const server = serverFor(database);
  const held: { database?: TenantDatabase } = {};
  const acme = () => held.database as TenantDatabase;
  const LISTINGS = { kind: 'listings', table: 'listing', counted: false } as const;
  const LEADS = { kind: 'leads', table: 'alert', counted: true } as const;

  beforeAll(async () => {
    await server.addTenant('acme');
    held.database = await databaseOf(server.services, 'acme');
  });
  const number = async (source: string, ...keys: string[]) => {
    const [numbers] = await numberKeys(acme(), [{ kind: LISTINGS, source, keys }]);
    return keys.map((key) => numbers?.get(key));
  };
  const numbered = async (kind: string, source: string, ...keys: string[]) =>
    [...(await numbersOfKeys(acme().db, kind, source, keys))].sort();

  it('follow each other, one for each key of a kind and source, and stay', async () => {
    expect(await number('mls', 'a', 'b', 'a')).toEqual([FIRST, FIRST + 1, FIRST]);
    expect(await number('mls', 'c', 'a')).toEqual([FIRST + 2, FIRST]);
    expect(await number('crm', 'a')).toEqual([FIRST + 3]);
    expect(await number('crm')).toEqual([]);
    const other = { ...LISTINGS, kind: 'offices', table: 'office' } as const;
    const groups = [{ kind: other, source: 'mls', keys: ['a'] }];
    expect(await numberKeys(acme(), groups)).toEqual([new Map([['a', FIRST]])]);
    expect(await numbered('listings', 'mls', 'a', 'b', 'x')).toEqual([
      ['a', FIRST],
      ['b', FIRST + 1],
    ]);
    expect(await numbered('listings', 'crm', 'a', 'b')).toEqual([['a', FIRST + 3]]);
    expect(await numbered('offices', 'mls', 'a', 'b')).toEqual([['a', FIRST]]);
  });

  it('are none that a record has already, however many are wanted in a row', async () => {
    for (const at of [5, 8])
      await server.put('acme', 'listings', [aListing({ main_id: FIRST + at })]);
    // 4 is free, but only one of two; 6 and 7 are.
    expect(await number('mls', 'd', 'e')).toEqual([FIRST + 6, FIRST + 7]);
    expect(await number('mls', 'f')).toEqual([FIRST + 9]);
  });

  it('that are given are kept, but for those that another key has', async () => {
    const keep = (...rows: [key: string, id: number][]) =>
      acme().write((transaction) =>
        keepKeys(
          transaction,
          LISTINGS,
          'own',
          rows.map(([key, id]) => ({ key, id })),
        ),
      );
    const kept = await keep(['x', 5], ['y', FIRST + 6], ['z', 7], ['second', 5]);
    expect([...kept]).toEqual([
      [5, 'x'],
      [7, 'z'],
    ]);
    expect(await numbered('listings', 'own', 'x', 'y', 'z', 'second')).toEqual([
      ['x', 5],
      ['z', 7],
    ]);
    expect(await keep()).toEqual(new Map());
    // They move nothing: the next number is the one after the last.
    expect(await number('mls', 'g')).toEqual([FIRST + 10]);
  });

  it('are not given to what websites make, and come after the highest of these', async () => {
    const after = (kind: string, highest: number | null) => numberAfter(acme().db, kind, highest);
    expect(await after('listings', null)).toBe(1);
    expect(await after('listings', 41)).toBe(42);
    expect(await after('listings', FIRST - 2)).toBe(FIRST - 1);
    expect(await after('listings', FIRST - 1)).toBe(FIRST + 11);
    // None comes twice.
    expect(await after('listings', FIRST)).toBe(FIRST + 12);
    expect(await after('listings', FIRST + 20)).toBe(FIRST + 21);
    expect(await after('labels', FIRST - 1)).toBe(FIRST);
  });

  it('are passed over by a table that numbers its rows itself, which goes on after them', async () => {
    const lead = async () => {
      const row = { kind: 'alert', email: 'nora@example.com' };
      const { id } = await acme()
        .db.insertInto('alert')
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const first = await lead();
    const [numbers] = await numberKeys(acme(), [
      { kind: LEADS, source: 'crm', keys: ['one', 'two'] },
    ]);
    expect([...(numbers ?? [])]).toEqual([
      ['one', FIRST],
      ['two', FIRST + 1],
    ]);
    expect(first).toBe(1);
    expect(await lead()).toBeGreaterThan(FIRST + 1);
  });
});
