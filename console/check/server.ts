import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM, startDemo } from '../../website/scripts/portico-server';
import { freePort, output } from '../../website/scripts/processes';
import { type StyleServer, startStyleServer } from './map';

/** A running Portico with its demo and the console. */
export interface ConsoleServer {
  readonly url: string;
  /** Where its data is. */
  readonly folder: string;
  /** The link that makes the first account. */
  readonly link: string;
  /** The host of the style of its map. */
  readonly map: StyleServer;
  /** Runs a `portico` command on the same data. */
  portico(...input: string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startServer(folder: string): Promise<ConsoleServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const map = await startStyleServer();
  const { service, options } = startDemo(folder, {
    PORTICO_CONSOLE_MAP: map.url,
    PORTICO_CONSOLE: `127.0.0.1:${port}`,
    PORTICO_CONSOLE_URL: url,
  });
  const link = await service.line(
    (line) => /http:\/\/localhost:\d+\/welcome#[\w-]+/.exec(line)?.[0],
  );
  return {
    ...{ url, folder, link, map },
    portico: (...input) => output(process.execPath, [PROGRAM, ...input], options),
    stop: async () => {
      await service.stop();
      map.close();
    },
  };
}

/** Imports records of a kind, into the demo if no other client is named. */
export async function importRecords(
  { folder, portico }: ConsoleServer,
  kind: string,
  records: readonly object[],
  client = 'demo',
): Promise<void> {
  const file = join(folder, `${kind}.ndjson`);
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
  await portico('import', client, file);
}

/** A question from the website: the demo has no leads. */
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
