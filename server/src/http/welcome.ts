import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { documentAt } from '../api/openapi.js';
import type { Services } from '../services.js';
import { PROGRAM_VERSION, readPackageFile } from '../version.js';
import { htmlPage, pagePolicy } from './html-page.js';
import { baseUrlOf } from './loopback-http.js';

/**
 * The mark of Portico for tabs of browsers: a portico, 32 pixels wide, as an .ico file that holds a PNG.
 * It is part of the code, so that no image or archive of the program can lack it.
 */
const FAVICON = Buffer.from(
  [
    'AAABAAEAICAAAAEAIAA+AQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAQDAAAAgVRnxwAAADBQTFRFTGlxHl',
    'tXHltWIFxZHlxWHlxXH1xXj66r////l7Syx9bVQnVx+vz8LGVh6u/vbZSRr8hVWAAAAAZ0Uk5TAPLPFYNUFDnFAgAA',
    'AAlwSFlzAABYlQAAWJUB2W030wAAAKJJREFUKM9jYGB2EkuDgkQVAwYGhsA0JCDKwMCahgICGAxRBYQZ3FAFUhjUII',
    'xdqyF0EgPEiusneuZCLGIAU/kvOjr6voGZYIHsFR1A0LUNJpA7pwMMTl6DCvzrgILnEIGsDjhYBhbIQAi0gQUyZ8LB',
    'NKgtyAAkkN5RllbRDqYGVADdYenlcABUAgxCFM8lAgMZRSAJMxowIgojKjEiGz05AADKNNgvb6LDswAAAABJRU5Erk',
    'Jggg==',
  ].join(''),
  'base64',
);

/** The routes' constraint on what the caller asks for; see {@link pageConstraint}. */
const ASKS_FOR = 'asksFor';

const STYLE = `
:root { color-scheme: light dark; --text: #1d2b2a; --quiet: #51605e; --link: #1f5c57; --back: #fbfaf7; --line: #d9dedb }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eeec; --quiet: #a7b5b2; --link: #7fd0c6; --back: #14201f; --line: #2f3f3d }
}
body { margin: 0; background: var(--back); color: var(--text); font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 38rem; margin: 0 auto; padding: clamp(2rem, 10vh, 6rem) 1.5rem 3rem }
img { display: block }
h1 { margin: 1rem 0 .5rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.01em }
h2 { margin: 2.5rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.0625rem }
p, ul { margin: .5rem 0; padding: 0 }
ul { list-style: none }
li { margin: .75rem 0; color: var(--quiet) }
a { color: var(--link); text-underline-offset: .2em }
li a { display: block; font-weight: 600 }
a:focus-visible { outline: 2px solid; outline-offset: 3px; border-radius: 2px }
code { font-size: .9375em }
`;

// The addresses are relative: behind a proxy the server may be below a path.
const PAGE = htmlPage({
  title: 'Portico: a server behind real-estate websites',
  style: STYLE,
  head: '<link rel="icon" href="favicon.ico">\n',
  main: `<img src="favicon.ico" alt="" width="32" height="32">
<h1>Portico</h1>
<p>This is a server behind real-estate websites. The websites ask it for listings, buildings, agents
and content. If you are looking for a home, go to the website of a brokerage.</p>
<h2>For developers of a website</h2>
<ul>
<li><a href="reference">Reference</a> Every endpoint, to read and to try. Calls need an API key, which you get from
the people who run this server.</li>
<li><a href="api-docs">OpenAPI document</a> The same for programs: clients and types can be made from it.</li>
</ul>
<h2>For the people who run it</h2>
<p>The documentation is in the folder that Portico was installed from: <code>README.md</code>, and the pages of
<code>docs/</code>.</p>`,
});

const POLICY = pagePolicy(STYLE, { forms: "'none'", pictures: "'self'" });

/** Search engines may show the pictures of listings, and nothing else: the rest needs a key. */
const ROBOTS = 'User-agent: *\nAllow: /media/\nDisallow: /\n';

/** A day, in seconds: these change with the program at most. */
const FRESH = 'public, max-age=86400';

/**
 * Tells the router whether a call of `/` comes from a person's browser, which asks for HTML. The route
 * of the page does not exist for other calls: a program that calls `/` meets the gate, which answers
 * that a key is missing (R171).
 */
const pageConstraint = {
  name: ASKS_FOR,
  storage() {
    const handlers = new Map<unknown, never>();
    return {
      get: (value: unknown) => handlers.get(value) ?? null,
      set: (value: unknown, handler: never) => void handlers.set(value, handler),
    };
  },
  // The router asks for every call, so that the header is read only for this one.
  deriveConstraint: ({ url = '', headers }: IncomingMessage) =>
    /^\/(?:\?|$)/.test(url) && headers.accept?.includes('text/html') === true ? 'page' : undefined,
};

