/** Finds the database programs of this machine for the test run. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where packages put PostgreSQL's programs besides PATH: `*` stands for one folder name. */
const postgresFolders = [
  ['/usr/lib/postgresql', 'bin'],
  ['/usr/local/lib/postgresql', 'bin'],
  ['/opt/homebrew/opt', 'bin'],
  ['/usr/local/opt', 'bin'],
];

/** What a person is told who has neither the program nor a server. */
export const wanted = {
  postgres: {
    label: 'PostgreSQL',
    variable: 'PORTICO_TEST_DATABASE_URL',
    advice:
      'no initdb and postgres on PATH or under /usr/lib/postgresql/*/bin ' +
      '(Debian: apt-get install postgresql), and no PORTICO_TEST_DATABASE_URL',
  },
  redis: {
    label: 'Redis',
    variable: 'PORTICO_TEST_REDIS_URL',
    advice:
      'no redis-server or valkey-server on PATH (Debian: apt-get install redis-server), ' +
      'and no PORTICO_TEST_REDIS_URL',
  },
};

/**
 * The newest PostgreSQL of this machine.
 * @returns {{ folder: string, version: string } | undefined} the folder that holds `initdb` and
 *   `postgres`, and the server's version such as `15.14`
 */
export function findPostgres() {
  const folders = [
    ...pathFolders(),
    ...postgresFolders.flatMap(([parent, rest]) =>
      list(parent).map((name) => join(parent, name, rest)),
    ),
  ];
  const found = folders
    .filter((folder) => runs(join(folder, 'initdb')) && runs(join(folder, 'postgres')))
    .map((folder) => ({ folder, version: versionOf(join(folder, 'postgres')) }));
  return newest(found);
}

/**
 * The newest Redis (or Valkey) server of this machine.
 * @returns {{ program: string, version: string } | undefined}
 */
export function findRedis() {
  const found = [...pathFolders(), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
    .filter(runs)
    .map((program) => ({ program, version: versionOf(program) }));
  return newest(found);
}

/**
 * The nginx of this machine.
 * @returns {{ program: string } | undefined}
 */
export function findNginx() {
  const program = [...pathFolders(), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
    .map((folder) => join(folder, 'nginx'))
    .find(runs);
  return program === undefined ? undefined : { program };
}

/**
 * The account PostgreSQL runs under: it refuses to run as root.
 * @returns {{ uid: number, gid: number } | undefined} undefined where this process is no root
 */
export function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => Number(fields[2]) > 0)
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const account =
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ uid }) => uid >= 1000 && uid < 60_000) ??
    accounts.find(({ name }) => name === 'nobody');
  if (account === undefined) {
    throw new Error('PostgreSQL does not run as root, and this machine has no other account');
  }
  return { uid: account.uid, gid: account.gid };
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function runs(program) {
  try {
    accessSync(realpathSync(program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionOf(program) {
  const text = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)*/.exec(text)?.[0] ?? '0';
}

function newest(candidates) {
  const numbers = ({ version }) => version.split('.').map(Number);
  return candidates.toSorted((a, b) => {
    const [left, right] = [numbers(a), numbers(b)];
    const place = left.findIndex((number, index) => number !== right[index]);
    return place === -1 ? 0 : (right[place] ?? 0) - left[place];
  })[0];
}
