import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.js';
import { moveTenant } from '../../../../src/store/copy/move.js';
import { Directory } from '../../../../src/store/directory/directory.js';
import { PostgresServers } from '../../../../src/store/engines/postgres/postgres-servers.js';
import { openTenantDatabase } from '../../../../src/store/tenant/open.js';
import { onPgBouncer } from '../../../rig/pgbouncer.js';
import { startProgram } from '../../../rig/program.js';
import { serverFor } from '../../../rig/server.js';

const SERVER_CONNECTIONS = 3;

onPgBouncer('PgBouncer in transaction mode', { connections: SERVER_CONNECTIONS }, (database) => {
  const server = serverFor(database);

  it('is what the statements pass through', async () => {
    expect(new URL(database.databaseUrl ?? '').port).not.toBe(new URL(database.directUrl).port);
    const answer = await server.app.inject({
      url: '/health/ready',
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('lets four processes and more make one database at once', async () => {
    const pools = Array.from({ length: 4 }, () => new PostgresServers(2, () => {}));
    try {
      const opened = await Promise.all(
        pools.flatMap((servers) =>
          ['dawn', 'dusk'].map(async (name) =>
            openTenantDatabase({ server: await servers.at(database.databaseUrl ?? '') }, name),
          ),
        ),
      );
      for (const { db } of opened) {
        // One of the steps counts as a write.
        expect(await db.selectFrom('revision').select('number').execute()).toEqual([{ number: 2 }]);
      }
      await Promise.all(
        pools.map(async (servers) =>
          Directory.open({ server: await servers.at(database.databaseUrl ?? '') }),
        ),
      );
    } finally {
      await Promise.all(pools.map((servers) => servers.close()));
    }
    // No lock of a session is left on a connection that others use.
    const client = new pg.Client({ connectionString: database.directUrl });
    await client.connect();
    const { rows } = await client.query(
      `select count(*)::int as held from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    await client.end();
    expect(rows).toEqual([{ held: 0 }]);
  });

  it('serves real processes that start at the same moment', { timeout: 60_000 }, async () => {
    const runs = await Promise.all(
      ['north', 'south', 'east', 'west'].map(async (name) => {
        const child = startProgram(database, 'client', 'add', name);
        let errors = '';
        child.stderr?.on('data', (text) => {
          errors += text;
        });
        const code = await new Promise((resolve) => child.once('close', resolve));
        return [code, errors];
      }),
    );
    expect(runs).toEqual(Array.from({ length: 4 }, () => [0, '']));
  });

  it('answers many callers over few connections, each its own data', {
    timeout: 60_000,
  }, async () => {
    const names = ['acme', 'brown', 'carter', 'davis'];
    const keys = new Map<string, string[]>();
    for (const [index, name] of names.entries()) {
      await server.addTenant(name);
      await server.put(name, 'listings', [
        { main_id: 1, main_status: 'For Rent', financials_price: 1000 + index, photos: ['a.jpg'] },
        { main_id: 2, main_status: 'For Rent', financials_price: 2000 + index },
      ]);
      await server.put(name, 'agents', [
        { id: 1, firstname: name, email: `${name}@example.com`, status: 'Active' },
      ]);
      keys.set(name, await Promise.all(Array.from({ length: 30 }, () => server.addKey(name))));
    }
    const ask = (key: string, path: string) =>
      server.app.inject({
        url: `${path}?apiKey=${key}`,
        headers: { 'x-forwarded-proto': 'https' },
      });
    const view = (apiKey: string, listingID: number) =>
      server.app.inject({
        method: 'POST',
        url: '/properties/viewCounter/',
        headers: { 'x-forwarded-proto': 'https' },
        payload: { apiKey, listingID },
      });
    const callsOf = (name: string, index: number, some: readonly string[]) =>
      some.map(async (key) => {
        const answers = await Promise.all([
          ask(key, '/properties/1'),
          view(key, 1),
          ask(key, '/agents/1'),
        ]);
        answers.push(...(await Promise.all([ask(key, '/properties'), view(key, 2)])));
        expect([name, ...answers.map(({ statusCode }) => statusCode)]).toEqual([
          name,
          ...Array(5).fill(200),
        ]);
        const [detail, first, agents, search, second] = answers.map(({ body }) => body);
        expect([first, second].map((body) => body?.includes('"STATUS":"Success"'))).toEqual([
          true,
          true,
        ]);
        expect(agents).toContain(`${name}@example.com`);
        expect(detail).toContain(String(1000 + index));
        expect(search).toContain(String(2000 + index));
        for (const other of names.filter((one) => one !== name)) {
          expect(`${detail}${agents}${search}`).not.toMatch(
            new RegExp(`${other}@|${1000 + names.indexOf(other)}|${2000 + names.indexOf(other)}`),
          );
        }
      });
    // In waves: a connection is waited for two seconds, and a busy machine takes longer for all at once.
    for (let first = 0; first < 30; first += 3) {
      await Promise.all(
        names.flatMap((name, index) =>
          callsOf(name, index, keys.get(name)?.slice(first, first + 3) ?? []),
        ),
      );
    }
    for (const name of names) {
      const opened = await server.services.tenants.tenant(name);
      const views = await opened?.database.db
        .selectFrom('listing_views')
        .selectAll()
        .orderBy('listing_id')
        .execute();
      expect(views).toEqual([
        { listing_id: 1, views: 30 },
        { listing_id: 2, views: 30 },
      ]);
    }
    const client = new pg.Client({ connectionString: database.directUrl });
    await client.connect();
    // PostgreSQL's own workers, such as autovacuum, are in the same list.
    const open = async () => {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity where datname = current_database()
         and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      return rows[0]?.open;
    };
    await expect.poll(open).toBeLessThanOrEqual(SERVER_CONNECTIONS);
    await client.end();
  });

  it('lets a client be moved away and back', { timeout: 60_000 }, async () => {
    const { directory, tenants, places } = server.services;
    const parts = { directory, tenants: tenants, places, clock: systemClock, random: randomBytes };
    const signal = new AbortController().signal;
    for (const place of ['sqlite', 'default'] as const) {
      const entry = await directory.tenant('brown');
      if (entry === undefined) throw new Error('There is no client brown.');
      const result = await moveTenant({ ...parts, signal, say: () => {} }, entry, place);
      expect(result).toMatchObject({ rows: { listing: 2, agent: 1, listing_views: 2 } });
      server.clock.advance(1100);
      const moved = await server.services.tenants.tenant('brown');
      expect(moved?.database.kind).toBe(place === 'sqlite' ? 'sqlite' : 'postgres');
      await server.put('brown', 'offices', [{ id: 1, name: place }]);
    }
  });

  it('hands a connection on without the role, settings or lock of the one before', async () => {
    const opened = await server.services.tenants.tenant('acme');
    const pool = await server.services.servers.at(database.databaseUrl ?? '');
    const login = pool.schema<{ client: { name: string } }>('portico_directory');
    for (let round = 0; round < 20; round += 1) {
      const seen = await Promise.all([
        sql<{ name: string }>`select current_user as name`.execute(opened?.database.db as never),
        sql<{ name: string }>`select current_user as name`.execute(login),
      ]);
      expect(seen.map(({ rows }) => rows[0]?.name)).toEqual([
        expect.stringMatching(/^portico_.*_acme$/),
        new URL(database.directUrl).username,
      ]);
    }
  });
});
