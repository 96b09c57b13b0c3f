import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import type { ImportRecord } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { type AnswerRecord, detail } from '../../search/asking.js';

forEachDatabase('An import of photos', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const put = (...records: ImportRecord[]) => server.put('acme', 'photos', records);
  const photos = async (id: number) =>
    ((await server.get(held.key, `/properties/photos/${id}`)) as AnswerRecord[]).map(
      ({ filename, name, sort }) => [filename, name, sort],
    );
  const url = (name: string) => `https://pictures.test/${name}`;
  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'listings', [
      { main_id: 1, photos: [{ filename: url('first.jpg'), name: 'First', sort: 5 }] },
      { main_id: 2 },
    ]);
    held.key = await server.addKey('acme');
  });

  it('adds to those that a listing has', async () => {
    await put(
      { listing_id: 1, filename: url('second.jpg'), name: 'Second', sort: 3 },
      { listing_id: 2, filename: url('plan.jpg'), name: 'Floor plan', sort: 2 },
      { listing_id: 1, filename: url('third.jpg') },
      { listing_id: 2, filename: url('hall.jpg'), name: 'Hall', sort: 2 },
    );
    expect(await photos(1)).toEqual([
      [url('third.jpg'), '', 0],
      [url('second.jpg'), 'Second', 3],
      [url('first.jpg'), 'First', 5],
    ]);
    expect(await photos(2)).toEqual([
      [url('plan.jpg'), 'Floor plan', 2],
      [url('hall.jpg'), 'Hall', 2],
    ]);
    expect(await detail(server, held.key, 1)).toMatchObject({
      main_image: url('third.jpg'),
      main_images: 3,
      floorplan_image: '',
    });
    expect(await detail(server, held.key, 2)).toMatchObject({
      main_image: url('plan.jpg'),
      main_images: 2,
      floorplan_image: url('plan.jpg'),
    });
  });

  it('updates a photo whose file a listing has, and keeps what is not told', async () => {
    await put(
      { listing_id: 1, filename: url('second.jpg'), sort: 9 },
      { listing_id: 1, filename: url('first.jpg'), name: 'Foremost' },
      { listing_id: 1, filename: url('third.jpg'), name: null, sort: null },
    );
    expect(await photos(1)).toEqual([
      [url('third.jpg'), '', 0],
      [url('first.jpg'), 'Foremost', 5],
      [url('second.jpg'), 'Second', 9],
    ]);
    await put({ listing_id: 2, filename: url('plan.jpg'), name: 'Kitchen' });
    expect(await detail(server, held.key, 2)).toMatchObject({ floorplan_image: '' });
  });

  it('refuses the photo of a listing that is not there, and takes the others', async () => {
    const first = { listing_id: 2, filename: url('yard.jpg') };
    const stray = { listing_id: 404, filename: url('stray.jpg') };
    await expect(put(first, stray)).rejects.toMatchObject({
      name: 'RecordProblem',
      field: 'listing_id',
      message: '"404" was given; accepted is the id of a listing that exists',
    });
    expect((await photos(2)).map(([name]) => name)).toContain(url('yard.jpg'));
    expect(await photos(404)).toEqual([]);
    await server.put('acme', 'listings', [{ main_id: 404 }]);
    expect(await photos(404)).toEqual([]);
  });

  it('takes two imports at once without losing a photo', async () => {
    await server.put('acme', 'listings', [{ main_id: 3 }]);
    const batch = (name: string) =>
      Array.from({ length: 20 }, (_, index) => ({
        listing_id: 3,
        filename: url(`${name}${index}.jpg`),
        sort: index,
      }));
    await Promise.all(['a', 'b', 'c'].map((name) => put(...batch(name))));
    expect(await photos(3)).toHaveLength(60);
  });
});
