/**
 * `npm run mutate -- src/http/gate`: changes one expression of the source at a time, runs the tests that
 * reach it, and lists the changes that no test noticed.
 */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { excuse, readEquivalents } from './mutate/equivalents.js';
import { type Mutant, mutantsOf } from './mutate/mutants.js';
import type { Plan } from './mutate/plan.js';
import { type Effort, isNoticed, learn, type Outcome, tryMutants } from './mutate/processes.js';
import { report } from './mutate/report.js';
import { type Run, withTestServers } from './mutate/servers.js';

const help = `Usage: npm run mutate -- [options] <files and folders of src>

Changes one expression at a time, runs the tests that reach it, and lists what no test noticed.

Options:
  --sample N      try N mutants, drawn evenly over the files (default: all)
  --seed S        draw others (default: 1)
  --tests A,B     test files and folders (default: those that mirror the sources, see below)
  --budget S      per mutant and database, the quickest tests that reach it, S seconds of them
                  (default: 20)
  --minutes M     stop trying after M minutes, and report what was tried
  --jobs N        processes at once (default: half of the processors)
  --only ID,ID    try these mutants alone, by the numbers of an earlier report of the same sources
  --list          print the mutants and try none
  --help          show this text

A mutant that changes nothing which can be seen is listed in scripts/mutate/equivalents.yaml.
`;

// Paths are those below `server/`, wherever npm was called.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
    budget: { type: 'string', default: '20' },
    minutes: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Tests of endpoints with parameters of each kind. */
const PARAMS_TESTS: readonly string[] = [
  'test/api/params.test.ts',
  'test/resources/leads',
  'test/resources/members',
  'test/search/search-filters.test.ts',
  'test/search/search-malformed.test.ts',
  'test/api/openapi-document.test.ts',
];

/** Further folders of a folder's tests, besides the folder of `test/` that mirrors it. */
const ALSO: Record<string, readonly string[]> = {
  'src/http/gate': ['test/http', 'test/faults', 'test/commands/key'],
  'src/limits': ['test/http/gate'],
  'src/store/tenant': [
    ...[
      'test/store',
      'test/resources/members',
      'test/resources/people',
      'test/changes/source-keys',
    ],
    ...['test/outbox/webhook/changes.test.ts', 'test/commands/media/media.test.ts'],
  ],
  'src/store/tenant-databases.ts': ['test/store', 'test/resources/listings/feeds.test.ts'],
  'src/store/directory': ['test/store', 'test/http/gate', 'test/commands', 'test/outbox'],
  'src/resources/leads': ['test/api/openapi.test.ts', 'test/commands/lead.test.ts'],
  'src/api/params.ts': PARAMS_TESTS,
  'src/api/read-params.ts': PARAMS_TESTS,
};

if (values.help || positionals.length === 0) process.stdout.write(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  const all: Mutant[] = [];
  for (const file of filesIn(positionals, '.ts')) all.push(...mutantsOf(file, all.length));
  const equivalents = readEquivalents();
  const excused = all.filter((mutant) => excuse(equivalents, mutant) !== undefined);
  const candidates = all.filter((mutant) => !excused.includes(mutant));
  const only = values.only?.split(',').map(Number);
  const mutants = only
    ? all.filter(({ id }) => only.includes(id))
    : evenly(candidates, Number(values.sample ?? candidates.length), Number(values.seed));
  if (values.list) {
    for (const { id, file, line, operator, change } of mutants) {
      process.stdout.write(`${id} ${file}:${line} ${operator}: ${change}\n`);
    }
    return 0;
  }
  const tests = filesIn(values.tests?.split(',') ?? positionals.flatMap(testsOf), '.test.ts');
  if (tests.length === 0) throw new Error('There are no tests: name some with --tests.');
  process.stdout.write(
    `${mutants.length} of ${all.length} mutants (${excused.length} more are equivalent), ${tests.length} test files\n`,
  );
  const jobs = Number(values.jobs ?? Math.max(1, Math.floor(availableParallelism() / 2)));
  return withTestServers(async (run) => {
    const plan: Plan = { mutants, tests };
    writeFileSync(join(run.folder, 'plan.json'), JSON.stringify(plan));
    const outcomes = await tryOnBoth(run, plan, {
      jobs,
      budgetMs: Number(values.budget) * 1000,
      forMs: Number(values.minutes) * 60_000,
    });
    const tried = mutants.filter(({ id }) => outcomes.has(id));
    report(tried, outcomes, equivalents, all);
    return 0;
  });
}

/**
 * Tries the mutants on SQLite, which is quicker, and on PostgreSQL what is not noticed there: most
 * mutants are, so that few tests have to run on both.
 */
async function tryOnBoth(
  run: Run,
  { mutants, tests }: Plan,
  effort: Effort,
): Promise<Map<number, Outcome>> {
  const begun = performance.now();
  const reach = await learn(run, tests, 'SQLite');
  const outcomes = await tryMutants(run, mutants, reach, effort);
  const rest = mutants.filter(({ id }) => !isNoticed(outcomes.get(id)));
  // What no test reaches on SQLite, any test may reach on PostgreSQL.
  const isUnreached = rest.some(({ id }) => outcomes.get(id)?.kind === 'unreached');
  const reaching = reach.filter(({ reached }) => rest.some(({ id }) => reached.includes(id)));
  const leftMs = () => effort.forMs - (performance.now() - begun);
  if (rest.length === 0 || leftMs() <= 0) return outcomes;
  const again = isUnreached ? tests : reaching.map(({ test }) => test);
  const onPostgres = await learn(run, again, 'PostgreSQL');
  const left = { ...effort, forMs: leftMs() };
  for (const [id, outcome] of await tryMutants(run, rest, onPostgres, left)) {
    if (outcome.kind !== 'unreached') outcomes.set(id, outcome);
  }
  return outcomes;
}

function filesIn(paths: readonly string[], ending: string): string[] {
  const found = paths.flatMap((path) =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)),
  );
  return [...new Set(found)].filter((file) => file.endsWith(ending)).sort();
}

/**
 * The folder of `test/` that mirrors a source, or the nearest one above it, and the further folders
 * of its tests.
 */
function testsOf(source: string): string[] {
  const path = source.replace(/\/$/, '');
  const also = Object.entries(ALSO).flatMap(([folder, tests]) =>
    `${path}/`.startsWith(`${folder}/`) || folder === path ? tests : [],
  );
  for (let at = path.replace(/^src/, 'test'); at.includes('/'); at = at.replace(/\/[^/]*$/, '')) {
    const file = at.replace(/\.ts$/, '.test.ts');
    if (file.endsWith('.test.ts') && existsSync(file)) return [file, ...also];
    // The tests of a whole folder are many where those of one of its files are known.
    if (path.endsWith('.ts') && also.length > 0) return also;
    if (existsSync(at)) return [at, ...also];
  }
  return [...also];
}

/** Draws `count` mutants, from each file its share. */
function evenly(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  if (count >= mutants.length) return [...mutants];
  // Takes mutants at equal steps, from a start that the seed decides.
  const step = mutants.length / count;
  const begin = (((seed * 0.618_033_988_75) % 1) * step) | 0;
  const drawn = Array.from({ length: count }, (_, index) => Math.floor(begin + index * step));
  return drawn.map((index) => mutants[index % mutants.length]).filter((one) => one !== undefined);
}
