import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashKey, newApiKey, publicPrefix } from '../../../src/gate/api-key.js';
import { newEntry } from '../../../src/operator/make-tenant.js';
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
      const { id } = await directory.addKey({
        ...{ tenant, hash: hashKey(key), prefix: publicPrefix(key), scopes: ['website'] },
        ...{ addresses: [], privateAccess: false, sealedSecret: null, createdAt: NOON },
      });
      added.push(id);
    }
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await directory.revokeKey(added[0] ?? 0);
    const listed = async (tenant: string) =>
      (await directory.keys(tenant)).map(({ id, active }) => [id, active]);
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
      const { id } = await directory.addKey({
        ...{ tenant: 'signs', hash: hashKey(key), prefix: publicPrefix(key), scopes: ['website'] },
        ...{ addresses: [], privateAccess: true, sealedSecret, createdAt: NOON },
      });
      added.push(id);
    }
    await directory.revokeKey(added[0] ?? 0);
    expect((await directory.signingKeys()).map(({ id }) => id)).toEqual([added[1]]);
  });
});
