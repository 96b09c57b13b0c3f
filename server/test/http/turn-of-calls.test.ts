import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { fetchFrom, post, type RunningServer, serve } from '../rig/program.js';
import { serverFor } from '../rig/server.js';

/** Enough that they come in together, a few in each turn of the server. */
const READERS = 8;
const WRITES = 60;

forAnyDatabase('Calls that come in together', (database) => {
  const server = serverFor(database);
  const keys: string[] = [];
  const programs: RunningServer[] = [];
  let calls = 0;
  const key = () => keys[calls++ % keys.length] as string;

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'listings', [aListing({ main_id: 1 })]);
    for (let at = 0; at < 40; at += 1) keys.push(await server.addKey('acme'));
    programs.push(await serve(database), await serve(database));
  });

  afterAll(async () => {
    for (const program of programs) await program.stop();
  });

  const [reading, writing] = [() => programs[0]?.url, () => programs[1]?.url];
  // A fast machine asks more often than the keys may: what is refused for that is asked again.
  const read = async (): Promise<number> => {
    const path = `/properties/1?addHitCounter=true&apiKey=${key()}`;
    const { status, body } = await fetchFrom(`${reading()}${path}`);
    if (status === 420) {
      await pause(200);
      return read();
    }
    expect(status).toBe(200);
    return Number((JSON.parse(body) as [{ hitcounter: unknown }])[0].hitcounter);
  };

  it('see what another process has written before any of them was sent', {
    timeout: 120_000,
  }, async () => {
    let written = 0;
    let isOver = false;
    const reader = async () => {
      while (!isOver) {
        const before = written;
        expect(await read()).toBeGreaterThanOrEqual(before);
      }
    };
    const readers = Array.from({ length: READERS }, reader);
    const writes = async () => {
      for (let at = 1; at <= WRITES; at += 1) {
        const form = { listingID: '1', apiKey: key() };
        const write = () => post(`${writing()}/properties/viewCounter/`, form);
        let { status } = await write();
        for (; status === 420; status = (await write()).status) await pause(200);
        expect(status).toBe(200);
        written = at;
        expect(await read()).toBeGreaterThanOrEqual(at);
      }
    };
    await writes().finally(() => {
      isOver = true;
    });
    await Promise.all(readers);
    expect(await read()).toBe(WRITES);
  });
});
