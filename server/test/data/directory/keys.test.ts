import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashKey, newApiKey, publicPrefix } from '../../../src/gate/api-key.js';
import { newEntry } from '../../../src/operator/entries.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

forEachDatabase('the keys of a directory', (database) => {
  const server = serverFor(database);

  it('belong to clients, which are listed by name with what is noted of their schema', async () => {
    const { directory } = server.services;
    for (const name of ['zeta', 'alpha', 'mid'])
      await directory.addClient(newEntry(name, 'client', 0));
    await directory.setClient('alpha', { title: 'Changed last' });
    expect((await directory.clients()).map(({ name }) => name)).toEqual(['alpha', 'mid', 'zeta']);
    await directory.clientSchemas.set('mid', { step: '005', breakingStep: '003' });
    await directory.clientSchemas.set('mid', { step: '006', breakingStep: '004' });
    const noted = async () =>
      Object.fromEntries(
        (await directory.clientSchemas.all()).map(({ name, note }) => [name, note]),
      );
    const note = { step: '006', breakingStep: '004' };
    expect(await noted()).toEqual({ alpha: undefined, mid: note, zeta: undefined });
    // What is noted already stays.
    const found = { step: '001', breakingStep: '' };
    await directory.clientSchemas.fill(
      new Map([
        ['mid', found],
        ['zeta', found],
      ]),
    );
    expect(await noted()).toEqual({ alpha: undefined, mid: note, zeta: found });
    await directory.clientSchemas.forget('mid');
    expect([
      await directory.clientSchemas.has('mid'),
      await directory.clientSchemas.has('zeta'),
    ]).toEqual([false, true]);
  });

  it('are listed in the order of their numbers, each with its client alone', async () => {
    const { directory } = server.services;
    const added: number[] = [];
    for (const client of ['acme', 'acme', 'other', 'acme']) {
      const key = newApiKey(randomBytes);
      const { id } = await directory.addKey({
        ...{ client, hash: hashKey(key), prefix: publicPrefix(key), scopes: ['website'] },
        ...{ addresses: [], privateAccess: false, sealedSecret: null, createdAt: NOON },
      });
      added.push(id);
    }
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await directory.revokeKey(added[0] ?? 0);
    const listed = async (client: string) =>
      (await directory.keys(client)).map(({ id, active }) => [id, active]);
    expect(await listed('acme')).toEqual([
      [added[0], 0],
      [added[1], 1],
      [added[3], 1],
    ]);
    expect(await listed('other')).toEqual([[added[2], 1]]);
    expect(await listed('nobody')).toEqual([]);
  });
});
