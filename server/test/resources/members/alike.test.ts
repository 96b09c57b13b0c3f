import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { repeats } from '../../rig/part.js';
import { databaseOf, statementsTo } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';
import { SignedWebsite } from '../saved-searches/signed-website.js';
import { memberMail } from './member-mail.js';
import { DONE } from './website.js';

const MEMBERS = repeats(200, 1000);
const HOUR = 60 * 60_000;
const PATHS = ['/account/forgotPassword', '/account/resendConfirmation'];

forEachDatabase('email that is asked for by address', (database) => {
  const warnings: string[] = [];
  const lines = { write: (line: string) => void warnings.push(line) };
  const server = serverFor(database, pino({ level: 'warn' }, lines));
  const acme = new SignedWebsite(server);
  const mail = memberMail(server);

  beforeAll(async () => {
    await acme.open({ password_page: 'https://www.acme.example/new?token={token}' });
    const members = Array.from({ length: MEMBERS }, (_, at) => ({
      id: at + 1,
      email: `member${at}@example.com`,
      verify: `code-of-${at}`,
    }));
    await server.put('acme', 'clients', members);
  });

  it.each([
    [PATHS[0] ?? '', MEMBERS],
    [PATHS[1] ?? '', 100],
  ])(
    '%s costs and answers the same for %d members and as many strangers',
    async (path, members) => {
      const db = await databaseOf(server, 'acme');
      const seen = { member: new Set<string>(), strange: new Set<string>() };
      for (let at = 0; at < members; at += 1) {
        for (const who of ['member', 'strange'] as const) {
          // So slowly that no limit is met.
          server.clock.advance(HOUR / 50);
          const statements = await statementsTo(db, () =>
            server.inThisProcess(async () => {
              const email = `${who}${at}@example.com`;
              const { statusCode, headers, body } = await acme.send('POST', path, { email });
              // The moment of the answer is another one each second.
              seen[who].add(JSON.stringify([statusCode, { ...headers, date: '' }, body]));
            }),
          );
          seen[who].add(JSON.stringify(statements));
        }
      }
      expect([...seen.strange]).toEqual([...seen.member]);
      expect([...seen.member].filter((text) => text.includes('insert into'))).toHaveLength(1);
      const letters = await acme.site.letters();
      expect(letters).toHaveLength(2 * members);
      // Only members get it.
      const { db: tenant } = await acme.site.database();
      await tenant.deleteFrom('letter').where('to_address', 'not like', '%99@%').execute();
      const emails = await mail.sent();
      expect(emails.length).toBeGreaterThan(0);
      expect(emails.filter(({ to }) => !to.startsWith('member'))).toEqual([]);
      const left = (await acme.site.letters()).filter(({ to }) => to.startsWith('strange'));
      expect(left).toEqual([]);
      await tenant.deleteFrom('letter').execute();
    },
    120_000,
  );

  it('comes five times an hour to an address, of each kind, and 60 times by a key', async () => {
    const { db } = await acme.site.database();
    await db.deleteFrom('letter').execute();
    server.clock.advance(HOUR);
    const rows = async () => (await acme.site.letters()).length;
    for (const path of PATHS) {
      const before = await rows();
      for (let call = 0; call < 7; call += 1) {
        const email = call % 2 === 0 ? 'Member1@example.com' : 'member1@EXAMPLE.com';
        expect(await acme.ask('POST', path, { email })).toEqual(DONE);
      }
      expect((await rows()) - before).toBe(5);
    }
    for (let at = 0; at < 60; at += 1) {
      const answer = await acme.ask('POST', PATHS[0] ?? '', { email: `a${at}@example.com` });
      expect(answer).toEqual(DONE);
    }
    expect(await rows()).toBe(60);
    server.clock.advance(HOUR);
    await acme.ask('POST', PATHS[0] ?? '', { email: 'member1@example.com' });
    expect(await rows()).toBe(61);
    expect((await mail.sent()).map(({ to }) => to)).toContain('member1@example.com');
  });

  it('is warned about in the log where a key has too many, once an hour and without an address', () =>
    server.inThisProcess(async () => {
      warnings.length = 0;
      for (const times of [1, 2]) {
        server.clock.advance(HOUR);
        for (let at = 0; at < 60; at += 1) {
          await acme.ask('POST', PATHS[0] ?? '', { email: `b${at}@example.com` });
        }
        expect(warnings).toHaveLength(times - 1);
        for (const email of ['member2@example.com', 'nobody@example.com']) {
          expect(await acme.ask('POST', PATHS[0] ?? '', { email })).toEqual(DONE);
        }
        expect(warnings).toHaveLength(times);
      }
      expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
        ...{ level: 40, client: 'acme', key: expect.stringMatching(/^pk_/) },
        msg: expect.stringContaining('more than 60 emails to members in an hour'),
      });
      expect(warnings.join()).not.toContain('@');
    }));
});
