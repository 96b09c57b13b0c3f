/** Types of servers.js, as far as tests use it. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';

/**
 * Starts PostgreSQL on a free loopback port.
 *
 * @param spawn How its processes are started; the last of them is the server.
 * @param found Where the programs are.
 * @param folder An existing folder for everything the server writes.
 * @returns `postgres://…` of the database `postgres`, with a role that may create databases and roles.
 */
export function startPostgres(
  spawn: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess,
  found: { readonly folder: string },
  folder: string,
): Promise<string>;

/**
 * Starts Redis on a free loopback port, with a password and without a file on disk.
 *
 * @param folder An existing folder for everything the server writes.
 * @param databases How many numbered databases the server offers.
 * @returns `redis://…` without a database number.
 */
export function startRedis(
  spawn: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess,
  found: { readonly program: string },
  folder: string,
  databases: number,
): Promise<string>;