/** Registers what people and their browsers look for at the root of a server, without a key. */
export function registerWelcome(app: FastifyInstance): void {
  app.addConstraintStrategy(pageConstraint);
  const open: Pick<RouteOptions, 'config'> = { config: { access: 'open' } };
  app.get('/', { ...open, constraints: { [ASKS_FOR]: 'page' } }, async (_request, reply) => {
    reply.header('content-security-policy', POLICY);
    return reply.type('text/html; charset=utf-8').send(PAGE);
  });
  app.get('/favicon.ico', open, async (_request, reply) =>
    reply.header('cache-control', FRESH).type('image/x-icon').send(FAVICON),
  );
  // The server in short, for language models and the people who ask them: https://llmstxt.org.
  const summary = readPackageFile('llms.txt');
  app.get('/llms.txt', open, async (_request, reply) =>
    reply.header('cache-control', FRESH).type('text/markdown; charset=utf-8').send(summary),
  );
  app.get('/robots.txt', open, async (_request, reply) =>
    reply.header('cache-control', FRESH).type('text/plain; charset=utf-8').send(ROBOTS),
  );
}

/** What the page loads: its type, and the file of the program that has it. */
const FILES = {
  'page.css': ['text/css', 'reference-page.css'],
  'page.js': ['application/javascript', 'reference-page.js'],
  'js/scalar.js': ['application/javascript', 'reference-viewer.js'],
} as const;

let tagOfPage: string | undefined;

/** The entity tag of the page and its files, which change only with the program (R167). */
function pageTag(): string {
  if (tagOfPage !== undefined) return tagOfPage;
  const content = createHash('sha256').update(readPackageFile('reference-page.html'));
  for (const [, file] of Object.values(FILES)) content.update(readPackageFile(file));
  tagOfPage = `"reference-${PROGRAM_VERSION}-${content.digest('hex').slice(0, 12)}"`;
  return tagOfPage;
}

/**
 * The interface's description: `GET /api-docs` for programs, and `/reference` for people, who can try
 * each endpoint there. Both need no key and load nothing from other servers. R42.
 */
export async function registerReference(
  app: FastifyInstance,
  services: Pick<Services, 'baseUrl'>,
): Promise<void> {
  const document = readPackageFile('openapi.json');
  // One for each address that callers of this machine and all others reach the server by.
  const served = new Map<string, string>();
  await app.register(async (scope) => {
    encodeOnce(scope, (request) => baseUrlOf(request, services));
    scope.get('/api-docs', { config: { access: 'open' } }, async (request, reply) => {
      // A port of 0 has its number only once the server listens.
      const url = baseUrlOf(request, services);
      const text = served.get(url) ?? documentAt(url, document);
      served.set(url, text);
      return reply.type('application/json; charset=utf-8').send(text);
    });
  });
  await app.register(async (scope) => {
    encodeOnce(scope);
    const page = readPackageFile('reference-page.html');
    const tag = pageTag();
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header('etag', tag);
      reply.header('cache-control', 'public, no-cache');
      if (request.headers['if-none-match']?.includes(tag) !== true) done();
      else reply.code(304).send();
    });
    scope.get('/reference/', { config: { access: 'open' } }, async (request, reply) => {
      // The page names its files from its own folder.
      const [path = ''] = request.url.split('?');
      if (!path.endsWith('/')) return reply.redirect(`${path}/`, 301);
      reply.header('content-security-policy', REFERENCE_POLICY);
      return reply.type('text/html; charset=utf-8').send(page);
    });
    for (const [name, [type, file]] of Object.entries(FILES)) {
      scope.get(`/reference/${name}`, { config: { access: 'open' } }, async (_request, reply) =>
        reply.type(`${type}; charset=utf-8`).send(readPackageFile(file)),
      );
    }
  });
}

/**
 * What the page may load and do: its own scripts, its styles, and calls to this server. People enter keys
 * there: no other page may frame it.
 */
const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The viewer writes styles into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type Encoding = 'br' | 'gzip' | 'identity';

const encoders: { readonly [Name in Encoding]: (text: string) => Promise<Buffer> } = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
  // To encode megabytes as UTF-8 takes as long as all the rest of such an answer, and as much memory.
  identity: async (text) => Buffer.from(text),
};

/**
 * Encodes and compresses each answer of this scope once and not at each call: they are large texts that
 * never change and anybody may request. For routes that are registered later.
 *
 * @param variantOf Which of the texts of a route a request gets, where it has a few.
 */
export function encodeOnce(
  scope: FastifyInstance,
  variantOf: (request: FastifyRequest) => string = () => '',
): void {
  const packed = new Map<string, Promise<Buffer>>();
  scope.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
    const encoding = encodingOf(request.headers['accept-encoding']);
    const name = `${encoding} ${request.routeOptions.url} ${variantOf(request)}`;
    let bytes = packed.get(name);
    if (bytes === undefined) {
      bytes = encoders[encoding](payload);
      packed.set(name, bytes);
    }
    if (encoding === 'identity') return bytes;
    reply.header('content-encoding', encoding);
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
    reply.removeHeader('content-length');
    return bytes;
  });
}

/** The best encoding that the caller accepts. */
function encodingOf(accepted: string | string[] = ''): Encoding {
  const names = String(accepted)
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => (part.split(';')[0] as string).trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') || names.includes('*') ? 'gzip' : 'identity';
}
