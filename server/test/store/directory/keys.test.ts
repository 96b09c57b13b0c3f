import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { hashKey, newApiKey, publicPrefix } from '../../../src/http/gate/key-check.js';
import type { KeySettings } from '../../../src/store/directory/key-directory.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

forEachDatabase('the keys of a directory', (database) => {
  const server = serverFor(database);

  it('belong to clients, which are listed by name with what is noted of their schema', async () => {
    const { directory } = server.services;
    for (const name of ['zeta', 'alpha', 'mid'])
      await directory.addTenant(newEntry(name, 'client', 0));
    await directory.setTenant('alpha', { title: 'Changed last' });
    expect((await directory.tenants()).map(({ name }) => name)).toEqual(['alpha', 'mid', 'zeta']);
    await directory.tenantSchemas.set('mid', { step: '005', breakingStep: '003' });
    await directory.tenantSchemas.set('mid', { step: '006', breakingStep: '004' });
    const noted = async () =>
      (await directory.tenantSchemas.all()).map(({ name, note }) => [name, note]);
    const note = { step: '006', breakingStep: '004' };
    expect(await noted()).toEqual([
      ['alpha', undefined],
      ['mid', note],
      ['zeta', undefined],
    ]);
    // What is noted already stays.
    const found = { step: '001', breakingStep: '' };
    await directory.tenantSchemas.fill(
      new Map([
        ['mid', found],
        ['zeta', found],
      ]),
    );
    expect(await noted()).toEqual([
      ['alpha', undefined],
      ['mid', note],
      ['zeta', found],
    ]);
    await directory.tenantSchemas.forget('mid');
    expect([
      await directory.tenantSchemas.has('mid'),
      await directory.tenantSchemas.has('zeta'),
    ]).toEqual([false, true]);
  });

  it('are listed in the order of their numbers, each with its client alone', async () => {
    const { directory } = server.services;
    const added: number[] = [];
    for (const tenant of ['acme', 'acme', 'other', 'acme']) {
      const key = newApiKey(randomBytes);
      const { id } = await directory.keys.add({
        ...{ tenant, hash: hashKey(key), prefix: publicPrefix(key), scopes: ['website'] },
        ...{ addresses: [], privateAccess: false, sealedSecret: null, createdAt: NOON },
      });
      added.push(id);
    }
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await directory.keys.revoke(added[0] ?? 0);
    const listed = async (tenant: string) =>
      (await directory.keys.of(tenant)).map(({ id, active }) => [id, active]);
    expect(await listed('acme')).toEqual([
      [added[0], 0],
      [added[1], 1],
      [added[3], 1],
    ]);
    expect(await listed('other')).toEqual([[added[2], 1]]);
    expect(await listed('nobody')).toEqual([]);
  });

  it('that sign are those that are active and have a secret', async () => {
    const { directory } = server.services;
    const added: number[] = [];
    for (const sealedSecret of ['one', 'two', null]) {
      const key = newApiKey(randomBytes);
      const { id } = await directory.keys.add({
        ...{ tenant: 'signs', hash: hashKey(key), prefix: publicPrefix(key), scopes: ['website'] },
        ...{ addresses: [], privateAccess: true, sealedSecret, createdAt: NOON },
      });
      added.push(id);
    }
    await directory.keys.revoke(added[0] ?? 0);
    expect((await directory.keys.signing()).map(({ id }) => id)).toEqual([added[1]]);
    const key = newApiKey(randomBytes);
    const { id: last } = await directory.keys.add({
      ...{ tenant: 'other', hash: hashKey(key), prefix: publicPrefix(key), scopes: ['website'] },
      ...{ addresses: [], privateAccess: true, sealedSecret: 'three', createdAt: NOON },
    });
    await directory.keys.set(added[1] ?? 0, { name: 'Changed' });
    expect((await directory.keys.signing()).map(({ id }) => id)).toEqual([added[1], last]);
  });

  it('are stored as they were made, and each is changed and revoked by itself', async () => {
    const { directory } = server.services;
    const add = (hash: string, more: { perSecond?: number; privateAccess?: boolean } = {}) =>
      directory.keys.add({
        ...{ tenant: 'details', hash, prefix: `pk_${hash}`, scopes: ['website', 'manage'] },
        ...{ addresses: ['192.0.2.1', '192.0.2.2'], privateAccess: false, sealedSecret: null },
        ...{ createdAt: NOON, ...more },
      });
    const one = await add('one', { perSecond: 3 });
    const two = await add('two');
    expect(one).toEqual({
      ...{ id: one.id, client: 'details', hash: 'one', prefix: 'pk_one', active: 1 },
      ...{ scopes: 'website,manage', addresses: '192.0.2.1,192.0.2.2', private_access: 0 },
      ...{ issued_client_id: null, sealed_secret: null, created_at: NOON, name: '' },
      ...{ expires_at: null, per_second: 3, in_flight: null },
    });
    const changes: KeySettings = {
      ...{ name: 'Website', scopes: ['manage', 'marketplace'], addresses: [] },
      ...{ expiresAt: NOON + 1, perSecond: null, inFlight: 9 },
    };
    await directory.keys.set(one.id, changes);
    expect(await directory.keys.byHash('one')).toEqual({
      ...{ ...one, name: 'Website', scopes: 'manage,marketplace', addresses: '' },
      ...{ expires_at: NOON + 1, per_second: null, in_flight: 9 },
    });
    await directory.keys.set(one.id, { name: '' });
    expect(await directory.keys.byHash('one')).toMatchObject({ name: '', in_flight: 9 });
    expect(await directory.keys.byHash('two')).toEqual(two);
    expect((await directory.keys.byPrefix('pk_two')).map(({ hash }) => hash)).toEqual(['two']);
    await directory.keys.revoke(one.id);
    expect((await directory.keys.of('details')).map(({ active }) => active)).toEqual([0, 1]);
    expect((await directory.keys.countActive()).get('details')).toBe(1);
  });

  it('with private access get numbers for signatures from 1001 on, each its own', async () => {
    const { directory } = server.services;
    await directory.tables.db.deleteFrom('api_key').execute();
    const issued = await Promise.all(
      ['a', 'b', 'c'].map(async (hash) => {
        const { issued_client_id } = await directory.keys.add({
          ...{ tenant: 'signs', hash, prefix: `pk_${hash}`, scopes: ['website'], addresses: [] },
          ...{ privateAccess: true, sealedSecret: 's', createdAt: NOON },
        });
        return issued_client_id;
      }),
    );
    expect(issued.sort()).toEqual([1001, 1002, 1003]);
    const again = directory.keys.add({
      ...{ tenant: 'signs', hash: 'a', prefix: 'pk_a', scopes: ['website'], addresses: [] },
      ...{ privateAccess: true, sealedSecret: 's', createdAt: NOON },
    });
    await expect(again).rejects.toThrow();
  });
});
