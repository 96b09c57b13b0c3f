import { beforeAll, expect, it } from 'vitest';
import { neighborhood } from '../../../src/resources/buildings/neighborhood.js';
import { forEachDatabase } from '../../rig/databases.js';
import type { ImportRecord } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

const SOHO = {
  cat_id: 7,
  cat_name: 'SoHo',
  img: 'soho.jpg',
  imgname: 'Cast iron on Greene Street',
  parent: 3,
  sort: 2,
  text_1: '<p>Lofts &amp; shops</p>&lt;b&gt;as given&lt;/b&gt;\n“—” 🌆',
};

const EMPTY = { cat_name: '', img: '', imgname: '', parent: 0, sort: 0, text_1: '' };

forEachDatabase('Neighborhoods', (database) => {
  const server = serverFor(database);
  const keys = { acme: '', bolt: '' };
  const put = (...records: ImportRecord[]) => server.put('acme', 'neighborhoods', records);
  const read = (path: string) => server.get(keys.acme, path);
  beforeAll(async () => {
    for (const name of ['acme', 'bolt'] as const) {
      await server.addTenant(name);
      keys[name] = await server.addKey(name);
    }
    await put(
      SOHO,
      { cat_id: 3 },
      { cat_id: 9, cat_name: 'Harlem', sort: 1 },
      { cat_id: 5, sort: 2 },
    );
  });

  it('are listed by their place, equal ones by id', async () => {
    expect(await read('/neighborhoods')).toEqual([
      { ...EMPTY, cat_id: 3 },
      { ...EMPTY, cat_id: 9, cat_name: 'Harlem', sort: 1 },
      { ...EMPTY, cat_id: 5, sort: 2 },
      SOHO,
    ]);
    expect(Object.keys(SOHO).sort()).toEqual(Object.keys(neighborhood.schema.properties).sort());
  });

  it('are read one by one, in an array', async () => {
    expect(await read('/neighborhoods/7')).toEqual([SOHO]);
    expect(await read('/neighborhoods/7?page=0&cat=x')).toEqual([SOHO]);
    expect(await read('/Neighborhoods/007/')).toEqual([SOHO]);
    expect(await read('/neighborhoods/8')).toEqual([]);
  });

  it('belong to one client', async () => {
    expect(await server.get(keys.bolt, '/neighborhoods')).toEqual([]);
    expect(await server.get(keys.bolt, '/neighborhoods/7')).toEqual([]);
    await server.put('bolt', 'neighborhoods', [{ cat_id: 7, cat_name: 'Elsewhere' }]);
    expect(await read('/neighborhoods/7')).toEqual([SOHO]);
  });

  it('keep what a later record does not tell', async () => {
    await put({ cat_id: 7, sort: '4', parent: null }, { cat_id: '9', img: 'harlem.jpg' });
    expect(await read('/neighborhoods/7')).toEqual([{ ...SOHO, sort: 4 }]);
    expect(await read('/neighborhoods/9')).toEqual([
      { ...EMPTY, cat_id: 9, cat_name: 'Harlem', sort: 1, img: 'harlem.jpg' },
    ]);
    await put({ cat_id: 9, img: '' });
    expect(await read('/neighborhoods/9')).toMatchObject([{ img: '' }]);
  });

  it('take back what they answered, and nothing changes', async () => {
    const all = await read('/neighborhoods');
    await put(...(all as ImportRecord[]));
    expect(await read('/neighborhoods')).toEqual(all);
  });

  it('of one name are one to the listings that name it: the one with the lowest id', async () => {
    await put({ cat_id: 20, cat_name: 'Tribeca' }, { cat_id: 19, cat_name: 'TriBeCa' });
    await server.put('acme', 'listings', [
      { main_id: 1, main_status: 'For Rent', main_neighborhood: 'TRIBECA' },
    ]);
    expect(await read('/properties?cat=19')).toMatchObject({ TOTAL_COUNT: 1 });
    expect(await read('/properties?cat=20')).toMatchObject({ TOTAL_COUNT: 0 });
    expect(await read('/properties/1')).toMatchObject([{ main_neighborhood: 'TriBeCa' }]);
  });

  it('are refused with a malformed field, which is named', async () => {
    const refused = [
      [{ cat_id: 0 }, 'cat_id'],
      [{ cat_name: 'No id' }, 'cat_id'],
      [{ cat_id: 1.5 }, 'cat_id'],
      [{ cat_id: 30, cat_name: {} }, 'cat_name'],
      [{ cat_id: 30, cat_name: 'a\0b' }, 'cat_name'],
      [{ cat_id: 30, parent: -1 }, 'parent'],
      [{ cat_id: 30, sort: 'first' }, 'sort'],
      [{ cat_id: 30, text_1: [] }, 'text_1'],
    ] as const;
    for (const [record, field] of refused) {
      await expect(put(record)).rejects.toMatchObject({ name: 'RecordProblem', field });
    }
    expect(await read('/neighborhoods/30')).toEqual([]);
  });
});
