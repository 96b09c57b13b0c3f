import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { OFFICE } from './people/people.js';

forEachDatabase('offices', (database) => {
  const server = serverFor(database);
  let key = '';
  const empty = Object.fromEntries(Object.keys(OFFICE).map((field) => [field, '']));

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });

  it('are an empty array while there are none', async () => {
    expect(await server.get(key, '/offices')).toEqual([]);
    expect(await server.get(key, '/offices/3')).toEqual([]);
  });

  it('are listed by id, and read back whole', async () => {
    await server.put('acme', 'offices', [OFFICE, { id: 2 }, { id: 11, zip: 7030 }]);
    const records = [{ ...empty, id: 2 }, OFFICE, { ...empty, id: 11, zip: '7030' }];
    expect(await server.get(key, '/offices')).toEqual(records);
    for (const record of records) {
      expect(await server.get(key, `/offices/${record.id}`)).toEqual([record]);
    }
  });

  it('keep what an update does not tell', async () => {
    await server.put('acme', 'offices', [{ id: 3, phone: '' }]);
    expect(await server.get(key, '/offices/3')).toEqual([{ ...OFFICE, phone: '' }]);
  });
});
