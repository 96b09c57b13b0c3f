import { expect, it } from 'vitest';
import { isBeingRemoved, placeBeforeRemoval } from '../../../src/store/directory/places.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

forEachDatabase('the directory, when a client goes or gets another name', (database) => {
  const server = serverFor(database);
  const directory = () => server.services.directory;

  /** Clients with keys that were used, an email to send, and a note of their schema. */
  async function make(...names: string[]): Promise<void> {
    for (const name of names) {
      await server.addTenant(name);
      await server.addKey(name);
      await server.addKey(name);
      const ids = (await directory().keys.of(name)).map(({ id }) => id);
      await directory().keyUses.store(new Map(ids.map((id) => [id, NOON])));
      await directory().emailNotes.note(name, NOON);
    }
  }
  async function entryOf(name: string) {
    const entry = await directory().tenant(name);
    if (entry === undefined) throw new Error(`There is no client ${name}.`);
    return entry;
  }
  /** What the directory holds of a name, apart from the entry itself. */
  async function held(name: string) {
    const { db } = directory().tables;
    const notes = db.selectFrom('queued_email').where('client', '=', name);
    const schemas = db.selectFrom('client_schema').where('client', '=', name);
    return {
      keys: (await directory().keys.of(name)).length,
      uses: (await directory().keyUses.ofClient(name)).size,
      email: (await notes.select(['noted_at', 'failed']).execute())[0],
      schemas: (await schemas.select('client').execute()).length,
    };
  }
  const uses = async () =>
    (await directory().tables.db.selectFrom('key_use').select('key_id').execute()).length;
  const ALL = { keys: 2, uses: 2, email: { noted_at: NOON, failed: 0 }, schemas: 1 };

  it('takes the keys of that client alone, and keeps every process from its database', async () => {
    await make('acme', 'beta');
    expect([await held('acme'), await held('beta'), await uses()]).toEqual([ALL, ALL, 4]);
    expect(await directory().removals.begin(await entryOf('acme'))).toEqual({ keys: 2 });
    // The uses of keys that are gone go with them, and no sender looks into the database.
    const none = { keys: 0, uses: 0, email: { noted_at: 0, failed: 0 } };
    expect(await held('acme')).toMatchObject(none);
    expect(await uses()).toBe(2);
    expect(await held('beta')).toEqual(ALL);
    const noted = (await directory().emailNotes.noted()).map(({ entry }) => entry.name);
    expect(noted).toEqual(['beta']);
    const { database_url: place } = await entryOf('acme');
    expect([isBeingRemoved(place), placeBeforeRemoval(place)]).toEqual([true, null]);
    expect((await entryOf('beta')).database_url).toBeNull();
    expect(await directory().removals.names()).toEqual(['acme']);
    // The same command again, after one that was cut short.
    expect(await directory().removals.begin(await entryOf('acme'))).toEqual({ keys: 0 });
    expect(await directory().removals.names()).toEqual(['acme']);
  });

  it('looks into no client for email that was never looked into, once it is being removed', async () => {
    await server.addTenant('unseen');
    await directory().removals.begin(await entryOf('unseen'));
    expect((await held('unseen')).email).toEqual({ noted_at: 0, failed: 0 });
    const noted = (await directory().emailNotes.noted()).map(({ entry }) => entry.name);
    expect(noted).not.toContain('unseen');
    await directory().removals.end('unseen');
  });

  it('gives the name free at the end, and keeps what belongs to others', async () => {
    await directory().removals.end('acme');
    expect(await directory().tenant('acme')).toBeUndefined();
    const gone = { keys: 0, uses: 0, email: undefined, schemas: 0 };
    expect(await held('acme')).toEqual(gone);
    expect(await held('beta')).toEqual(ALL);
    expect(await directory().removals.names()).toEqual([]);
    await directory().checkNameIsFree('acme');
    // It removes nothing where there is no such client.
    await directory().removals.end('acme');
    expect(await held('beta')).toEqual(ALL);
  });

  it('gives a client another name only where its database is still where the command left it', async () => {
    await make('gamma');
    await directory().setTenant('beta', { mls_feed: 'gamma', rls_feed: 'gamma' });
    // Another client, which happens to be noted in the same words.
    await server.addTenant('omega', { mls_feed: 'onekey' });
    await directory().switchPlace('omega', null, 'here');
    const at = { from: 'here', to: 'there' };
    await directory().switchPlace('gamma', null, 'elsewhere');
    expect(await directory().renameClient('gamma', 'delta', at)).toBe(false);
    expect(await directory().renameClient('nobody', 'delta', at)).toBe(false);
    expect(await directory().tenant('delta')).toBeUndefined();
    expect(await entryOf('beta')).toMatchObject({ mls_feed: 'gamma', rls_feed: 'gamma' });
    expect(await held('gamma')).toMatchObject({ keys: 2, email: ALL.email });

    await directory().switchPlace('gamma', 'elsewhere', 'here');
    await directory().tenantSchemas.set('gamma', { step: '1', breakingStep: '' });
    expect(await directory().renameClient('gamma', 'delta', at)).toBe(true);
    expect(await directory().tenant('gamma')).toBeUndefined();
    expect(await entryOf('delta')).toMatchObject({ database_url: 'there' });
    expect(await held('gamma')).toEqual({ keys: 0, uses: 0, email: undefined, schemas: 0 });
    expect(await held('delta')).toEqual({ keys: 2, uses: 2, email: undefined, schemas: 0 });
    expect(await entryOf('beta')).toMatchObject({ mls_feed: 'delta', rls_feed: 'delta' });
    expect(await held('beta')).toEqual(ALL);
    const omega = { name: 'omega', database_url: 'here', mls_feed: 'onekey', rls_feed: null };
    expect(await entryOf('omega')).toMatchObject(omega);
  });

  it('notes another place only where the database was in the one that the command knows', async () => {
    await directory().tenantSchemas.set('delta', { step: '1', breakingStep: '' });
    expect(await directory().switchPlace('delta', 'elsewhere', 'anywhere')).toBe(false);
    expect(await directory().switchPlace('delta', null, 'anywhere')).toBe(false);
    expect((await entryOf('delta')).database_url).toBe('there');
    expect((await held('delta')).schemas).toBe(1);
    expect(await directory().switchPlace('delta', 'there', 'anywhere')).toBe(true);
    // Nobody knows how far the schema is in the new place.
    expect((await held('delta')).schemas).toBe(0);
    expect((await entryOf('beta')).database_url).toBeNull();
  });
});
