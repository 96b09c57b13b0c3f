/** Types of programs.js, as far as tests use it. */

/** The newest PostgreSQL of this machine: the folder of `initdb` and `postgres`, and its version. */
export function findPostgres(): { readonly folder: string; readonly version: string } | undefined;
