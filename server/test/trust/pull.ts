import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImportStopped } from 'portico-importer/errors.js';
import { ManualClock } from '../../src/lib/clock.js';
import type { PullOptions } from '../../src/pull/run-pull.js';
import { changesAfter } from '../../src/store/tenant/change-page.js';
import { CHANGE_KINDS } from '../../src/store/tenant/change-tables.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { HELD_MS } from '../../src/store/tenant/pulls.js';
import { Counterpart } from '../pull/counterpart.js';
import { pricesOf, pullOnce, pullText, SMALL_MAP, UnderWay } from '../pull/pulling.js';
import { NOON } from '../rig/server.js';
import { testProgram } from '../rig/test-program.js';
import { succeed } from './command.js';
import type { KilledPull } from './killed-pull.js';
import type { Engine, Part, Work } from './part.js';
import type { Random } from './random.js';
import { databaseOf, inStore } from './store.js';

const MINUTE_MS = 60_000;
/** How many of the rounds are of each source, and how many of its rounds kill a run: those with few rounds kill in more of them. */
const KINDS = {
  mlsgrid: { rounds: 4, killed: 0.2 },
  reso: { rounds: 4, killed: 0.2 },
  trestle: { rounds: 1, killed: 0.6 },
  bridge: { rounds: 1, killed: 0.6 },
  spark: { rounds: 1, killed: 0.6 },
} as const;
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];
const SHARES = Object.fromEntries(NAMES.map((kind) => [kind, KINDS[kind].rounds])) as Readonly<
  Record<Kind, number>
>;
const LISTINGS = CHANGE_KINDS.listings.code;
/** For how many pages of a run its source goes on changing. */
const BUSY_PAGES = 100;
/** For how long MLS Grid tells of a record that is gone. */
const TOLD_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * A source that is pulled while it changes and fails; after each quiet period the feed has what the source has, and a copy that
 * follows the changes of the feed has it, too.
 */
export const pull: Part = {
  name: 'pull',
  proves: 'that pulls lose no record of a source and leave none over',
  rounds: 40,
  whole: 4000,
  async run(work: Work) {
    const { random, rounds, report } = work;
    const clock = new ManualClock(NOON);
    const engine = { ...work.engine, clock };
    // Our clock jumps, and those of the sources do not.
    let jumped = 0;
    const time = () => clock.now() - jumped;
    const sources = await Promise.all(NAMES.map((kind) => startSource(kind, random, time)));
    try {
      for (const { kind, url } of sources) {
        await succeed(engine, 'feed', 'add', kind, '--kind', 'mls');
        const folder = folderOf(engine, kind);
        mkdirSync(folder);
        writeFileSync(join(folder, 'pull.yaml'), pullText(url, kind, '', 5));
        writeFileSync(join(folder, 'small.yaml'), SMALL_MAP);
      }
      await inStore(engine, async (services) => {
        const markets = new Map(sources.map((source) => [source.kind, new Market(source, random)]));
        for (const _ of rounds) {
          const kind = random.weighted(SHARES);
          const market = markets.get(kind) as Market;
          const database = await databaseOf(services, kind);
          const place = { database, clock, services, folder: folderOf(engine, kind) };
          const run = async (options: Partial<PullOptions>): Promise<boolean> => {
            try {
              await pullOnce(place, options);
              return true;
            } catch (error) {
              // One that was killed has its source until it was not heard of for long enough.
              if (error instanceof UnderWay) {
                clock.advance(HELD_MS);
                return run(options);
              }
              if (!(error instanceof ImportStopped)) throw error;
              return false;
            }
          };
          for (let steps = random.between(1, 4); steps > 0; steps -= 1) {
            market.change(random.size(1, 20));
            const controller = new AbortController();
            misbehave(market, work, controller);
            if (random.chance(0.1)) {
              const jump = random.between(-30, 30) * MINUTE_MS;
              clock.advance(jump);
              jumped += jump;
              report.count('jumps of the clock');
            }
            const succeeded = await run({ signal: controller.signal, sweep: random.chance(0.1) });
            report.count(succeeded ? 'runs that ended' : 'runs that failed');
            await market.copy.follow(database);
            clock.advance(random.size(1, 3000) * MINUTE_MS);
          }
          if (random.chance(KINDS[kind].killed))
            report.count(await killedRun(engine, market, work));
          behave(market.source);
          market.restock();
          // Its cache has shown everything by then.
          if (kind === 'spark') clock.advance(20 * MINUTE_MS);
          // Ahead of the sweep, which would hide what the changes have lost of removals.
          report.expect(`a quiet run of ${kind}`, await run({ force: 'all' }), true);
          if (kind !== 'mlsgrid') await run({ sweep: true, force: 'all' });
          report.expect(`the feed of ${kind}`, await pricesOf(database), market.prices());
          await market.copy.follow(database);
          report.expect(`the copy of ${kind}`, market.copy.prices(), await pricesById(database));
          report.count(`quiet periods of ${kind}`);
        }
        const left = [...markets.values()].flatMap((market) => Object.keys(market.prices()));
        report.count('records at the end of the runs', left.length);
      });
    } finally {
      for (const source of sources) await source.close();
    }
  },
};

