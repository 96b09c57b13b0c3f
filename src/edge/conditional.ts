import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../api/endpoint.js';
import type { AnswerContext } from '../api/request-context.js';
import { revisionOf } from '../data/client-database/write.js';
import type { Client } from '../data/client-databases.js';
import { PROGRAM_VERSION } from '../version.js';

/**
 * Strong entity tags and 304 answers (decision 34). An answer is a function of what was asked, of
 * the client's settings and of the data; every write moves the revision of the data, in its own
 * transaction and seen from every process. So a tag made from these names the answer before it is
 * made, and one look at the revision tells whether the caller already has it.
 */

/** Parameters that say who asks, not what for. */
const CREDENTIALS: ReadonlySet<string> = new Set(['apikey', 'stamp', 'token']);

const settingsTexts = new WeakMap<Client, string>();

/**
 * Names the answer to a read with its tag.
 *
 * @returns Whether the caller has that answer already; then 304 is all there is to say.
 */
export async function isUnchanged(
  endpoint: Endpoint,
  client: Client,
  context: AnswerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const tag = await tagOf(endpoint, client, context, request);
  reply.header('etag', tag);
  reply.header('cache-control', 'private, no-cache');
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  return matches(request.headers['if-none-match'], tag);
}

async function tagOf(
  endpoint: Endpoint,
  client: Client,
  context: AnswerContext,
  request: FastifyRequest,
): Promise<string> {
  // Read before the data: a write in between makes the tag older than the answer, which costs a
  // full answer next time, and never the other way round.
  const revisions = [await revisionOf(client.database)];
  for (const feed of [client.feeds.mls, client.feeds.rls]) {
    if (feed !== undefined) revisions.push(await revisionOf(feed));
  }
  const hash = createHash('sha256');
  const parts = [
    settingsText(client),
    revisions.join(),
    endpoint.freshness === 'data and minute' ? String(Math.floor(context.now / 60_000)) : '',
    context.mediaUrl('x'),
    PROGRAM_VERSION,
    endpoint.path,
    JSON.stringify(request.params),
    questionText(request),
    // Each encoding of an answer is an answer of its own.
    request.headers['accept-encoding'] ?? '',
  ];
  for (const part of parts) hash.update(part).update('\0');
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** The settings that answers depend on; with them the client's name, so that no two share a tag. */
function settingsText(client: Client): string {
  let text = settingsTexts.get(client);
  if (text === undefined) {
    // Where a database is kept changes no answer.
    text = JSON.stringify([client.settings, client.feedSettings], (name, value) =>
      name === 'database_url' ? undefined : value,
    );
    settingsTexts.set(client, text);
  }
  return text;
}

function questionText(request: FastifyRequest): string {
  const asked = Object.entries(request.query as Record<string, unknown>)
    .map(([name, value]): [string, unknown] => [name.toLowerCase(), value])
    .filter(([name]) => !CREDENTIALS.has(name));
  asked.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return JSON.stringify(asked);
}

/**
 * Whether one of the tags is this one. A star, which stands for any, is not honoured: a call that is
 * malformed would then be told that nothing has changed.
 */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
