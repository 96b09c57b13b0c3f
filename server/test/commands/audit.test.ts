import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { databaseOf, offline } from '../rig/offline.js';
import { type Place, portico, porticoJson } from './portico.js';

interface Entry {
  readonly by: string;
  readonly action: string;
  readonly client?: string;
  readonly kind: string;
  readonly counts?: Record<string, unknown>;
  readonly records?: { id: unknown; changed?: string[] }[];
}

forEachDatabase('portico audit', (database) => {
  const { dataFolder: folder, databaseUrl } = database;
  const place: Place = {
    folder,
    environment: { PORTICO_DATA: folder, PORTICO_DATABASE_URL: databaseUrl },
  };
  const me = `command ${userInfo().username}`;
  const secrets: string[] = [];

  const run = async (...args: string[]) => {
    const { code, json, stderr } = await porticoJson(place, ...args);
    expect([code, stderr.replace(/^Warning: .*\n/, '')]).toEqual([0, '']);
    return json;
  };
  const entries = async (...args: string[]) =>
    (await run('audit', 'list', ...args)).entries as Entry[];
  const inShort = (list: readonly Entry[]) =>
    list.map(({ action, kind, records = [] }) => [action, kind, ...records]);

  beforeAll(async () => {
    mkdirSync(join(folder, 'in'));
    const write = (name: string, ...records: object[]) =>
      writeFileSync(
        join(folder, 'in', name),
        records.map((record) => `${JSON.stringify(record)}\n`).join(''),
      );
    write('agents.ndjson', { id: 1, firstname: 'Ann' }, { id: 2, firstname: 'Bo' });
    write('leads.ndjson', { id: 1, email: 'nora@example.com', agentID: 1 });
    await run('client', 'add', 'acme');
    await run('client', 'add', 'other');
  });

  it('names who ran which command, what it changed, and no value', async () => {
    await run('client', 'set', 'acme', '--title', 'Norabelle Realty');
    const { apiKey } = await run('key', 'add', 'acme', '--private', '--name', 'CRM');
    const prefix = String(apiKey).slice(0, 11);
    secrets.push(String(apiKey));
    await run('key', 'set', prefix, '--rate', '20');
    const rotated = await run('key', 'rotate', prefix);
    secrets.push(String(rotated.apiKey), String(rotated.secret));
    await run('import', 'acme', 'in');
    // Nothing changes.
    await run('import', 'acme', 'in');
    await run('import', 'acme', 'in', '--dry-run');
    await run('remove', 'acme', 'agents', '2', '3');
    await run('remove', 'acme', 'agents', '2');
    await run('remove', 'acme', 'agents', '1', '--dry-run');
    await run('lead', 'resend', 'acme', '1', '--to', 'ann@acme.example');
    const url = ['--url', 'https://crm.example.com/secret-path', '--types', 'lead.created'];
    const { id } = await run('webhook', 'add', 'acme', ...url);
    await run('webhook', 'pause', 'acme', String(id));
    await run('member', 'erase', 'acme', 'nora@example.com', '--dry-run');
    await run('member', 'erase', 'acme', 'nora@example.com', '--yes');

    const all = await entries('acme');
    const other = String(rotated.apiKey).slice(0, 11);
    const rates = ['per_second'];
    expect(inShort(all.filter(({ client }) => client !== undefined))).toEqual([
      ['key rotate', 'keys', { id: prefix, changed: ['active'] }],
      ['key rotate', 'keys', { id: other }],
      ['key set', 'keys', { id: prefix, changed: rates }],
      ['key add', 'keys', { id: prefix }],
      ['client set', 'settings', { id: 'acme', changed: ['title'] }],
      ['client add', 'settings'],
    ]);
    expect(inShort(all.filter(({ client }) => client === undefined))).toEqual([
      ['member erase', 'clients'],
      ['webhook pause', 'webhooks', { id }],
      ['webhook add', 'webhooks', { id }],
      ['lead resend', 'leads', { id: 1 }],
      ['remove', 'agents', { id: 2 }],
      ['import', 'import'],
    ]);
    expect(all.find(({ action }) => action === 'import')?.counts).toMatchObject({
      ...{ result: 'ok', agents: { read: 2, written: 2 }, leads: { written: 1 } },
    });
    expect(new Set(all.map(({ by }) => by))).toEqual(new Set([me]));
    const text = JSON.stringify(all);
    for (const value of [...secrets, 'Norabelle', 'nora@', 'ann@acme', 'secret-path']) {
      expect(text).not.toContain(value);
    }
  });

  it('names who became the account by sudo', async () => {
    const environment = { ...place.environment, SUDO_USER: 'zoe' };
    await porticoJson({ ...place, environment }, 'client', 'set', 'other', '--title', 'Other');
    expect((await entries('other'))[0]?.by).toBe(`${me}, sudo by zoe`);
  });

  it('lists the directory without a client, and narrows', async () => {
    await run('partner', 'add', 'StreetWise');
    await run('partner', 'revoke', 'StreetWise');
    const [revoked, added, ...before] = await entries();
    expect([revoked?.action, added?.action]).toEqual(['partner revoke', 'partner add']);
    expect(new Set(before.map(({ client }) => client))).toEqual(new Set(['acme', 'other']));
    expect(before.map(({ kind }) => kind)).not.toContain('agents');
    expect(await entries('--limit', '1')).toHaveLength(1);
    expect((await entries('acme', '--kind', 'keys')).map(({ action }) => action)).toHaveLength(4);
    expect(inShort(await entries('acme', '--record', '2'))).toEqual([
      ['remove', 'agents', { id: 2 }],
    ]);
    expect(await entries('--since', '2999-01-01')).toEqual([]);
    const { stdout } = await portico(place, 'audit', 'list', 'acme');
    expect(stdout).toMatch(/^AT +BY +ACTION +CLIENT +KIND +WHAT\n/);
    expect(stdout).toMatch(/ remove +agents +1 removed; 2\n/);
    expect(stdout).toMatch(/ client set +acme +settings +acme: title\n/);
    expect(stdout).toMatch(
      / import +import +ok, agents \(2 read, 2 written\), leads \(1 read, 1 written\)\n/,
    );
    const nothing = await portico(place, 'audit', 'list', '--kind', 'nothing');
    expect(nothing.stdout).toBe('No such changes.\n');
    const unknown = await portico(place, 'audit', 'list', 'acmee');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Did you mean')]);
  });

  it('goes with a client that gets another name, and tells of one that is removed', async () => {
    await run('client', 'add', 'short');
    await run('client', 'rename', 'short', 'long');
    expect(inShort(await entries('long'))).toEqual([
      ['client rename', 'settings', { id: 'long', changed: ['name'], before: { name: 'short' } }],
      ['client add', 'settings'],
    ]);
    await run('client', 'remove', 'long', '--yes');
    expect((await entries())[0]).toMatchObject({
      ...{ action: 'client remove', client: 'long' },
    });
    // Another one with its name has none of its past.
    await run('client', 'add', 'long');
    expect(inShort(await entries('long'))).toEqual([['client add', 'settings']]);
  });

  it('exports all of it to a file of its owner', async () => {
    await offline(database, async (services) => {
      const acme = await databaseOf(services, 'acme');
      const row = { actor: 'key pk_1', action: 'PUT /manage', client: '', kind: 'agents' };
      const rows = Array.from({ length: 2000 }, () => ({ ...row, at: Date.now(), details: '{}' }));
      await acme.write(async (transaction) => {
        for (let start = 0; start < rows.length; start += 500) {
          const portion = rows.slice(start, start + 500);
          await transaction.insertInto('audit_entry').values(portion).execute();
        }
      });
    });
    const file = join(folder, 'audit.ndjson');
    const listed = await entries('acme', '--limit', '10000');
    expect(await run('audit', 'export', 'acme', '--file', 'audit.ndjson')).toEqual({
      ...{ file, entries: listed.length },
    });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const sorted = (texts: readonly string[]) => [...texts].sort();
    expect(sorted(lines)).toEqual(sorted(listed.map((entry) => JSON.stringify(entry))));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await portico(place, 'audit', 'export', 'acme', '--file', 'audit.ndjson');
    expect([again.code, again.stderr]).toEqual([
      1,
      `portico: ${file} is there already, and nothing is overwritten.\n`,
    ]);
  });
});
