#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import {
  AuthenticationError,
  PermissionError,
  Portico,
  PorticoError,
  RefusedError,
} from 'portico-sdk';
import { clean } from './text.js';
import { tools } from './tools.js';

const { SITE_API_URL, SITE_API_KEY, SITE_URL = '' } = process.env;
const portico = new Portico({ baseURL: SITE_API_URL, apiKey: SITE_API_KEY, freshFor: 10_000 });

/** The address of a page on the website of the brokerage; empty without `SITE_URL`. */
const page = (path: string) =>
  SITE_URL === '' ? '' : new URL(SITE_URL.replace(/\/*$/, () => path)).href;

const fileText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const schemas: Readonly<Record<string, Tool['inputSchema']>> = JSON.parse(fileText('schemas.json'));
const { version } = JSON.parse(fileText('../package.json')) as { version: string };

const server = new Server(
  { name: 'portico', version },
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

/**
 * A refusal names the parameter, which the assistant can mend. Other errors are for the operator, who finds them on
 * standard error.
 */
function sentenceOf(error: unknown): string {
  const isOfClient = error instanceof PorticoError;
  if (isOfClient && (error instanceof RefusedError || error.constructor === PorticoError))
    return error.message;
  report(error);
  if (error instanceof AuthenticationError || error instanceof PermissionError)
    return 'The server refuses the API key of this tool, which only its operator can change: trying again does not help.';
  return isOfClient
    ? error.visitorMessage
    : 'This tool has failed. Its operator finds the reason in its log.';
}

/** Writes an error to standard error, which programs of assistants keep as a log. The key is left out. */
function report(error: unknown): void {
  const words = String(error);
  const withoutKey = SITE_API_KEY ? words.replaceAll(SITE_API_KEY, '…') : words;
  process.stderr.write(`portico-mcp: ${clean(withoutKey, 1000)}\n`);
}

await server.connect(new StdioServerTransport());
