import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { tenantRole } from '../../src/store/engines/postgres/roles.js';
import { command, served } from '../commands/backup/installation.js';
import { signed } from '../http/gate/signing.js';
import { onPostgres } from '../rig/databases.js';
import { temporaryFolder } from '../rig/temp.js';
import { fixtureFolder, onDatabases, releases, restore } from './fixture.js';

/** The demo client is large, and a machine may be busy with other tests. */
const RESTORE_TIMEOUT_MS = 180_000;

describe.each(releases())('a backup of an installation of %s', (release) => {
  onDatabases(release)('made by this program', (from) => {
    onPostgres('restored', (to) => {
      it(
        'lets members register, and the role of the client do it alone',
        async () => {
          await restore(fixtureFolder(release, from.kind), from);
          const folder = join(temporaryFolder(), 'backup');
          const saved = await command(from, 'backup', folder);
          expect([saved.code, saved.errors]).toEqual([0, '']);
          const restored = await command(to, 'restore', folder);
          expect([restored.code, restored.errors]).toEqual([0, '']);

          const { json } = await command(to, 'key', 'add', 'acme', '--private');
          const key = {
            ...(json as { apiKey: string; clientID: number; secret: string }),
            prefix: '',
            id: 0,
          };
          const server = await served(to, Date.now());
          try {
            const nina = { firstname: 'Nina', lastname: 'New', email: 'nina@visitor.example' };
            const { status, body } = await server.call({
              method: 'POST',
              url: '/clients',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              payload: new URLSearchParams({
                ...signed(key, server.clock.now()),
                ...nina,
                password: 'the password of Nina',
              }).toString(),
            });
            expect([status, body]).toEqual([200, expect.stringContaining('"STATUS":"Success"')]);
          } finally {
            await server.close();
          }

          const client = new pg.Client({ connectionString: to.databaseUrl });
          await client.connect();
          try {
            const database = new URL(String(to.databaseUrl)).pathname.slice(1);
            const role = pg.escapeIdentifier(tenantRole(database, 'acme'));
            await client.query(`begin; set local role ${role}`);
            const found = await client.query(
              `select email from client_acme.client where email = 'nina@visitor.example'`,
            );
            expect(found.rows).toHaveLength(1);
            await expect(client.query('select * from client_beta.client')).rejects.toThrow(
              /permission denied/,
            );
          } finally {
            await client.end();
          }
        },
        RESTORE_TIMEOUT_MS,
      );
    });
  });
});
