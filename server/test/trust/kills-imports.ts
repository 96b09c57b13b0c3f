import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type ProgramPlace, startProgram } from '../rig/program.js';
import type { Work } from './part.js';
import { ANN, databaseOf, inStore, untilIdle } from './store.js';

/** More than one batch, of which each is a transaction. */
const LISTINGS = 6_000;
const AGENTS = 60;
const KINDS = ['listings', 'agents'] as const;
type Kind = (typeof KINDS)[number];
/** The records of each kind, with what changes at each import. */
type Records = Readonly<Record<Kind, Map<number, number>>>;

/**
 * Imports with `--complete`, each of files that differ in every record from those before, and of which some are killed.
 * So little leaves that the brake stops none of them.
 */
export class CompleteImports {
  readonly #work: Work;
  readonly #place: ProgramPlace;
  /** What the files of the last import hold, and what was stored when it began. */
  #files: Records = { listings: new Map(), agents: new Map([[ANN.id, 0]]) };
  #before: Records = this.#files;
  #code: number | null = null;
  #nights = 0;
  #next = ANN.id + 1;
  /** How long the last import took that was not killed, in milliseconds. */
  #wholeMs = 0;

  constructor(work: Work, place: ProgramPlace) {
    this.#work = work;
    this.#place = place;
  }

  /** An import that nobody kills: afterwards the records are those of its files. */
  async whole(): Promise<void> {
    this.#write();
    await this.#run(undefined);
    await this.compare();
  }

  /** An import that may be killed at any moment, more often near its end, where it removes. */
  async night(): Promise<void> {
    const { random } = this.#work;
    this.#write();
    const share = random.chance(0.5) ? random.next() : 0.75 + random.next() / 3;
    await this.#run(random.chance(0.7) ? share * this.#wholeMs : undefined);
  }

  async compare(): Promise<void> {
    const { report } = this.#work;
    const found = await this.#found();
    const isKilled = this.#code === null;
    const is = (other: Records) =>
      KINDS.every((kind) => JSON.stringify([...found[kind]]) === JSON.stringify([...other[kind]]));
    if (!isKilled) {
      report.expect('the exit code of a complete import', this.#code, 0);
      report.count('complete imports that ended');
      if (!is(this.#files)) report.violation('a complete import left other records than its files');
    } else {
      const state = is(this.#before) ? 'before' : is(this.#files) ? 'after' : 'between';
      report.count(`complete imports killed that left the state ${state}`);
      for (const kind of KINDS) this.#compareKilled(kind, found[kind]);
    }
    this.#before = found;
  }

  /** What both have is there; each record is as one of them has it; nothing goes before all is written. */
  #compareKilled(kind: Kind, found: ReadonlyMap<number, number>): void {
    const { report } = this.#work;
    const [before, files] = [this.#before[kind], this.#files[kind]];
    const lost = [...before.keys()].filter((id) => files.has(id) && !found.has(id));
    report.expect(`${kind} that a killed import lost`, lost, []);
    const strange = [...found].filter(
      ([id, value]) => before.get(id) !== value && files.get(id) !== value,
    );
    report.expect(`${kind} as neither the files nor the database had them`, strange, []);
    if ([...before.keys()].every((id) => found.has(id))) return;
    const unwritten = [...files].filter(([id, value]) => found.get(id) !== value);
    report.expect(`${kind} not written when others were removed`, unwritten, []);
  }

  /** The files of the next import: some records leave, some come, and all others change. */
  #write(): void {
    const { random, engine } = this.#work;
    this.#nights += 1;
    const of = (kind: Kind, all: number) => {
      const share = random.next() * (kind === 'listings' ? 0.008 : 0.02);
      const left = [...this.#files[kind].keys()].filter(
        (id) => id === ANN.id || !random.chance(share),
      );
      while (left.length < all) {
        left.push(this.#next);
        this.#next += 1;
      }
      return new Map(left.map((id) => [id, this.#nights]));
    };
    this.#files = { agents: of('agents', AGENTS), listings: of('listings', LISTINGS) };
    const folder = join(engine.folder, 'complete');
    mkdirSync(folder, { recursive: true });
    const listings = [...this.#files.listings].map(([main_id, financials_price]) => {
      return { main_id, main_status: 'For Rent', financials_price };
    });
    const agents = [...this.#files.agents].map(([id, night]) => {
      return { ...(id === ANN.id ? ANN : { id }), firstname: String(night) };
    });
    for (const [kind, records] of Object.entries({ listings, agents })) {
      const lines = records.map((record) => JSON.stringify(record));
      writeFileSync(join(folder, `${kind}.ndjson`), lines.join('\n'));
    }
  }

  async #run(killedAfterMs: number | undefined): Promise<void> {
    const began = performance.now();
    const folder = join(this.#work.engine.folder, 'complete');
    const child = startProgram(this.#place, 'import', 'acme', folder, '--complete', '--json');
    child.stdout?.resume();
    child.stderr?.resume();
    const kill = () => child.kill('SIGKILL');
    const timer = killedAfterMs === undefined ? undefined : setTimeout(kill, killedAfterMs);
    [this.#code] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    if (this.#code === 0) this.#wholeMs = performance.now() - began;
  }

  async #found(): Promise<Records> {
    const { engine, report } = this.#work;
    if (engine.databaseUrl !== undefined) await untilIdle(engine.databaseUrl);
    return inStore(engine, async (services) => {
      const { db } = await databaseOf(services, 'acme');
      const listings = await db
        .selectFrom('listing')
        .select(['id', sql<number>`price`.as('value')])
        .orderBy('id')
        .execute();
      const agents = await db
        .selectFrom('agent')
        .select(['id', sql<number>`firstname`.as('value')])
        .orderBy('id')
        .execute();
      const twins = await db.selectFrom('listing_search').select('id').orderBy('id').execute();
      const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => Number(id));
      if (JSON.stringify(ids(twins)) !== JSON.stringify(ids(listings)))
        report.violation('searches know other listings than there are');
      const map = (rows: readonly { id: number; value: number }[]) =>
        new Map(rows.map(({ id, value }) => [Number(id), Number(value)]));
      return { listings: map(listings), agents: map(agents) };
    });
  }
}
