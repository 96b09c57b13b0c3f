import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Config } from '../../../src/config/config.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { openServices, type Services } from '../../../src/services.js';
import { forEachDatabase } from '../../rig/databases.js';
import { repeats } from '../../rig/part.js';
import { NOON, testConfig } from '../../rig/server.js';
import { testProgram } from '../../rig/test-program.js';
import { digest, type Holder, issue, signed, spentStamps } from './signing.js';

/* Each pair once: over two server processes, over restarts, and over the hardest end there is. */

const PROGRAM = fileURLToPath(new URL('signature-process.ts', import.meta.url));

const PAIRS = repeats(30, 200);
const SENDERS_PER_SERVER = 25;

/** Ten thousand calls on a busy machine. */
const PATIENCE = { timeout: 180_000 };

interface Server {
  readonly process: ChildProcess;
  readonly port: number;
  readonly agent: Agent;
}

const started: Server[] = [];

async function start(config: Config): Promise<Server> {
  const secretKey = config.secretKey?.toString('base64') ?? '';
  const url = config.databaseUrl === undefined ? [] : [config.databaseUrl];
  const place = [String(NOON), secretKey, config.dataFolder, ...url];
  const child = spawn(process.execPath, [await testProgram(PROGRAM), ...place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => resolve(Number(text)));
    child.once('close', () => reject(new Error('The server process ended.')));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS_PER_SERVER });
  const server = { process: child, port, agent };
  started.push(server);
  return server;
}

/** Ends a server as a power cut would. */
async function kill(server: Server): Promise<void> {
  const { process: child } = server;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  server.agent.destroy();
}

/** Sends a call. @returns Its status, or undefined when the server ended before it answered. */
function send(
  { port, agent }: Server,
  parameters: Record<string, string | number>,
  place: 'query' | 'JSON' | 'form' = 'query',
): Promise<number | undefined> {
  const form = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const type = place === 'JSON' ? 'application/json' : 'application/x-www-form-urlencoded';
  const options: RequestOptions =
    place === 'query'
      ? { path: `/signed?${form}` }
      : { path: '/signed', method: 'POST', headers: { 'content-type': type } };
  return new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, agent, ...options }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    call.on('error', () => resolve(undefined));
    if (place === 'query') call.end();
    else call.end(place === 'JSON' ? JSON.stringify(parameters) : form);
  });
}

/** The same pair in many spellings. */
function spellings(holder: Holder, stamp: number): Parameters<typeof send>[1][] {
  const { apiKey } = holder;
  const bytes = digest(holder.secret, stamp, holder.clientID);
  const tokens = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
  return tokens.flatMap((token) => [
    { apiKey, stamp, token },
    { apiKey, stamp: String(stamp), token },
  ]);
}

forEachDatabase('replays', (database) => {
  const config = testConfig(database);
  let services: Services;

  beforeAll(async () => {
    services = await openServices(config, new ManualClock(NOON), pino({ level: 'silent' }));
  });
  afterEach(async () => {
    for (const server of started.splice(0)) await kill(server);
  });
  afterAll(() => services.close());

  it(
    `of ${PAIRS} pairs, each sent ${2 * SENDERS_PER_SERVER} times at once to two processes, have one winner each`,
    PATIENCE,
    async () => {
      const holder = await issue(services);
      const servers = await Promise.all([start(config), start(config)]);
      const places = ['query', 'JSON', 'form'] as const;
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const forms = spellings(holder, NOON - pair);
        const statuses = await Promise.all(
          Array.from({ length: 2 * SENDERS_PER_SERVER }, (_, sender) => {
            const server = servers[sender % 2] ?? servers[0];
            const form = forms[(sender >> 1) % forms.length] ?? {};
            return send(server, form, places[sender % 3]);
          }),
        );
        const won = statuses.filter((status) => status === 200).length;
        const lost = statuses.filter((status) => status === 403).length;
        expect([pair, won, lost]).toEqual([pair, 1, 2 * SENDERS_PER_SERVER - 1]);
      }
      expect(await spentStamps(database, holder.clientID)).toHaveLength(PAIRS);
    },
  );

  it('are refused after a restart, in every spelling', PATIENCE, async () => {
    const holder = await issue(services);
    const first = await start(config);
    expect(await send(first, signed(holder, NOON))).toBe(200);
    expect(await send(first, signed(holder, NOON))).toBe(403);
    await kill(first);
    const second = await start(config);
    for (const form of spellings(holder, NOON)) {
      expect(await send(second, form)).toBe(403);
      expect(await send(second, form, 'JSON')).toBe(403);
    }
    expect(await send(second, signed(holder, NOON + 1))).toBe(200);
  });

  it('are refused after kill -9, whatever was under way', PATIENCE, async () => {
    const holder = await issue(services);
    const all = Array.from({ length: 200 }, (_, index) => signed(holder, NOON - index));
    const answers: (number | undefined)[] = [];
    const server = await start(config);
    const acknowledged = () => answers.filter((status) => status === 200).length;
    let next = 0;
    const sender = async (): Promise<void> => {
      while (next < all.length) {
        const at = next;
        next += 1;
        answers[at] = await send(server, all[at] ?? {});
        if (acknowledged() >= 60 && server.process.signalCode === null) {
          server.process.kill('SIGKILL');
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, sender));
    await kill(server);
    expect(acknowledged()).toBeGreaterThanOrEqual(60);
    expect(answers).toContain(undefined);

    const again = await start(config);
    for (const [at, pair] of all.entries()) {
      // What was under way may have been used up or not; what was answered has been.
      const status = await send(again, pair);
      if (answers[at] === 200) expect([at, status]).toEqual([at, 403]);
      else expect([200, 403]).toContain(status);
      expect([at, await send(again, pair)]).toEqual([at, 403]);
    }
  });
});
