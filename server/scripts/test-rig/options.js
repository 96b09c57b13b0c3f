/** What `npm test` is asked to do: its arguments and its environment. */
import { findNginx, findPostgres, findRedis, wanted } from './programs.js';

/** Numbered databases of the Redis that the run starts: each suite takes fresh ones. */
export const REDIS_DATABASES = 4096;

export const help = `Usage: npm test [-- [options] [filters and options of vitest]]

Builds the program, starts a PostgreSQL and a Redis for this run alone, and runs the tests.

  npm test                              everything
  npm test -- test/gate                 the test files whose path contains test/gate
  npm test -- test/gate -t 'future'     and of these the tests whose name matches
  npm test -- --no-build test/gate      with dist/ as it is

Options:
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

/**
 * @param {string[]} argv the arguments after the script's name
 * @returns {{ help: boolean, build: boolean, balanced: boolean, forVitest: string[] }}
 */
export function readArguments(argv) {
  const own = ['--help', '-h', '--no-build', '--balanced'];
  return {
    help: argv.includes('--help') || argv.includes('-h'),
    build: !argv.includes('--no-build'),
    balanced: argv.includes('--balanced'),
    forVitest: argv.filter((argument) => !own.includes(argument)),
  };
}

/**
 * Decides for each server: one that is given, one to start, or none.
 * @param {NodeJS.ProcessEnv} env
 * @param {{ balanced: boolean }} options
 * @returns {{ given: { postgres?: string, redis?: string },
 *   start: { postgres?: object, redis?: object, redisDatabases: number, balanced?: object },
 *   missing: { label: string, advice: string }[] }}
 */
export function planServers(env, { balanced }) {
  const plan = { given: {}, start: { redisDatabases: REDIS_DATABASES }, missing: [] };
  const find = { postgres: findPostgres, redis: findRedis };
  for (const [name, { label, variable, advice }] of Object.entries(wanted)) {
    const url = env[variable];
    const found = url ? undefined : find[name]();
    if (url === 'none') plan.missing.push({ label, advice: `${variable} is "none"` });
    else if (url) plan.given[name] = url;
    else if (found === undefined) plan.missing.push({ label, advice });
    else plan.start[name] = found;
  }
  if (balanced) {
    const nginx = findNginx();
    if (nginx === undefined) {
      const advice = 'no nginx on PATH or in /usr/sbin (Debian: apt-get install nginx-light)';
      plan.missing.push({ label: 'nginx', advice });
    } else if (plan.missing.length === 0) plan.start.balanced = nginx;
  }
  return plan;
}

/**
 * Removes what a developer's shell says about servers of their own: no part of a run may come near
 * them. vitest.config.ts does the same for a vitest that is started without this command.
 * @param {NodeJS.ProcessEnv} env changed in place
 */
export function forgetOtherServers(env) {
  for (const name of Object.keys(env)) {
    if (/^(PG|PORTICO_(?!TEST_))/.test(name)) delete env[name];
  }
}

/**
 * Whether this is a build server, where nothing may step aside.
 * @param {NodeJS.ProcessEnv} env
 */
export function isCi(env) {
  return !['', '0', 'false', undefined].includes(env.CI);
}
