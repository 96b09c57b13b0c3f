import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runExport } from 'portico-importer/export.js';
import { runImport } from 'portico-importer/import.js';
import { expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf } from '../../rig/offline.js';
import { runProgram } from '../../rig/program.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { seeded } from '../feed/replica.js';

/*
 * Imports in processes of their own and calls of a back office bring the same keys at once, in any order.
 * `PORTICO_TEST_KEYS_RUNS=20 npm test -- test/changes/source-keys/processes` does so twenty times for each
 * database; the seed of a failure is in its message, and `PORTICO_TEST_KEYS_SEED` is the first one.
 */

const RUNS = Number(process.env.PORTICO_TEST_KEYS_RUNS || 1);
const FIRST_SEED = Number(process.env.PORTICO_TEST_KEYS_SEED || 1);
const KEYS = 60;
const SOURCES = ['crm', 'mls'];

type Random = () => number;
type Records = Readonly<Record<'offices' | 'agents' | 'listings', readonly object[]>>;
type Kind = keyof Records;
const KINDS: readonly Kind[] = ['offices', 'agents', 'listings'];

const one = <Item>(random: Random, items: readonly Item[]) =>
  items[Math.floor(random() * items.length)] as Item;

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** A key, of a few that all sources have. */
function drawn(random: Random, from: number) {
  const number = from + Math.floor(random() * KEYS);
  return { key: `K-${number}`, source: one(random, SOURCES) };
}

/** Records of all kinds that name each other by keys, each once: its content follows from its key. */
function records(random: Random, from: number): Records {
  const many = (make: (key: ReturnType<typeof drawn>) => object) => {
    const keys = new Map<string, ReturnType<typeof drawn>>();
    for (let at = 0; at < KEYS; at += 1) {
      const key = drawn(random, from);
      keys.set(nameOf(key), key);
    }
    return shuffled(random, [...keys.values()]).map(make);
  };
  return {
    offices: many((id) => ({ id, name: nameOf(id) })),
    agents: many((id) => ({ id, firstname: nameOf(id), office: drawn(random, from) })),
    listings: many((id) => ({
      main_id: id,
      main_status: 'For Rent',
      main_street: nameOf(id),
      agents_agent_id: drawn(random, from),
      essentials_building: drawn(random, from),
    })),
  };
}

function nameOf({ key, source }: { readonly key: string; readonly source: string }): string {
  return `${source} ${key}`;
}

interface Identified {
  readonly id: ReturnType<typeof drawn>;
  readonly main_id?: ReturnType<typeof drawn>;
}

/** The keys of records, by the kind and the names that they carry. */
function namesIn(files: readonly Records[]): Record<Kind, readonly string[]> {
  const names = (kind: Kind) => {
    const all = files.flatMap((file) => file[kind] as readonly Identified[]);
    return [...new Set(all.map((record) => nameOf(record.main_id ?? record.id)))].sort();
  };
  return { offices: names('offices'), agents: names('agents'), listings: names('listings') };
}

