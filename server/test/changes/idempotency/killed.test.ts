import { once } from 'node:events';
import { request } from 'node:https';
import { expect, it } from 'vitest';
import { importResources } from '../../../src/changes/transfers.js';
import { systemClock } from '../../../src/lib/clock.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf, issueKeys, offline, runCommand } from '../../rig/offline.js';
import { repeats } from '../../rig/part.js';
import { serve } from '../../rig/program.js';

/** How often a server is killed; the long way is `PORTICO_TEST_KILLS=50`. */
const KILLS = Number(process.env.PORTICO_TEST_KILLS ?? repeats(2, 3));
const CALLS_A_KILL = 40;

/** A server that answers nothing must not have the test wait for ever. */
const TIMEOUT_MS = 60_000 + KILLS * 4_000;

forEachDatabase('kill -9 between a write and its answer', (database) => {
  it(
    'counts each view once, which is sent until it is answered',
    async () => {
      expect((await runCommand(database, 'client', 'add', 'acme')).status).toBe(0);
      const keys = await offline(database, async (services) => {
        const tenant = await databaseOf(services, 'acme');
        const listings = importResources(tenant, 'America/New_York', systemClock).get('listings');
        await listings?.write([listings.parse({ main_id: 1 })]);
        return issueKeys(services, 'acme', 8);
      });
      const calls = Array.from({ length: KILLS * CALLS_A_KILL }, (_, at) => ({
        apiKey: keys[at % keys.length] ?? '',
        idempotencyKey: `view-${at}`,
      }));
      let waiting = calls;
      const giveUpAt = Date.now() + TIMEOUT_MS - 10_000;
      for (let kills = 0; waiting.length > 0 && Date.now() < giveUpAt; kills += 1) {
        const server = await serve(database);
        const ending = kills < KILLS ? killSoon(server) : undefined;
        const unanswered: typeof calls = [];
        const sendInTurn = async (first: number) => {
          for (let at = first; at < waiting.length; at += keys.length) {
            const call = waiting[at];
            if (call === undefined) return;
            const answer = await view(server.url, call).catch(() => undefined);
            if (answer?.done !== true) unanswered.push(call);
          }
        };
        await Promise.all(keys.map((_, first) => sendInTurn(first)));
        await ending;
        await server.stop();
        waiting = unanswered;
      }
      expect(waiting).toEqual([]);
      const views = await offline(database, async (services) => {
        const { db } = await databaseOf(services, 'acme');
        return db.selectFrom('listing_views').select('views').executeTakeFirstOrThrow();
      });
      expect(views.views).toBe(calls.length);
    },
    TIMEOUT_MS,
  );
});

/** Kills a server within the half second in which it answers. */
async function killSoon({ kill }: { kill(): Promise<void> }): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 400));
  await kill();
}

/** Counts a view under an `Idempotency-Key`. */
async function view(
  url: string,
  { apiKey, idempotencyKey }: { readonly apiKey: string; readonly idempotencyKey: string },
): Promise<{ done: boolean }> {
  const sent = request(`${url}/properties/viewCounter/`, {
    method: 'POST',
    rejectUnauthorized: false,
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
  });
  sent.end(JSON.stringify({ apiKey, listingID: 1 }));
  const [answer] = await once(sent, 'response');
  let body = '';
  for await (const text of answer) body += text;
  return {
    done: answer.statusCode === 200 && body.includes('"STATUS":"Success"'),
  };
}
