import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Portico } from '../src/index.js';
import { demoServer } from './demo-server.js';
import { blocksOf, type CompiledExamples, compileExamples } from './examples.js';

const source = fileURLToPath(new URL('../src', import.meta.url));
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const FAST = ['--rate', '1000', '--in-flight', '100'];

/** The examples of the doc comments, by the file and their place in it. */
function docExamples(): [string, string][] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'openapi.ts')
    .flatMap((name) => {
      const comments = readFileSync(join(source, name), 'utf8').matchAll(/\/\*\*(.*?)\*\//gs);
      const examples = [...comments].flatMap(([, comment = '']) => {
        const lines = `${comment.replaceAll(/^ *\* ?/gm, '')}\n@`;
        return [...lines.matchAll(/^@example\n(.*?)(?=^@)/gms)].map(([, code = '']) => code);
      });
      return examples.map((code, number): [string, string] => [
        `${name.replaceAll(/\W/g, '-')}-${number}`,
        code,
      ]);
    });
}

/** An example as a module: a function of what its words speak of. */
function moduleOf(code: string): string {
  const names = ['fileUrl', 'isOnMarket', 'isSet', 'known', 'parseDate', 'photosOf', 'priceOf'];
  const values = [...names, 'ListingStatus', 'Portico', 'RefusedError', 'toPublic'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(code),
  );
  return [
    `import { ${[...values, 'Portico as Client'].join(', ')} } from 'portico-sdk';`,
    ...(/\bverify\(/.test(code) ? ["import { verify } from 'portico-sdk/webhooks';"] : []),
    'export default async function example(given: { portico: Client; request: Request; secret: string }) {',
    ...['portico', 'request', 'secret']
      .filter((name) => !code.includes(`const ${name} =`))
      .map((name) => `const ${name} = given.${name};`),
    code,
    '}',
  ].join('\n');
}

/** A message as Portico sends one. */
function webhook(): Request {
  const body =
    '{"type":"listing.updated","timestamp":"2026-11-20T17:00:00.000Z","data":{"client":"demo","id":1495}}';
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', now, body),
  };
  return new Request('https://site.example/webhook', { method: 'POST', headers, body });
}

describe('the examples', () => {
  const server = demoServer();
  const readme = blocksOf('sdk/README.md', 'ts');
  const comments = docExamples();
  let examples: CompiledExamples;
  let Client: typeof Portico;
  /** The examples that make a client name a server and a key, which are not those of this test. */
  const ours = (
    code: string,
    { baseURL, apiKey }: { baseURL: string | undefined; apiKey: unknown },
  ) => code.replace('http://127.0.0.1:8080', String(baseURL)).replace('pk_…', String(apiKey));

  beforeAll(async () => {
    const key = await server.key(...FAST);
    examples = await compileExamples({
      // The errors that an example catches are those of the package that it imports.
      package: "export { Portico } from 'portico-sdk';",
      changes: blocksOf('docs/changes.md', 'typescript').join('\n'),
      ...Object.fromEntries(readme.map((code, number) => [`readme-${number}`, ours(code, key)])),
      ...Object.fromEntries(comments.map(([name, code]) => [name, moduleOf(ours(code, key))])),
    });
    ({ Portico: Client } = (await examples.load('package')) as { Portico: typeof Portico });
  }, 180_000);

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('compile', () => {
    expect([readme.length, comments.length].every((amount) => amount > 7)).toBe(true);
    expect(examples.complaints).toBe('');
  });

  test('of the doc comments run', { timeout: 120_000 }, async () => {
    // They print hundreds of addresses.
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const pace = { inFlight: 20, perSecond: 500 };
    const website = new Client({ ...(await server.key(...FAST, '--private')), pace });
    const office = new Client({ ...(await server.key(...FAST, '--scope', 'manage')), pace });
    for (const [name] of comments) {
      const { default: example } = await examples.load(name);
      const portico = name.startsWith('resources-records') ? office : website;
      const given = { portico, request: webhook(), secret: SECRET };
      await (example as (parts: object) => Promise<void>)(given);
    }
  });

  test('of the README run', { timeout: 120_000 }, async () => {
    const portico = new Client(await server.key(...FAST, '--private'));
    const office = new Client(await server.key(...FAST, '--scope', 'manage'));
    const stop = new AbortController();
    const stored: string[] = [];
    const copy = {
      cursor: async () => undefined,
      save: async () => stop.abort(),
      put: async (kind: string, id: number) => void stored.push(`${kind} ${id}`),
      remove: async () => {},
      clear: async () => {},
    };
    const email = 'ada.lovelace@example.com';
    const receive = async (secret: string, run: Run) =>
      ((await run(webhook(), secret)) as Response).status;
    type Run = (...values: unknown[]) => Promise<unknown>;
    const runs: Record<string, (run: Run) => Promise<void>> = {
      newest: async (run) => expect(((await run(portico)) as string[]).length).toBeGreaterThan(20),
      searchPage: async (run) => {
        const page = await run(portico, '-75,40,-73,42', 10);
        expect(page).toMatchObject({
          total: expect.any(Number),
          facets: { beds: expect.any(Array) },
          clusters: expect.any(Array),
        });
      },
      register: async (run) => {
        expect(await run(portico, email, 'correct horse battery')).toContain('sent you a code');
        expect(await run(portico, email, 'correct horse battery')).toContain('already');
        const misspelt = 'ada..lovelace@example.com';
        expect(await run(portico, misspelt, 'correct horse battery')).toContain('spelling');
      },
      contact: async (run) => expect(await run(portico, 1495, email)).toBeUndefined(),
      follow: async (run) => {
        await run(portico, copy, stop.signal);
        expect(stored.length).toBeGreaterThan(10);
      },
      receive: async (run) => {
        expect(await receive(SECRET, run)).toBe(204);
        expect(await receive(`whsec_${btoa('another secret of some length')}`, run)).toBe(400);
      },
      push: async (run) =>
        expect(await run(office, [{ main_id: 90001, main_status: 'For Rent' }])).toBe(1),
      names: async (run) => expect(await run(portico)).toHaveLength(10),
      tagOf: async (run) => expect(await run(portico)).toMatch(/^(W\/)?"/),
    };
    const seen: string[] = [];
    for (const number of readme.keys()) {
      for (const [name, run] of Object.entries(await examples.load(`readme-${number}`))) {
        seen.push(name);
        await runs[name]?.(run as Run);
      }
    }
    expect(seen.sort()).toEqual(Object.keys(runs).sort());
  });
});
