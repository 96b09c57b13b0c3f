import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newPostgres, type Running } from './many-clients/servers.js';

const DATABASE = 'bench';

/** Starts a PostgreSQL of this run alone, with an empty database, in a folder that ends with it. */
export async function startPostgres(): Promise<Running & { readonly url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-postgres-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    // PostgreSQL's account passes through the folder.
    chmodSync(folder, 0o711);
    const postgres = await newPostgres(folder);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database ${DATABASE}`);
    await client.end();
    const url = new URL(postgres.url);
    url.pathname = `/${DATABASE}`;
    return {
      pid: postgres.pid,
      url: url.href,
      async stop() {
        await postgres.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
