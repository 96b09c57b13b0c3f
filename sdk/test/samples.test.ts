import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../samples.js';
import { AnswerError, Portico, RefusedError } from '../src/index.js';
import { demoServer } from './demo-server.js';
import { type CompiledExamples, compileExamples } from './examples.js';

interface Operation {
  readonly operationId: string;
}

const { paths } = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> };

/** Each operation of the document but for the document itself, with its call as `GET /properties/{id}`. */
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { operationId }]) => operationId !== 'getOpenApiDocument')
    .map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`] as const),
);

/** A sample as a module: a function of a client. Its imports stand before it. */
function moduleOf(sample: string): string {
  const lines = sample.trim().split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const body = lines.filter((line) => !line.startsWith('import '));
  return [
    "import { ListingStatus, photosOf, type Portico, RefusedError, toPublic } from 'portico-sdk';",
    ...imports,
    'export default async function sample(portico: Portico): Promise<void> {',
    ...body,
    '}',
  ].join('\n');
}

/** What a sample may meet at a server with the demo: it names records and secrets of its own. */
const REFUSALS: Readonly<Record<string, string>> = {
  createMarketplaceLead: '401',
  // The demo names no page to set a password on.
  forgotPassword: '256',
  resetPassword: '259',
  verifyAccount: '259',
};

describe('a sample', () => {
  const server = demoServer();
  let examples: CompiledExamples;
  beforeAll(async () => {
    const modules = Object.entries(samples).map(([name, code]) => [name, moduleOf(code)]);
    examples = await compileExamples(Object.fromEntries(modules));
    const gif = 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==';
    writeFileSync(join(examples.folder, 'lobby.jpg'), Buffer.from(gif, 'base64'));
  });

  test('is there for every operation, and compiles', () => {
    expect(Object.keys(samples).sort()).toEqual(operations.map(([name]) => name).sort());
    expect(examples.complaints).toBe('');
  });

  test('calls the operation that it is shown at', { timeout: 120_000 }, async () => {
    const calls: string[] = [];
    const recording: typeof fetch = (url, init) => {
      calls.push(`${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`);
      return fetch(url, init);
    };
    const fast = ['--rate', '1000', '--in-flight', '100'];
    const pace = { inFlight: 20, perSecond: 500 };
    const client = async (...options: string[]) =>
      new Portico({ ...(await server.key(...fast, ...options)), pace, fetch: recording });
    const website = await client('--private');
    const office = await client('--scope', 'manage');
    const before = process.cwd();
    process.chdir(examples.folder);
    try {
      // A sample about a member needs one, so the one that registers comes first.
      const first = ([name]: readonly [string, string]) => (name === 'registerMember' ? 0 : 1);
      for (const [name, call] of [...operations].sort((a, b) => first(a) - first(b))) {
        calls.length = 0;
        const { default: sample } = await examples.load(name);
        const portico = call.includes(' /manage/') ? office : website;
        const refusal = await (sample as (portico: Portico) => Promise<void>)(portico).catch(
          (error: unknown) => {
            if (error instanceof RefusedError) return error.code || String(error.status);
            if (error instanceof AnswerError) return String(error.status);
            throw error;
          },
        );
        expect([name, refusal]).toEqual([name, REFUSALS[name]]);
        const path = new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        expect([...new Set(calls)]).toEqual([expect.stringMatching(path)]);
      }
    } finally {
      process.chdir(before);
    }
  });
});
