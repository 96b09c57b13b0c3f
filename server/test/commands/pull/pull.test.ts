import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Counterpart } from '../../pull/counterpart.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { type Place, portico, porticoJson, type Run } from '../portico.js';

const TOKEN = 'token-of-the-command-line';

forAnyDatabase('portico pull', ({ dataFolder, databaseUrl }) => {
  const environment = {
    ...{ PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl, PORTICO_PORT: '0' },
    MLS_TOKEN: TOKEN,
  };
  const place: Place = { folder: dataFolder, environment };
  const source = new Counterpart('reso', () => Date.now());
  beforeAll(async () => {
    await source.start();
    source.put('Office', 'o1', { OfficeName: 'Main' });
    source.put('Member', 'm1', { MemberFirstName: 'Ann', MemberStatus: 'Active', OfficeKey: 'o1' });
    source.put('Property', 'p1', {
      ...{ StandardStatus: 'ActiveUnderContract', PropertyType: 'ResidentialLease' },
      ...{ ListPrice: 3200, ListAgentKey: 'm1' },
    });
    await portico(place, 'feed', 'add', 'mls', '--kind', 'mls');
    const text = (token: string) => `
source: mls
from: { dialect: reso, url: "${source.url}", token: ${token} }
take:
  Office: { map: reso/office.yaml }
  Member: { map: reso/member.yaml }
  Property: { map: reso/property.yaml, fields: { custom_list_office: null, mls_no: ListingKey } }
`;
    writeFileSync(join(dataFolder, 'mls.yaml'), text('$MLS_TOKEN'));
    writeFileSync(join(dataFolder, 'plain.yaml'), text(TOKEN));
    writeFileSync(join(dataFolder, 'unset.yaml'), text('$NO_SUCH_TOKEN'));
  });
  afterAll(() => source.close());

  it('shows what the mappings that ship make of records, and then writes it', async () => {
    const shown = await portico(place, 'pull', 'mls', 'mls.yaml', '--show', '1');
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(/main_status +"App\. Pending"/);
    // Its agent was read as well.
    expect(shown.stdout).not.toContain('does not exist');
    const { code, json } = await porticoJson(place, 'pull', 'mls', 'mls.yaml');
    expect([code, json]).toMatchObject([
      0,
      { offices: { written: 1 }, agents: { written: 1 }, listings: { written: 1 } },
    ]);
    const status = await porticoJson(place, 'status');
    expect(status.json.imports).toMatchObject({ mls: { mode: 'pull', result: 'ok' } });
  });

  it('says what is wrong with its file, and no secret that stands in it', async () => {
    const plain = await portico(place, 'pull', 'mls', 'plain.yaml');
    expect(plain.code).toBe(1);
    expect(plain.stderr).toContain('token: is not the name of a variable, such as $TOKEN');
    expect(plain.stderr).not.toContain(TOKEN);
    const unset = await portico(place, 'pull', 'mls', 'unset.yaml');
    expect([unset.code, unset.stderr]).toEqual([
      1,
      expect.stringContaining('the variable NO_SUCH_TOKEN is not set, or holds no secret'),
    ]);
    writeFileSync(
      join(dataFolder, 'wrong.yaml'),
      'source: A B\nfrom: { dialect: rets, url: ftp://x }\ntake: { Property: { map: none.yaml } }\nmore: 1',
    );
    const wrong = await porticoJson(place, 'pull', 'mls', 'wrong.yaml');
    expect(wrong.code).toBe(1);
    expect(wrong.json.error).toMatchObject({
      problems: expect.arrayContaining([
        expect.stringContaining('"more" is unknown; accepted are source, from, take, remove'),
        expect.stringContaining('source: "A B" is not a name'),
        expect.stringContaining(
          'dialect: "rets" is unknown; accepted are mlsgrid, trestle, bridge, spark, reso',
        ),
        expect.stringContaining('take: Property: map: none.yaml: there is no such file'),
      ]),
    });
  });

  it('notes a run whose file is wrong or cannot be read as a failure of its source', async () => {
    const failures = async () =>
      (await porticoJson(place, 'pull', 'list')).json.pulls as { failures: number }[];
    const before = (await failures())[0]?.failures ?? 0;
    for (const file of ['unset.yaml', 'gone.yaml', 'gone.yaml']) {
      expect((await portico(place, 'pull', 'mls', file)).code).toBe(1);
    }
    expect(await failures()).toMatchObject([{ source: 'mls', failures: before + 3 }]);
    const status = await porticoJson(place, 'status');
    expect(status.json.imports).toMatchObject({
      mls: {
        mode: 'pull',
        result: 'failed',
        files: ['gone.yaml'],
        message: expect.stringContaining('gone.yaml'),
      },
    });
    const shown = await portico(place, 'pull', 'mls', 'gone.yaml', '--show', '1');
    expect([shown.code, await failures()]).toMatchObject([1, [{ failures: before + 3 }]]);
    expect((await portico(place, 'pull', 'mls', 'mls.yaml')).code).toBe(0);
    expect(await failures()).toMatchObject([{ source: 'mls', failures: 0 }]);
  });

  it('ends where another one is under way, which is no failure', async () => {
    let during: Promise<Run> | undefined;
    source.afterPage = () => {
      during ??= portico(place, 'pull', 'mls', 'mls.yaml');
    };
    expect((await portico(place, 'pull', 'mls', 'mls.yaml')).code).toBe(0);
    source.afterPage = () => {};
    expect(await during).toMatchObject({
      ...{ code: 0, stdout: 'Another pull of the same source is under way.\n' },
    });
  });

  it('fails where the source refuses the token, without saying it', async () => {
    source.fault = () => ({ status: 401, body: `{"error":{"message":"bad ${TOKEN}"}}` });
    const run = await portico(place, 'pull', 'mls', 'mls.yaml', '--json');
    source.fault = () => undefined;
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('answered 401: it refuses the credentials (bad ***).');
    expect(run.stdout + run.stderr).not.toContain(TOKEN);
    const status = await porticoJson(place, 'status');
    expect(status.json.imports).toMatchObject({ mls: { mode: 'pull', result: 'failed' } });
  });

  it('leaves the records that it rejects where they go with their feed', async () => {
    source.put('Property', 'p2', { StandardStatus: 'Odd', PropertyType: 'Residential' });
    const { json } = await porticoJson(place, 'pull', 'mls', 'mls.yaml');
    expect(json).toMatchObject({ listings: { rejected: 1 } });
    const rejects = () => readdirSync(join(dataFolder, 'data', 'rejects')).sort();
    expect(rejects()).toEqual([expect.stringMatching(/^mls-[\dT-]+\.mls\.Property\.ndjson$/)]);
    // The newest ten of each resource of a source stay, and all of imports.
    const older = (second: number, rest: string) => `mls-2026-01-01T0000${second}.${rest}`;
    const names = Array.from({ length: 12 }, (_, at) => older(10 + at, 'mls.Property.ndjson'));
    const others = [older(10, 'other.Property.ndjson'), older(10, 'ndjson')];
    for (const name of [...names, ...others]) {
      writeFileSync(join(dataFolder, 'data', 'rejects', name), '');
    }
    const newest = rejects().at(-1) as string;
    const again = await porticoJson(place, 'pull', 'mls', 'mls.yaml');
    const latest = basename(String(again.json.rejects));
    expect(rejects()).toEqual([...names.slice(4), ...others, newest, latest].sort());
    const removed = await porticoJson(place, 'feed', 'remove', 'mls', '--yes');
    expect(removed.json).toMatchObject({ removed: { rejects: 12 } });
    expect(rejects()).toEqual([]);
  });
});
