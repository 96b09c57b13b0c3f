import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../api/endpoint.js';
import { revisionOf } from '../data/client-database/write.js';
import type { Client } from '../data/client-databases.js';
import { lowerCased } from '../lib/names.js';
import { PROGRAM_VERSION } from '../version.js';

/**
 * Strong entity tags and 304 answers (R167). An answer is a function of what was asked, of
 * the client's settings and of the data; every write moves a revision of the data, in its own
 * transaction and seen from every process. So a tag made from these names the answer before it is
 * made, and one look at the revision tells whether the caller already has it.
 */

/** Parameters that say who asks, not what for. */
const CREDENTIALS: ReadonlySet<string> = new Set(['apikey', 'stamp', 'token']);

/** The state of what an answer is made from, and the name of the answer. */
export interface Freshness {
  /** Names the data and the settings: two equal versions of a client are the same of both. */
  readonly version: string;
  /** The entity tag of the answer to this question at this version, quotes and all. */
  readonly tag: string;
}

/**
 * Looks where the data stands. It has to come before the data is read: a write in between makes the
 * tag older than the answer, which costs a full answer next time, and never the other way round.
 *
 * @param moment.now Milliseconds since the epoch.
 */
export async function freshnessOf(
  endpoint: Endpoint,
  client: Client,
  moment: { readonly now: number; readonly baseUrl: string },
  request: FastifyRequest,
): Promise<Freshness> {
  const { number, views } = await revisionOf(client.database);
  let version = `${settingsName(client, moment.baseUrl)} ${number}`;
  for (const feed of [client.feeds.mls, client.feeds.rls]) {
    if (feed !== undefined) version += ` ${(await revisionOf(feed)).number}`;
  }
  const asked = Object.entries(request.query as Record<string, unknown>)
    .map(([name, value]): [string, unknown] => [lowerCased(name), value])
    .filter(([name]) => !CREDENTIALS.has(name));
  if (asked.length > 1) asked.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const { viewsWith, freshness } = endpoint;
  const { segment = '' } = request.params as { segment?: string };
  const parts = [
    version,
    viewsWith !== undefined && asked.some(([name]) => name === viewsWith) ? views : '',
    freshness === 'data and minute' ? Math.floor(moment.now / 60_000) : '',
    endpoint.path,
    segment,
    JSON.stringify(asked),
    // Each encoding of an answer is an answer of its own.
    request.headers['accept-encoding'] ?? '',
  ];
  return { version, tag: `"${hash('sha256', parts.join('\0'), 'base64url').slice(0, 27)}"` };
}

/**
 * Names the answer to a read with its tag.
 *
 * @returns Whether the caller has that answer already; then 304 is all there is to say.
 */
export function isUnchanged(
  { tag }: Freshness,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  reply.header('etag', tag);
  reply.header('cache-control', 'private, no-cache');
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  return matches(request.headers['if-none-match'], tag);
}

interface Named {
  readonly baseUrl: string;
  readonly name: string;
}

const settingsNames = new WeakMap<Client, Named>();

/**
 * Names what answers depend on beside the data: the program, where pictures are, and the client's
 * settings; with them its name, so that no two clients share a tag.
 */
function settingsName(client: Client, baseUrl: string): string {
  let named = settingsNames.get(client);
  if (named?.baseUrl !== baseUrl) {
    const parts = [PROGRAM_VERSION, baseUrl, client.settings, client.feedSettings];
    // Where a database is kept changes no answer.
    const text = JSON.stringify(parts, (name, value) =>
      name === 'database_url' ? undefined : value,
    );
    named = { baseUrl, name: hash('sha256', text, 'base64url').slice(0, 27) };
    settingsNames.set(client, named);
  }
  return named.name;
}

/**
 * Whether one of the tags is this one. A star, which stands for any, is not honoured: a call that is
 * malformed would then be told that nothing has changed.
 */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
