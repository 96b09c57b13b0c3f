/**
 * Writes `src/openapi.ts`, the types of `openapi.json`, without the examples, which nobody reads in a
 * type. With `--check` it says whether the file is current instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';

const target = new URL('../src/openapi.ts', import.meta.url);
const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** The same without `example` and `examples`. */
function withoutExamples(part) {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([name]) => !/^examples?$/.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutExamples(value)]));
}

const types = astToString(await openapiTypescript(withoutExamples(document)));
const text = `/** Made from openapi.json by \`npm run sdk:types\`. Change the endpoints, not this file. */\n\n${types}`;
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  process.stderr.write('sdk/src/openapi.ts is not what openapi.json says: npm run sdk:types\n');
  process.exitCode = 1;
}
