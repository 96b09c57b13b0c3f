import type { FastifyRequest } from 'fastify';
import type { Scope } from './key-directory.js';

/**
 * Who may enter a route:
 * - `open`: anybody, no key;
 * - `key`: a key enabled for the website;
 * - `signed`: as `key`, and with a private-access key also a signature;
 * - `private`: as `key` at the gate; the route itself answers a key without private access with
 *   an Error envelope, with HTTP 200 (R54);
 * - `partner`: a key of either scope, in the query string only, and HTTP Basic.
 *
 * R45, R48, R53.
 */
export type Access = 'open' | 'key' | 'signed' | 'private' | 'partner';

declare module 'fastify' {
  interface FastifyContextConfig {
    access: Access;
    /** The scopes of which a key needs one, where they differ from those of the access class. */
    scopes?: readonly Scope[];
    /**
     * An `open` route without data that also answers what did not come over HTTPS: a process
     * manager or load balancer asks the server itself, past the proxies.
     */
    plainHttp?: true;
  }
}

const WEBSITE: readonly Scope[] = ['website'];
const EITHER: readonly Scope[] = ['website', 'marketplace'];

/**
 * The access class of the route that the router has matched. It hangs on the route object and is
 * never guessed from the URL, so no spelling of a path can reach a route under another class.
 * An unknown path, and a route that declares nothing, is closed like `key`.
 */
export function accessOf(request: FastifyRequest): Access {
  const declared: Access | undefined = request.routeOptions.config?.access;
  return declared ?? 'key';
}

/** Whether the matched route answers plain HTTP too; only an `open` one can. */
export function isOverPlainHttp(request: FastifyRequest): boolean {
  return accessOf(request) === 'open' && request.routeOptions.config?.plainHttp === true;
}

/** The scopes of which a key needs one to enter the matched route. */
export function scopesOf(request: FastifyRequest): readonly Scope[] {
  const declared = request.routeOptions.config?.scopes;
  return declared ?? (accessOf(request) === 'partner' ? EITHER : WEBSITE);
}
