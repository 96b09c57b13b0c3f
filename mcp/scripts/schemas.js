/** Writes `dist/schemas.json`: what each tool takes, out of `openapi.json`. */
import { readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

const FILTERS =
  'q status type priceMin priceMax bedsMin bedsMax bathMin minSize amenities pets cat zipcode near within'.split(
    ' ',
  );

/** The operation and the parameters of each tool. */
const TOOLS = {
  search_listings: ['searchListings', [...FILTERS, 'sort', 'order', 'page', 'perPage']],
  get_listing: ['getListing', ['id']],
  market_facets: ['searchListings', FILTERS],
  find_place: ['listSuggestions', ['q', 'kinds', 'limit']],
  list_agents: ['searchAgents', ['name', 'language', 'office', 'team']],
  neighborhood: ['getNeighborhood', ['id']],
};

const operations = Object.values(document.paths).flatMap(Object.values);
const schemas = Object.entries(TOOLS).map(([tool, [operationId, names]]) => {
  const { parameters } = operations.find((each) => each.operationId === operationId);
  const taken = names.map((name) => parameters.find((parameter) => parameter.name === name));
  const properties = taken.map(({ name, schema, description }) => [
    name,
    { ...resolved(schema), ...(description && { description }) },
  ]);
  const required = taken.filter((parameter) => parameter.required).map(({ name }) => name);
  return [
    tool,
    {
      type: 'object',
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    },
  ];
});
writeFileSync(
  new URL('../dist/schemas.json', import.meta.url),
  JSON.stringify(Object.fromEntries(schemas)),
);

/** A schema with what it refers to in it. */
function resolved(part) {
  if (Array.isArray(part)) return part.map(resolved);
  if (typeof part !== 'object' || part === null) return part;
  if (part.$ref) return resolved(document.components.schemas[part.$ref.split('/').at(-1)]);
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, value]) => [name, resolved(value)]),
  );
}
