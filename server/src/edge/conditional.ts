import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../api/endpoint.js';
import type { TenantDatabase } from '../data/tenant-database/open.js';
import { revisionOf } from '../data/tenant-database/write.js';
import type { Tenant } from '../data/tenant-databases.js';
import type { ApiKey } from '../gate/key-directory.js';
import { limitsOf } from '../gate/rates.js';
import { lowerCased } from '../lib/names.js';
import { PROGRAM_VERSION } from '../version.js';

/**
 * Strong entity tags and 304 answers (R167). An answer is a function of the request, the tenant's
 * settings and the data. Every write moves a revision of the data in its own transaction, seen by every
 * process. So a tag made from these identifies the answer before it is made, and one read of the
 * revision shows whether the caller already has it.
 */

/** Parameters that identify the caller, not the answer. */
const CREDENTIALS: ReadonlySet<string> = new Set(['apikey', 'stamp', 'token']);

/** What an answer is made from, and its tag. */
interface Freshness {
  /** Identifies the program, the base URL and the settings of the tenant and its feeds. */
  readonly settingsId: string;
  /** Identifies the question of this request, whatever the data. */
  readonly question: string;
  /** The entity tag of the answer to this request, including the quotes. */
  readonly tag: string;
  /** The revisions that it is made from, by database. */
  readonly revisions: ReadonlyMap<TenantDatabase, number>;
}

/**
 * Reads the revision. It must run before the data is read: a write in between then makes the tag older
 * than the answer, which costs one full answer, and never newer.
 *
 * @param moment.now Milliseconds since the epoch.
 */
export async function freshnessOf(
  endpoint: Endpoint,
  tenant: Tenant,
  moment: { readonly now: number; readonly baseUrl: string },
  request: FastifyRequest,
): Promise<Freshness> {
  const { viewsWith, freshness } = endpoint;
  const settingsId = settingsName(tenant, moment.baseUrl);
  let version = '';
  let views = '';
  const revisions = new Map<TenantDatabase, number>();
  if (freshness === 'settings and key') {
    version = keyName(request.caller.key);
  } else {
    const revision = await revisionOf(tenant.database);
    revisions.set(tenant.database, revision.number);
    version = `${revision.number}`;
    views = `${revision.views}`;
    for (const feed of [tenant.feeds.mls, tenant.feeds.rls]) {
      if (feed === undefined) continue;
      const { number, views: feedViews } = await revisionOf(feed);
      revisions.set(feed, number);
      version += ` ${number}`;
      views += ` ${feedViews}`;
    }
  }
  const params = Object.entries(request.query as Record<string, unknown>)
    .map(([name, value]): [string, unknown] => [lowerCased(name), value])
    .filter(([name]) => !CREDENTIALS.has(name));
  if (params.length > 1) params.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const { segment = '', kind } = request.params as { segment?: string; kind?: string };
  const question = shortHash([
    settingsId,
    endpoint.path,
    segment,
    JSON.stringify(params),
    // Each encoding of an answer needs its own tag.
    request.headers['accept-encoding'] ?? '',
    kind === undefined ? '' : lowerCased(kind),
  ]);
  const showsViews =
    freshness === 'data and views' ||
    (viewsWith !== undefined && params.some(([name]) => name === viewsWith));
  const minute = freshness === 'data and minute' ? Math.floor(moment.now / 60_000) : '';
  const tag = `"${shortHash([question, version, showsViews ? views : '', minute])}"`;
  return { settingsId, question, tag, revisions };
}

function shortHash(parts: readonly unknown[]): string {
  return hash('sha256', parts.join('\0'), 'base64url').slice(0, 27);
}

/**
 * Sets the tag of the answer to a read.
 *
 * @returns Whether the caller already has that answer; then the answer is 304.
 */
export function isUnchanged(tag: string, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('etag', tag);
  reply.header('cache-control', 'private, no-cache');
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  return matches(request.headers['if-none-match'], tag);
}

interface Named {
  readonly baseUrl: string;
  readonly name: string;
}

const settingsNames = new WeakMap<Tenant, Named>();

/**
 * Identifies what answers depend on besides the data: the program, the base URL and the tenant's
 * settings, which include its name, so that no two tenants share a tag.
 */
function settingsName(tenant: Tenant, baseUrl: string): string {
  let cached = settingsNames.get(tenant);
  if (cached?.baseUrl !== baseUrl) {
    const parts = [PROGRAM_VERSION, baseUrl, tenant.settings, tenant.feedSettings];
    // The location of a database changes no answer.
    const text = JSON.stringify(parts, (name, value) =>
      name === 'database_url' ? undefined : value,
    );
    cached = { baseUrl, name: shortHash([text]) };
    settingsNames.set(tenant, cached);
  }
  return cached.name;
}

/** Identifies what an answer may tell of its key. */
function keyName(key: ApiKey): string {
  return JSON.stringify([[...key.scopes].sort(), key.privateAccess, limitsOf(key)]);
}

/**
 * Whether one of the tags is this one. A star, which matches any tag, is ignored: otherwise a malformed
 * call would be answered with 304.
 */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
