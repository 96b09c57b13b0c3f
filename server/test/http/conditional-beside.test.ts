import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { runProgram } from '../rig/program.js';
import { serverFor } from '../rig/server.js';

forEachDatabase('a conditional read beside another process', (database) => {
  const server = serverFor(database);

  it('is answered anew as soon as an import has committed there', async () => {
    await server.addTenant('acme');
    const key = await server.addKey('acme');
    const file = join(database.dataFolder, 'listings.ndjson');
    const ask = (tag?: string) => {
      server.clock.advance(200);
      return server.app.inject({
        url: `/properties?apiKey=${key}`,
        headers: {
          'x-forwarded-proto': 'https',
          ...(tag === undefined ? {} : { 'if-none-match': tag }),
        },
      });
    };
    // All of it within one minute of the server's clock, so that nothing but the data changes.
    server.clock.advance(60_000 - (server.clock.now() % 60_000));
    for (const price of [1000, 2000, 3000]) {
      const before = await ask();
      const tag = String(before.headers.etag);
      expect((await ask(tag)).statusCode).toBe(304);
      writeFileSync(
        file,
        JSON.stringify({ main_id: 1, main_status: 'For Rent', financials_price: price }),
      );
      const { status, errors } = await runProgram(database, 'import', 'acme', file);
      expect([status, errors]).toEqual([0, '']);
      const after = await ask(tag);
      expect(after.statusCode).toBe(200);
      expect(after.json()).toMatchObject({
        TOTAL_COUNT: 1,
        LISTINGS: [{ financials_price: price }],
      });
    }
  });
});
