import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { command, type Place, type Served, served } from '../../commands/backup/installation.js';
import { forEachDatabase } from '../../rig/databases.js';
import { temporaryFolder } from '../../rig/temp.js';
import { aMember } from './website.js';

const SEALED = /^v1\.[\w-]+$/;

forEachDatabase('verification codes', (database) => {
  const place: Place = { ...database, secretKey: randomBytes(32) };
  const held: { server?: Served; key?: string } = {};
  const run = async (where: Place, ...args: string[]) => {
    const { code, errors, json } = await command(where, ...args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${errors}`);
    return json;
  };
  const open = async (name: string): Promise<TenantDatabase> => {
    const tenant = await held.server?.services.tenants.tenant(name);
    if (tenant === undefined) throw new Error(`There is no client ${name}.`);
    return tenant.database;
  };
  const calls =
    (server: Served | undefined, key: unknown) =>
    async (method: 'GET' | 'POST', path: string, fields: Readonly<Record<string, string>>) => {
      const query = new URLSearchParams({ apiKey: String(key), ...fields });
      const answer = await server?.call({ method, url: `${path}?${query}` });
      return JSON.parse(answer?.body ?? '{}') as { STATUS_CODE: string; ITEM?: Account[] };
    };
  type Account = { id: number; verifyCode: string };
  const register = async (email: string): Promise<Account> => {
    const call = calls(held.server, held.key);
    const answer = await call('POST', '/clients', aMember({ email }) as Record<string, string>);
    const [account] = answer.ITEM ?? [];
    if (account === undefined) throw new Error(`Not registered: ${JSON.stringify(answer)}`);
    return account;
  };
  const stored = async (target: TenantDatabase, id: number) => {
    const row = await target.db
      .selectFrom('client')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row;
  };
  const verify = (email: string, verifyCode: string) =>
    calls(held.server, held.key)('GET', '/account/verifyAccount', { email, verifyCode });
  const exported = async (target: TenantDatabase) => {
    const { clock } = held.server as Served;
    const resource = exportResources(target, 'UTC', clock).find(({ name }) => name === 'clients');
    const records: Record<string, unknown>[] = [];
    for await (const record of resource?.records() ?? []) records.push(record);
    return records;
  };

  beforeAll(async () => {
    await run(place, 'client', 'add', 'acme');
    held.key = (await run(place, 'key', 'add', 'acme')).apiKey as string;
    held.server = await served(place);
  });
  afterAll(() => held.server?.close());

  it('are sealed where they are stored, and answered and redeemed as before', async () => {
    const acme = await open('acme');
    const { id, verifyCode } = await register('sealed@example.com');
    expect(verifyCode).toMatch(/^[0-9a-f]{32}$/);
    const { verify: text } = await stored(acme, id);
    expect(text).toMatch(SEALED);
    expect((await verify('sealed@example.com', text)).STATUS_CODE).toBe('259');
    expect(await verify('sealed@example.com', verifyCode)).toMatchObject({
      STATUS_CODE: '100',
      ITEM: [{ verifyCode, active: 1 }],
    });
    const call = calls(held.server, held.key);
    expect(await call('GET', `/clients/${id}`, {})).toMatchObject([{ verify: verifyCode }]);
    expect(await call('GET', '/clients/list', {})).toMatchObject({
      CLIENTS: [{ verify: verifyCode }],
    });
    // In the row of somebody else it does not open.
    const other = await register('other@example.com');
    await acme.write((transaction) =>
      transaction.updateTable('client').set({ verify: text }).where('id', '=', other.id).execute(),
    );
    expect((await verify('other@example.com', verifyCode)).STATUS_CODE).toBe('259');
    expect((await verify('other@example.com', ' ')).STATUS_CODE).not.toBe('100');
  });

  it('of an earlier program are good, and sealed when they are redeemed', async () => {
    const acme = await open('acme');
    const { id } = await register('early@example.com');
    await acme.write((transaction) =>
      transaction.updateTable('client').set({ verify: 'plain' }).where('id', '=', id).execute(),
    );
    expect((await verify('early@example.com', 'plain')).STATUS_CODE).toBe('100');
    expect((await stored(acme, id)).verify).toMatch(SEALED);
    expect((await verify('early@example.com', 'plain')).STATUS_CODE).toBe('100');
  });

  it('come out of an export as they were mailed, and an import of it changes nothing', async () => {
    const acme = await open('acme');
    const { id, verifyCode } = await register('travels@example.com');
    const record = (await exported(acme)).find((each) => each.id === id) ?? {};
    expect(record.verify).toBe(verifyCode);
    const { clock } = held.server as Served;
    const resource = importResources(acme, 'UTC', clock).get('clients');
    const put = (more: object) => resource?.write([resource.parse({ ...record, ...more })]);
    const before = await stored(acme, id);
    expect(await put({})).toEqual({ refused: [], unchanged: [0] });
    expect(await stored(acme, id)).toEqual(before);
    expect(await put({ phone: '212-555-0101' })).toEqual({ refused: [], unchanged: [] });
    expect((await stored(acme, id)).verify).toMatch(SEALED);
    expect((await exported(acme)).find((each) => each.id === id)?.verify).toBe(verifyCode);
  });

  it('are sealed again by a restore, and without their key are asked for again', async () => {
    const waiting = await register('waiting@example.com');
    const confirmed = await register('confirmed@example.com');
    await verify('confirmed@example.com', confirmed.verifyCode);
    const folder = join(temporaryFolder(), 'backup');
    await run(place, 'backup', folder);
    await run(place, 'restore', folder, '--client', 'acme', '--as', 'again');
    const again = await exported(await open('again'));
    expect(again.find(({ id }) => id === waiting.id)?.verify).toBe(waiting.verifyCode);

    const elsewhere: Place = {
      dataFolder: temporaryFolder(),
      databaseUrl: undefined,
      secretKey: randomBytes(32),
    };
    await run(elsewhere, 'client', 'add', 'other');
    await run(elsewhere, 'restore', folder, '--client', 'acme', '--as', 'acme-2');
    const { apiKey } = await run(elsewhere, 'key', 'add', 'acme-2');
    const server = await served(elsewhere);
    try {
      const call = calls(server, apiKey);
      const answer = await call('GET', '/clients/list', { limit: '40' });
      const { CLIENTS } = answer as unknown as { CLIENTS: { id: number; verify: string }[] };
      expect(CLIENTS.map(({ id }) => id)).not.toContain(waiting.id);
      expect(CLIENTS.find(({ id }) => id === confirmed.id)).toMatchObject({ verify: '' });
      const member = aMember({ email: 'waiting@example.com' }) as Record<string, string>;
      expect(await call('POST', '/clients', member)).toMatchObject({
        STATUS_CODE: '100',
        ITEM: [{ id: waiting.id, verifyCode: expect.stringMatching(/^[0-9a-f]{32}$/) }],
      });
    } finally {
      await server.close();
    }
  });
});
