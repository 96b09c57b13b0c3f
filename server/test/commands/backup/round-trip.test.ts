import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readManifest } from '../../../src/commands/backup/manifest.js';
import { SecondFactors } from '../../../src/console/second-factor.js';
import { codeAt } from '../../console/console.js';
import { signed } from '../../http/gate/signing.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { addConsoleAccount } from './console-account.js';
import {
  command,
  exported,
  filesOf,
  fillInstallation,
  rewrite,
  type Secrets,
  type Served,
  served,
} from './installation.js';

const MINUTE = 60_000;
const READS = [
  '/properties?pageSize=50&addPhotos=true&addLabels=true&addCustomValues=true&addHitCounter=true',
  '/properties?isMLS=true',
  '/buildings?pageSize=50',
  '/agents/search',
  '/teams',
  '/offices',
  '/neighborhoods',
  '/blog/search/20',
  '/press/search/20',
  '/videos/search/20',
  '/labels',
  '/docs/search',
  '/links',
];

forEachDatabase('a backup', (from) => {
  let secrets: Secrets;
  let before: Served;
  let backup: string;
  let exports: Record<string, string>[];
  let secondFactor: string;
  const spent = NOON + 10_000;
  const usedUp = () => ({
    url: `/clients/list?${new URLSearchParams(signed(secrets.key, spent))}`,
  });
  const read = (server: Served, path: string, etag?: unknown) =>
    server.call({
      url: `${path}${path.includes('?') ? '&' : '?'}apiKey=${secrets.key.apiKey}`,
      headers: etag === undefined ? {} : { 'if-none-match': String(etag) },
    });

  beforeAll(async () => {
    secrets = await fillInstallation(from);
    mkdirSync(join(from.dataFolder, 'media', 'acme', 'blog'), { recursive: true });
    writeFileSync(join(from.dataFolder, 'media', 'acme', 'house 1.jpg'), Buffer.from([0, 255, 1]));
    writeFileSync(join(from.dataFolder, 'media', 'acme', 'blog', '.half.jpg'), 'half');
    // On another disk, and going round in a circle.
    const disk = temporaryFolder();
    writeFileSync(join(disk, 'far.jpg'), 'far');
    symlinkSync(disk, join(from.dataFolder, 'media', 'acme', 'disk'));
    symlinkSync(join(from.dataFolder, 'media'), join(from.dataFolder, 'media', 'acme', 'loop'));
    exports = [await exported(from, 'acme'), await exported(from, 'onekey')];
    // Running, as a server does while its backup is made.
    before = await served(from, NOON + MINUTE);
    expect((await before.call(usedUp())).status).toBe(200);
    secondFactor = await addConsoleAccount(before);
    backup = join(temporaryFolder(), 'backup');
    const made = await command(from, 'backup', backup);
    expect([made.code, made.json]).toMatchObject([
      0,
      { backup, secretKey: 'included', certificate: 'none', media: 'included' },
    ]);
  });
  afterAll(() => before.close());

  forEachDatabase('restored', (to) => {
    let after: Served;
    let restored: Record<string, unknown>;

    beforeAll(async () => {
      // One that fails on the last database takes everything back, and is not in the way.
      const spoiled = join(temporaryFolder(), 'backup');
      cpSync(backup, spoiled, { recursive: true });
      const manifest = await readManifest(spoiled);
      const [last, ...others] = [...manifest.databases].reverse();
      if (last === undefined) throw new Error('There is no database.');
      const [table] = last.tables.filter(({ rows }) => rows > 0);
      const tables = [...last.tables, { ...table, name: 'unknown' } as (typeof last.tables)[0]];
      rewrite(spoiled, { ...manifest, databases: [...others, { ...last, tables }] });
      const failed = await command(to, 'restore', spoiled);
      expect([failed.code, failed.errors]).toEqual([1, expect.stringContaining('no unknown.')]);
      expect(readdirSync(to.dataFolder)).toEqual([]);

      const run = await command(to, 'restore', backup);
      expect([run.code, run.errors]).toEqual([0, '']);
      restored = run.json;
      after = await served(to, NOON + MINUTE);
    });
    afterAll(() => after.close());

    it('tells what it restored', () => {
      expect(restored).toMatchObject({
        restored: backup,
        databases: { acme: expect.any(Number), beta: 1, onekey: expect.any(Number) },
        files: 3,
        keys: 1,
        letters: 4,
        warnings: [],
      });
    });

    it('has the accounts of the console with their second factors, and no session', async () => {
      const { services, clock } = after;
      const { consoleAccounts, consoleSessions } = services.directory;
      const account = await consoleAccounts.byEmail('ann@example.com');
      if (account === undefined) throw new Error('The account is missing.');
      expect(account).toMatchObject({ name: 'Ann', role: 'owner' });
      expect(await consoleAccounts.roles([account.id])).toMatchObject([{ client: 'acme' }]);
      expect(await consoleAccounts.countCodes(account.id)).toBe(10);
      clock.advance(MINUTE);
      const code = codeAt(secondFactor, clock.now());
      expect(await new SecondFactors(services).use(account, code)).toBe(true);
      const ever = { begunAfter: 0, seenAfter: 0 };
      expect(await consoleSessions.ofAccount(account.id, ever)).toEqual([]);
    });

    it('exports what the first one did', async () => {
      expect(Object.keys(exports[0] ?? {})).toContain('leads.ndjson');
      expect(await exported(to, 'acme')).toEqual(exports[0]);
      expect(await exported(to, 'onekey')).toEqual(exports[1]);
    });

    it('answers every read as the first one does, under another tag', async () => {
      for (const path of READS) {
        const [one, other] = [await read(before, path), await read(after, path)];
        expect([path, other.status, other.body]).toEqual([path, 200, one.body]);
        expect(other.etag).not.toBe(one.etag);
        expect((await read(after, path, one.etag)).status).toBe(200);
        expect((await read(after, path, other.etag)).status).toBe(304);
      }
      const { services } = after;
      const revisions = async (server: Served['services'], name: string) =>
        (await server.tenants.tenant(name))?.database.db
          .selectFrom('revision')
          .select(['number', 'views', 'epoch', 'entries_seq'])
          .executeTakeFirstOrThrow();
      for (const name of ['acme', 'onekey', 'beta']) {
        for (const column of ['number', 'views'] as const) {
          const was = (await revisions(before.services, name))?.[column] ?? 0;
          const is = (await revisions(services, name))?.[column] ?? 0;
          expect(is - was).toBeGreaterThanOrEqual(2 ** 40);
          expect(Number.isSafeInteger(is)).toBe(true);
        }
        // Cursors of GET /changes from before the restore are refused.
        const [was, is] = [await revisions(before.services, name), await revisions(services, name)];
        expect(is?.epoch).not.toBe(was?.epoch);
        expect(is?.entries_seq).toBe(is?.number);
      }
    });

    it('lets in signatures, but none that was used up, and partners', async () => {
      expect((await after.call(usedUp())).status).toBe(403);
      const fresh = new URLSearchParams(signed(secrets.key, after.clock.now()));
      const list = await after.call({ url: `/clients/list?${fresh}` });
      expect(list.status).toBe(200);
      const lead = (authorization: string) =>
        after.call({
          method: 'POST',
          url: `/marketplace?apiKey=${secrets.key.apiKey}`,
          headers: { 'content-type': 'application/json', authorization },
          payload: '{}',
        });
      // 400: past the login, the lead is not complete.
      expect((await lead(secrets.partner)).status).toBe(400);
      expect((await lead(`${secrets.partner}x`)).status).toBe(401);
    });

    it('lists the keys as the first one did, with what they may do and when they were used', async () => {
      const { json } = await command(to, 'key', 'list', 'acme');
      expect(json).toEqual((await command(from, 'key', 'list', 'acme')).json);
      expect(json.keys).toMatchObject([
        { name: 'site', rate: 20, inFlight: 6, lastUsed: expect.stringMatching(/^2026-11-20T17:/) },
      ]);
    });

    it('knows the passwords of members', async () => {
      const status = (password: string) =>
        after.call({
          url: `/account/getVerifiedStatus?${new URLSearchParams({
            ...signed(secrets.key, after.clock.now() + password.length),
            email: 'nora@example.com',
            password,
          })}`,
        });
      expect((await status('correct horse battery')).body).toContain('"STATUS":"Success"');
      expect((await status('correct horse')).body).toContain('"STATUS":"Error"');
    });

    it('numbers leads on from those that it took back', async () => {
      const answer = await after.call({
        method: 'POST',
        url: '/alerts',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          ...signed(secrets.key, after.clock.now()),
          firstname: 'New',
          lastname: 'One',
          email: 'new@example.com',
        }).toString(),
      });
      expect(answer.body).toContain('"STATUS_CODE":"101"');
      const { json } = await command(to, 'lead', 'list', 'acme');
      const ids = (json.leads as { id: number }[]).map(({ id }) => id);
      expect([ids.slice(1), (ids[0] ?? 0) > 2]).toEqual([[2, 1], true]);
    });

    it('sends each email that waited once', async () => {
      const acme = await before.services.tenants.tenant('acme');
      const letters = await acme?.database.db.selectFrom('letter').select('message_id').execute();
      const waited = letters?.map(({ message_id }) => message_id).sort();
      expect(waited).toHaveLength(4);
      const sent = () =>
        Object.values(filesOf(join(to.dataFolder, 'outbox')))
          .map((letter) => /^Message-ID: (.*?)\r?$/im.exec(letter)?.[1] ?? '')
          .filter((id) => waited?.includes(id))
          .sort();
      expect((await command(to, 'outbox', 'flush')).json).toMatchObject({ waiting: 0, failed: 0 });
      expect(sent()).toEqual(waited);
      expect((await command(to, 'outbox', 'flush')).json).toMatchObject({ sent: 0 });
      expect(sent()).toEqual(waited);
    });

    it('brings pictures and the secret key, for nobody else to read', () => {
      const at = (place: { dataFolder: string }, path: string) =>
        readFileSync(join(place.dataFolder, path), 'latin1');
      for (const path of ['media/acme/house 1.jpg', 'secret-key']) {
        expect(at(to, path)).toBe(at(from, path));
      }
      expect(Object.keys(filesOf(join(to.dataFolder, 'media')))).toEqual([
        'acme/disk/far.jpg',
        'acme/house 1.jpg',
      ]);
    });

    it('can be backed up again', async () => {
      const second = join(temporaryFolder(), 'backup');
      expect((await command(to, 'backup', second)).code).toBe(0);
      expect((await command(to, 'restore', second, '--dry-run')).json).toMatchObject({
        backup: second,
        secretKey: 'included',
      });
    });
  });
});
