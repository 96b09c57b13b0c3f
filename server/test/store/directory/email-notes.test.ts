import { expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

forEachDatabase('the notes of email that waits', (database) => {
  const server = serverFor(database);
  const notes = () => server.services.directory.emailNotes;
  const noted = async () =>
    (await notes().noted()).map(({ entry, notedAt }) => [entry.name, notedAt]);

  it('name clients and feeds, by name, with the moment of each note', async () => {
    const { directory } = server.services;
    for (const name of ['zeta', 'beta', 'mid']) {
      await directory.addTenant(newEntry(name, 'client', 0));
    }
    await directory.addTenant(newEntry('feed', 'mls', 0));
    await notes().note('mid', NOON);
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await directory.setTenant('beta', { title: 'Changed' });
    expect(await noted()).toEqual([
      ['beta', undefined],
      ['feed', undefined],
      ['mid', NOON],
      ['zeta', undefined],
    ]);
    const after = async (name: string, most: number) =>
      (await notes().after(name, most)).map(({ entry, notedAt }) => [entry.name, notedAt]);
    expect(await after('', 9)).toEqual([
      ['beta', 0],
      ['feed', 0],
      ['mid', 0],
      ['zeta', 0],
    ]);
    expect(await after('beta', 1)).toEqual([['feed', 0]]);
    expect(await after('zeta', 1)).toEqual([]);
  });

  it('count what was given up in databases that hold nothing else to send', async () => {
    await notes().settle('beta', undefined, 2);
    await notes().settle('zeta', undefined, 0);
    await notes().settle('feed', undefined, 0);
    await notes().settle('mid', NOON, 3);
    expect(await noted()).toEqual([]);
    expect(await notes().failed()).toBe(5);
    // One that waits is counted where it is.
    await notes().note('mid', NOON + 1);
    expect([await noted(), await notes().failed()]).toEqual([[['mid', NOON + 1]], 2]);
    // What was given up since is known after the next look, also where nothing was noted.
    await notes().settle('beta', 0, 4);
    expect(await notes().failed()).toBe(4);
    await notes().settle('zeta', 0, 0);
    await notes().settle('beta', 0, 0);
    expect(await notes().failed()).toBe(0);
  });

  it('tell what a database held at the last look, until it is noted again', async () => {
    const held = { listings: 7, sent: 2, newestEmailAt: NOON };
    const counts = { ...held, lastImport: 'null', pulls: '[]' };
    await notes().settle('zeta', 0, 1, counts);
    expect([...(await notes().counts())]).toEqual([['zeta', { ...held, failed: 1 }]]);
    await notes().settle('zeta', 0, 1, { ...counts, listings: 8 });
    expect((await notes().counts()).get('zeta')?.listings).toBe(8);
    await notes().settle('zeta', 0, 1, { ...counts, listings: 8, lastImport: '{"by":"key"}' });
    const imported = async () => [...(await notes().imports())];
    expect(await imported()).toEqual([['zeta', { lastImport: '{"by":"key"}', isCurrent: true }]]);
    await notes().note('zeta', NOON + 1);
    expect([...(await notes().counts())]).toEqual([]);
    expect(await imported()).toEqual([['zeta', { lastImport: '{"by":"key"}', isCurrent: false }]]);
    // What was counted before the last note is out of date.
    await notes().settle('zeta', NOON, 1, counts);
    expect([...(await notes().counts())]).toEqual([]);
    // An import notes itself, also where nothing was noted before.
    for (const name of ['zeta', 'new']) {
      await notes().note(name, NOON + 2, { lastImport: '{"by":"command"}', pulls: '[]' });
    }
    expect(new Map(await imported())).toEqual(
      new Map(
        ['zeta', 'new'].map((name) => [name, { lastImport: '{"by":"command"}', isCurrent: false }]),
      ),
    );
  });

  it('begin without anything that was given up', async () => {
    const { directory } = server.services;
    await directory.addTenant(newEntry('fresh', 'client', 0));
    await notes().note('fresh', NOON);
    const { db } = directory.tables;
    await db.updateTable('queued_email').set({ noted_at: 0 }).execute();
    const rows = await db
      .selectFrom('queued_email')
      .select('failed')
      .where('client', '=', 'fresh')
      .execute();
    expect(rows).toEqual([{ failed: 0 }]);
  });
});