/** A run in a process that is killed behind one of its pages, while it writes that or asks for the next one. */
async function killedRun(engine: Engine, market: Market, work: Work): Promise<string> {
  const { random } = work;
  const { source } = market;
  const { kind: feed } = source;
  const { secretKey, clock, ...place } = engine;
  const params: KilledPull = {
    engine: { ...place, secretKey: secretKey.toString('base64') },
    ...{ feed, folder: folderOf(engine, feed), now: clock?.now() ?? 0 },
  };
  misbehave(market, work, new AbortController());
  // Most runs have few pages, and one that has ended cannot be killed.
  const last = random.size(1, 6);
  const lateMs = random.between(0, 60);
  const program = await testProgram(join(import.meta.dirname, 'killed-pull.ts'));
  const child = fork(program, [JSON.stringify(params)], { execArgv: [], stdio: 'ignore' });
  let pages = 0;
  const { afterPage } = source;
  source.afterPage = () => {
    afterPage();
    pages += 1;
    if (pages === last) setTimeout(() => child.kill('SIGKILL'), lateMs);
  };
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return `runs of ${feed} that ${signal === 'SIGKILL' ? 'were killed' : 'ended ahead of their kill'}`;
}

/** A source whose clock differs from ours, and runs as fast. */
async function startSource(
  kind: Counterpart['kind'],
  random: Random,
  now: () => number,
): Promise<Counterpart> {
  const skew = random.between(-20, 20) * MINUTE_MS;
  const source = new Counterpart(kind, () => now() + skew);
  if (kind === 'mlsgrid') source.order = 'changed';
  source.mostRows = 12;
  await source.start();
  return source;
}

function folderOf({ folder }: Engine, kind: string): string {
  return join(folder, kind);
}

/** What the brokers of a source do. */
class Market {
  readonly source: Counterpart;
  readonly copy = new Copy();
  readonly #random: Random;
  #next = 1;

  constructor(source: Counterpart, random: Random) {
    this.source = source;
    this.#random = random;
  }

