import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importResources } from '../../src/changes/transfers.js';
import { systemClock } from '../../src/lib/clock.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { command, succeed } from './command.js';
import { LaterClock } from './later-clock.js';
import { Brokerage } from './nights-brokerage.js';
import { headerOf, KINDS, type Kind, textOf, writeFiles } from './nights-files.js';
import * as model from './nights-model.js';
import {
  type Announced,
  announcedOf,
  type Files,
  filesOf,
  GOOD,
  NIGHTS,
  type Night,
} from './nights-plan.js';
import type { Engine, Part, Work } from './part.js';
import type { Random } from './random.js';
import type { Report } from './report.js';
import { databaseOf, inStore } from './store.js';

/** What is there besides the records of the files, and stays whatever they say. */
const OTHERS = {
  offices: [
    { id: 1, name: 'Main' },
    { id: 2, name: 'Uptown' },
  ],
  listings: [
    { main_id: 7, main_status: 'For Sale' },
    { main_id: { key: 'L1', source: 'other' }, main_status: 'For Sale' },
  ],
  agents: [{ id: 7 }, { id: { key: 'a1@example.com', source: 'other' } }],
};

/** A year of nights of one brokerage, each with `portico import --complete`. */
export const nights: Part = {
  name: 'nights',
  proves:
    'that imports with --complete remove what has left, nothing that is still there, and leave what staff have corrected',
  rounds: 365,
  whole: 3650,
  async run({ random, rounds, engine: place, report }: Work) {
    const clock = new LaterClock();
    const engine = { ...place, clock };
    const brokerage = new Brokerage(random);
    await succeed(engine, 'client', 'add', 'acme');
    await addOthers(engine, brokerage.isFeed);
    await inStore(engine, async (services) => {
      const year = new Year(brokerage, await databaseOf(services, 'acme'), {
        random,
        engine,
        report,
      });
      for (const round of rounds) {
        await year.night(round);
        clock.pass(24 * 60);
      }
      report.count('listings at the end of the runs', brokerage.homes.size);
    });
  },
};

async function addOthers(engine: Engine, isFeed: boolean): Promise<void> {
  const folder = join(engine.folder, 'others');
  const kinds = isFeed ? Object.entries(OTHERS) : [['offices', OTHERS.offices] as const];
  for (const [kind, records] of kinds) {
    writeFiles(folder, 'ndjson', {}, 'plain');
    writeFileSync(
      join(folder, `${kind}.ndjson`),
      records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    );
    await succeed(engine, 'import', 'acme', folder);
  }
}

class Year {
  readonly #stored = model.nothingStored();
  /** The listings whose price staff keep. */
  readonly #kept = new Set<number>();
  readonly #base: model.Base = {};

  constructor(
    readonly brokerage: Brokerage,
    readonly database: TenantDatabase,
    readonly to: { readonly random: Random; readonly engine: Engine; readonly report: Report },
  ) {}

