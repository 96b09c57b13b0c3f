import type { FastifyRequest } from 'fastify';
import type { Scope } from '../store/directory/key-directory.js';

/**
 * Who may enter a route:
 * - `open`: everybody, without a key;
 * - `key`: a key enabled for the website;
 * - `signed`: like `key`, and a private-access key also needs a signature;
 * - `private`: like `key` at the gate; the route answers a key without private access with an Error
 *   envelope and HTTP 200 (R54);
 * - `partner`: a key of either scope, in the query string only, and HTTP Basic;
 * - `manage`: a key for managing records, in the header `X-API-Key` only.
 *
 * R45, R48, R53, R250.
 */
export type Access = 'open' | 'key' | 'signed' | 'private' | 'partner' | 'manage';

declare module 'fastify' {
  interface FastifyContextConfig {
    access: Access;
    /** A key needs one of these scopes; by default those of the access class. */
    scopes?: readonly Scope[];
    /**
     * An `open` route without data that also answers plain HTTP: a process manager or load balancer
     * calls the server directly, past the proxies.
     */
    plainHttp?: true;
  }
}

const WEBSITE: readonly Scope[] = ['website'];
const KNOWS_OF_PATHS: readonly Scope[] = ['website', 'manage'];
const SCOPES_OF: { readonly [Name in Access]?: readonly Scope[] } = {
  partner: ['website', 'marketplace'],
  manage: ['manage'],
};

/**
 * The access class of the matched route. It is data on the route object and never guessed from the URL,
 * so no spelling of a path reaches a route under another class. An unknown path, and a route without a
 * class, is closed like `key`.
 */
export function accessOf(request: FastifyRequest): Access {
  const declared: Access | undefined = request.routeOptions.config?.access;
  return declared ?? 'key';
}

/** Whether the matched route answers plain HTTP too; only an `open` route can. */
export function isOverPlainHttp(request: FastifyRequest): boolean {
  return accessOf(request) === 'open' && request.routeOptions.config?.plainHttp === true;
}

/** The scopes of the matched route; a key needs one of them. */
export function scopesOf(request: FastifyRequest): readonly Scope[] {
  // So that a key that manages records is told of a misspelled path, and not that it is no good.
  if (request.is404) return KNOWS_OF_PATHS;
  const declared = request.routeOptions.config?.scopes;
  return declared ?? SCOPES_OF[accessOf(request)] ?? WEBSITE;
}
