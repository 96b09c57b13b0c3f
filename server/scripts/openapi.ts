import { readFileSync, writeFileSync } from 'node:fs';
import { samples } from '../../sdk/samples.js';
import { type Examples, openApiDocument } from '../src/api/openapi.js';
import { endpoints } from '../src/endpoints.js';

/*
 * Writes openapi.json from the endpoints, or compares it with `--check`, so that a change of the
 * interface is seen in review, and CI refuses an outdated description.
 */
const file = new URL('../../openapi.json', import.meta.url);
const examples = JSON.parse(
  readFileSync(new URL('openapi-examples.json', import.meta.url), 'utf8'),
) as Examples;
const introduction = readFileSync(new URL('openapi-introduction.md', import.meta.url), 'utf8');
const made = openApiDocument(endpoints, { examples, introduction, samples });
const document = `${JSON.stringify(made, null, 2)}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== document) {
    process.stderr.write('openapi.json is out of date: run `npm run openapi`.\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, document);
}