  async night(round: number): Promise<void> {
    const { random, report } = this.to;
    await this.#correct();
    this.brokerage.passDay();
    const night = round === 1 ? 'whole' : random.weighted(NIGHTS);
    report.count(GOOD.has(night) ? 'good nights' : 'bad nights');
    report.count(`  ${night}`);
    if (night === 'shrunk') this.brokerage.shrink();
    if (night === 'grown') this.brokerage.grow();
    const files = filesOf(night, this.brokerage, this.#stored, random);
    const announced = announcedOf(files, this.brokerage, random);
    const braked = await this.#import(files, announced, []);
    // Somebody looks, and lets the rest go.
    if (braked.length > 0 && GOOD.has(night) && random.chance(0.7)) {
      report.count('nights run again with --force');
      await this.#import(files, announced, braked);
    }
  }

  /** What staff do in the console during the day: they correct prices, which imports then leave, or give them back. */
  async #correct(): Promise<void> {
    const { random, report } = this.to;
    const listings = importResources(this.database, 'UTC', systemClock).get('listings');
    for (const [id, price] of random.some([...this.#stored.listings], 0.004)) {
      const main_id = this.brokerage.isFeed ? await this.#numberOf(id) : id;
      const isGivenBack = this.#kept.has(id) && random.chance(0.5);
      const corrected = isGivenBack ? price : random.between(1000, 9999);
      const _keep = isGivenBack ? [] : ['financials_price'];
      const record = { main_id, financials_price: corrected, _keep };
      report.expect('rejects', (await listings?.write([listings.parse(record)]))?.refused, []);
      this.#stored.listings.set(id, corrected);
      if (isGivenBack) this.#kept.delete(id);
      else this.#kept.add(id);
      report.count(`prices ${isGivenBack ? 'given back' : 'corrected'} by staff`);
    }
  }

  /** What the database calls a listing that the files name by a key. */
  async #numberOf(id: number): Promise<number> {
    const { number } = await this.database.db
      .selectFrom('source_key')
      .select('number')
      .where('source', '=', 'crm')
      .where('kind', '=', 'listings')
      .where('key', '=', `L${id}`)
      .executeTakeFirstOrThrow();
    return number;
  }

  /** Imports, and compares. @returns The kinds that the brake stopped. */
  async #import(files: Files, announced: Announced, force: readonly Kind[]): Promise<Kind[]> {
    const { engine, report } = this.to;
    const { form, isFeed } = this.brokerage;
    const { night, lines, kinds, packing, torn, stops } = files;
    const texts = Object.fromEntries(
      [...kinds].map((kind) => {
        const text = textOf({
          form,
          header: headerOf(form, kind),
          records: lines[kind].map((line) => line.text),
        });
        if (torn === undefined || kind !== 'listings') return [kind, text];
        return [kind, `${text.slice(0, -1)}${lines.listings.length > 0 ? ',' : ''}${torn}`];
      }),
    );
    // The number is of one file, and so none of a folder.
    const areNamed = announced.args.includes('--expect');
    const sources = writeFiles(join(engine.folder, 'night'), form, texts, packing, areNamed);
    const args = ['import', 'acme', ...sources, '--complete', ...announced.args];
    args.push(...force.map((kind) => `--force=${kind}`));
    const stdin = `${texts.listings ?? ''}${announced.lastLine}`;
    const before = {
      listings: new Map(this.#stored.listings),
      agents: new Map(this.#stored.agents),
    };
    const { code, errors } = await command(
      engine,
      args,
      form === 'stream' ? Buffer.from(stdin) : undefined,
    );

    const braked: Kind[] = [];
    let isRefused = stops || !announced.isRight;
    const isRead = !(stops && packing !== 'plain');
    const read = KINDS.flatMap((kind) => (kinds.has(kind) && isRead ? lines[kind] : []));
    model.read(this.#stored, read, this.#kept);
    for (const kind of KINDS) {
      if (!(isFeed || kinds.has(kind))) continue;
      const stored = this.#stored[kind];
      const there = Math.min(before[kind].size, this.#base[kind] ?? before[kind].size);
      this.#base[kind] = there;
      if (stops || !announced.isRight) continue;
      const outcome = model.remove(stored, kind, read, force.includes(kind), there);
      isRefused ||= outcome !== 'done';
      if (outcome === 'done') this.#base[kind] = stored.size;
      if (outcome === 'brake') braked.push(kind);
    }
    if (braked.length > 0) report.count('nights in which the brake stopped a kind');
    if (code !== (isRefused ? 1 : 0))
      report.violation(
        `${night} (${form}): exit code ${code}, wanted ${isRefused ? 1 : 0}: ${errors}`,
      );
    await this.#compare(files, before, braked);
    return braked;
  }

  async #compare(files: Files, before: model.Stored, braked: readonly Kind[]) {
    const { report } = this.to;
    const { night } = files;
    const { brokerage } = this;
    const found = await this.#found();
    const truth = { listings: new Set(brokerage.homes.keys()), agents: brokerage.agentsInFiles() };
    for (const kind of KINDS) {
      const gone = [...before[kind].keys()].filter((id) => !found[kind].has(id));
      if (files.torn !== undefined && gone.length > 0)
        report.violation(`${night}: ${kind} ${gone.slice(0, 5)} are gone`);
      const wrong = gone.filter((id) => truth[kind].has(id));
      report.count(`${kind} removed`, gone.length - wrong.length);
      if (wrong.length > 0 && files.isWhole)
        report.violation(
          `${night} (${brokerage.form}): ${kind} ${wrong.slice(0, 5)} are gone, and were there`,
        );
      if (wrong.length > 0 && !files.isWhole) {
        report.count(`cuts and wrong files of ${kind} that the brake let through`);
        report.count(`${kind} that these took for a night`, wrong.length);
      }
      const left = [...found[kind].keys()].filter((id) => !truth[kind].has(id));
      if (GOOD.has(night) && !braked.includes(kind) && left.length > 0)
        report.violation(
          `${night} (${brokerage.form}): ${kind} ${left.slice(0, 5)} have left, and are there`,
        );
      if (!files.isWhole && kind === 'listings') report.count('cuts and wrong files');
      this.#compareValues(night, files, kind, found[kind]);
    }
  }

  #compareValues(night: Night, { torn }: Files, kind: Kind, found: Map<number, number>): void {
    const { report } = this.to;
    const stored = this.#stored[kind];
    // How much of a torn array was read, nobody promises.
    if (torn !== undefined) {
      this.#stored[kind].clear();
      for (const [id, value] of found) this.#stored[kind].set(id, value);
      this.#forgetKept();
      return;
    }
    this.#forgetKept();
    const sorted = (map: Map<number, number>) => [...map].sort(([one], [other]) => one - other);
    const different = sorted(stored).filter(([id, value]) => found.get(id) !== value);
    const more = sorted(found).filter(([id]) => !stored.has(id));
    report.expect(
      `${night} (${this.brokerage.form}): ${kind} that differ`,
      { different, more },
      { different: [], more: [] },
    );
  }

  /** With a listing goes what was kept of it. */
  #forgetKept(): void {
    for (const id of this.#kept) if (!this.#stored.listings.has(id)) this.#kept.delete(id);
  }

  /** What the database holds of the brokerage's own records, by their numbers in the files. */
  async #found(): Promise<model.Stored> {
    const { db } = this.database;
    const found = model.nothingStored();
    const offices = await db.selectFrom('office').select('id').execute();
    this.to.report.expect('offices', offices.length, OTHERS.offices.length);
    const rows = {
      listings: await db.selectFrom('listing').select(['id', 'price as value']).execute(),
      agents: (await db.selectFrom('agent').select('id').execute()).map(({ id }) => ({
        id,
        value: 0,
      })),
    };
    const { isFeed } = this.brokerage;
    const keys = isFeed
      ? await db.selectFrom('source_key').selectAll().where('source', '=', 'crm').execute()
      : [];
    for (const kind of KINDS) {
      const numbers = new Map(
        keys.filter((key) => key.kind === kind).map((key) => [key.number, key.key]),
      );
      for (const { id, value } of rows[kind]) {
        const key = isFeed ? numbers.get(id) : String(id);
        if (key !== undefined) found[kind].set(Number(/\d+/.exec(key)?.[0]), Number(value));
      }
      const others = rows[kind].length - found[kind].size;
      this.to.report.expect(`${kind} of others`, others, isFeed ? OTHERS[kind].length : 0);
    }
    return found;
  }
}
