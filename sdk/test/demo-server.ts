import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Place, porticoJson, program } from '../../server/test/commands/portico.js';
import { copyDemo } from '../../server/test/rig/demo.js';
import { temporaryFolder } from '../../server/test/rig/temp.js';
import type { PorticoOptions } from '../src/index.js';

/** A real server with the demo, for the tests of a file. */
export interface DemoServer {
  readonly place: Place;
  /** Its plain HTTP address. */
  readonly url: string;
  /** A new key of the demo. */
  key(...options: string[]): Promise<PorticoOptions>;
}

interface IssuedKey {
  readonly apiKey: string;
  readonly secret?: string;
  readonly clientID?: number;
}

/** Starts a server before the tests of this file, and stops it after them. */
export function demoServer(): DemoServer {
  const server: { child?: ChildProcess; place?: Place; url?: string } = {};
  beforeAll(async () => {
    const environment = {
      PORTICO_DATA: 'data',
      PORTICO_PORT: '0',
      PORTICO_HTTP_PORT: '0',
      // A machine that runs many tests at once is late, and this is not what these are about.
      PORTICO_OVERLOAD: 'accept',
    };
    server.place = { folder: temporaryFolder(), environment };
    await copyDemo(join(server.place.folder, 'data'));
    const { PATH, HOME, TMPDIR } = process.env;
    server.child = spawn(process.execPath, [program, 'serve', '--json'], {
      cwd: server.place.folder,
      env: { PATH, HOME, TMPDIR, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    for await (const text of server.child.stdout ?? []) {
      said += String(text);
      if (said.endsWith('\n')) break;
    }
    server.url = (JSON.parse(said) as { http: string }).http;
  });
  afterAll(() => server.child?.kill('SIGKILL'));
  const place = () => server.place as Place;
  return {
    get place() {
      return place();
    },
    get url() {
      return server.url as string;
    },
    async key(...options) {
      const issued = await porticoJson(place(), 'key', 'add', 'demo', ...options);
      const { apiKey, secret, clientID } = issued.json as unknown as IssuedKey;
      const signing = secret === undefined ? {} : { secret, keyID: Number(clientID) };
      return { apiKey, baseURL: server.url as string, ...signing };
    },
  };
}
