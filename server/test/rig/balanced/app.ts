import { randomBytes } from 'node:crypto';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import type { Config } from '../../../src/config/config.js';
import type { Clock } from '../../../src/lib/clock.js';
import { type Balanced, CLOCK_HEADER, CONTROL_HOST, type OpenSuite } from './wire.js';

/** An answer, with as much of `inject`'s as tests look at. */
export interface Answer {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly body: string;
  readonly payload: string;
  readonly rawPayload: Buffer;
  json(): ReturnType<typeof JSON.parse>;
}

/** A server's calls that tests make in place, or across the load balancer. */
export interface AppUnderTest {
  inject(options: InjectOptions | string): Promise<Answer>;
  close(): Promise<void>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** A server for one suite in each process of the run; calls go to one after the other, through nginx. */
export async function balancedApp(
  { balancer, servers }: Balanced,
  config: Config,
  clock: Clock,
): Promise<AppUnderTest> {
  const host = `${randomBytes(8).toString('hex')}.portico.test`;
  const reading = () => ({ now: clock.now(), monotonic: clock.monotonic() });
  const opened: OpenSuite = {
    config,
    secretKey: config.secretKey?.toString('base64') ?? '',
    clock: reading(),
  };
  // One after the other: the first makes the tables.
  for (const server of servers) await control(server, 'POST', host, opened);
  return {
    async inject(options) {
      const time = JSON.stringify(reading());
      const answer = await call(balancer, host, time, options);
      if (!isOfNginx(answer)) return answer;
      // It lets no path through that it cannot decode: a server is asked what it says of those.
      return call(servers[0] as string, host, time, options);
    },
    async close() {
      for (const server of servers) await control(server, 'DELETE', host);
    },
  };
}

/** Whether nginx has refused a call by itself; where a server failed it, that is the answer. */
function isOfNginx({ statusCode, body, headers }: Answer): boolean {
  return (statusCode === 400 || statusCode === 405) && isPage(body, headers);
}

function isPage(body: string, headers: Answer['headers']): boolean {
  return body.startsWith('<html>') && String(headers.server).startsWith('nginx');
}

async function control(server: string, method: string, host: string, body?: OpenSuite) {
  const sent = { method, headers: { host: CONTROL_HOST } };
  const answer = await exchange(`${server}/${host}`, sent, body && JSON.stringify(body));
  if (answer.statusCode !== 200) throw new Error(`A server did not do as told: ${answer.body}`);
}

function call(
  balancer: string,
  host: string,
  time: string,
  options: InjectOptions | string,
): Promise<Answer> {
  const given = typeof options === 'string' ? { url: options } : options;
  const { url, path, method = 'GET', payload, body = payload, remoteAddress, query } = given;
  if (remoteAddress !== undefined || query !== undefined || typeof (url ?? path) !== 'string') {
    throw new Error('Across the load balancer a call has a path, and comes from where it comes.');
  }
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  headers[CLOCK_HEADER] = time;
  // As inject has it: an object is JSON.
  const isText = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
  if (!isText) headers['content-type'] ??= 'application/json';
  headers.host = host;
  const sent = isText ? (body as string | Buffer | undefined) : JSON.stringify(body);
  if (sent !== undefined) headers['content-length'] ??= Buffer.byteLength(sent);
  // As inject has it: what cannot stand in a request line is escaped.
  const escaped = String(url ?? path).replace(/[^!-~]/gu, encodeURIComponent);
  return exchange(balancer, { method, path: escaped, headers }, sent);
}

interface Call {
  readonly method: string;
  readonly path?: string;
  readonly headers: OutgoingHttpHeaders;
}

function exchange(url: string, sent: Call, body: string | Buffer | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, ...sent }, (incoming) => {
      buffer(incoming).then((rawPayload) => {
        const payload = rawPayload.toString();
        resolve({
          statusCode: incoming.statusCode ?? 0,
          statusMessage: incoming.statusMessage ?? '',
          headers: incoming.headers,
          body: payload,
          payload,
          rawPayload,
          json() {
            // An nginx answers for itself where no server does.
            if (isPage(payload, incoming.headers)) throw new Error(`${sent.method}: ${payload}`);
            return JSON.parse(payload);
          },
        });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
