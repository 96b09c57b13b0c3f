import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../outbox/email/email.js';
import {
  endAlerts,
  readUnsubscribeToken,
  searchOfToken,
  UNSUBSCRIBE_PATH,
} from '../resources/saved-searches/alerts/unsubscribe.js';
import type { SavedSearchRow } from '../resources/saved-searches/saved-search.js';
import type { Services } from '../services.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { openRoutes } from './gate/passage.js';
import { htmlPage, pagePolicy } from './html-page.js';

const STYLE = `
:root { color-scheme: light dark; --text: #1d2b2a; --back: #fbfaf7; --button: #1f5c57 }
@media (prefers-color-scheme: dark) { :root { --text: #e8eeec; --back: #14201f; --button: #2c7a73 } }
body { margin: 0; background: var(--back); color: var(--text); font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto; padding: clamp(2rem, 12vh, 7rem) 1.5rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.3 }
button { padding: .75rem 1.25rem; border: 0; border-radius: .375rem; background: var(--button); color: #fff; font: inherit }
button:focus-visible { outline: 2px solid var(--text); outline-offset: 2px }
`;

/** Its button leads back to it. */
const POLICY = pagePolicy(STYLE, { forms: "'self'" });

/** More than mail programs send. */
const BODY_LIMIT = 10_000;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

interface Linked {
  readonly database: TenantDatabase;
  readonly search: SavedSearchRow;
  readonly title: string;
}

/**
 * Registers the page behind the links in email about saved searches, and the one click of mail programs (RFC 8058). R352.
 * A GET changes nothing: programs open links ahead of people.
 */
export async function registerUnsubscribe(
  app: FastifyInstance,
  services: Pick<Services, 'clock' | 'directory' | 'tenants' | 'tools'>,
): Promise<void> {
  await app.register(async (scope) => {
    openRoutes(scope);
    // What mail programs send says nothing that the address does not.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      async () => undefined,
    );
    scope.get(`${UNSUBSCRIBE_PATH}/:token`, async ({ params }: TokenRequest, reply) => {
      const found = await linkedBy(services, params.token);
      if (typeof found === 'number') return sendDead(reply, found);
      const linked = found.find(({ search }) => search.frequency !== 'never');
      if (linked === undefined) return sendDone(reply, found[0]);
      return send(
        reply,
        200,
        'Stop these emails?',
        `You get emails about your search “${linked.search.name}” from ${linked.title}.`,
        '<form method="post"><button>Stop the emails</button></form>',
      );
    });
    scope.post(`${UNSUBSCRIBE_PATH}/:token`, async ({ params }: TokenRequest, reply) => {
      const found = await linkedBy(services, params.token);
      if (typeof found === 'number') return sendDead(reply, found);
      for (const { database, search } of found) await endAlerts(database, search);
      return sendDone(reply, found[0]);
    });
  });
}

/** What a token leads to, also in a copy that was restored under another name; a status where it leads nowhere. */
async function linkedBy(
  { clock, directory, tenants, tools }: Parameters<typeof registerUnsubscribe>[1],
  token: string,
): Promise<readonly [Linked, ...Linked[]] | keyof typeof DEAD> {
  // Costs nothing but this where nobody made the token.
  const claims = readUnsubscribeToken(token, await tools.secretKey(), clock.now());
  if (claims === undefined) return 404;
  if (claims === 'old') return 410;
  const found: Linked[] = [];
  for (const entry of await directory.clientsMadeAt(claims.tenantMadeAt)) {
    const database = await tenants.database(entry);
    const search = await searchOfToken(database, claims);
    if (search !== undefined) found.push({ database, search, title: entry.title });
  }
  const [first, ...more] = found;
  return first === undefined ? 410 : [first, ...more];
}

function sendDone(reply: FastifyReply, { search, title }: Linked): FastifyReply {
  const words = `${title} sends you no more emails about your search “${search.name}”. The search is still saved on the website.`;
  return send(reply, 200, 'The emails have stopped', words);
}

/** What is wrong with a link. */
const DEAD = {
  404: [
    'This link is not complete',
    'Open it from the email again. On the website you can stop emails about your searches, too.',
  ],
  410: [
    'This link no longer works',
    'The search is gone, or the email is more than two years old. On the website you can stop emails about your searches.',
  ],
} as const;

function sendDead(reply: FastifyReply, status: keyof typeof DEAD): FastifyReply {
  const [title, words] = DEAD[status];
  return send(reply, status, title, words);
}

function send(
  reply: FastifyReply,
  status: number,
  title: string,
  words: string,
  form = '',
): FastifyReply {
  const main = `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(words)}</p>\n${form}`;
  return reply
    .code(status)
    .header('content-security-policy', POLICY)
    .type('text/html; charset=utf-8')
    .send(htmlPage({ title, style: STYLE, main }));
}
