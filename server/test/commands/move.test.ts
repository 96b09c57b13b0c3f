import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { onPostgres, type TestDatabase } from '../rig/databases.js';
import { databaseOf, issueKeys, offline, runCommand } from '../rig/offline.js';
import { isWholeRun, repeats } from '../rig/part.js';
import { fetchFrom, post, type RunningServer, serve, startProgram } from '../rig/program.js';
import { openFile } from '../rig/sqlite-file.js';
import { temporaryFolder } from '../rig/temp.js';

const KEYS = 80;

/** Of an import during which a move begins: it writes 5,000 at once. */
const LISTINGS = repeats(15_000, 25_000);

type Home = Pick<TestDatabase, 'dataFolder' | 'databaseUrl'>;

/** A tenant with some listings and many keys. */
async function makeTenant(database: Home, name: string, listings: number): Promise<string[]> {
  expect((await runCommand(database, 'client', 'add', name)).status).toBe(0);
  const file = join(temporaryFolder(), 'listings.ndjson');
  const record = (id: number) => ({
    main_id: id,
    main_status: 'For Rent',
    financials_price: 1000 + id,
    main_description: `Listing ${id} `.repeat(20),
    photos: ['a.jpg', 'b.jpg'],
  });
  const lines = Array.from({ length: listings }, (_, index) => JSON.stringify(record(index + 1)));
  writeFileSync(file, lines.join('\n'));
  const imported = await runCommand(database, 'import', name, file);
  expect([imported.status, imported.errors]).toEqual([0, '']);
  return offline(database, (services) => issueKeys(services, name, KEYS));
}

/** What callers were told while something else went on. */
interface Told {
  readonly leads: Set<string>;
  /** The highest number of views that was answered. */
  views: number;
  reads: number;
  /** Leads and views that were answered with a 500: such a write may have been stored. */
  readonly unsure: { readonly leads: Set<string>; views: number };
  /** Answers that were no success, and counts below one that had been answered before the call. */
  readonly wrong: string[];
  longestMs: number;
}

