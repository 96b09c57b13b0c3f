import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { output, ROOT, Service } from '../../website/scripts/processes';

const PROGRAM = join(ROOT, 'server/bin/portico.js');

/** A running Portico with its demo and the console. */
export interface ConsoleServer {
  readonly url: string;
  /** Where its data is. */
  readonly folder: string;
  /** The link that makes the first account. */
  readonly link: string;
  /** Runs a `portico` command on the same data. */
  portico(...input: string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startServer(folder: string): Promise<ConsoleServer> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORTICO_DATA: join(folder, 'portico'),
    PORTICO_PORT: '0',
    PORTICO_HTTP_PORT: '0',
    PORTICO_LOG_LEVEL: 'warn',
    PORTICO_CONSOLE: `127.0.0.1:${port}`,
    PORTICO_CONSOLE_URL: `http://localhost:${port}`,
  };
  const service = new Service(process.execPath, [PROGRAM, 'serve', '--demo', '--json'], {
    cwd: folder,
    env,
  });
  const link = await service.line(
    (line) => /http:\/\/localhost:\d+\/welcome#[\w-]+/.exec(line)?.[0],
  );
  return {
    url: `http://localhost:${port}`,
    folder,
    link,
    portico: (...input) => output(process.execPath, [PROGRAM, ...input], { cwd: folder, env }),
    stop: () => service.stop(),
  };
}

/** Imports records of a kind into the demo. */
export async function importRecords(
  { folder, portico }: ConsoleServer,
  kind: string,
  records: readonly object[],
): Promise<void> {
  const file = join(folder, `${kind}.ndjson`);
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
  await portico('import', 'demo', file);
}

/** What somebody has asked on the website: the demo has no leads. */
export const LEAD = {
  ...{ id: 1, kind: 'alert', email: 'nora@example.com', firstname: 'Nora', lastname: 'Lindqvist' },
  ...{
    phone: '917-555-0199',
    comment: 'Is the apartment still to be had? I could come on Sunday.',
  },
  ...{ received: '2026-11-26 09:30:00', listingID: 1001, agentID: 1 },
  ...{ backLink: 'https://www.example.com/listings/1001' },
  comments: [{ received: '2026-11-26 18:05:00', comment: 'Sunday after two would be best.' }],
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
