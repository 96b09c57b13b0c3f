import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { type Place, portico, porticoJson } from '../portico.js';

const MAP = `
resource: listings
source: crm
fields:
  _remove: { column: gone, transform: boolean }
  main_id: { key: id }
  main_status: { column: status, values: { S: For Sale } }
  financials_price: price
  agents_agent_id: { key: { column: agent } }
also:
  - resource: agents
    fields: { id: { key: { column: agent } }, firstname: name, isagent: active }
`;

interface Row {
  id: number | string;
  agent: string;
  [column: string]: unknown;
}

/** Sixty listings of eight agents. */
const LISTINGS: readonly Row[] = Array.from({ length: 60 }, (_, at) => ({
  ...{ id: at + 1, status: 'S', price: 1000 + at },
  ...{ agent: `agent${at % 8}@example.com`, name: `A${at % 8}`, active: 1 },
}));

let clients = 0;

forEachDatabase('a complete import', ({ dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: { PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl, PORTICO_PORT: '0' },
  };
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const write = (rows: readonly object[]) =>
    writeFileSync(join(dataFolder, 'feed.ndjson'), lines(rows));
  let name = '';
  const args = (file: string, ...more: string[]) => {
    return ['import', name, file, '--map', 'map.yaml', '--complete', ...more];
  };
  const nightly = async (rows: readonly object[], ...more: string[]) => {
    write(rows);
    return porticoJson(place, ...args('feed.ndjson', ...more));
  };
  const piped = (text: string, ...more: string[]) =>
    porticoJson({ ...place, stdin: Readable.from([Buffer.from(text)]) }, ...args('-', ...more));
  const result = ({ json }: { json: Record<string, unknown> }) =>
    ((json.error as { done?: object })?.done ?? json) as Record<string, unknown>;
  const state = async () => {
    const { json } = await porticoJson(place, 'status');
    return (json.imports as Record<string, Record<string, unknown>>)[name] ?? {};
  };

  beforeEach(async () => {
    clients += 1;
    name = `c${clients}`;
    await portico(place, 'client', 'add', name);
    writeFileSync(join(dataFolder, 'map.yaml'), MAP);
    expect((await nightly(LISTINGS)).code).toBe(0);
  });

  test('removes an agent and a listing of a small brokerage', async () => {
    const night = LISTINGS.filter(({ id, agent }) => id !== 2 && agent !== 'agent7@example.com');
    const { code, json } = await nightly(night);
    expect([code, json.removed]).toEqual([0, { listings: 8, agents: 1 }]);
    expect(await state()).toMatchObject({
      ...{ by: 'command', mode: 'complete', files: ['feed.ndjson'], result: 'ok' },
      ...{ message: '', lastFailed: null },
      counts: { agents: { read: 7, removed: 1 }, listings: { read: 52, removed: 8 } },
    });
  });

  test('stops only the kind of which too much would go, names it, and lets it through by force', async () => {
    const night = LISTINGS.slice(1).map((row) => ({ ...row, agent: 'agent0@example.com' }));
    const first = await nightly(night);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain(
      'Nothing was removed of agents: 7 of 8 are not in the file, more than half. If that is right, import again with --force=agents.\n',
    );
    expect(result(first)).toMatchObject({
      removed: { listings: 1 },
      refused: { agents: { count: 7, of: 8 } },
    });
    expect(await state()).toMatchObject({
      result: 'refused',
      message: expect.stringContaining('--force=agents'),
      counts: { agents: { refused: 7 }, listings: { removed: 1 } },
    });
    const other = await nightly(night, '--force=offices', '--force=listings');
    expect(other.code).toBe(1);
    const forced = await nightly(night, '--force=agents');
    expect([forced.code, forced.json.removed]).toEqual([0, { listings: 0, agents: 7 }]);
  });

  test('is not misled by the records of a wrong file, in that night and in those after it', async () => {
    const wrong = LISTINGS.map((row) => ({ ...row, id: `x${row.id}`, agent: `x${row.agent}` }));
    const first = await nightly(wrong);
    expect([first.code, result(first).removed]).toEqual([1, {}]);
    expect(result(first).refused).toMatchObject({
      agents: { count: 8, of: 8 },
      listings: { count: 60, of: 60 },
    });
    for (const night of [wrong, [...wrong, { ...wrong[0], id: 'more' }], LISTINGS]) {
      const { code, json, stderr } = await nightly(night as Row[]);
      expect([code, result({ json }).removed]).toMatchObject([1, {}]);
      expect(stderr).toContain(
        '8 are not in the file, more than half of the 8 that were there when the last complete import went well.',
      );
    }
    // One that ends early does not make them count either.
    expect((await nightly(wrong, '--expect', '7')).code).toBe(1);
    expect((await nightly(wrong)).code).toBe(1);
    expect((await nightly(LISTINGS)).code).toBe(1);
    expect(JSON.stringify(await state())).not.toContain('bases');
    const forced = await nightly(LISTINGS, '--force');
    expect([forced.code, forced.json.removed]).toEqual([0, { listings: 61, agents: 8 }]);
    expect((await nightly(LISTINGS.slice(1))).json.removed).toEqual({ listings: 1, agents: 0 });
  });

  test('compares with what was there before, where all records have numbers', async () => {
    const numbered = (first: number) =>
      Array.from({ length: 20 }, (_, at) => ({ main_id: first + at, main_status: 'For Sale' }));
    const own = `${name}n`;
    await portico(place, 'client', 'add', own);
    const file = join(dataFolder, 'listings.ndjson');
    const complete = async (first: number) => {
      writeFileSync(file, lines(numbered(first)));
      return porticoJson(place, 'import', own, 'listings.ndjson', '--complete');
    };
    // The first complete import of all has no good one before it.
    writeFileSync(file, lines(numbered(1)));
    expect((await portico(place, 'import', own, 'listings.ndjson')).code).toBe(0);
    for (const _ of [1, 2]) {
      const { code, json } = await complete(1001);
      expect([code, result({ json }).refused]).toMatchObject([
        1,
        { listings: { count: 20, of: 20 } },
      ]);
    }
  });

  test('takes a rejected record for named, and stops where its id cannot be read', async () => {
    const bad = LISTINGS.slice(2).map((row) => (row.id === 3 ? { ...row, price: 'much' } : row));
    // New, so that its key has no number yet.
    const night = [...bad, { ...LISTINGS[0], id: 'new', status: 'X' }];
    const { code, json } = await nightly(night as object[]);
    expect([code, json.removed]).toEqual([0, { listings: 2, agents: 0 }]);
    expect(json.listings).toMatchObject({ read: 59, rejected: 2 });
    const unread = LISTINGS.slice(4).map((row) => (row.id === 5 ? { ...row, id: [] } : row));
    const refused = await nightly(unread);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'Nothing was removed of listings: one record was rejected without an id that can be read',
    );
  });

  test('removes nothing when a line is no record, as it may have named an agent, too', async () => {
    const night = LISTINGS.filter(({ agent }) => agent !== 'agent7@example.com');
    writeFileSync(join(dataFolder, 'feed.ndjson'), `${lines(night)}{"id": 8,\n`);
    const { code, stderr } = await porticoJson(place, ...args('feed.ndjson', '--force'));
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Nothing was removed of agents: one record was rejected without an id',
    );
    expect(stderr).toContain('Nothing was removed of listings: one record was rejected');
  });

  describe('of a stream', () => {
    const cut = lines(LISTINGS.slice(0, 58));

    test('removes nothing that broke off, and writes what came', async () => {
      const unknown = await piped(cut);
      expect([unknown.code, result(unknown).listings]).toMatchObject([1, { read: 58 }]);
      expect(unknown.stderr).toContain('Nothing was removed: standard input may have broken off.');
      const short = await piped(cut, '--expect', '60', '--force');
      expect(short.code).toBe(1);
      expect(short.stderr).toContain('standard input has 58 records, and --expect says 60.');
      expect(await state()).toMatchObject({
        result: 'refused',
        counts: { listings: { read: 58 } },
      });
    });

    test('believes the number that the caller says, or its last line', async () => {
      const told = await piped(cut, '--expect', '58');
      expect([told.code, told.json.removed]).toEqual([0, { listings: 2, agents: 0 }]);
      const last = await piped(`${lines(LISTINGS.slice(0, 57))}{"_complete": 57}\n`);
      expect([last.code, last.json.removed]).toEqual([0, { listings: 1, agents: 0 }]);
      expect(last.json.listings).toMatchObject({ read: 57, rejected: 0 });
      for (const end of ['{"_complete": 57}\n{"id": 60, "gone": 1}\n', '{"_complete": "56"}\n']) {
        expect((await piped(lines(LISTINGS.slice(0, 56)) + end)).code).toBe(1);
      }
    });
  });

  test('counts the main file with --expect, and no other', async () => {
    writeFileSync(join(dataFolder, 'more.ndjson'), lines(LISTINGS.slice(40)));
    write(LISTINGS.slice(0, 40));
    const both = (expect: string) =>
      porticoJson(place, ...args('feed.ndjson', 'more.ndjson', '--expect', expect));
    const sum = await both('60');
    expect(sum.code).toBe(1);
    expect(sum.stderr).toContain('feed.ndjson has 40 records, and --expect says 60.');
    expect((await both('40')).code).toBe(0);
    // A folder has no main file, and a file in it is one only where it is named.
    const folder = join(dataFolder, `folder${clients}`);
    mkdirSync(folder);
    for (const [file, rows] of [
      ['a.ndjson', LISTINGS.slice(40)],
      ['b.ndjson', LISTINGS.slice(0, 40)],
    ] as const) {
      writeFileSync(join(folder, file), lines(rows));
    }
    const alone = await portico(place, ...args(folder, '--expect', '20'));
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('name that file')]);
    const named = args(folder, join(folder, 'b.ndjson'), '--expect', '40');
    expect((await portico(place, ...named)).code).toBe(0);
    const stdin = Readable.from([Buffer.from(lines(LISTINGS.slice(0, 40)))]);
    const stream = args('more.ndjson', '-', '--expect', '40');
    expect((await porticoJson({ ...place, stdin }, ...stream)).code).toBe(0);
  });

  test('looks at _remove and the id before all other fields', async () => {
    const { code, json } = await nightly([
      ...LISTINGS.slice(1),
      { id: 1, gone: 'yes', status: 'X', price: 'much', agent: '' },
    ]);
    expect([code, json.listings]).toEqual([
      0,
      { read: 60, written: 60, rejected: 0, unchanged: 59, removed: 1 },
    ]);
    const { stdout } = await portico(place, ...args('feed.ndjson'));
    expect(stdout).not.toContain('Removed, as');
    const row = { id: 2, gone: 'yes' };
    writeFileSync(join(dataFolder, 'feed.ndjson'), lines([row, ...LISTINGS.slice(3)]));
    const words = await portico(place, ...args('feed.ndjson'));
    expect(words.stdout).toContain('Removed, because the files ask for it: 1 listing.\n');
    expect(words.stdout).toContain('Removed, because no file names it: 1 listing.\n');
    const again = await portico(place, 'import', name, 'feed.ndjson', '--map', 'map.yaml');
    expect(again.code).toBe(0);
  });

  test('counts a rejected record of also once, however many listings it comes with', async () => {
    const night = LISTINGS.map((row) => ({ ...row, active: 'perhaps' }));
    const { json } = await nightly(night);
    expect(json.agents).toMatchObject({ read: 8, written: 0, rejected: 8 });
    expect(await state()).toMatchObject({ result: 'rejected' });
  });

  test('names agents that do not exist by their keys, in how many records, and columns inside records', async () => {
    const map = `
resource: listings
source: crm
fields:
  main_id: { key: id }
  main_status: { const: For Sale }
  agents_agent_id: { key: one }
  agents_coagent_id: { key: two }
also:
  - resource: offices
    each: firms
    fields: { id: { key: no }, name: { columns: [tittle, title] } }
`;
    writeFileSync(join(dataFolder, 'map.yaml'), map);
    const firms = [{ no: 'f', title: 'Firm' }];
    write([
      { id: 1, one: 'ann@example.com', two: 'bob@example.com', firms },
      { id: 2, one: 'ann@example.com', two: 'cy@example.com', firms },
    ]);
    for (const more of [['--dry-run'], []]) {
      const run = await porticoJson(
        place,
        'import',
        name,
        'feed.ndjson',
        '--map',
        'map.yaml',
        ...more,
      );
      const { agents } = run.json.missing as { agents: { ids: string[] } };
      expect({ ...agents, ids: [...agents.ids].sort() }).toEqual({
        ...{ count: 3, records: 2 },
        ids: ['ann@example.com', 'bob@example.com', 'cy@example.com'],
      });
      expect(run.json.unread).toEqual({ offices: ['firms: tittle'] });
    }
  });

  test('is noted when it cannot begin, and status says so', async () => {
    const { code } = await portico(place, ...args('/no/such/folder/feed.csv'));
    expect(code).toBe(1);
    expect(await state()).toMatchObject({
      result: 'failed',
      files: ['feed.csv'],
      message: 'feed.csv: there is no such file',
    });
    const { json, code: status } = await porticoJson(place, 'status');
    expect(status).toBe(1);
    expect(json.problems).toContain(
      `The last import of ${name} failed. feed.csv: there is no such file`,
    );
    const { stdout } = await portico(place, 'status');
    expect(stdout).toMatch(new RegExp(`import {7}${name}: failed, complete of .*, last failed `));
    expect((await nightly(LISTINGS)).code).toBe(0);
    expect(await state()).toMatchObject({ result: 'ok', lastFailed: expect.any(String) });
  });

  test('tells the operator by email once an hour, and receivers each time', async () => {
    const types = 'import.completed,import.failed';
    const url = 'https://receiver.example/hook';
    const added = await portico(place, 'webhook', 'add', name, '--url', url, '--types', types);
    expect(added.code).toBe(0);
    for (const rows of [LISTINGS.slice(0, 10), LISTINGS.slice(0, 10), LISTINGS])
      await nightly(rows);
    const { json: outbox } = await porticoJson(place, 'outbox', 'list');
    const own = (outbox.letters as { client: string; subject: string; kind: string }[]).filter(
      ({ client }) => client === name,
    );
    expect(own).toMatchObject([
      { kind: 'import', subject: `The import of ${name} did not remove everything` },
    ]);
    const { json: list } = await porticoJson(place, 'webhook', 'list', name);
    const [{ id }] = list.endpoints as [{ id: string }];
    const { json } = await porticoJson(place, 'webhook', 'log', name, id);
    const sent = (json.messages as { type: string }[]).map(({ type }) => type).sort();
    expect(sent).toEqual([
      ...['import.completed', 'import.completed', 'import.completed'],
      ...['import.failed', 'import.failed'],
    ]);
  });

  test('takes options that belong to it only with --complete', async () => {
    for (const option of ['--force', '--force=agents', '--expect=5']) {
      const { code, json } = await porticoJson(place, 'import', name, 'feed.ndjson', option);
      const [named] = option.split('=');
      const error = { option: named, message: `${named}: it goes with --complete only.` };
      expect([code, json]).toMatchObject([2, { error }]);
    }
    const { code, stderr } = await portico(place, ...args('feed.ndjson', '--force=listingz'));
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        '--force: "listingz" is not a kind of record. Did you mean listings? Kinds are source-keys, ',
      ),
    ]);
    // A command that has no such option says so of what was written.
    const other = await portico(place, 'export', name, 'here', '--force=listings');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("'--force=listings'")]);
  });
});
