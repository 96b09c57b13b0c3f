/** Types of programs.js, as far as tests and measurements use it. */

/** The newest PostgreSQL of this machine: the folder of `initdb` and `postgres`, and its version. */
export function findPostgres(): { readonly folder: string; readonly version: string } | undefined;

/** The newest Redis (or Valkey) server of this machine. */
export function findRedis(): { readonly program: string; readonly version: string } | undefined;

/** The account PostgreSQL runs under; undefined where this process is no root. */
export function unprivilegedAccount(): { uid: number; gid: number } | undefined;
