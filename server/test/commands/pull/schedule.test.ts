import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Counterpart } from '../../pull/counterpart.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { type Place, portico, porticoJson, Running } from '../portico.js';

const TOKEN = 'token-that-nobody-may-see';

const PATIENT = { timeout: 60_000, interval: 100 };

forAnyDatabase('portico pull add', ({ dataFolder, databaseUrl }) => {
  const environment = {
    ...{ PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl, PORTICO_PORT: '0' },
  };
  const place: Place = { folder: dataFolder, environment };
  const source = new Counterpart('reso', () => Date.now());
  beforeAll(async () => {
    await source.start();
    for (let at = 10; at < 22; at += 1) {
      source.put('Property', `p${at}`, { StandardStatus: 'Active', ListPrice: at });
    }
    await portico(place, 'feed', 'add', 'mls', '--kind', 'mls');
    writeFileSync(
      join(dataFolder, 'own.yaml'),
      `resource: listings
fields:
  main_id: { key: ListingKey }
  main_status: { column: StandardStatus, values: { Active: For Sale } }
  financials_price: ListPrice
`,
    );
    writeFileSync(
      join(dataFolder, 'mls.yaml'),
      `# Of our MLS.
source: mls
from: { dialect: reso, url: "${source.url}", token: $MLS_TOKEN, page: 1 }
take: { Property: { map: own.yaml } }
`,
    );
  });
  afterAll(() => source.close());

  const seal = (text: string, variable = 'MLS_TOKEN') =>
    porticoJson({ ...place, stdin: Readable.from([text]) }, 'pull', 'secret', 'mls', variable);
  const serve = () => new Running(place, ['serve', '--json']);
  const stop = async (server: Running) => {
    server.child.kill('SIGTERM');
    return server.ended;
  };
  const listed = async () => {
    const { json } = await porticoJson(place, 'pull', 'list');
    return (json.pulls as readonly Record<string, unknown>[])[0];
  };
  /** Processes that pull, as every account of the machine sees them. */
  const processes = () =>
    execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(' pull run mls --source mls'));
  const pageAsked = () => expect.poll(() => source.calls.length, PATIENT).toBeGreaterThan(2);

  it('keeps file and mappings in the database, and says which secret is missing', async () => {
    const wrong = await portico(place, 'pull', 'add', 'mls', 'mls.yaml', '--every', '13h');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('from 1m to 12h')]);
    const added = await porticoJson(place, 'pull', 'add', 'mls', 'mls.yaml', '--every', '10m');
    expect(added.json).toMatchObject({ source: 'mls', secretsMissing: ['MLS_TOKEN'] });
    expect(added.stderr).toContain('portico pull secret mls MLS_TOKEN < FILE');
    writeFileSync(join(dataFolder, 'own.yaml'), 'no mapping any more');
    const { json } = await porticoJson(place, 'pull', 'show', 'mls');
    expect(json).toMatchObject({ everySeconds: 600, mappings: ['own.yaml'], paused: false });
    expect(json.file).toMatch(/^# Of our MLS\./);
    expect(json.secrets).toEqual({ MLS_TOKEN: false });
    const failed = await porticoJson(place, 'pull', 'run', 'mls');
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining('the variable MLS_TOKEN is not set'),
    ]);
    expect(await listed()).toMatchObject({ failures: 1, lastSuccess: null });
    expect((await porticoJson(place, 'pull', 'show', 'mls')).json).toMatchObject({
      failure: expect.stringContaining('the variable MLS_TOKEN is not set'),
    });
  });

  it('seals a secret from standard input, and repeats none', async () => {
    const misplaced = await portico(place, 'pull', 'secret', 'mls', TOKEN);
    expect(misplaced.code).toBe(2);
    expect(misplaced.stderr).toContain('names no such variable, but MLS_TOKEN.');
    expect(misplaced.stdout + misplaced.stderr).not.toContain(TOKEN);
    expect((await seal('two words')).stderr).toContain('Standard input: A secret has 1 to');
    const sealed = await seal(`${TOKEN}\n`);
    expect([sealed.code, sealed.json]).toEqual([
      0,
      { name: 'mls', source: 'mls', sealed: 'MLS_TOKEN' },
    ]);
    const shown = await portico(place, 'pull', 'show', 'mls');
    expect(shown.stdout).toContain('MLS_TOKEN (sealed)');
    expect(shown.stdout).not.toContain(TOKEN);
  });

  it('takes a pull and its secrets from standard input, and its mapping from before', async () => {
    const file = readFileSync(join(dataFolder, 'mls.yaml'), 'utf8');
    const add = (secrets: object) => {
      const stdin = Readable.from([JSON.stringify({ file, secrets })]);
      return porticoJson({ ...place, stdin }, 'pull', 'add', 'mls', '-', '--every', '10m');
    };
    const wrong = await add({ MLS_TOKEN: 'two words' });
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('$MLS_TOKEN: A secret has 1 to'),
    ]);
    expect((await add({ MLS_TOKEN: TOKEN })).json).toMatchObject({ secretsMissing: [] });
    const { json, stdout } = await porticoJson(place, 'pull', 'show', 'mls');
    expect(json).toMatchObject({ mappings: ['own.yaml'], secrets: { MLS_TOKEN: true } });
    expect(stdout).not.toContain(TOKEN);
  });

  it('has a server run it, which ends the run when it stops, and goes on where it was', async () => {
    const first = serve();
    await pageAsked();
    expect(source.calls.every(({ authorization }) => authorization === `Bearer ${TOKEN}`)).toBe(
      true,
    );
    expect(processes()).toHaveLength(1);
    expect(processes().join()).not.toContain(TOKEN);
    const { code, stdout, stderr } = await stop(first);
    expect([code, processes()]).toEqual([0, []]);
    expect(stdout + stderr).not.toContain(TOKEN);
    source.calls.length = 0;
    const second = serve();
    await pageAsked();
    // Behind the records that it has: not from the start.
    expect(source.calls[0]?.query.$filter ?? source.calls[0]?.query.$skiptoken).toBeTruthy();
    source.page = 1000;
    await stop(second);
  });

  it('ends a run whose server was killed, and no two run at once', async () => {
    source.calls.length = 0;
    const servers = [serve(), serve()];
    await pageAsked();
    expect(processes()).toHaveLength(1);
    for (const server of servers) await server.kill();
    await expect.poll(processes, PATIENT).toEqual([]);
    const again = serve();
    await expect.poll(async () => (await listed())?.lastSuccess, PATIENT).toBeTruthy();
    expect(await listed()).toMatchObject({ failures: 0, rejected: 0 });
    await stop(again);
  });

  it('runs none that is paused, and forgets one that is removed', async () => {
    await portico(place, 'pull', 'pause', 'mls');
    expect(await listed()).toMatchObject({ paused: true, next: null });
    await portico(place, 'pull', 'resume', 'mls');
    expect(await listed()).toMatchObject({ paused: false });
    const other = await porticoJson(place, 'pull', 'remove', 'mls', '--source', 'crm');
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('but from mls')]);
    expect((await porticoJson(place, 'pull', 'remove', 'mls')).json).toMatchObject({
      removed: true,
    });
    expect(await listed()).toBeUndefined();
  });

  it('comes back with a backup: sealed, and paused next to the one that it was', async () => {
    writeFileSync(
      join(dataFolder, 'own.yaml'),
      'resource: listings\nfields: { main_id: { key: ListingKey } }',
    );
    await portico(place, 'pull', 'add', 'mls', 'mls.yaml', '--every', '1h');
    await seal(TOKEN);
    await portico(place, 'backup', 'backups');
    const restored = await portico(place, 'restore', 'backups', '--client', 'mls', '--as', 'copy');
    expect(restored.stdout).toContain('These pulls are paused: copy mls.');
    source.calls.length = 0;
    expect((await portico(place, 'pull', 'run', 'copy')).code).toBe(0);
    expect(source.calls[0]?.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('is gone from lists as soon as its feed is wiped', async () => {
    await portico(place, 'feed', 'wipe', 'mls', '--yes');
    const { json } = await porticoJson(place, 'pull', 'list');
    expect(json.pulls).toMatchObject([{ name: 'copy' }]);
  });

  it('says until when it waits for its vendor', async () => {
    source.fault = () => ({ status: 429, headers: { 'retry-after': '7200' } });
    expect((await portico(place, 'pull', 'run', 'copy')).code).toBe(1);
    const { json } = await porticoJson(place, 'pull', 'show', 'copy');
    expect(Date.parse(json.waitsUntil as string)).toBeGreaterThan(Date.now() + 7_000_000);
    const { stdout } = await portico(place, 'pull', 'show', 'copy');
    expect(stdout).toMatch(/^waits until +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
  });
});
