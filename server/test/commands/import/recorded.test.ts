import { expect, it } from 'vitest';
import { recordedImport } from '../../../src/commands/import/recorded.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

forEachDatabase('an import that is noted', (installation) => {
  const server = serverFor(installation);

  it('has not failed where only the note of its success does', async () => {
    await server.addTenant('acme');
    const { services } = server;
    const entry = await services.directory.tenant('acme');
    if (entry === undefined) throw new Error('There is no acme.');
    const database = await services.tenants.database(entry);
    // No table takes the first moment.
    const moments = [Number.NaN];
    const clock = { ...services.clock, now: () => moments.pop() ?? NOON };
    const summary = { listings: { read: 1, written: 1, rejected: 0 } };
    const asked = { sources: ['listings.csv'], mode: 'import' } as const;
    const work = async () => summary as never;
    const opened = { services: { ...services, clock }, entry, database };
    expect(await recordedImport(opened, asked, work)).toBe(summary);
    expect(moments).toEqual([]);
    const runs = await database.db.selectFrom('import_run').select('result').execute();
    expect(runs).toEqual([{ result: 'running' }]);
  });
});