  change(times: number): void {
    const table = this.source.table('Property');
    for (let left = times; left > 0; left -= 1) {
      const keys = [...table.keys()];
      const key = this.#random.one(keys);
      const what = this.#random.weighted({
        add: 5,
        change: 5,
        remove: 3,
        touch: 1,
        again: 1,
        mass: 0.1,
      });
      if (keys.length === 0 || what === 'add') this.#put(`ACT${this.#next++}`, 'Active');
      else if (what === 'change') this.#put(key, this.#random.one(['Active', 'Pending']));
      else if (what === 'touch') this.source.put('Property', key, { ...table.get(key) });
      else if (what === 'again') this.#put(key, 'Active');
      else if (what === 'mass')
        for (const each of keys) this.source.put('Property', each, { ...table.get(each) });
      else if (this.#random.chance(0.5)) this.#put(key, this.#random.one(['Canceled', 'Expired']));
      else if (this.source.kind === 'mlsgrid') this.#put(key, 'Active', false);
      else table.delete(key);
    }
    // What is gone is told of for some days only.
    for (const [key, { MlgCanView, ModificationTimestamp }] of table) {
      const age = this.source.now() - Date.parse(String(ModificationTimestamp));
      if (MlgCanView === false && age > TOLD_MS) table.delete(key);
    }
  }

  /** Adds a listing where there is none: a source that names nothing has nothing removed, even if a sweep is forced. */
  restock(): void {
    if (Object.keys(this.prices()).length === 0) this.#put(`ACT${this.#next++}`, 'Active');
  }

  /** The prices of what a website may show, by key. */
  prices(): Record<string, number> {
    const shown = [...this.source.table('Property')].filter(
      ([, { StandardStatus, MlgCanView }]) =>
        MlgCanView === true && ['Active', 'Pending'].includes(String(StandardStatus)),
    );
    return Object.fromEntries(shown.map(([key, { ListPrice }]) => [key, Number(ListPrice)]).sort());
  }

  #put(key: string, status: string, canView = true): void {
    this.source.put('Property', key, {
      ...{ StandardStatus: status, MlgCanView: canView, ListPrice: this.#random.between(1, 1e6) },
      ...{ OriginatingSystemName: 'actris', ListingId: key },
    });
  }
}

/** The prices of listings as a website keeps them that follows the changes of a feed. */
class Copy {
  readonly #prices = new Map<number, number>();
  #place = { seq: 0, kind: 0, id: 0, begun: 0 };

  async follow(database: TenantDatabase): Promise<void> {
    for (;;) {
      const { entries } = await changesAfter(database, this.#place, [LISTINGS], 50);
      const prices = await pricesById(database);
      for (const { seq, kind, record_id: id, removed } of entries) {
        const price = removed === 1 ? undefined : prices[id];
        if (price === undefined) this.#prices.delete(id);
        else this.#prices.set(id, price);
        this.#place = { seq, kind, id, begun: 0 };
      }
      if (entries.length === 0) return;
    }
  }

  prices(): Record<string, number> {
    return Object.fromEntries([...this.#prices].sort());
  }
}

async function pricesById({ db }: TenantDatabase): Promise<Record<string, number>> {
  const rows = await db.selectFrom('listing').select(['id', 'price']).execute();
  // Such large ids stay in the order in which they come.
  return Object.fromEntries(rows.map(({ id, price }) => [id, Number(price)] as const).sort());
}

/** Has a source change and fail while it is pulled. */
function misbehave(market: Market, { random, report }: Work, controller: AbortController): void {
  const { source } = market;
  const share = random.one([0, 0.02, 0.3]);
  const ends = random.chance(0.2) ? random.between(1, 10) : Number.POSITIVE_INFINITY;
  let pages = 0;
  source.page = random.between(1, 6);
  // Trestle ends a chain ahead of its end, and only the order of keys, which the pull requests, tells where to go on then.
  const keepsOrder = source.kind === 'trestle';
  source.arrange = (rows) => {
    if (keepsOrder || !random.chance(share / 3)) return rows;
    report.count('faults: a page in another order');
    return random.shuffled(rows);
  };
  let before = '';
  source.relink = (link) => {
    const isRepeated = before !== '' && random.chance(share / 3);
    if (isRepeated) report.count(`faults: a page of ${source.kind} that comes again`);
    const next = isRepeated ? `${before}&again=${pages}` : link;
    before = link;
    return next;
  };
  source.fault = ({ query }) => {
    if (!random.chance(share)) return undefined;
    report.count('faults: a request that fails');
    if (query.$skiptoken !== undefined && random.chance(0.5)) {
      return { status: random.one([400, 404, 410]) };
    }
    return random.one(['cut', { status: 500 }, { status: 429 }, { status: 503 }] as const);
  };
  source.afterPage = () => {
    pages += 1;
    if (pages === ends) controller.abort();
    // Pages of one record would never end at a source that goes on touching all of its hundreds.
    if (pages <= BUSY_PAGES && random.chance(0.3)) market.change(random.between(1, 3));
  };
}

function behave(source: Counterpart): void {
  source.page = 5;
  source.fault = () => undefined;
  source.relink = (link) => link;
  source.arrange = (rows) => rows;
  source.afterPage = () => {};
}
