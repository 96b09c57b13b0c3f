import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { importResources } from '../../../src/changes/transfers.js';
import { systemClock } from '../../../src/lib/clock.js';
import { unsentMessages } from '../../../src/outbox/webhook/message-store.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf, issueKeys, offline, runCommand } from '../../rig/offline.js';
import { repeats } from '../../rig/part.js';
import { post, programEnvironment, serve } from '../../rig/program.js';
import { receiverFor } from './receiver.js';

/** How often the sender is killed; the long way is `PORTICO_TEST_KILLS=50`. */
const KILLS = Number(process.env.PORTICO_TEST_KILLS ?? repeats(2, 3));
const LEADS_A_KILL = 8;
const POSTS_A_KILL = 15;

forEachDatabase('webhooks of a server that is killed', (database) => {
  const receiver = receiverFor();

  it(`arrive at least once, each under one id (${KILLS} kills)`, {
    timeout: 120_000 + KILLS * 20_000,
  }, async () => {
    const place = {
      ...database,
      environment: { ...programEnvironment(database), PORTICO_WEBHOOK_ALLOW: '127.0.0.0/8' },
    };
    const types = ['--types', 'lead.created,blog.created', '--include', 'lead'];
    expect((await runCommand(place, 'client', 'add', 'acme')).status).toBe(0);
    const add = await runCommand(
      place,
      'webhook',
      'add',
      'acme',
      '--url',
      receiver.url(),
      ...types,
    );
    expect([add.status, add.output]).toEqual([0, expect.stringContaining('secret')]);
    await offline(database, async (services) => {
      const acme = await databaseOf(services, 'acme');
      const keys = await issueKeys(services, 'acme', 20);
      const blogs = importResources(acme, 'UTC', systemClock).get('blogs');
      /** As if the lease of the killed sender had ended, which takes a minute. */
      const endLeases = () =>
        acme.db.updateTable('webhook_endpoint').set({ leased_until: 0 }).execute();
      const posts: number[] = [];
      const leads: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const ids = Array.from({ length: POSTS_A_KILL }, (_, at) => 1 + kill * POSTS_A_KILL + at);
        await blogs?.write(ids.map((id) => blogs.parse({ id, title: `Post ${id}`, status: 1 })));
        posts.push(...ids);
        await endLeases();
        const server = await serve(place);
        const before = receiver.received.length;
        for (let lead = 0; lead < LEADS_A_KILL; lead += 1) {
          const email = `lead${kill}-${lead}@example.com`;
          const form = {
            apiKey: keys[lead % keys.length] ?? '',
            firstname: 'Nora',
            lastname: 'Quinn',
          };
          const answer = await post(`${server.url}/alerts`, { ...form, email });
          expect(answer.body).toContain('"STATUS_CODE":"101"');
          leads.push(email);
        }
        // Killed in the midst of its work, later with each round.
        const most = before + 1 + (kill % (LEADS_A_KILL + POSTS_A_KILL));
        for (let at = 0; receiver.received.length < most && at < 400; at += 1) await pause(5);
        await server.kill();
      }
      await endLeases();
      const server = await serve(place);
      try {
        for (let waiting = 1; waiting > 0; await pause(100)) {
          ({ waiting } = await unsentMessages(acme));
        }
      } finally {
        await server.stop();
      }
      const messages = receiver.received.map(({ headers, body }) => ({
        id: headers['webhook-id'],
        ...(JSON.parse(body) as { type: string; data: { id: number; lead?: { email: string } } }),
      }));
      const emails = new Set(messages.map(({ data }) => data.lead?.email));
      expect(leads.filter((email) => !emails.has(email))).toEqual([]);
      const told = messages
        .filter(({ type }) => type === 'blog.created')
        .map(({ data }) => data.id);
      expect(posts.filter((id) => !told.includes(id))).toEqual([]);
      // What arrived twice came under the same id.
      const idsOf = new Map<string, Set<string | undefined>>();
      for (const { id, type, data } of messages) {
        const name = `${type} ${data.id}`;
        idsOf.set(name, (idsOf.get(name) ?? new Set()).add(id));
      }
      expect([...idsOf].filter(([, ids]) => ids.size > 1)).toEqual([]);
    });
  });
});