/** Writers and readers on two servers, until they are told to stop. */
function load(servers: readonly RunningServer[], keys: readonly string[]) {
  const told: Told = {
    leads: new Set(),
    unsure: { leads: new Set(), views: 0 },
    views: 0,
    reads: 0,
    wrong: [],
    longestMs: 0,
  };
  let running = true;
  let turn = 0;
  let sent = 0;
  const next = () => {
    turn += 1;
    return { apiKey: keys[turn % keys.length] ?? '', url: servers[turn % servers.length]?.url };
  };
  const repeat = async (work: () => Promise<void>) => {
    while (running) {
      const began = performance.now();
      await work().catch((error) => told.wrong.push(String(error)));
      told.longestMs = Math.max(told.longestMs, performance.now() - began);
      // Below the rates of the keys.
      await pause(repeats(40, 10));
    }
  };
  const writeLead = async () => {
    const { apiKey, url } = next();
    sent += 1;
    const email = `lead${sent}@example.com`;
    const form = { apiKey, firstname: 'Nora', lastname: 'Quinn', email, comment: 'Hello' };
    const { status, body } = await post(`${url}/alerts`, form);
    if (status === 200 && body.includes('"STATUS":"Success"')) told.leads.add(email);
    else told.wrong.push(`${status} ${body}`);
    if (status === 500) told.unsure.leads.add(email);
  };
  const countView = async () => {
    const { apiKey, url } = next();
    const floor = told.views;
    const { status, body } = await post(`${url}/properties/viewCounter/`, {
      apiKey,
      listingID: '1',
    });
    const views = Number(/has (\d+) views/.exec(body)?.[1] ?? 0);
    if (status !== 200 || views <= floor) told.wrong.push(`${floor}: ${status} ${body}`);
    told.views = Math.max(told.views, views);
    if (status === 500) told.unsure.views += 1;
  };
  const readView = async () => {
    const { apiKey, url } = next();
    const floor = told.views;
    const { status, body } = await fetchFrom(
      `${url}/properties/1?addHitCounter=true&apiKey=${apiKey}`,
    );
    const views = Number(/"hitcounter":"?(\d+)/.exec(body)?.[1] ?? -1);
    if (status !== 200 || views < floor)
      told.wrong.push(`${floor}: ${status} ${body.slice(0, 300)}`);
    told.reads += 1;
  };
  const workers = [writeLead, writeLead, countView, countView, readView, readView].map(repeat);
  return {
    told,
    async stop(): Promise<Told> {
      running = false;
      await Promise.all(workers);
      return told;
    },
  };
}

async function stored(
  database: Home,
  name: string,
): Promise<{ leads: string[]; views: number; listings: number; kind: string }> {
  return offline(database, async (services) => {
    const { db, kind } = await databaseOf(services, name);
    const leads = await db.selectFrom('alert').select('email').execute();
    const views = await db.selectFrom('listing_views').select('views').executeTakeFirst();
    const listings = await db
      .selectFrom('listing')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return {
      leads: leads.map(({ email }) => email),
      views: views?.views ?? 0,
      listings: listings.rows,
      kind,
    };
  });
}

/** Starts a move and kills it as soon as the SQLite file it moves away from says this phase. */
async function killedIn(
  database: Home,
  name: string,
  place: string,
  phases: readonly string[],
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<string> {
  const file = openFile(join(database.dataFolder, 'clients', `${name}.sqlite`), {
    readonly: true,
  });
  const child = startProgram(database, 'client', 'move', name, place);
  const ended = once(child, 'close').then(() => 'ended');
  const look = async () => {
    while (child.exitCode === null) {
      try {
        const row = file.prepare('select phase from move_state').get() as { phase: string };
        if (row !== undefined && phases.includes(row.phase)) {
          child.kill(signal);
          return row.phase;
        }
      } catch {
        // Not there yet.
      }
      await pause(1);
    }
    return 'never';
  };
  const seen = await look();
  await ended;
  file.close();
  return seen;
}

onPostgres('portico client move, to one server', (one) => {
  onPostgres('and another', (two) => {
    const home = { dataFolder: one.dataFolder, databaseUrl: undefined };
    const [first, second] = [one.databaseUrl ?? '', two.databaseUrl ?? ''];
    const move = async (name: string, ...words: string[]) => {
      const run = await runCommand(home, 'client', 'move', name, ...words, '--json');
      return { ...run, json: JSON.parse(run.output || '{}') as Record<string, unknown> };
    };

    it('loses nothing that two servers acknowledge meanwhile, and answers no error', {
      timeout: 120_000,
    }, async () => {
      const keys = await makeTenant(home, 'acme', 1500);
      const servers = [await serve(home), await serve(home)];
      const callers = load(servers, keys);
      try {
        await pause(500);
        // Between two servers, too, in a whole run; test/store/copy/move.test.ts has that always.
        for (const place of isWholeRun
          ? [first, second, 'sqlite', second]
          : [first, 'sqlite', second]) {
          const { status, errors, json } = await move('acme', place);
          expect([status, errors]).toEqual([0, '']);
          expect(json).toMatchObject({ client: 'acme', rows: { listing: 1500, photo: 3000 } });
          expect(json.pauseMs).toBeGreaterThanOrEqual(1000);
          expect(JSON.stringify(json)).not.toContain(new URL(first).password);
          await pause(400);
        }
      } finally {
        await callers.stop();
        for (const server of servers) await server.stop();
      }
      const { told } = callers;
      expect(told.wrong).toEqual([]);
      expect(told.leads.size).toBeGreaterThan(50);
      expect(told.reads).toBeGreaterThan(50);
      const found = await stored(home, 'acme');
      expect([...told.leads].filter((email) => !found.leads.includes(email))).toEqual([]);
      expect(found.leads).toHaveLength(told.leads.size);
      expect(found).toMatchObject({ views: told.views, listings: 1500, kind: 'postgres' });
      const { output } = await runCommand(home, 'client', 'list', '--json');
      expect(output).toContain('postgres://portico:***@');
    });

    it('refuses an import that is running, in words, and loses nothing that it wrote', {
      timeout: 120_000,
    }, async () => {
      await makeTenant(home, 'bulk', 10);
      const file = join(temporaryFolder(), 'listings.ndjson');
      const lines = Array.from({ length: LISTINGS }, (_, index) =>
        JSON.stringify({ main_id: index + 1, main_status: 'For Rent', financials_price: 5 }),
      );
      writeFileSync(file, lines.join('\n'));
      const child = startProgram(home, 'import', 'bulk', file, '--json');
      let output = '';
      let errors = '';
      child.stdout?.on('data', (text) => {
        output += text;
      });
      child.stderr?.on('data', (text) => {
        errors += text;
      });
      const ended = once(child, 'close');
      const source = openFile(join(home.dataFolder, 'clients', 'bulk.sqlite'), {
        readonly: true,
      });
      const imported = source.prepare('select count(*) from listing').pluck();
      while (Number(imported.get()) < 5000) await pause(20);
      source.close();
      const moved = await move('bulk', first);
      expect([moved.status, moved.errors]).toEqual([0, '']);
      const [code] = await ended;
      expect([code, output + errors]).toEqual([1, expect.stringContaining('is being moved')]);
      const run = await runCommand(home, 'import', 'bulk', file, '--json');
      expect([run.status, JSON.parse(run.output)]).toMatchObject([
        0,
        { listings: { read: LISTINGS } },
      ]);
      expect(await stored(home, 'bulk')).toMatchObject({ listings: LISTINGS, kind: 'postgres' });
    });

    it('interrupted while it copies, leaves everything as it was', {
      timeout: 120_000,
    }, async () => {
      await makeTenant(home, 'halted', 3000);
      expect(await killedIn(home, 'halted', first, ['copying'], 'SIGINT')).toBe('copying');
      const file = openFile(join(home.dataFolder, 'clients', 'halted.sqlite'), {
        readonly: true,
      });
      const left = file.prepare("select name from sqlite_master where name like 'move%'").all();
      file.close();
      expect(left).toEqual([]);
      expect((await move('halted', '--abort')).json).toEqual({ client: 'halted', ended: false });
      expect(await stored(home, 'halted')).toMatchObject({ listings: 3000, kind: 'sqlite' });
    });

    it('moves a feed as well', { timeout: 60_000 }, async () => {
      const added = await runCommand(home, 'feed', 'add', 'onekey', '--kind', 'mls');
      expect(added.status).toBe(0);
      const { status, json } = await move('onekey', second);
      expect([status, json]).toEqual([
        0,
        expect.objectContaining({
          client: 'onekey',
          rows: expect.objectContaining({ listing: 0 }),
        }),
      ]);
      const { output } = await runCommand(home, 'feed', 'list', '--json');
      expect(JSON.parse(output)).toMatchObject({
        feeds: [{ feed: 'onekey', database: expect.stringContaining(':***@') }],
      });
    });

    it('killed while it copies, changes nothing, and is simply run again', {
      timeout: 120_000,
    }, async () => {
      const keys = await makeTenant(home, 'copied', 3000);
      const server = await serve(home);
      const callers = load([server], keys);
      try {
        expect(await killedIn(home, 'copied', first, ['copying'])).toBe('copying');
        const before = callers.told.leads.size;
        await pause(300);
        // Nobody waits for a move that is no more.
        expect(callers.told.leads.size).toBeGreaterThan(before);
        expect((await stored(home, 'copied')).kind).toBe('sqlite');
        const again = await move('copied', first);
        expect([again.status, again.errors]).toEqual([0, '']);
      } finally {
        await callers.stop();
        await server.stop();
      }
      expect(callers.told.wrong).toEqual([]);
      const found = await stored(home, 'copied');
      expect(found).toMatchObject({ listings: 3000, views: callers.told.views, kind: 'postgres' });
      expect(found.leads).toHaveLength(callers.told.leads.size);
    });

    it.each([
      ['run again', ['frozen', 'left']],
      ['ended with --abort', ['frozen', 'left']],
      ['run again after the switch', ['left']],
    ] as const)(
      'killed while the client takes no writes, is %s',
      {
        timeout: 120_000,
      },
      async (way, phases) => {
        const name = `k${randomBytes(3).toString('hex')}`;
        const keys = await makeTenant(home, name, 200);
        const server = await serve(home);
        const callers = load([server], keys);
        try {
          await pause(200);
          const seen = await killedIn(home, name, first, phases);
          expect(phases).toContain(seen);
          if (way === 'ended with --abort') {
            const aborted = await move(name, '--abort');
            expect([aborted.status, aborted.json]).toEqual([0, { client: name, ended: true }]);
          } else {
            const again = await move(name, first);
            expect([again.status, again.errors]).toEqual([0, '']);
            expect((await stored(home, name)).kind).toBe('postgres');
          }
          const before = callers.told.leads.size;
          await pause(500);
          expect(callers.told.leads.size).toBeGreaterThan(before);
        } finally {
          await callers.stop();
          await server.stop();
        }
        // A caller waits for four seconds; on a slow machine the command takes longer to come.
        expect(callers.told.wrong.filter((words) => !/^(\d+: )?500 /.test(words))).toEqual([]);
        const { leads, views, unsure } = callers.told;
        const found = await stored(home, name);
        expect(found.listings).toBe(200);
        expect(found.leads).toHaveLength(new Set(found.leads).size);
        // Whatever was acknowledged is there, and beyond it only what was answered with a 500.
        expect([...leads].filter((email) => !found.leads.includes(email))).toEqual([]);
        expect(
          found.leads.filter((email) => !leads.has(email) && !unsure.leads.has(email)),
        ).toEqual([]);
        expect(found.views).toBeGreaterThanOrEqual(views);
        expect(found.views).toBeLessThanOrEqual(views + unsure.views);
      },
    );

    it('says what is wrong with a place, and shows no password', async () => {
      await makeTenant(home, 'words', 1);
      const none = await move('words', 'postgres://nobody:s3cret@127.0.0.1:1/none');
      expect([none.status, none.errors.includes('s3cret')]).toEqual([1, false]);
      expect(none.errors).toMatch(/ECONNREFUSED/);
      const wrong = await move('words', 'mysql://somewhere');
      expect([wrong.status, wrong.errors]).toEqual([2, expect.stringContaining('`sqlite`')]);
      expect((await move('words')).status).toBe(2);
      expect((await move('nobody', 'sqlite')).status).toBe(1);
      expect((await move('words', '--abort')).json).toEqual({ client: 'words', ended: false });
    });
  });
});
