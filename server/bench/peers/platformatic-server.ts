/**
 * Platformatic DB on one file, started by its own functions. It runs on the Node.js of the peers.
 * Arguments: the folder of its packages, and the database file.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface PlatformaticDb {
  create(
    folder: string,
    config: object,
    context: object,
  ): Promise<{ start(options: { listen: boolean }): Promise<string> }>;
}

const [folder = '', database = ''] = process.argv.slice(2);
const entry = createRequire(join(folder, 'package.json')).resolve('@platformatic/db');
const { create } = (await import(pathToFileURL(entry).href)) as PlatformaticDb;
const app = await create(
  folder,
  {
    $schema: 'https://schemas.platformatic.dev/@platformatic/db/3.67.0.json',
    server: { hostname: '127.0.0.1', port: 0, logger: { level: 'error' } },
    db: { connectionString: `sqlite://${database}`, graphql: false, openapi: true },
    watch: false,
  },
  { isEntrypoint: true, isProduction: true, serverConfig: { hostname: '127.0.0.1', port: 0 } },
);
const url = await app.start({ listen: true });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => process.exit());
