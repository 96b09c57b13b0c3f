import { readFileSync, writeFileSync } from 'node:fs';
import { samples } from '../../sdk/samples.js';
import { type Examples, openApiDocument } from '../src/api/openapi.js';
import { endpoints } from '../src/endpoints.js';
import { referencePages } from './reference-pages.js';

/*
 * Writes openapi.json from the endpoints and the pages of docs/reference from other declarations, or compares
 * them with `--check`, so that a change of the interface is seen in review, and CI refuses an outdated description.
 */
const root = new URL('../../', import.meta.url);
const examples = JSON.parse(
  readFileSync(new URL('openapi-examples.json', import.meta.url), 'utf8'),
) as Examples;
const introduction = readFileSync(new URL('openapi-introduction.md', import.meta.url), 'utf8');
const made = openApiDocument(endpoints, { examples, introduction, samples });
const files = { 'openapi.json': `${JSON.stringify(made, null, 2)}\n`, ...referencePages() };

for (const [path, text] of Object.entries(files)) {
  const file = new URL(path, root);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${path} is out of date: run \`npm run openapi\`.\n`);
    process.exitCode = 1;
  }
}
