import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

forEachDatabase('the marketplace partners of a directory', (database) => {
  const server = serverFor(database);
  const partners = () => server.services.directory.partners;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    for (const [key_hash, name] of [
      ['z1', 'Zillions'],
      ['a1', 'Aparto'],
      ['z2', 'Zillions'],
      ['a2', 'Aparto'],
    ] as const) {
      const entry = { name, key_hash, prefix: `mp_${key_hash}`, secret_hash: `s ${key_hash}` };
      await partners().add({ ...entry, created_at: NOON });
      ids[key_hash] = (await partners().byHash(key_hash))?.id ?? 0;
    }
  });
  const hashes = (entries: readonly { readonly key_hash: string }[]) =>
    entries.map(({ key_hash }) => key_hash);

  it('are listed by name, the credentials of each from the oldest on', async () => {
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await partners().revoke([ids.a1 ?? 0]);
    await partners().revoke([ids.z1 ?? 0]);
    expect(hashes(await partners().all())).toEqual(['a1', 'a2', 'z1', 'z2']);
    expect(hashes(await partners().byName('Zillions'))).toEqual(['z1', 'z2']);
    expect(hashes(await partners().byName('Nobody'))).toEqual([]);
  });

  it('are found by the prefix of their key, and by its digest', async () => {
    expect(hashes(await partners().byPrefix('mp_a2'))).toEqual(['a2']);
    expect(await partners().byHash('a2')).toEqual({
      ...{ id: ids.a2, name: 'Aparto', key_hash: 'a2', prefix: 'mp_a2', secret_hash: 's a2' },
      ...{ active: 1, created_at: NOON },
    });
    expect(await partners().byHash('a3')).toBeUndefined();
  });

  it('log in with those of their credentials that were not revoked', async () => {
    expect(await partners().findActive('a2')).toEqual({ name: 'Aparto', secretHash: 's a2' });
    expect(await partners().findActive('a1')).toBeUndefined();
    expect(await partners().findActive('a3')).toBeUndefined();
  });
});
