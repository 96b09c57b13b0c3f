/**
 * One of the servers behind the load balancer of a test run. It lives as long as the run and serves
 * all suites at once, each under a host name of its own: to start a process for each suite would
 * take longer than most of their tests.
 *
 * The rig opens and closes a suite's server here by calls to the host `control`. Each other call
 * brings the time along, as the suite's clock stands in the process of the tests.
 *
 * Prints `{"url":…}` in a line once it listens.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ManualClock } from '../../../src/lib/clock.js';
import { limitsInRedis } from '../../../src/limits/limit-store.js';
import { buildServer } from '../../../src/server.js';
import { openServices } from '../../../src/services.js';
import { checkAnswers } from '../schema-check.js';
import { CLOCK_HEADER, CONTROL_HOST, type OpenSuite, type SuiteClock } from './wire.js';

interface Suite {
  readonly app: FastifyInstance;
  readonly clock: ManualClock;
  close(): Promise<void>;
}

const suites = new Map<string, Suite>();

const server = createServer((request, response) => {
  const host = request.headers.host ?? '';
  const handled =
    host === CONTROL_HOST ? control(request, response) : pass(host, request, response);
  handled.catch((error: Error) => response.writeHead(500).end(error.stack));
});
// The load balancer keeps its connections, and decides when they end.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit());

async function pass(
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const suite = suites.get(host);
  if (suite === undefined) throw new Error(`No suite is served at ${host}.`);
  const time: SuiteClock = JSON.parse(String(request.headers[CLOCK_HEADER]));
  // Calls of one moment may overtake each other; no clock goes back.
  suite.clock.advance(Math.max(0, time.monotonic - suite.clock.monotonic()));
  suite.app.routing(request, response);
}

async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const host = decodeURIComponent(request.url?.slice(1) ?? '');
  if (request.method === 'DELETE') {
    const suite = suites.get(host);
    suites.delete(host);
    await suite?.close();
  } else {
    suites.set(host, await open(JSON.parse(await text(request))));
  }
  response.end('{}');
}

async function open({ config, secretKey, clock: { now } }: OpenSuite): Promise<Suite> {
  const clock = new ManualClock(now);
  const own = { ...config, secretKey: Buffer.from(secretKey, 'base64') };
  const opened = await openServices(own, clock, pino({ level: 'silent' }));
  const limits = await limitsInRedis({
    url: config.redisUrl ?? '',
    installation: await opened.directory.installation(randomBytes),
    log: opened.log,
    random: randomBytes,
    clock,
    // A second of the shared limits too is one of the suite's clock.
    time: clock,
  });
  const services = { ...opened, limits, tools: { ...opened.tools, logins: limits.logins } };
  const app = await buildServer(services);
  checkAnswers(app);
  await app.ready();
  return {
    app,
    clock,
    async close() {
      await app.close();
      await limits.close();
      await opened.close();
    },
  };
}
