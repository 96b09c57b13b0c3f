import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import type { Part } from './scripts/test-rig/options.js';

// The program reads PORTICO_*, the PostgreSQL client PG*: what a developer's shell holds there
// belongs to a real server, and no test may come near it.
for (const name of Object.keys(process.env)) {
  if (/^(PG|PORTICO_(?!TEST_))/.test(name)) delete process.env[name];
}

/** The part of the tests that runs: scripts/test-rig/options.ts. */
const part = (process.env.PORTICO_TEST_PART ?? 'all') as Part;

/** Tests of whole programs, of this run itself, and of what a process has only once. */
const outside = [
  'test/deploy/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/commands/{canary,kill,move}.test.ts',
  'test/commands/serve/**/*.test.ts',
  'test/releases/*.test.ts',
  'test/rig/**/*.test.ts',
];

/**
 * Keeps the files of a project together in the queue. A process without isolation ends as soon as the
 * next file there is another project's, and the one that takes its place loads the whole server again,
 * which takes longer than most files. Whole programs come first, so that nobody waits for the longest of
 * them at the end. Within a project so do the files that start programs: by default the shortest files come last.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['outside', 'sdk', 'demo', 'importer', 'inside'];
    const places = new Map(
      files.map((file) => [
        file,
        order.indexOf(file.project.name) * 2 + (isSlow(file.moduleId) ? 0 : 1),
      ]),
    );
    const place = (file: TestSpecification) => places.get(file) ?? 0;
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** What a test imports that starts programs or reads sample data. */
const SLOW_IMPORTS =
  /\/(chromium|demo-server|peak-memory|portico|program|serving|shared-data)\.js'|'node:child_process'/;

/** Folders of tests that copy whole databases, kill servers, or repeat random work. */
const SLOW_FOLDERS = /\/test\/(commands\/backup|store\/copy|trust)\//;

/** Whether a test file takes long, however short it is. */
function isSlow(file: string | URL): boolean {
  return SLOW_FOLDERS.test(String(file)) || SLOW_IMPORTS.test(readFileSync(file, 'utf8'));
}

/** The slow test files of a folder `test`, as its project names them. */
const slowTests = (folder: URL) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules'))
    .filter((name) => name.endsWith('.test.ts') && isSlow(new URL(name, folder)))
    .map((name) => `test/${name}`);

const slow = slowTests(new URL('test/', import.meta.url));
const slowOfSdk = slowTests(new URL('../sdk/test/', import.meta.url));

/** The projects that hold tests of the part. */
function projects() {
  const all = [
    {
      extends: true as const,
      test: {
        name: 'inside',
        include: part === 'programs' ? slow : ['test/**/*.test.ts'],
        exclude: ['**/node_modules/**', ...outside, ...(part === 'quick' ? slow : [])],
        // These share nothing but modules, and to load the server anew for each file takes longer
        // than most of them.
        isolate: false,
      },
    },
    {
      extends: true as const,
      test: { name: 'outside', include: outside },
    },
    {
      extends: true as const,
      root: '../importer',
      test: { name: 'importer', include: ['test/**/*.test.ts'], isolate: false },
    },
    {
      extends: true as const,
      root: '../demo',
      test: { name: 'demo', include: ['test/**/*.test.ts'], isolate: false },
    },
    {
      extends: true as const,
      root: '../sdk',
      test: {
        name: 'sdk',
        include: part === 'programs' ? slowOfSdk : ['test/**/*.test.ts'],
        exclude: part === 'quick' ? slowOfSdk : [],
      },
    },
  ];
  const quick = ['inside', 'importer', 'demo', 'sdk'];
  const programs = ['inside', 'outside', 'sdk'];
  const wanted = { quick, programs, all: [...quick, 'outside'] }[part];
  return all.filter(({ test }) => wanted.includes(test.name));
}

export default defineConfig({
  test: {
    sequence: { sequencer: ByProject },
    // Native modules, signals and a working folder of its own belong to a process, not to a thread.
    pool: 'forks',
    // A file waits for databases and programs for a good part of its time, so three share two cores
    // well; more than eight at once would come near the connections a test server allows.
    maxWorkers: Math.min(8, Math.max(2, availableParallelism() + 1)),
    // A test that hangs is ended; on a busy machine the longest take a minute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A wait for what must come costs nothing where it comes at once; one second is the speed of a quiet machine.
    expect: { poll: { timeout: 30_000 } },
    projects: projects(),
  },
});
