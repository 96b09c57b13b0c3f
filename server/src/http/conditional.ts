import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../api/endpoint.js';
import { CREDENTIAL_NAMES } from '../api/read-params.js';
import { lowerCased } from '../lib/names.js';
import { namesTag, shortHash } from '../lib/text.js';
import type { ApiKey } from '../store/directory/key-directory.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { type Revision, revisionNow, revisionOf } from '../store/tenant/write.js';
import type { Tenant } from '../store/tenant-databases.js';
import { PROGRAM_VERSION } from '../version.js';
import { limitsOf } from './gate/rates.js';

/**
 * Strong entity tags and 304 answers (R167). An answer is a function of the request, the tenant's
 * settings and the data. Every write moves a revision of the data in its own transaction, seen by every
 * process. So a tag made from these identifies the answer before it is made, and one read of the
 * revision shows whether the caller already has it.
 */

/** What an answer is made from, and its tag. */
export interface Freshness {
  /** Identifies the program, the base URL and the settings of the tenant and its feeds. */
  readonly settingsId: string;
  /** Makes a short name of the question, the same whatever the data. */
  readonly question: () => string;
  /** The entity tag of the answer to this request, including the quotes. */
  readonly tag: string;
  readonly revisions: ReadonlyMap<TenantDatabase, number>;
}

/** When an answer is made, and what its URLs start with. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly baseUrl: string;
}

/**
 * Reads the revision. It must run before the data is read: a write in between then makes the tag older
 * than the answer, which costs one full answer, and never newer.
 */
export async function freshnessOf(
  endpoint: Endpoint,
  tenant: Tenant,
  moment: Moment,
  request: FastifyRequest,
): Promise<Freshness> {
  const revisions = new Map<TenantDatabase, Revision>();
  for (const database of databasesOf(endpoint, tenant, request)) {
    revisions.set(database, await revisionOf(database));
  }
  return freshnessAt(revisions, endpoint, tenant, moment, request);
}

/** As `freshnessOf`, without waiting; undefined where a database has to be waited for. */
export function freshnessNow(
  endpoint: Endpoint,
  tenant: Tenant,
  moment: Moment,
  request: FastifyRequest,
): Freshness | undefined {
  const revisions = new Map<TenantDatabase, Revision>();
  for (const database of databasesOf(endpoint, tenant, request)) {
    const revision = revisionNow(database);
    if (revision === undefined) return undefined;
    revisions.set(database, revision);
  }
  return freshnessAt(revisions, endpoint, tenant, moment, request);
}

/** The databases whose revisions are part of the tag. */
function databasesOf(
  { freshness, refreshedWith }: Endpoint,
  { database, feeds }: Tenant,
  request: FastifyRequest,
): TenantDatabase[] {
  const ofFeeds = [feeds.mls, feeds.rls].filter((one) => one !== undefined);
  if (freshness !== 'settings and key') return [database, ...ofFeeds];
  return hasParam(request, refreshedWith) ? ofFeeds : [];
}

function hasParam({ query }: FastifyRequest, name: string | undefined): boolean {
  return name !== undefined && Object.keys(query as object).some((one) => lowerCased(one) === name);
}

function freshnessAt(
  revisions: ReadonlyMap<TenantDatabase, Revision>,
  { path, viewsWith, refreshedWith, freshness }: Endpoint,
  tenant: Tenant,
  moment: Moment,
  request: FastifyRequest,
): Freshness {
  const settingsId = settingsName(tenant, moment.baseUrl);
  const params = Object.entries(request.query as Record<string, unknown>)
    .map(([name, value]): [string, unknown] => [lowerCased(name), value])
    .filter(([name]) => !CREDENTIAL_NAMES.has(name));
  if (params.length > 1) params.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const { segment = '', kind } = request.params as { segment?: string; kind?: string };
  const question = [
    settingsId,
    path,
    segment,
    JSON.stringify(params),
    // Each encoding of an answer needs its own tag.
    request.headers['accept-encoding'] ?? '',
    kind === undefined ? '' : lowerCased(kind),
  ].join('\0');
  const states = [...revisions.values()];
  const version =
    freshness === 'settings and key'
      ? keyName(request.caller.key)
      : states.map(({ number }) => number).join(' ');
  const has = (name: string | undefined) => params.some(([one]) => one === name);
  const showsViews = freshness === 'data and views' || has(viewsWith);
  const views = showsViews ? states.map((state) => state.views).join(' ') : '';
  const refreshed = has(refreshedWith) ? states.map((state) => state.refreshed_at).join(' ') : '';
  const minute = freshness === 'data and minute' ? Math.floor(moment.now / 60_000) : '';
  return {
    settingsId,
    question: () => shortHash(question),
    tag: `"${shortHash(`${question}\0${version}\0${views}\0${refreshed}\0${minute}`)}"`,
    revisions: new Map([...revisions].map(([database, { number }]) => [database, number])),
  };
}

/** Sets the tag of the answer to a read. @returns Whether the caller already has that answer: 304. */
export function isUnchanged(tag: string, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('etag', tag);
  reply.header('cache-control', 'private, no-cache');
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  const known = request.headers['if-none-match'];
  // A star, which matches any tag, is ignored: otherwise a malformed call would be answered with 304.
  return known !== undefined && namesTag(known, tag);
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
    cached = { baseUrl, name: shortHash(text) };
    settingsNames.set(tenant, cached);
  }
  return cached.name;
}

/** Identifies what of a key an answer may depend on. */
function keyName(key: ApiKey): string {
  return JSON.stringify([[...key.scopes].sort(), key.privateAccess, limitsOf(key)]);
}
