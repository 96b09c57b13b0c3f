/** Reads the arguments and environment of `npm test`. */
import {
  findNginx,
  findPostgres,
  findRedis,
  type PostgresPrograms,
  type Program,
  wanted,
} from './programs.js';

/**
 * The part of the tests that runs: the quick ones, of which those that do not depend on the database run on SQLite
 * only; those that start programs, restore, move or kill; or every test on both databases.
 */
export type Part = 'quick' | 'programs' | 'all';

/** The options of `npm test`. */
export interface Options {
  readonly help: boolean;
  readonly build: boolean;
  readonly balanced: boolean;
  readonly part: Part;
  readonly watch: boolean;
  readonly forVitest: readonly string[];
}

/** The servers that the keeper starts. */
export interface StartPlan {
  readonly postgres?: PostgresPrograms;
  readonly redis?: Program;
  /** The number of numbered databases of the Redis. */
  readonly redisDatabases?: number;
  readonly balanced?: Program;
}

/** For each server: its configured URL, or how to start it, or what is missing. */
export interface ServerPlan {
  readonly given: { readonly postgres?: string; readonly redis?: string };
  readonly start: StartPlan;
  readonly missing: readonly { readonly label: string; readonly advice: string }[];
}

/** The number of numbered databases of the run's own Redis; each suite takes fresh ones. */
export const REDIS_DATABASES = 4096;

export const help = `Usage: npm test [-- [options] [filters and options of vitest]]

Builds the program, starts a PostgreSQL and a Redis for this run alone, and runs the tests.

  npm test                              the quick tests, in about five minutes on two processors
  npm run test:programs                 those that start programs, restore, move or kill
  npm run test:all                      every test, each on both databases
  npm test -- test/http/gate                 the test files whose path contains test/http/gate, on both databases
  npm test -- --quick test/http/gate         and of these the quick ones, as "npm test" runs them
  npm test -- test/http/gate -t 'future'     and of these the tests whose name matches
  npm test -- --no-build test/http/gate      with dist/ as it is

Options:
  --quick       the part of "npm test"
  --programs    the part of "npm run test:programs"
  --all         the part of "npm run test:all"
  --watch       run again what a change of a file touches, until Ctrl-C; dist/ stays as it is
  --no-build    do not make dist/ of src/ first
  --balanced    on PostgreSQL, ask two servers behind an nginx, which share a Redis, instead of one
                within the tests
  --help, -h    show this text

Environment:
  PORTICO_TEST_DATABASE_URL   postgres://… of a server to use instead of starting one; its role must
                              be allowed to create databases. "none": do without PostgreSQL
  PORTICO_TEST_REDIS_URL      redis://… of a server to use instead of starting one; its numbered
                              databases 1 to 15 are emptied by tests. "none": do without Redis
  PORTICO_TEST_DATA           the folder of sample data (default: ../shared/data beside the checkout)
  CI                          when set, a missing PostgreSQL or Redis fails the run before it starts

The last line is "N passed, N failed", with ", N skipped" when tests were skipped.
`;

/** What is said before a run without filters, which keeps the screen busy for long. */
export const wholeRunAdvice: Record<Part, string> = {
  quick:
    'The quick tests take about five minutes on two processors; "npm run test:programs" runs the others.\n',
  programs: 'The tests that start programs take about ten minutes on two processors.\n',
  all: 'All tests take about fifteen minutes on two processors. Some of them: npm test -- test/http/gate\n',
};

const PARTS: readonly Part[] = ['quick', 'programs', 'all'];

const optionOf = (part: Part): string => `--${part}`;

/** @param argv The arguments after the script's name. */
export function readArguments(argv: readonly string[]): Options {
  const own = ['--help', '-h', '--no-build', '--balanced', '--watch', ...PARTS.map(optionOf)];
  const forVitest = argv.filter((argument) => !own.includes(argument));
  return {
    help: argv.includes('--help') || argv.includes('-h'),
    build: !argv.includes('--no-build'),
    balanced: argv.includes('--balanced'),
    part:
      PARTS.find((part) => argv.includes(optionOf(part))) ??
      (forVitest.length > 0 ? 'all' : 'quick'),
    watch: argv.includes('--watch'),
    forVitest,
  };
}

/** Decides for each server: a configured one, one to start, or none. */
export function planServers(
  env: NodeJS.ProcessEnv,
  { balanced }: Pick<Options, 'balanced'>,
): ServerPlan {
  const missing: { label: string; advice: string }[] = [];
  const decide = <Found>(
    { label, variable, advice }: (typeof wanted)['postgres'],
    find: () => Found | undefined,
  ): { url?: string; found?: Found } => {
    const url = env[variable];
    if (url !== undefined && url !== '' && url !== 'none') return { url };
    const found = url === 'none' ? undefined : find();
    if (found !== undefined) return { found };
    missing.push({ label, advice: url === 'none' ? `${variable} is "none"` : advice });
    return {};
  };
  const postgres = decide(wanted.postgres, findPostgres);
  const redis = decide(wanted.redis, findRedis);
  const nginx = balanced ? findNginx() : undefined;
  if (balanced && nginx === undefined) {
    const advice = 'no nginx on PATH or in /usr/sbin (Debian: apt-get install nginx-light)';
    missing.push({ label: 'nginx', advice });
  }
  return {
    given: {
      ...(postgres.url && { postgres: postgres.url }),
      ...(redis.url && { redis: redis.url }),
    },
    start: {
      redisDatabases: REDIS_DATABASES,
      ...(postgres.found && { postgres: postgres.found }),
      ...(redis.found && { redis: redis.found }),
      ...(nginx && missing.length === 0 && { balanced: nginx }),
    },
    missing,
  };
}

/**
 * Removes a developer's settings of other servers: no part of a run may touch those.
 * vitest.config.ts does the same for a vitest that starts without this command.
 * @param env Changed in place.
 */
export function forgetOtherServers(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (/^(PG|PORTICO_(?!TEST_))/.test(name)) delete env[name];
  }
}

/** Whether this is a build server, where no suite may step aside. */
export function isCi(env: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false', undefined].includes(env.CI);
}
