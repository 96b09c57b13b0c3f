/**
 * `npm test`: builds the program, starts the databases that the tests need, runs vitest, and clears
 * everything up. `npm test -- --help` lists the options.
 */
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Started } from './keeper.js';
import {
  forgetOtherServers,
  help,
  isCi,
  planServers,
  REDIS_DATABASES,
  readArguments,
  type ServerPlan,
  wholeRunAdvice,
} from './options.js';
import { wanted } from './programs.js';
import {
  build,
  type Ending,
  type Keeper,
  readStepsAside,
  readTally,
  runVitest,
  startedBy,
  startKeeper,
  type Tally,
} from './run.js';
import { postgresVersion, redisVersion } from './servers.js';

/** The report files of a run, and the end of its vitest, as far as they exist. */
interface Run {
  files?: { readonly tally: string; readonly aside: string };
  end?: Ending;
}

/** The URLs of a run's servers. */
interface Urls {
  readonly postgres: string | undefined;
  readonly redis: string | undefined;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const options = readArguments(process.argv.slice(2));

if (options.help) process.stdout.write(help);
else void main();

async function main(): Promise<void> {
  const { code, tally } = await runTests();
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  say(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
  process.exit(code);
}

async function runTests(): Promise<{ code: number; tally: Omit<Tally, 'finished'> }> {
  if (options.forVitest.length === 0) say(wholeRunAdvice[options.part]);
  forgetOtherServers(process.env);
  const plan = planServers(process.env, options);
  if (plan.missing.length > 0 && isCi(process.env)) {
    for (const { label, advice } of plan.missing) say(`${label} is missing: ${advice}.`);
    say('With CI set nothing may step aside, so no test was run.');
    return { code: 1, tally: { passed: 0, failed: 1, skipped: 0 } };
  }

  const stopped = whenStopped();
  const keeper = startKeeper(plan.start);
  const run: Run = {};
  let code: number | undefined;
  try {
    await Promise.race([work(plan, keeper, run), stopped]);
  } catch (error) {
    say(`\nThe test run failed: ${(error as Error).message}`);
    code = error instanceof Stopped ? 128 + constants.signals[error.signal] : 1;
  }
  // Read before the keeper removes the folder.
  const tally = readTally(run.files?.tally, code === undefined ? run.end : undefined);
  const aside = readStepsAside(run.files?.aside);
  await keeper.close();
  sayWhatDidNotRun(plan, aside);
  return { code: code ?? (tally.failed > 0 ? 1 : 0), tally };
}

/** The run was asked to stop. */
class Stopped extends Error {
  constructor(
    readonly signal: NodeJS.Signals,
    reason: string,
  ) {
    super(reason);
  }
}

/** Rejects when this run is asked to stop, or when its npm has ended. */
function whenStopped(): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (signal: NodeJS.Signals, reason: string) => reject(new Stopped(signal, reason));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => stop(signal, `stopped by ${signal}`));
    }
    if (process.env.npm_lifecycle_event === undefined) return;
    // An npm that is killed does not end its command, and nobody would see this run finish.
    const before = startedBy();
    const look = () => startedBy() !== before && stop('SIGHUP', 'npm ended before it');
    setInterval(look, 500).unref();
  });
}

async function work(plan: ServerPlan, keeper: Keeper, run: Run): Promise<void> {
  const [started] = await Promise.all([keeper.ready, options.build ? build() : undefined]);
  const files = {
    tally: join(started.folder, 'tally.json'),
    aside: join(started.folder, 'aside.ndjson'),
  };
  run.files = files;
  const urls = {
    postgres: plan.given.postgres ?? started.postgresUrl,
    redis: plan.given.redis ?? started.redisUrl,
  };
  await sayVersion(wanted.postgres, plan.given.postgres, urls.postgres, postgresVersion);
  await sayVersion(wanted.redis, plan.given.redis, urls.redis, redisVersion);
  if (started.balanced) say('Two servers behind nginx, for what is asked on PostgreSQL');
  run.end = await runVitest(options, testEnvironment(urls, started, files), keeper);
  if (run.end.signal !== null) say(`\nvitest was ended by ${run.end.signal}.`);
}

async function sayVersion(
  { label, variable }: { readonly label: string; readonly variable: string },
  given: string | undefined,
  url: string | undefined,
  ask: (url: string) => Promise<string>,
): Promise<void> {
  if (url === undefined) return;
  try {
    say(`${label} ${await ask(url)}, ${given ? `from ${variable}` : 'started for this run'}`);
  } catch (error) {
    // The URL holds a password, so the error does not repeat it.
    const { message } = error as Error;
    throw new Error(`${label} does not answer${given ? ` at ${variable}` : ''}: ${message}`);
  }
}

function testEnvironment(
  urls: Urls,
  started: Started,
  files: NonNullable<Run['files']>,
): NodeJS.ProcessEnv {
  const env = {
    ...process.env,
    PORTICO_TEST_DATABASE_URL: urls.postgres,
    PORTICO_TEST_REDIS_URL: urls.redis,
    PORTICO_TEST_BALANCED: started.balanced && JSON.stringify(started.balanced),
    PORTICO_TEST_PART: options.part,
    PORTICO_TEST_TALLY: files.tally,
    PORTICO_TEST_ASIDE: files.aside,
    PORTICO_TEST_REDIS_DATABASES: started.redisUrl && String(REDIS_DATABASES),
    // For what the files of a run share.
    PORTICO_TEST_SHARED: join(started.folder, 'shared'),
    // A file that a test forgets to remove goes with the run.
    TMPDIR: join(started.folder, 'tmp'),
  };
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

function sayWhatDidNotRun(plan: ServerPlan, aside: ReadonlyMap<string, Set<string>>): void {
  const missing = new Map(plan.missing.map(({ label, advice }) => [label, advice]));
  for (const label of new Set([...missing.keys(), ...aside.keys()])) {
    const advice = missing.get(label);
    say(`\nNOT RUN for want of ${label}${advice ? ` (${advice})` : ''}:`);
    for (const suite of aside.get(label) ?? ['(no suite of this run needs it)']) say(`  ${suite}`);
  }
  if (missing.size > 0 || aside.size > 0) say('');
}
