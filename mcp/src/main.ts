#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { Portico, PorticoError, RefusedError } from 'portico-sdk';
import { tools } from './tools.js';

const { SITE_API_URL, SITE_API_KEY, SITE_URL = '' } = process.env;
const portico = new Portico({ baseURL: SITE_API_URL, apiKey: SITE_API_KEY, freshFor: 10_000 });

/** The address of a page on the website of the brokerage; empty without `SITE_URL`. */
const page = (path: string) => (SITE_URL === '' ? '' : new URL(path, SITE_URL).href);

const schemas: Readonly<Record<string, Tool['inputSchema']>> = JSON.parse(
  readFileSync(new URL('schemas.json', import.meta.url), 'utf8'),
);

const server = new Server(
  { name: 'portico', version: '0.3.0' },
  {
    capabilities: { tools: {} },
    instructions:
      'Searches the homes of one brokerage. Give people the address of a page where there is one.',
  },
);

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(tools).map(([name, { description }]) => ({
    ...{ name, description, inputSchema: schemas[name] as Tool['inputSchema'] },
    annotations: { readOnlyHint: true, openWorldHint: false },
  })),
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const { name, arguments: input = {} } = params;
  try {
    return { content: [{ type: 'text', text: await answerOf(name, input) }] };
  } catch (error) {
    return { content: [{ type: 'text', text: sentenceOf(error) }], isError: true };
  }
});

async function answerOf(name: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined) throw new PorticoError(`There is no tool ${name}.`);
  const known = schemas[name]?.properties ?? {};
  // The server would take any of its parameters, and this is only for reading by these.
  const unknown = Object.keys(input).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) throw new PorticoError(`${name} has no parameter ${unknown}.`);
  return tool.answer(portico, input, page);
}

/** A refusal names the parameter, which the assistant can mend; other answers of the server are not for visitors. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof PorticoError)) throw error;
  const isOurs = error instanceof RefusedError || error.constructor === PorticoError;
  return isOurs ? error.message : error.visitorMessage;
}

await server.connect(new StdioServerTransport());
