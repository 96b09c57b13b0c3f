/** Finds the database programs of this machine for the test run. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folder of PostgreSQL's programs, such as `initdb` and `postgres`. */
export interface PostgresPrograms {
  readonly folder: string;
  /** The server's version, such as `15.14`. */
  readonly version: string;
}

/** A server that consists of one program. */
export interface Program {
  readonly program: string;
}

/**
 * The folders of PostgreSQL's programs in packages, besides PATH: `*` stands for one folder name.
 */
const postgresFolders: readonly (readonly [string, string])[] = [
  ['/usr/lib/postgresql', 'bin'],
  ['/usr/local/lib/postgresql', 'bin'],
  ['/opt/homebrew/opt', 'bin'],
  ['/usr/local/opt', 'bin'],
];

/** The advice for a person who has neither the program nor a server. */
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

/** The newest PostgreSQL of this machine. */
export function findPostgres(): PostgresPrograms | undefined {
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

/** The newest Redis (or Valkey) server of this machine. */
export function findRedis(): (Program & { readonly version: string }) | undefined {
  const found = [...pathFolders(), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
    .filter(runs)
    .map((program) => ({ program, version: versionOf(program) }));
  return newest(found);
}

/** The nginx of this machine. */
export function findNginx(): Program | undefined {
  const program = [...pathFolders(), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
    .map((folder) => join(folder, 'nginx'))
    .find(runs);
  return program === undefined ? undefined : { program };
}

/**
 * The account for PostgreSQL, which refuses to run as root; undefined if this process is not root.
 */
export function unprivilegedAccount(): { uid: number; gid: number } | undefined {
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

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function runs(program: string): boolean {
  try {
    accessSync(realpathSync(program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionOf(program: string): string {
  const text = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)*/.exec(text)?.[0] ?? '0';
}

function newest<Found extends { readonly version: string }>(
  candidates: readonly Found[],
): Found | undefined {
  const numbers = ({ version }: Found): number[] => version.split('.').map(Number);
  return candidates.toSorted((a, b) => {
    const [left, right] = [numbers(a), numbers(b)];
    const place = left.findIndex((number, index) => number !== right[index]);
    return place === -1 ? 0 : (right[place] ?? 0) - (left[place] ?? 0);
  })[0];
}
