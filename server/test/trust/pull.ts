import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImportStopped } from 'portico-importer/errors.js';
import { ManualClock } from '../../src/lib/clock.js';
import type { PullOptions } from '../../src/pull/run-pull.js';
import { Counterpart } from '../pull/counterpart.js';
import { pricesOf, pullOnce, pullText, SMALL_MAP } from '../pull/pulling.js';
import { NOON } from '../rig/server.js';
import { succeed } from './command.js';
import type { Engine, Part, Work } from './part.js';
import type { Random } from './random.js';
import { databaseOf, inStore } from './store.js';

const MINUTE_MS = 60_000;
const KINDS = ['mlsgrid', 'reso', 'trestle', 'bridge', 'spark'] as const;
/** For how long MLS Grid tells of a record that is gone. */
const TOLD_MS = 7 * 24 * 60 * MINUTE_MS;

/** A source that is pulled while it changes and fails; after each quiet period the feed has what the source has. */
export const pull: Part = {
  name: 'pull',
  proves: 'that pulls lose no record of a source and leave none over',
  rounds: 40,
  whole: 4000,
  async run({ random, rounds, engine: place, report }: Work) {
    const clock = new ManualClock(NOON);
    const engine = { ...place, clock };
    const sources = await Promise.all(KINDS.map((kind) => startSource(kind, random, clock)));
    try {
      for (const { kind, url } of sources) {
        await succeed(engine, 'feed', 'add', kind, '--kind', 'mls');
        const folder = folderOf(engine, kind);
        mkdirSync(folder);
        writeFileSync(join(folder, 'pull.yaml'), pullText(url, kind, '', 5));
        writeFileSync(join(folder, 'small.yaml'), SMALL_MAP);
      }
      await inStore(engine, async (services) => {
        const markets = sources.map((source) => new Market(source, random));
        for (const _ of rounds) {
          const market = random.one(markets);
          const { kind } = market.source;
          const database = await databaseOf(services, kind);
          const run = async (options: Partial<PullOptions>) => {
            try {
              await pullOnce(
                { database, clock, services, folder: folderOf(engine, kind) },
                options,
              );
              return true;
            } catch (error) {
              if (!(error instanceof ImportStopped)) throw error;
              return false;
            }
          };
          for (let steps = random.between(1, 4); steps > 0; steps -= 1) {
            market.change(random.size(1, 20));
            const controller = new AbortController();
            misbehave(market, random, controller);
            const succeeded = await run({ signal: controller.signal, sweep: random.chance(0.1) });
            report.count(succeeded ? 'runs that ended' : 'runs that failed');
            clock.advance(random.size(1, 3000) * MINUTE_MS);
          }
          behave(market.source);
          // Its cache has shown everything by then.
          if (kind === 'spark') clock.advance(20 * MINUTE_MS);
          // Ahead of the sweep, which would hide what the changes have lost of removals.
          report.expect(`a quiet run of ${kind}`, await run({ force: 'all' }), true);
          if (kind !== 'mlsgrid') await run({ sweep: true, force: 'all' });
          report.expect(`the feed of ${kind}`, await pricesOf(database), market.prices());
        }
        const left = markets.flatMap((market) => Object.keys(market.prices()));
        report.count('records at the end of the runs', left.length);
      });
    } finally {
      for (const source of sources) await source.close();
    }
  },
};

/** A source whose clock differs from ours, and runs as fast. */
async function startSource(
  kind: Counterpart['kind'],
  random: Random,
  clock: ManualClock,
): Promise<Counterpart> {
  const skew = random.between(-20, 20) * MINUTE_MS;
  const source = new Counterpart(kind, () => clock.now() + skew);
  // A mass update has more rows of one moment than a chain of this test's size.
  if (kind === 'bridge') source.mostRows = 10_000;
  await source.start();
  return source;
}

function folderOf({ folder }: Engine, kind: string): string {
  return join(folder, kind);
}

/** What the brokers of a source do. */
class Market {
  readonly source: Counterpart;
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

/** Has a source change and fail while it is pulled. */
function misbehave(market: Market, random: Random, controller: AbortController): void {
  const { source } = market;
  const share = random.one([0, 0.02, 0.3]);
  const ends = random.chance(0.2) ? random.between(1, 10) : Number.POSITIVE_INFINITY;
  let pages = 0;
  source.page = random.between(1, 6);
  source.order = source.kind === 'mlsgrid' ? 'changed' : 'key';
  source.fault = ({ query }) => {
    if (!random.chance(share)) return undefined;
    if (query.$skiptoken !== undefined && random.chance(0.5)) {
      return { status: random.one([400, 404, 410]) };
    }
    return random.one(['cut', { status: 500 }, { status: 429 }, { status: 503 }] as const);
  };
  source.afterPage = () => {
    pages += 1;
    if (pages === ends) controller.abort();
    if (random.chance(0.3)) market.change(random.between(1, 3));
  };
}

function behave(source: Counterpart): void {
  source.page = 5;
  source.order = source.kind === 'mlsgrid' ? 'changed' : 'key';
  source.fault = () => undefined;
  source.afterPage = () => {};
}
