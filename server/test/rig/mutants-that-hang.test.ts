import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutantsOf } from '../../scripts/mutate/mutants.js';
import { learn, tryMutants } from '../../scripts/mutate/processes.js';
import type { Run } from '../../scripts/mutate/servers.js';
import { temporaryFolder } from './temp.js';

/* What becomes of tests that hang or end their process, with a mutant and without one. */

/** Rests at each turn: a loop without an end keeps its thread, and leaves the processor to other tests. */
const SOURCE = `
export function count(to: number): number {
  let at = 0;
  while (at < to) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    at += 1;
  }
  return at;
}
`;
const COUNTS = `
import { expect, it } from 'vitest';
import { count } from './source.js';
it('counts', () => expect(count(3)).toBe(3));
`;
const ENDS = `
import { it } from 'vitest';
it('ends', () => process.kill(process.pid, 'SIGKILL'));
`;

/** Long enough for what does not hang on a busy machine, and less than anybody waits. */
const HANGS_MS = 10_000;

it('goes on without them, and lets a mutant be noticed by a hang of its own', async () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  const [source, ends, counts] = [path('source.ts'), path('a.test.ts'), path('b.test.ts')];
  writeFileSync(source, SOURCE);
  writeFileSync(ends, ENDS);
  writeFileSync(counts, COUNTS);
  mkdirSync(path('run'));
  const inLoop = mutantsOf(source, 1).filter(({ line }) => line === 4 || line === 6);
  // That would hang as well: one is enough.
  const mutants = inLoop.filter(({ operator }) => operator !== 'statement');
  const plan = { mutants, tests: [ends, counts] };
  writeFileSync(path('run/plan.json'), JSON.stringify(plan));
  const env = { ...process.env, PORTICO_TEST_DATABASE_URL: 'none', PORTICO_TEST_REDIS_URL: 'none' };
  const run: Run = { folder: path('run'), env, watch: () => {} };

  const reach = await learn(run, plan.tests, 'SQLite');
  expect(reach.map(({ test, failure }) => [test, failure !== undefined])).toEqual([
    [ends, true],
    [counts, false],
  ]);

  const effort = { jobs: 1, budgetMs: 60_000, forMs: 240_000, mostMs: HANGS_MS };
  const outcomes = await tryMutants(run, mutants, reach, effort);
  const kinds = mutants.map(({ id, change }) => [change, outcomes.get(id)?.kind]);
  expect(Object.fromEntries(kinds)).toEqual({
    'at < to → false': 'noticed',
    'at < to → at <= to': 'noticed',
    'at += 1 → at -= 1': 'ended',
    '1 → 2': 'noticed',
  });
}, 300_000);
