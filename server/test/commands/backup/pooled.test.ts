import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { runBackup } from '../../../src/commands/backup/backup.js';
import { systemClock } from '../../../src/lib/clock.js';
import { openServices } from '../../../src/services.js';
import { onPgBouncer } from '../../rig/pgbouncer.js';
import { testConfig } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { command, exported, type Place } from './installation.js';

onPgBouncer('backups through PgBouncer', { connections: 2 }, (database) => {
  it('need one connection, and are restored through it as well', { timeout: 60_000 }, async () => {
    const done = async (place: Place, ...args: string[]) => {
      const { code, json } = await command(place, ...args);
      expect([args, code === 0 ? 0 : json]).toEqual([args, 0]);
    };
    await done(database, 'client', 'add', 'acme');
    const file = join(temporaryFolder(), 'agents.ndjson');
    // More than one portion of the cursor.
    const agents = Array.from({ length: 1200 }, (_, at) => ({ id: at + 1, firstname: `A${at}` }));
    writeFileSync(file, agents.map((agent) => JSON.stringify(agent)).join('\n'));
    await done(database, 'import', 'acme', file);
    const before = await exported(database, 'acme');
    expect(before['agents.ndjson']?.trimEnd().split('\n')).toHaveLength(1200);

    const folder = join(temporaryFolder(), 'backup');
    const config = { ...testConfig(database), databaseConnections: 1 };
    const services = await openServices(config, systemClock, pino({ level: 'silent' }));
    try {
      const { signal } = new AbortController();
      const request = { folder, media: true, secretKey: true, say: () => {}, signal };
      expect((await runBackup(services, request)).databases).toMatchObject([{ name: 'acme' }]);
    } finally {
      await services.close();
    }
    await done(database, 'restore', folder, '--client', 'acme', '--as', 'again');
    expect(await exported(database, 'again')).toEqual(before);
  });
});
