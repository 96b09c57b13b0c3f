import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { type Place, portico, porticoJson } from './portico.js';

forEachDatabase('commands that remove records', ({ dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: { PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl },
  };
  const write = (name: string, records: readonly object[]) =>
    writeFileSync(
      join(dataFolder, name),
      records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    );
  const docs = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({
      id: from + at,
      title: `Form ${from + at}`,
    }));

  beforeAll(async () => {
    await portico(place, 'client', 'add', 'acme');
    write('docs.ndjson', docs(1, 20));
    write('listings.ndjson', [
      { main_id: 1, main_status: 'For Rent', photos: [{ filename: 'a.jpg', name: '', sort: 1 }] },
    ]);
    await portico(place, 'import', 'acme', 'docs.ndjson', 'listings.ndjson');
  });

  test('portico remove says what would go, removes it, and does so again', async () => {
    const args = ['remove', 'acme', 'listings', '1', '99'];
    const told = await porticoJson(place, ...args, '--dry-run');
    const attached = [{ name: 'photos', fate: 'goes', count: 1 }];
    expect(told.json).toEqual({ removed: 1, missing: [99], attached, dryRun: true });
    const { code, stdout } = await portico(place, ...args);
    expect([code, stdout]).toEqual([
      0,
      'Removed: 1 listing.\n  1 photo: went with it.\nNot there: 99.\n',
    ]);
    expect((await porticoJson(place, ...args)).json).toEqual({
      removed: 0,
      missing: [1, 99],
      attached: [],
    });
  });

  test('portico remove takes keys, and leaves them their numbers', async () => {
    write('links.ndjson', [{ id: { key: 'a', source: 'crm' }, title: 'A' }]);
    await porticoJson(place, 'import', 'acme', 'links.ndjson');
    const args = ['remove', 'acme', 'links', 'a', 'b', '--key', '--source'];
    const other = await porticoJson(place, ...args, 'main');
    expect(other.json).toEqual({ removed: 0, missing: ['a', 'b'], attached: [] });
    const { stdout } = await portico(place, ...args, 'crm');
    expect(stdout).toBe('Removed: 1 link.\nNot there: b.\n');
    const again = await porticoJson(place, ...args, 'crm');
    expect(again.json).toEqual({ removed: 0, missing: [9_000_000_000_000_000, 'b'], attached: [] });
  });

  test.each([
    [['acme', 'docs', '1', '--source', 'crm'], '--source goes with --key.'],
    [['acme', 'photos', '1'], 'Allowed choices are neighborhoods'],
    [['acme', 'docs', '0'], 'An id is a whole number from 1.'],
    [['acme', 'docs'], "missing required argument 'id'"],
  ])('portico remove %j is wrong usage', async (args, reason) => {
    const { code, stderr } = await portico(place, 'remove', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });

  test('an import removes the records whose lines say so', async () => {
    write('docs.ndjson', [
      { id: 20, _remove: true },
      { id: 19, _remove: false, title: 'Kept' },
      { id: 18, _remove: 'perhaps' },
      { id: 77, _remove: 1 },
    ]);
    const { json } = await porticoJson(place, 'import', 'acme', 'docs.ndjson');
    expect(json.docs).toEqual({ read: 4, written: 3, rejected: 1, unchanged: 1, removed: 1 });
    const again = await porticoJson(place, 'remove', 'acme', 'docs', '18', '19', '20', '--dry-run');
    expect(again.json).toMatchObject({ removed: 2, missing: [20] });
  });

  test('a complete import removes what its files do not name, half at most', async () => {
    write('docs.ndjson', docs(1, 9));
    const complete = ['import', 'acme', 'docs.ndjson', '--complete'];
    const refused = await porticoJson(place, ...complete);
    expect(refused.code).toBe(1);
    expect(refused.stderr + JSON.stringify(refused.json)).toContain(
      'Nothing was removed of docs: 10 of 19 are not in the file, more than half.',
    );
    write('docs.ndjson', docs(1, 18));
    const told = await porticoJson(place, ...complete, '--dry-run');
    expect(told.json).toMatchObject({ removed: { docs: 1 } });
    expect((await porticoJson(place, ...complete)).json).toMatchObject({ removed: { docs: 1 } });
    write('docs.ndjson', docs(1, 3));
    expect((await porticoJson(place, ...complete, '--force')).json).toMatchObject({
      docs: { read: 3 },
      removed: { docs: 15 },
    });
  });

  test.each([
    ['docs', [], 'Nothing was removed of docs: the file names none of 3. '],
    ['docs', [{ id: 1 }, { id: 'x' }, { id: 3 }], 'docs: one record was rejected without an id'],
    ['clients', [{ id: 1, first_name: 'Eve' }], 'clients: websites write such records, too'],
  ])('a complete import of %s %j removes nothing', async (kind, records, reason) => {
    write(`${kind}.ndjson`, records);
    const args = ['import', 'acme', `${kind}.ndjson`, '--complete', '--force'];
    const { code, stderr, json } = await porticoJson(place, ...args);
    expect(code).toBe(1);
    expect(stderr + JSON.stringify(json)).toContain(reason);
    const left = await porticoJson(place, 'remove', 'acme', 'docs', '1', '2', '3', '--dry-run');
    expect(left.json).toMatchObject({ removed: 3 });
  });

  test('--force alone is wrong usage', async () => {
    const { code } = await portico(place, 'import', 'acme', 'docs.ndjson', '--force');
    expect(code).toBe(2);
  });
});