forEachDatabase('source keys of several processes', (database) => {
  const server = serverFor(database);

  async function inProcess(tenant: string, files: Records, random: Random): Promise<void> {
    const folder = join(temporaryFolder(), 'import');
    mkdirSync(folder);
    for (const kind of KINDS) {
      const lines = files[kind].map((record) => `${JSON.stringify(record)}\n`);
      writeFileSync(join(folder, `${kind}.ndjson`), lines.join(''));
    }
    // The folder in one import, or a file after the other in any order of the kinds.
    const paths = shuffled(random, KINDS).map((kind) => join(folder, `${kind}.ndjson`));
    for (const source of random() < 0.8 ? [folder] : paths) {
      const ended = await runProgram(database, 'import', tenant, source, '--json');
      expect(ended, source).toMatchObject({ status: 0 });
    }
  }

  async function overHttp(key: string, files: Records, random: Random): Promise<void> {
    for (const kind of shuffled(random, KINDS)) {
      const half = Math.ceil(files[kind].length / 2);
      for (const part of [files[kind].slice(0, half), files[kind].slice(half)]) {
        if (part.length === 0) continue;
        server.clock.advance(1_100);
        const answer = await server.app.inject({
          method: 'PUT',
          url: `/manage/${kind}`,
          payload: part.map((record) => JSON.stringify(record)).join('\n'),
          headers: {
            'x-forwarded-proto': 'https',
            'x-api-key': key,
            'content-type': 'application/x-ndjson',
          },
        });
        expect(answer.statusCode, answer.body).toBe(200);
        expect(JSON.parse(answer.body)).toMatchObject({ REJECTED: [] });
      }
    }
  }

  /** The numbers of keys, of which none is there twice. */
  async function numbersIn(target: TenantDatabase, which: string): Promise<Map<string, number>> {
    const rows = await target.db.selectFrom('source_key').selectAll().execute();
    const numbers = new Map(rows.map((row) => [`${row.kind} ${nameOf(row)}`, row.number]));
    expect(numbers.size, which).toBe(rows.length);
    const used = new Set(rows.map(({ kind, number }) => `${kind} ${number}`));
    expect(used.size, which).toBe(rows.length);
    return numbers;
  }

  /** The records, named by the keys of their numbers; each says of itself which key it came with. */
  async function recordsIn(target: TenantDatabase, numbers: ReadonlyMap<string, number>) {
    const names = new Map(
      [...numbers].map(([name, number]) => [`${name.split(' ')[0]} ${number}`, name]),
    );
    const table = async (kind: Kind, name: 'listing' | 'agent' | 'office', text: string) => {
      const rows = await target.db
        .selectFrom(name as 'listing')
        .select(['id', text as 'street'])
        .execute();
      return rows
        .map((row) => {
          const content = (row as unknown as Record<string, unknown>)[text];
          expect(names.get(`${kind} ${row.id}`)).toBe(`${kind} ${content}`);
          return String(content);
        })
        .sort();
    };
    return {
      offices: await table('offices', 'office', 'name'),
      agents: await table('agents', 'agent', 'firstname'),
      listings: await table('listings', 'listing', 'street'),
    };
  }

  async function run(seed: number): Promise<void> {
    const which = `seed ${seed}`;
    const random = seeded(seed * 101 + 7);
    const tenant = `keys${seed}`;
    await server.addTenant(tenant);
    const key = await server.addKey(tenant, { scopes: ['manage'] });
    const target = await databaseOf(server.services, tenant);

    const first = Array.from({ length: 3 + Math.floor(random() * 3) }, () => records(random, 0));
    await Promise.all(
      first.map((files, at) =>
        at === 0 ? overHttp(key, files, random) : inProcess(tenant, files, random),
      ),
    );
    const numbers = await numbersIn(target, which);
    const all = namesIn(first);
    expect(await recordsIn(target, numbers), which).toEqual(all);

    // Some go, while others come.
    const gone = all.listings.filter(() => random() < 0.4);
    const removals = gone.map((name) => {
      const [source, text] = name.split(' ');
      return { main_id: { key: text, source }, _remove: true };
    });
    const later = Array.from({ length: 2 }, () => records(random, KEYS));
    const [removed, added] = later as [Records, Records];
    await Promise.all([
      overHttp(key, { ...removed, listings: [...removals, ...removed.listings] }, random),
      inProcess(tenant, added, random),
    ]);
    const then = await numbersIn(target, which);
    for (const [name, number] of numbers) expect(then.get(name), which).toBe(number);
    const left = all.listings.filter((name) => !gone.includes(name));
    const fresh = namesIn(later);
    const expected = {
      offices: [...new Set([...all.offices, ...fresh.offices])].sort(),
      agents: [...new Set([...all.agents, ...fresh.agents])].sort(),
      listings: [...new Set([...left, ...fresh.listings])].sort(),
    };
    expect(await recordsIn(target, then), which).toEqual(expected);

    // What went comes back under its number.
    const back = first.flatMap((files) => files.listings);
    await overHttp(key, { offices: [], agents: [], listings: back }, random);
    const last = await numbersIn(target, which);
    for (const [name, number] of then) expect(last.get(name), which).toBe(number);
    const whole = {
      ...expected,
      listings: [...new Set([...expected.listings, ...all.listings])].sort(),
    };
    expect(await recordsIn(target, last), which).toEqual(whole);

    const folder = join(temporaryFolder(), 'export');
    const resources = exportResources(target, 'UTC', server.clock);
    await runExport({ resources, folder, timeZone: 'UTC', format: 'ndjson', gzip: false });
    await server.addTenant(`copy${seed}`);
    const copy = await databaseOf(server.services, `copy${seed}`);
    await runImport({
      sources: [folder],
      resources: importResources(copy, 'UTC', server.clock),
      rejects: join(temporaryFolder(), 'rejects.ndjson'),
    });
    expect(await numbersIn(copy, which), which).toEqual(last);
    expect(await recordsIn(copy, last), which).toEqual(whole);
  }

  it(
    `have one number each and for ever (${RUNS} runs)`,
    async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) await run(seed);
    },
    60_000 + RUNS * 30_000,
  );
});
