import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutants.js';
import { type Line, type Reach, readLines, type Work } from './plan.js';
import type { Run } from './servers.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Below what a person does at the same time. */
const LOW_PRIORITY = 10;
/** A process that starts says nothing for this long at most. */
const START_MS = 120_000;

/** What became of a mutant. */
export type Outcome =
  | { readonly kind: 'noticed'; readonly by: string }
  | { readonly kind: 'ended'; readonly by: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'unreached' };

/** Runs each test without a mutant, and answers which mutants it reaches. */
export async function learn(run: Run): Promise<Reach[]> {
  const lines: Line[] = [];
  await work(
    run,
    'learn',
    { mutants: [], reach: undefined, budgetMs: 0, firstNumber: 0 },
    (line) => {
      lines.push(line);
      if (line.kind !== 'reach' || line.failure === undefined) return;
      const { test, half, failure } = line;
      process.stdout.write(`left out, fails without a mutant: ${test} (${half}): ${failure}\n`);
    },
  );
  const reach = lines.filter((line) => line.kind === 'reach');
  const seconds = Math.round(reach.reduce((sum, { ms }) => sum + ms, 0) / 1000);
  process.stdout.write(`all tests, without a mutant: ${seconds} s\n`);
  // SQLite first, as it is quicker; and of each the quickest first.
  return reach.sort(
    (a, b) => Number(a.half === 'PostgreSQL') - Number(b.half === 'PostgreSQL') || a.ms - b.ms,
  );
}

/** Tries each mutant with the tests that reach it. */
export async function tryMutants(
  run: Run,
  mutants: readonly Mutant[],
  reach: readonly Reach[],
  { jobs, budgetMs, forMs }: { jobs: number; budgetMs: number; forMs: number },
): Promise<Map<number, Outcome>> {
  const reached = new Set(reach.flatMap((one) => one.reached));
  const outcomes = new Map<number, Outcome>();
  for (const { id } of mutants) if (!reached.has(id)) outcomes.set(id, { kind: 'unreached' });
  // Mixed, so that a run which is out of time has tried some of each file.
  const open = mutants
    .map(({ id }) => id)
    .filter((id) => reached.has(id))
    .sort((a, b) => ((a * 7919) % 10_007) - ((b * 7919) % 10_007));
  const until = performance.now() + forMs;
  const one = async (job: number): Promise<void> => {
    let rest = open.filter((_, index) => index % jobs === job);
    for (let round = 0; rest.length > 0; round += 1) {
      let current: number | undefined;
      // Far enough apart that no two processes come to the same.
      const firstNumber = 64 * job;
      const what = { mutants: rest, reach, budgetMs, firstNumber, until };
      const ended = await work(run, `${job}-${round}`, what, (line) => {
        if (line.kind === 'begin') current = line.id;
        if (line.kind !== 'end') return;
        const { id, noticedBy } = line;
        outcomes.set(id, noticedBy ? { kind: 'noticed', by: noticedBy } : { kind: 'survived' });
        current = undefined;
        process.stdout.write(noticedBy ? '.' : 'S');
      });
      if (performance.now() > until) return;
      if (current !== undefined) {
        outcomes.set(current, { kind: 'ended', by: ended });
        process.stdout.write('T');
      } else if (ended === 'was not heard of') throw new Error('The tests do not start.');
      rest = rest.filter((id) => !outcomes.has(id));
    }
  };
  await Promise.all(Array.from({ length: jobs }, (_, job) => one(job)));
  process.stdout.write('\n');
  return outcomes;
}

/** Runs one process to its end, or ends it where a mutant has it run for ever. Answers how it ended. */
async function work(
  run: Run,
  name: string,
  { until = Number.POSITIVE_INFINITY, ...what }: Omit<Work, 'output'> & { until?: number },
  each: (line: Line) => void,
): Promise<string> {
  const file = join(run.folder, `work-${name}.json`);
  const output = join(run.folder, `lines-${name}.ndjson`);
  writeFileSync(file, JSON.stringify({ ...what, output }));
  const child = start(run, file);
  let end: string | undefined;
  child.on('exit', (code, signal) => {
    end ??= `ended with ${signal ?? code}`;
  });
  let seen = 0;
  let limit = performance.now() + START_MS;
  for (;;) {
    const over = end !== undefined;
    const lines = readLines(output);
    for (const line of lines.slice(seen)) {
      each(line);
      limit = performance.now() + (line.kind === 'begin' ? line.limitMs : START_MS);
    }
    seen = lines.length;
    if (over) return end ?? '';
    if (performance.now() > Math.min(limit, until)) {
      end = 'was not heard of';
      kill(child);
    }
    await sleep(100);
  }
}

function start(run: Run, file: string): ChildProcess {
  const vitest = join(root, '..', 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(root, 'scripts', 'mutate', 'vitest.config.ts');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
    cwd: root,
    // A group of its own, so that it can be ended with all that it started.
    detached: true,
    env: { ...run.env, PORTICO_TEST_MUTANTS: file },
    stdio: ['ignore', 'ignore', process.env.MUTATE_DEBUG ? 'inherit' : 'ignore'],
  });
  if (child.pid !== undefined) {
    run.watch(child.pid);
    setPriority(child.pid, LOW_PRIORITY);
  }
  return child;
}

function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
