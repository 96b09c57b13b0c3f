import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { urlOf } from '../lib/ip-address.js';
import { refuse } from './gate/passage.js';
import { refusals } from './gate/refusals.js';
import { answerMalformedHttp } from './malformed-http.js';

/** Where plain HTTP is answered. It is no setting: beyond this machine there is only HTTPS. */
export const LOOPBACK = '127.0.0.1';

/** The calls that came over plain HTTP from this machine, with the URL of the server they came to. */
const calls = new WeakMap<IncomingMessage, string>();

/** What proxies add to a call that they pass on. */
const OF_PROXIES = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;

/**
 * Refuses a plain call that names another host than this machine, or that a proxy has passed on: its
 * callers have to use HTTPS, and would all count as this machine. Another host may also come from a web
 * page whose name was made to lead here.
 */
export function registerLoopbackHttp(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!calls.has(request.raw) || (isThisMachine(request.hostname) && !isPassedOn(request)))
      done();
    else refuse(request, reply, refusals.notThisMachine);
  });
}

/**
 * Tells browsers to ask a name by HTTPS only, for a year. Not a name of this machine, where that would break
 * other local servers, and not through a proxy, which says it for the names that it has.
 */
export function registerHttpsOnly(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https' && !isThisMachine(request.hostname) && !isPassedOn(request))
      reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
}

/** Whether a proxy has passed a call on. */
const isPassedOn = ({ headers }: FastifyRequest): boolean =>
  Object.keys(headers).some((name) => OF_PROXIES.test(name));

/**
 * Lets the app also answer plain HTTP on 127.0.0.1, for websites under development: browsers and
 * programs do not trust a certificate that the server made for itself. R170.
 *
 * @throws the error of `listen`, such as EADDRINUSE.
 */
export async function listenOnLoopback(
  app: FastifyInstance,
  port: number,
): Promise<{ readonly server: Server; readonly url: string }> {
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = app.server;
  let url = '';
  const server = createServer(
    { headersTimeout, requestTimeout, keepAliveTimeout },
    (request, response) => {
      calls.set(request, url);
      app.routing(request, response);
    },
  );
  server.maxConnections = maxConnections;
  server.on('clientError', answerMalformedHttp);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host: LOOPBACK, port }, resolve);
  });
  url = urlOf('http', LOOPBACK, (server.address() as AddressInfo).port);
  return { server, url };
}

/**
 * What absolute URLs in the answer to a call start with. A page that was loaded over plain HTTP from
 * this machine gets URLs that its browser can load; every other caller gets HTTPS.
 */
export function baseUrlOf(
  request: FastifyRequest,
  services: { readonly baseUrl: () => string },
): string {
  return calls.get(request.raw) ?? services.baseUrl();
}

/** Whether only this machine has the name, so that no other one can be meant. */
function isThisMachine(hostname: string): boolean {
  return /^(?:localhost|[^:]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
