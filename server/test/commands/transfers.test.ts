import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { ManualClock } from '../../src/lib/clock.js';
import { openServices } from '../../src/services.js';
import { forEachDatabase } from '../rig/databases.js';
import { onlyObject, type Place, portico, porticoJson, Running } from './portico.js';

/** More than an import takes in between two looks at the clock. */
const MANY = 200_000;

forEachDatabase('import and export commands', ({ dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: { PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl },
  };
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(join(dataFolder, name), content);

  beforeAll(async () => {
    for (const name of ['acme', 'brown', 'clean']) await portico(place, 'client', 'add', name);
    await portico(place, 'feed', 'add', 'onekey', '--kind', 'mls');
    mkdirSync(join(dataFolder, 'files'));
    write(
      'files/neighborhoods.ndjson',
      '{"cat_id":1,"cat_name":"Chelsea","sort":2}\n{"cat_id":"x"}\n{"cat_id":2,"cat_name":"Soho"}\n',
    );
    write('files/agents.csv.gz', gzipSync('id,first,last\n7,Ada,Lovelace\n'));
    write('files/notes.txt', 'nothing to import');
  });

  test('a folder is imported, and what cannot be taken goes to a private file', async () => {
    const run = await porticoJson(place, 'import', 'acme', 'files');
    expect([run.code, run.stderr]).toEqual([0, '']);
    const { rejects, ...counts } = run.json;
    expect(counts).toEqual({
      neighborhoods: { read: 3, written: 2, rejected: 1 },
      agents: { read: 1, written: 1, rejected: 0 },
      skipped: [join(dataFolder, 'files', 'notes.txt')],
      ignored: { agents: ['first', 'last'] },
      reasons: {
        neighborhoods: [
          {
            field: 'cat_id',
            count: 1,
            reason: '"x" was given; accepted is a number',
            file: join(dataFolder, 'files', 'neighborhoods.ndjson'),
            line: 2,
          },
        ],
      },
    });
    const file = String(rejects);
    expect(file.startsWith(join(dataFolder, 'data', 'rejects', 'acme-'))).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      file: join(dataFolder, 'files', 'neighborhoods.ndjson'),
      line: 2,
      field: 'cat_id',
      record: { cat_id: 'x' },
    });
  });

  test('an import that cannot fetch a picture writes everything else, and fails', async () => {
    const photos = ['http://127.0.0.1/1.jpg?token=secret', 'http://127.0.0.1/2.jpg'];
    mkdirSync(join(dataFolder, 'homes'));
    write('homes/listings.ndjson', JSON.stringify({ main_id: 9, main_status: 'For Sale', photos }));
    const args = ['import', 'onekey', 'homes/listings.ndjson', '--fetch-pictures'];
    const pace = ['--pictures-per-second', '50', '--pictures-at-once', '1', '--user-agent', 'A/1'];
    const { code, json } = await porticoJson(place, ...args, ...pace);
    expect([code, json]).toMatchObject([
      1,
      {
        listings: { written: 1, rejected: 0 },
        pictures: {
          ...{ fetched: 0, known: 0, failed: 2 },
          reasons: [
            { reason: 'The address is not public.', count: 2, first: 'http://127.0.0.1/1.jpg' },
          ],
        },
      },
    ]);
    const { stdout } = await portico(place, ...args);
    expect(stdout).toContain('Pictures: 0 fetched, 0 fetched before, 2 not fetched.');
    const status = (await porticoJson(place, 'status')).json;
    expect(status.imports).toMatchObject({
      onekey: {
        ...{ result: 'partial', counts: { listings: { written: 1 } } },
        message: 'Not fetched: 2 pictures. The address is not public.',
      },
    });
    expect(status.problems).toContain(
      'The last import of onekey did not fetch all pictures. Not fetched: 2 pictures. The address is not public.',
    );
    for (const wrong of [
      ['--pictures-per-second', '0'],
      ['--pictures-at-once', '17'],
      ['--user-agent', 'A\r\nB'],
    ]) {
      expect((await portico(place, ...args, ...wrong)).code).toBe(2);
    }
    expect((await portico(place, ...args.slice(0, 3), '--user-agent', 'A/1')).code).toBe(2);
  });

  test('the same for people is a table', async () => {
    const { code, stdout } = await portico(
      place,
      'import',
      'onekey',
      'files/neighborhoods.ndjson',
      '--rejects',
      'left-out.ndjson',
    );
    expect(code).toBe(0);
    expect(stdout).toBe(
      'RESOURCE       READ  WRITTEN  REJECTED\n' +
        'neighborhoods  3     2        1\n\n' +
        'REJECTED       FIELD   RECORDS  FIRST REASON\n' +
        'neighborhoods  cat_id  1        line 2: "x" was given; accepted is a number\n\n' +
        `Rejected records, with reasons: ${join(dataFolder, 'left-out.ndjson')}\n`,
    );
  });

  test('a dry run writes nothing but the rejects', async () => {
    const run = await porticoJson(place, 'import', 'brown', 'files', '--dry-run');
    expect(run.json).toMatchObject({ neighborhoods: { read: 3, written: 2, rejected: 1 } });
    const { json } = await porticoJson(place, 'export', 'brown', 'brown-out');
    expect(json).toMatchObject({ neighborhoods: 0, agents: 0 });
  });

  test('records are shown as they are read, and nothing is written', async () => {
    write('shown.csv', 'No,Area\n7,Inwood\n8,\u001b[31mRed\n9,Third\n');
    write(
      'shown.yaml',
      'resource: neighborhoods\nfields: { cat_id: No, cat_name: Area, sort: { column: No, transform: number } }',
    );
    const args = ['import', 'brown', 'shown.csv', '--map', 'shown.yaml', '--show', '2'];
    const { code, stdout } = await portico(place, ...args);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'neighborhoods, record 1\n' +
        '  cat_id    "7"\n  cat_name  "Inwood"\n  sort      7\n\n' +
        'neighborhoods, record 2\n' +
        '  cat_id    "8"\n  cat_name  "\\u001b[31mRed"\n  sort      8\n\n' +
        'RESOURCE       READ  ACCEPTED  REJECTED\n' +
        'neighborhoods  3     3         0\n\n' +
        'A dry run: nothing was written to the database.\n',
    );
    const { json } = await porticoJson(place, ...args);
    expect(json).toMatchObject({
      shown: { neighborhoods: [{ cat_id: '7', cat_name: 'Inwood', sort: 7 }, { cat_id: '8' }] },
    });
    const out = await porticoJson(place, 'export', 'brown', 'brown-shown');
    expect(out.json).toMatchObject({ neighborhoods: 0, timeZone: 'America/New_York' });
    expect((await portico(place, ...args.slice(0, -1), '101')).code).toBe(2);
  });

  test('a mapping names the columns of a foreign file', async () => {
    write('areas.csv', 'Area No.,Area\n5,Harlem\n');
    const fields = '{"cat_id":{"column":"Area No."},"cat_name":{"column":"Area"}}';
    write('areas.json', `{"resource":"neighborhoods","fields":${fields}}`);
    const run = await porticoJson(place, 'import', 'brown', 'areas.csv', '--map', 'areas.json');
    expect([run.code, run.json]).toEqual([
      0,
      { neighborhoods: { read: 1, written: 1, rejected: 0 }, rejects: null },
    ]);
  });

  test('files that are not there are all named, and nothing is begun', async () => {
    const run = await porticoJson(place, 'import', 'clean', 'files', 'none.csv', 'gone.json');
    expect(run.code).toBe(1);
    expect(run.json).toMatchObject({
      error: {
        code: 'failed',
        problems: [
          `${join(dataFolder, 'none.csv')}: there is no such file`,
          `${join(dataFolder, 'gone.json')}: there is no such file`,
        ],
      },
    });
    const { json } = await porticoJson(place, 'export', 'clean', 'clean-out');
    expect(json).toMatchObject({ neighborhoods: 0 });
  });

  test('an unknown client is a failure, and a missing source is wrong usage', async () => {
    for (const [code, ...args] of [
      [1, 'import', 'nobody', 'files'],
      [1, 'export', 'nobody', 'nobody-out'],
      [2, 'import', 'acme'],
      [2, 'export', 'acme'],
      [2, 'export', 'acme', 'out', '--format', 'xml'],
    ] as const) {
      expect((await porticoJson(place, ...args)).code).toBe(code);
    }
  });

  test('the export of a client without records is a line for people', async () => {
    await portico(place, 'client', 'add', 'empty');
    const { stdout } = await portico(place, 'export', 'empty', 'empty-out');
    expect(stdout).toBe('empty has no records. Every file is there, and empty.\n');
  });

  test('what is exported is imported again', async () => {
    const out = await porticoJson(place, 'export', 'acme', 'acme-out', '--format', 'csv', '--gzip');
    expect([out.code, out.stderr]).toEqual([0, '']);
    expect(out.json).toMatchObject({ neighborhoods: 2, agents: 1 });
    const files = readdirSync(join(dataFolder, 'acme-out')).filter((name) => !name.startsWith('.'));
    expect(files).toContain('neighborhoods.csv.gz');
    for (const name of files) {
      expect(statSync(join(dataFolder, 'acme-out', name)).mode & 0o777).toBe(0o600);
    }
    const again = await porticoJson(place, 'import', 'clean', 'acme-out');
    expect(again.json).toMatchObject({
      neighborhoods: { read: 2, written: 2, rejected: 0 },
      agents: { read: 1, written: 1, rejected: 0 },
      rejects: null,
    });
    await porticoJson(place, 'export', 'clean', 'copy', '--format', 'csv', '--gzip');
    for (const name of files) {
      const [one, other] = ['acme-out', 'copy'].map((folder) =>
        gunzipSync(readFileSync(join(dataFolder, folder, name))).toString(),
      );
      expect(other).toBe(one);
    }
  });

  test('an import that is asked to stop says what it has written', async () => {
    const line = (id: number) => `{"cat_id":${id},"cat_name":"Neighborhood ${id}"}\n`;
    mkdirSync(join(dataFolder, 'many'));
    write(
      'many/neighborhoods.ndjson',
      Array.from({ length: MANY }, (_, id) => line(id + 1)).join(''),
    );
    const config = loadConfig({ ...place.environment }, dataFolder);
    const services = await openServices(config, new ManualClock(0), pino({ level: 'silent' }));
    const entry = await services.directory.tenant('brown');
    if (entry === undefined) throw new Error('the client is missing');
    const { db } = await services.tenants.database(entry);
    const stored = async () => {
      const all = db.selectFrom('neighborhood').select((eb) => eb.fn.countAll().as('all'));
      return Number((await all.executeTakeFirstOrThrow()).all);
    };
    const before = await stored();
    const run = new Running(place, ['import', 'brown', 'many', '--json']);
    try {
      while ((await stored()) === before) await new Promise((resolve) => setTimeout(resolve, 5));
      run.child.kill('SIGINT');
      const end = await run.ended;
      expect([end.code, end.signal]).toEqual([1, null]);
      const { error } = onlyObject(end) as {
        error: { message: string; done: { neighborhoods: { read: number; written: number } } };
      };
      expect(error.message).toContain('The import was interrupted.');
      const { read, written } = error.done.neighborhoods;
      expect(written).toBe(read);
      expect(written).toBeLessThan(MANY);
      // Number 5 came with the mapping, and is the same record.
      expect(await stored()).toBe(written);
      expect(end.stderr).toContain('run it again for the rest');
    } finally {
      await run.kill();
      await services.close();
    }
  });
});
