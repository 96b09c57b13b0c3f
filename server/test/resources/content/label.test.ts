import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { records } from './reading.js';

forEachDatabase('labels of listings', (database) => {
  const server = serverFor(database);

  describe('reads', () => {
    let key = '';

    beforeAll(async () => {
      await server.addTenant('acme');
      key = await server.addKey('acme');
      await server.put('acme', 'labels', [
        { id: 20, labelname: 'Exclusive' },
        { id: 3, labelname: ' Price drop ' },
        { id: 5 },
      ]);
    });

    it('GET /labels answers all by id', async () => {
      expect(await server.get(key, '/labels')).toEqual([
        { id: 3, labelname: 'Price drop' },
        { id: 5, labelname: '' },
        { id: 20, labelname: 'Exclusive' },
      ]);
    });

    it('GET /labels/{id} answers one', async () => {
      expect(await server.get(key, '/labels/20')).toEqual([{ id: 20, labelname: 'Exclusive' }]);
      expect(await server.get(key, '/labels/1')).toEqual([]);
      for (const path of ['/labels/0', '/labels/Exclusive']) {
        await expect(server.get(key, path), path).rejects.toThrow('404');
      }
    });

    it('answers nothing where there is nothing', async () => {
      await server.addTenant('bare');
      expect(await server.get(await server.addKey('bare'), '/labels')).toEqual([]);
    });

    it('refuses a record without an id, or with a name that is no text or too long', async () => {
      const put = (record: object) => server.put('acme', 'labels', [record]);
      await expect(put({ labelname: 'x' })).rejects.toMatchObject({ field: 'id' });
      await expect(put({ id: 1, labelname: ['x'] })).rejects.toMatchObject({ field: 'labelname' });
      const long = Array.from({ length: 501 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
      await expect(put({ id: 1, labelname: long })).rejects.toMatchObject({ field: 'labelname' });
      await put({ id: 44, labelname: long.slice(1) });
      expect(await server.get(key, '/labels/44')).toEqual([{ id: 44, labelname: long.slice(1) }]);
    });
  });

  describe('import over labels that listings named first', () => {
    let tenant = '';
    let key = '';
    let tenants = 0;

    beforeEach(async () => {
      tenants += 1;
      tenant = `client${tenants}`;
      await server.addTenant(tenant);
      key = await server.addKey(tenant);
    });

    /** What each listing carries, by its id. */
    async function carried(): Promise<Record<number, unknown>> {
      const page = (await server.get(key, '/properties?addLabels=true')) as {
        LISTINGS: { main_id: number; labels: string }[];
      };
      return Object.fromEntries(page.LISTINGS.map(({ main_id, labels }) => [main_id, labels]));
    }

    /** The listings that a search for a label finds. */
    async function found(label: string | number): Promise<unknown[]> {
      const page = (await server.get(key, `/properties?label=${label}`)) as {
        LISTINGS: { main_id: number }[];
      };
      return page.LISTINGS.map(({ main_id }) => main_id).sort();
    }

    const listing = (main_id: number, ...labels: string[]) => ({
      main_id,
      main_status: 'For Rent',
      labels,
    });

    it('gives a label its own id, and whoever carries it carries it on', async () => {
      await server.put(tenant, 'listings', [listing(1, 'Exclusive')]);
      await server.put(tenant, 'listings', [listing(2, 'exclusive')]);
      expect(await server.get(key, '/labels')).toEqual([{ id: 1, labelname: 'Exclusive' }]);
      await server.put(tenant, 'labels', [{ id: 50, labelname: 'EXCLUSIVE' }]);
      expect(await server.get(key, '/labels')).toEqual([{ id: 50, labelname: 'EXCLUSIVE' }]);
      expect(await carried()).toEqual({ 1: 'EXCLUSIVE', 2: 'EXCLUSIVE' });
      expect(await found(50)).toEqual([1, 2]);
      expect(await found('Exclusive')).toEqual([1, 2]);
      expect(await found(1)).toEqual([]);
    });

    it('exchanges ids that were handed out the other way round', async () => {
      await server.put(tenant, 'listings', [
        listing(1, 'A'),
        listing(2, 'B'),
        listing(3, 'A', 'B'),
      ]);
      expect(await records(server, key, '/labels')).toEqual([
        { id: 1, labelname: 'A' },
        { id: 2, labelname: 'B' },
      ]);
      await server.put(tenant, 'labels', [
        { id: 1, labelname: 'B' },
        { id: 2, labelname: 'A' },
      ]);
      expect(await server.get(key, '/labels')).toEqual([
        { id: 1, labelname: 'B' },
        { id: 2, labelname: 'A' },
      ]);
      expect(await carried()).toEqual({ 1: 'A', 2: 'B', 3: 'A,B' });
      expect(await found(1)).toEqual([2, 3]);
      expect(await found(2)).toEqual([1, 3]);
    });

    it('makes way for a label of another name', async () => {
      await server.put(tenant, 'listings', [listing(1, 'Made here')]);
      await server.put(tenant, 'labels', [
        { id: 1, labelname: 'From elsewhere' },
        { id: 7, labelname: 'Another' },
      ]);
      expect(await server.get(key, '/labels')).toEqual([
        { id: 1, labelname: 'From elsewhere' },
        { id: 7, labelname: 'Another' },
        { id: 8, labelname: 'Made here' },
      ]);
      expect(await carried()).toEqual({ 1: 'Made here' });
      expect(await found(1)).toEqual([]);
      expect(await found(8)).toEqual([1]);

      // Its new id is a makeshift one too, until a record tells its own.
      await server.put(tenant, 'labels', [{ id: 4, labelname: 'made HERE' }]);
      expect(await found(4)).toEqual([1]);
      expect(await server.get(key, '/labels/8')).toEqual([]);
    });

    it('moves into a label that a listing carries already', async () => {
      await server.put(tenant, 'labels', [{ id: 9, labelname: 'Old name' }]);
      await server.put(tenant, 'listings', [
        listing(1, 'Old name', 'New name'),
        listing(2, 'New name'),
      ]);
      await server.put(tenant, 'labels', [{ id: 9, labelname: 'New name' }]);
      expect(await server.get(key, '/labels')).toEqual([{ id: 9, labelname: 'New name' }]);
      expect(await carried()).toEqual({ 1: 'New name', 2: 'New name' });
      expect(await found(9)).toEqual([1, 2]);
    });

    it('renames a label that an import told before, for whoever carries it', async () => {
      await server.put(tenant, 'labels', [{ id: 1, labelname: 'Exclusive' }]);
      await server.put(tenant, 'listings', [listing(1, 'exclusive')]);
      await server.put(tenant, 'labels', [{ id: 1, labelname: 'Ours alone' }]);
      expect(await server.get(key, '/labels')).toEqual([{ id: 1, labelname: 'Ours alone' }]);
      expect(await carried()).toEqual({ 1: 'Ours alone' });
      await server.put(tenant, 'labels', [{ id: 1 }]);
      expect(await server.get(key, '/labels/1')).toEqual([{ id: 1, labelname: 'Ours alone' }]);
    });

    it('takes a makeshift label as told when a record names only its id', async () => {
      await server.put(tenant, 'listings', [listing(1, 'Exclusive')]);
      await server.put(tenant, 'labels', [{ id: 1 }]);
      await server.put(tenant, 'labels', [{ id: 1, labelname: 'Renamed' }]);
      expect(await carried()).toEqual({ 1: 'Renamed' });
    });

    it('leaves two labels of one name that were both told', async () => {
      await server.put(tenant, 'labels', [
        { id: 6, labelname: 'Twin' },
        { id: 5, labelname: 'twin' },
      ]);
      await server.put(tenant, 'listings', [listing(1, 'TWIN')]);
      expect(await records(server, key, '/labels')).toHaveLength(2);
      expect(await found(5)).toEqual([1]);
      expect(await found(6)).toEqual([]);
    });
  });
});
