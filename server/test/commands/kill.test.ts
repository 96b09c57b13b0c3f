import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importResources } from '../../src/changes/transfers.js';
import { systemClock } from '../../src/lib/clock.js';
import { forEachDatabase } from '../rig/databases.js';
import { databaseOf, issueKeys, offline, runCommand } from '../rig/offline.js';
import { post, serve, startProgram } from '../rig/program.js';

/** A server that acknowledges nothing must not have the test wait for ever. */
const TIMEOUT_MS = 60_000;

forEachDatabase('kill -9', (database) => {
  it('keeps every view that was acknowledged', async () => {
    expect((await runCommand(database, 'client', 'add', 'acme')).status).toBe(0);
    const keys = await offline(database, async (services) => {
      const tenant = await databaseOf(services, 'acme');
      const listings = importResources(tenant, 'America/New_York', systemClock).get('listings');
      await listings?.write([listings.parse({ main_id: 1 }), listings.parse({ main_id: 2 })]);
      return issueKeys(services, 'acme', 40);
    });
    const acknowledged = { 1: 0, 2: 0 };
    let sent = 0;
    const giveUpAt = Date.now() + TIMEOUT_MS;
    for (const killAfter of [30, 75, 130]) {
      const server = await serve(database);
      let alive = true;
      const count = async (worker: number) => {
        for (let call = 0; alive; call++) {
          const listing = (call % 2) + 1;
          const key = keys[(worker * 10 + call) % keys.length] ?? '';
          sent += 1;
          const answer = await post(`${server.url}/properties/viewCounter/`, {
            apiKey: key,
            listingID: String(listing),
          }).catch(() => undefined);
          if (answer?.body.includes('"STATUS":"Success"')) {
            acknowledged[listing as 1 | 2] += 1;
            if (acknowledged[1] + acknowledged[2] >= killAfter) alive = false;
          }
        }
      };
      const workers = Promise.all([count(0), count(1), count(2), count(3)]);
      while (alive && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 1));
      alive = false;
      await server.kill();
      await workers;
    }
    const stored = await offline(database, async (services) => {
      const tenant = await databaseOf(services, 'acme');
      return tenant.db.selectFrom('listing_views').selectAll().orderBy('listing_id').execute();
    });
    const [first, second] = stored.map((row) => row.views);
    expect(first).toBeGreaterThanOrEqual(acknowledged[1]);
    expect(second).toBeGreaterThanOrEqual(acknowledged[2]);
    expect((first ?? 0) + (second ?? 0)).toBeLessThanOrEqual(sent);
  });

  it('leaves whole batches of an import, which is simply run again', async () => {
    const total = 12_000;
    const file = join(database.dataFolder, 'listings.ndjson');
    const record = (id: number) =>
      JSON.stringify({
        main_id: id,
        main_status: 'For Rent',
        financials_price: id,
        photos: ['a.jpg'],
      });
    writeFileSync(file, Array.from({ length: total }, (_, index) => record(index + 1)).join('\n'));
    expect((await runCommand(database, 'client', 'add', 'bulk')).status).toBe(0);
    const tally = () =>
      offline(database, async (services) => {
        const { db } = await databaseOf(services, 'bulk');
        const number = async (table: 'listing' | 'listing_search' | 'photo') =>
          Number(
            (
              await db
                .selectFrom(table)
                .select((eb) => eb.fn.countAll<number>().as('rows'))
                .executeTakeFirstOrThrow()
            ).rows,
          );
        return [await number('listing'), await number('listing_search'), await number('photo')];
      });

    const child = startProgram(database, 'import', 'bulk', file);
    // Killed as soon as something is there: in the middle of the second batch or the third.
    let errors = '';
    child.stderr?.on('data', (text) => {
      errors += text;
    });
    const ended = once(child, 'close').then(() => 'ended');
    const first = async () => ((await tally())[0] === 0 ? 'nothing' : 'something');
    let seen = 'nothing';
    while (seen === 'nothing') seen = await Promise.race([ended, first()]);
    expect([seen, errors]).toEqual(['something', '']);
    // It stands back behind servers.
    expect(getPriority(child.pid)).toBeGreaterThanOrEqual(10);
    child.kill('SIGKILL');
    await ended;
    const [listings = 0, twins, photos] = await tally();
    expect(listings % 5000 === 0 || listings === total).toBe(true);
    expect([twins, photos]).toEqual([listings, listings]);

    const again = await runCommand(database, 'import', 'bulk', file, '--json');
    expect(again.status).toBe(0);
    expect(JSON.parse(again.output)).toMatchObject({
      listings: { read: total, written: total, rejected: 0 },
    });
    expect(await tally()).toEqual([total, total, total]);
  });
});
