import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { redisUrl } from '../../rig/redis.js';
import { type Changes, Releases } from '../../rig/releases.js';
import {
  ask,
  eventually,
  isAlive,
  keepAsking,
  logLines,
  type Serving,
  startServing,
} from '../../rig/serving.js';
import { temporaryFolder } from '../../rig/temp.js';
import { onlyObject, type Place, portico, porticoJson, Running } from '../portico.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** How often a call is sent again that is turned away: for some 30 seconds. */
const MOST_REFUSED = 100;

/** How long workers may take to be replaced, in milliseconds: each drains its connections for a second. */
const REPLACED_WITHIN_MS = 90_000;

const MIGRATIONS = 'src/store/tenant/migrations.ts';

/** A step behind all others, of a tenant's database and of the directory. */
const step = (name: string, additive: boolean, up: string) => `return {
  '${name}': { additive: ${additive}, up: async (db: any) => { await ${up}.execute(); } },`;

const ADDED = '998-added';

/** A column that may be left out, a table, and an index: nothing else becomes another thing. */
const ADDITIVE: Changes = {
  [MIGRATIONS]: [
    [
      /return \{/,
      step(
        ADDED,
        true,
        "db.schema.createTable('future').addColumn('id', 'integer').execute(), await db.schema.alterTable('alert').addColumn('future', 'text', (c: any) => c.notNull().defaultTo(''))",
      ),
    ],
  ],
  'src/store/directory/migrations.ts': [
    [/return \{/, step(ADDED, true, "db.schema.alterTable('client').addColumn('future', 'text')")],
  ],
};

/** A table gets another name, and the program reads it by that. */
const BREAKING: Changes = {
  [MIGRATIONS]: [
    [/return \{/, step('999-renamed', false, "db.schema.alterTable('press').renameTo('article')")],
  ],
  'src/resources/press.ts': [[/selectFrom\('press'\)/g, "selectFrom('article')"]],
};

/** Builds take seconds: both engines are shown the same. */
let releases: Releases;

beforeAll(async () => {
  releases = new Releases();
  await Promise.all([releases.add('additive', ADDITIVE), releases.add('breaking', BREAKING)]);
});

/** Runs a release's program to its end: that of this checkout in the test's process, others in their own. */
async function run(place: Place, release: string, ...args: string[]) {
  if (release === 'checkout') {
    const ended = await portico(place, ...args, '--json');
    return { ...ended, json: ended.stdout === '' ? {} : onlyObject(ended) };
  }
  const program = releases.program(release);
  const ended = await new Running({ ...place, program }, [...args, '--json']).ended;
  return { ...ended, json: ended.stdout === '' ? {} : onlyObject(ended) };
}

forAnyDatabase('an upgrade', ({ dataFolder, databaseUrl }) => {
  const redis = redisUrl('an upgrade');
  const place = (data: string): Place => ({
    folder: dataFolder,
    environment: {
      PORTICO_DATA: data,
      PORTICO_DATABASE_URL: databaseUrl,
      PORTICO_REDIS_URL: redis,
      PORTICO_PORT: '0',
    },
  });
  const data = place('data');
  const keys: string[] = [];
  const start = () => startServing({ ...data, program: releases.current }, '--workers', '2');
  const reload = async (serving: Serving, release: string, words: string) => {
    releases.switchTo(release);
    serving.run.child.kill('SIGHUP');
    await loggedAgain(serving, words);
  };

  /** Websites that read and write, each with a key of its own. */
  const load = (serving: Serving) => {
    const paths = ['/press/search/3', '/properties', '/blog/search/3', '/alerts'];
    const loads = keys.map((key, at) => {
      const path = paths[at % paths.length] ?? '';
      return keepAsking(150, async () => {
        const form = { apiKey: key, firstname: 'Nora', lastname: 'Quinn', email: 'n@example.com' };
        const answer = () =>
          path === '/alerts'
            ? ask(serving.url, path, { method: 'POST', form })
            : ask(serving.url, `${path}?apiKey=${key}`);
        let { status, body } = await answer();
        // A machine that is busy with other tests turns calls away: websites send them again.
        for (let again = 1; status === 420 && again <= MOST_REFUSED; again += 1) {
          await sleep(300);
          ({ status, body } = await answer());
        }
        return status === 200 ? undefined : `${path}: ${status} ${body}`;
      });
    });
    const enough = () => new Promise((resolve) => setTimeout(resolve, 400));
    return {
      /** @returns What went wrong. */
      async failed(): Promise<readonly string[]> {
        await enough();
        const done = await Promise.all(loads.map((each) => each.done()));
        expect(
          Math.min(...done.map(({ answered, failed }) => answered + failed.length)),
        ).toBeGreaterThan(0);
        return done.flatMap(({ failed }) => failed);
      },
    };
  };
  /** Ends a worker as the kernel would, and waits for what becomes of its place. */
  const killWorker = async (serving: Serving, words: string) => {
    const [pid] = alive(serving.run);
    process.kill(pid ?? 0, 'SIGKILL');
    await loggedAgain(serving, words);
  };
  const stop = async ({ run }: Serving) => {
    run.child.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0, signal: null });
  };

  beforeAll(async () => {
    for (const name of ['acme', 'beta']) await porticoJson(data, 'client', 'add', name);
    for (const name of ['acme', 'acme', 'acme', 'beta']) {
      keys.push(String((await porticoJson(data, 'key', 'add', name)).json.apiKey));
    }
  });

  test.skipIf(redis === undefined)('of additive steps goes forward and back', async () => {
    releases.switchTo('checkout');
    const serving = await start();
    const dry = await run(data, 'additive', 'migrate', '--dry-run');
    expect([dry.code, dry.json]).toMatchObject([
      0,
      { steps: 3, breaking: 0, databases: { acme: [{ step: ADDED, additive: true }] } },
    ]);

    let calls = load(serving);
    await reload(serving, 'additive', 'the workers were replaced');
    expect(await calls.failed()).toEqual([]);
    const ahead = await run(data, 'additive', 'migrate');
    expect([ahead.code, ahead.json.failed]).toEqual([0, {}]);
    const none = await run(data, 'additive', 'migrate', '--dry-run');
    expect([none.code, none.json.steps]).toEqual([0, 0]);

    calls = load(serving);
    await reload(serving, 'checkout', 'the workers were replaced');
    expect(await calls.failed()).toEqual([]);
    await killWorker(serving, '"msg":"a worker listens"');
    calls = load(serving);
    expect((await ask(serving.url, '/health/ready')).status).toBe(200);
    expect(await calls.failed()).toEqual([]);

    // The commands of the release before work as well, the one at night among them.
    const backup = join(temporaryFolder(), 'backup');
    expect((await run(data, 'checkout', 'backup', backup)).code).toBe(0);
    expect((await run(data, 'checkout', 'lead', 'list', 'acme')).code).toBe(0);
    const nothing: Place = {
      folder: dataFolder,
      environment: { PORTICO_DATA: join(temporaryFolder(), 'data') },
    };
    const refused = await run(nothing, 'checkout', 'restore', backup);
    expect([refused.code, JSON.stringify(refused.json)]).toEqual([
      1,
      expect.stringContaining('made by another Portico'),
    ]);
    expect((await run(nothing, 'additive', 'restore', backup)).code).toBe(0);
    if (databaseUrl !== undefined) {
      const moved = await run(data, 'checkout', 'client', 'move', 'beta', 'sqlite');
      expect([moved.code, JSON.stringify(moved.json)]).toEqual([
        1,
        expect.stringContaining('was changed by a newer Portico (step 998-added'),
      ]);
    }
    calls = load(serving);
    await reload(serving, 'additive', 'the workers were replaced');
    expect(await calls.failed()).toEqual([]);
    await stop(serving);
  });

  test.skipIf(redis === undefined)('of a breaking step refuses the way back', async () => {
    const before = await run(data, 'breaking', 'migrate', '--dry-run');
    expect(before.code).toBe(0);
    releases.switchTo('breaking');
    const serving = await start();
    // Every tenant's database takes the step when it is first asked for something.
    expect(await load(serving).failed()).toEqual([]);

    const calls = load(serving);
    await reload(serving, 'checkout', 'the others stay as they are');
    expect(serving.run.stderr).toContain('made by a newer Portico');
    expect(await calls.failed()).toEqual([]);
    // One that dies now is not replaced, and takes nobody with it.
    await killWorker(serving, '"msg":"a worker ended by itself"');
    await serving.run.until((now) => ended(now, 'newer Portico') >= 1 || undefined);
    expect(await load(serving).failed()).toEqual([]);
    expect((await ask(serving.url, '/health/ready')).status).toBe(200);

    await reload(serving, 'breaking', 'the workers were replaced');
    await eventually(async () => alive(serving.run).length === 2 || undefined);
    expect(await load(serving).failed()).toEqual([]);
    await stop(serving);

    for (const args of [['serve'], ['serve', '--workers', '2']]) {
      const refused = await run(data, 'checkout', ...args);
      expect([refused.code, JSON.stringify(refused.json)]).toEqual([
        1,
        expect.stringContaining('made by a newer Portico'),
      ]);
    }
  });
});

/** The workers that are there: one that the reload replaced may have listened after its successor. */
function alive(run: Running): readonly number[] {
  const listened = logLines(run).filter(({ msg }) => msg?.startsWith('listening at '));
  return [...new Set(listened.map(({ pid }) => Number(pid)))].filter(isAlive);
}

/** Waits for one more line of the log with these words. @throws when it does not come, with what the log has instead. */
async function loggedAgain({ run }: Serving, words: string): Promise<void> {
  const times = () => run.stderr.split(words).length - 1;
  const [before, from] = [times(), run.stderr.length];
  const until = performance.now() + REPLACED_WITHIN_MS;
  await run.until(() => {
    if (times() > before) return true;
    if (performance.now() < until) return undefined;
    const log = run.stderr.slice(from);
    throw new Error(`The log has no "${words}" after ${REPLACED_WITHIN_MS / 1000} s:\n${log}`);
  });
}

/** How many workers ended by themselves for such a reason. */
function ended(run: Running, reason: string): number {
  return logLines(run).filter(
    (line) => line.msg === 'a worker ended by itself' && String(line.reason).includes(reason),
  ).length;
}
