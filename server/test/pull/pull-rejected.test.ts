import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rejectedKeys } from '../../src/store/tenant/pulls.js';
import { revisionOf } from '../../src/store/tenant/write.js';
import { forEachDatabase } from '../rig/databases.js';
import { feedOfPulls, pullFolder, put } from './feed-of-pulls.js';
import { pullOnce, pullText, SMALL_MAP } from './pulling.js';

const HIDING = `${SMALL_MAP}  main_hide_address: { column: Shows, transform: boolean, values: { 1: 0, 0: 1 } }\n`;

forEachDatabase('a pull whose source changes a listing to one that cannot be read', (database) => {
  const rig = feedOfPulls(database);
  const { server } = rig;

  async function changed(...changes: readonly object[]) {
    const counterpart = await rig.source('reso');
    const folder = pullFolder(pullText(counterpart.url, 'reso'), HIDING);
    rig.pulling = { ...rig.pulling, folder };
    for (let at = 1; at <= 10; at += 1) put(counterpart, at, 1000 + at, { Shows: true });
    await pullOnce(rig.pulling);
    server.clock.advance(600_000);
    for (const [at, change] of changes.entries()) put(counterpart, at + 1, 1, change);
    return counterpart;
  }
  const listings = async () => {
    const { db } = rig.pulling.database;
    const rows = await db.selectFrom('listing').select(['price', 'hide_address']).execute();
    return rows.map((row) => `${row.price} ${row.hide_address}`).sort();
  };

  it('hides its address where the record says so, or nobody knows, and leaves it as it was else', async () => {
    const odd = { StandardStatus: 'Odd' };
    const counterpart = await changed(
      { ...odd, Shows: false },
      { ...odd, Shows: 'perhaps' },
      { ...odd, Shows: true },
      odd,
    );
    const summary = await pullOnce(rig.pulling);
    expect(summary.listings).toMatchObject({ rejected: 4 });
    expect(readFileSync(summary.rejects as string, 'utf8')).toContain('main_status');
    expect((await rejectedKeys(rig.pulling.database, 'actris', 'Property')).size).toBe(4);
    const shown = (await listings()).slice(0, 4);
    expect(shown).toEqual(['1001 1', '1002 1', '1003 0', '1004 0']);
    // Again and again it is nothing new.
    const before = await revisionOf(rig.pulling.database);
    await pullOnce(rig.pulling);
    expect((await revisionOf(rig.pulling.database)).number).toBe(before.number);
    put(counterpart, 1, 2, { Shows: true });
    await pullOnce(rig.pulling);
    expect(await listings()).toContain('2 0');
  });

  it('removes it where the record says so', async () => {
    await changed({ StandardStatus: 'Expired', Shows: {}, ListPrice: 'unknown' });
    const summary = await pullOnce(rig.pulling);
    expect(summary.listings).toMatchObject({ rejected: 0, removed: 1 });
    expect(await listings()).toHaveLength(9);
  });

  it('makes no listing of one that was never here', async () => {
    const counterpart = await changed();
    put(counterpart, 11, 1, { StandardStatus: 'Odd', Shows: false });
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ rejected: 1 });
    expect(await listings()).toHaveLength(10);
  });
});
