/**
 * Writes `src/openapi.ts`, the types of `openapi.json`, without the examples, which nobody reads in a
 * type, and `src/codes.ts`, constants for its codes. With `--check` it says whether they are current instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** The same without `example` and `examples`. */
function withoutExamples(part) {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([name]) => !/^examples?$/.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutExamples(value)]));
}

const MADE = 'Made from openapi.json by `npm run sdk:types`. Change the endpoints, not this file.';
const types = astToString(await openapiTypescript(withoutExamples(document)));
writeOrCheck(new URL('../src/openapi.ts', import.meta.url), `/** ${MADE} */\n\n${types}`);

const { schemas } = document.components;
const codes = {
  ...Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => name.endsWith('Code') && !['ErrorCode', 'SuccessCode'].includes(name))
      .map(([name, schema]) => [name.replace(/Code$/, ''), schema]),
  ),
  Amenity: schemas.ListingAmenity,
  PropertyType: schemas.PropertyType,
  TrailKey: schemas.RecordActivityRequest.properties.trailKey,
};
writeOrCheck(
  new URL('../src/codes.ts', import.meta.url),
  `/* ${MADE} */\n${Object.entries(codes).map(constant).join('')}`,
);

/** The constants of a schema with an enum, as TypeScript. */
function constant([name, { enum: values, description, 'x-enumDescriptions': words = {} }]) {
  const lines = values.map(
    (value) => `  ${nameOf(words[value] ?? value)}: ${JSON.stringify(value)},`,
  );
  const comment = description === undefined ? '' : `\n/** ${description}. */`;
  return `${comment}\nexport const ${name} = {\n${lines.join('\n').replaceAll('"', "'")}\n} as const;\n`;
}

/** `App. Pending` as `AppPending`. */
function nameOf(words) {
  return words.replaceAll(/(?:^|[^a-zA-Z]+)([a-zA-Z])/g, (_, letter) => letter.toUpperCase());
}

function writeOrCheck(target, text) {
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write(`${target.pathname} is not what openapi.json says: npm run sdk:types\n`);
    process.exitCode = 1;
  }
}
