import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { lookAtDirectory } from '../../../src/store/directory/inspect.js';
import {
  BeingRemovedError,
  isSealed,
  Places,
  removingPlace,
  UnreadablePlaceError,
} from '../../../src/store/directory/places.js';
import { SchemaLook } from '../../../src/store/schema/schema-look.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';

const URL = 'postgres://portico:secret@db.example/acme';

describe('the word for a place', () => {
  const secretKey = randomBytes(32);
  const places = new Places(async () => secretKey, randomBytes);

  it.each(['default', 'sqlite'] as const)(
    'of %s is plain, and another each time',
    async (place) => {
      const [one, two] = [
        await places.encodePlace('acme', place),
        await places.encodePlace('acme', place),
      ];
      expect(one).toMatch(new RegExp(`^${place}\\.[0-9a-f]{12}$`));
      expect(one).not.toBe(two);
      expect(isSealed(one)).toBe(false);
      // It opens without the key.
      const elsewhere = new Places(() => Promise.reject(new Error('no key')), randomBytes);
      expect(await elsewhere.placeOf('acme', one)).toBe(place);
    },
  );

  it('of a URL is sealed, for its client alone', async () => {
    const word = await places.encodePlace('acme', URL);
    expect(isSealed(word)).toBe(true);
    expect(word).not.toContain('secret');
    expect(await places.placeOf('acme', word)).toBe(URL);
    await expect(places.placeOf('other', word)).rejects.toThrow(UnreadablePlaceError);
    const otherKey = new Places(async () => randomBytes(32), randomBytes);
    await expect(otherKey.placeOf('acme', word)).rejects.toThrow(
      'Where the database of acme is cannot be read',
    );
    const noKey = new Places(() => Promise.reject(new Error('no key')), randomBytes);
    await expect(noKey.placeOf('acme', word)).rejects.toThrow('no key');
  });

  it('leads nowhere while the client is being removed', async () => {
    for (const word of [null, 'default.1', 'sqlite.1', await places.encodePlace('acme', URL)]) {
      const opening = places.placeOf('acme', removingPlace(word));
      await expect(opening).rejects.toThrow(BeingRemovedError);
      // A removal that is run again begins where it was.
      expect(removingPlace(removingPlace(word))).toBe(removingPlace(word));
    }
  });

  it('is none for a client that was never moved', async () => {
    expect(await places.placeOf('acme', null)).toBe('default');
  });
});

forEachDatabase('a directory', (database) => {
  const server = serverFor(database);

  it('has one name, which the first process draws', async () => {
    const { directory } = server.services;
    const name = await directory.installation(randomBytes);
    expect(name).toMatch(/^[0-9a-f]{16}$/);
    expect(await directory.installation(randomBytes)).toBe(name);
  });

  it('leads a client to another place only from the one where it is, whose schema is not known', async () => {
    const { directory } = server.services;
    await directory.addTenant(newEntry('moves', 'client', 0));
    const placeOf = async () => (await directory.tenant('moves'))?.database_url;
    const note = { step: '001', breakingStep: '' };
    await directory.tenantSchemas.set('moves', note);
    expect(await directory.switchPlace('moves', 'default.1', 'sqlite.1')).toBe(false);
    expect([await placeOf(), await directory.tenantSchemas.has('moves')]).toEqual([null, true]);
    expect(await directory.switchPlace('moves', null, 'sqlite.1')).toBe(true);
    expect([await placeOf(), await directory.tenantSchemas.has('moves')]).toEqual([
      'sqlite.1',
      false,
    ]);
    expect(await directory.switchPlace('moves', null, 'default.2')).toBe(false);
    expect(await directory.switchPlace('moves', 'sqlite.1', 'default.2')).toBe(true);
    expect(await placeOf()).toBe('default.2');
  });

  it('is looked at as it is', async () => {
    const { servers, config, directory } = server.services;
    for (const name of ['zeta', 'beta']) await directory.addTenant(newEntry(name, 'client', 0));
    const store =
      config.databaseUrl === undefined
        ? { folder: config.dataFolder }
        : { server: await servers.at(config.databaseUrl) };
    const found = await lookAtDirectory(store, new SchemaLook());
    expect(found?.applied.map(({ name }) => name)).toContain('001-clients-and-keys');
    const names = found?.tenants.map(({ name }) => name) ?? [];
    expect(names).toEqual([...names].sort());
    expect(found?.tenants).toContainEqual({ name: 'beta', place: null });
    expect(await lookAtDirectory({ folder: temporaryFolder() }, new SchemaLook())).toBeUndefined();
  });
});
