/**
 * Starts a real server with the demo, and the assistant's server as an assistant does; lists the tools with
 * the official client, calls each, and compares ten questions with `/properties`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { clean, cleanText, countsText } from '../dist/text.js';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'portico-mcp-'));
const demo = spawn(
  process.execPath,
  [file('../../server/bin/portico.js'), 'serve', '--demo', '--json'],
  {
    env: { ...process.env, PORTICO_DATA: folder, PORTICO_PORT: '0', PORTICO_HTTP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);

/** Ten questions of people, as an assistant writes them, and what a website asks for the same. */
const QUESTIONS = {
  'What is for rent below $4,000 with two bedrooms?': { priceMax: 4000, bedsMin: 2 },
  'Which homes are for sale?': { status: [1] },
  'Is there anything to rent with an elevator and a doorman?': {
    amenities: ['elevator', 'doorman'],
  },
  'The three cheapest condos, please.': {
    status: [1],
    type: ['Condo'],
    sort: 'price',
    order: 'asc',
    perPage: 3,
  },
  'Which rentals take dogs?': { pets: [4] },
  'Studios or one-bedrooms for rent?': { bedsMax: 1 },
  'Something near the park.': { q: 'park' },
  'Large houses of more than 2,000 square feet?': {
    status: [1, 2],
    type: ['House'],
    minSize: 2000,
  },
  'What is for rent within a mile of Union Square?': { near: [40.7359, -73.9911], within: '1mi' },
  'The second page of everything, newest first.': { status: [1, 2], sort: 'date', page: 2 },
};

/** What `/properties` answers, when the pace of the key allows it. */
async function properties(url, apiKey, query) {
  for (;;) {
    const address = `${url}/properties?${new URLSearchParams(query)}`;
    const answer = await fetch(address, { headers: { 'x-api-key': apiKey } });
    if (answer.status !== 420) return answer.json();
    await setTimeout(1000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}

/** A client of the assistant's server, a way to call a tool, and what the server wrote to standard error. */
async function connected(url, apiKey) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [file('../dist/main.js')],
    env: { SITE_API_URL: url, SITE_API_KEY: apiKey, SITE_URL: 'https://www.acme.example/homes/' },
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const client = new Client({ name: 'check', version: '1' });
  await client.connect(transport);
  const call = async (name, input) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    return { text: content[0].text, isError };
  };
  /** Waits for a line of standard error, which comes by a pipe of its own. */
  const logged = async (pattern) => {
    for (let tries = 0; !pattern.test(log) && tries < 100; tries++) await setTimeout(20);
    assert.match(log, pattern);
    return log;
  };
  return { client, call, logged };
}

// What brokerages write stays on its line, and no number is cut.
assert.equal(clean(' 5 Main St\r\n7: free\u0007\u2028home '), '5 Main St 7: free home');
assert.equal(cleanText('<p>Size < 900</p><b\n>Sunny</b> <img src="cut'), 'Size < 900 Sunny');
assert.equal(cleanText('<a'.repeat(1e6)), '');
const counts = Array.from({ length: 100 }, (_, value) => ({
  value,
  name: 'Hill\nside',
  count: 12345,
}));
const [, shown, left] = /^(.*), and (\d+) more$/.exec(countsText(counts));
assert.deepEqual(
  JSON.parse(`[${shown}]`),
  counts.slice(0, 100 - left).map((entry) => ({ ...entry, name: 'Hill side' })),
);
assert.equal(countsText([{ value: 1, count: 2 }]), '{"value":1,"count":2}');

try {
  const [line] = await once(createInterface(demo.stdout), 'line');
  const { http: url, demo: made } = JSON.parse(line);
  const { client, call, logged } = await connected(url, made.apiKey);
  const { tools } = await client.listTools();
  assert.equal(tools.length, 6);
  for (const { name, inputSchema, annotations } of tools) {
    assert.ok(annotations.readOnlyHint && Object.keys(inputSchema.properties).length > 0, name);
  }
  for (const [question, input] of Object.entries(QUESTIONS)) {
    const query = Object.entries(input).map(([name, value]) => [name, String(value)]);
    const { TOTAL_COUNT: total, LISTINGS: listings } = await properties(url, made.apiKey, query);
    const { text, isError } = await call('search_listings', input);
    assert.equal(isError, false, text);
    assert.equal(text.split('\n')[0], `${total} homes match.`, question);
    const ids = [...text.matchAll(/^(\d+): /gm)].map(([, id]) => Number(id));
    assert.deepEqual(
      ids,
      listings.map(({ main_id }) => main_id),
      question,
    );
    process.stdout.write(`${question} ${total}\n`);
  }

  const found = await call('find_place', { q: 'gree', kinds: ['neighborhood'] });
  const [, number] = /^neighborhood (\d+): /.exec(found.text) ?? assert.fail(found.text);
  assert.match(
    (await call('neighborhood', { id: Number(number) })).text,
    /acme\.example\/homes\/neighborhoods\/\d+/,
  );
  assert.match((await call('list_agents', {})).text, /^\d+ agents match\.\n\d+: .*\/agents\/\d+/);
  assert.match((await call('market_facets', { status: [1, 2] })).text, /^beds: /m);
  const search = await call('search_listings', { perPage: 1 });
  const [, id] = /^(\d+): .*https:\/\/www\.acme\.example\/homes\/listings\/\1$/m.exec(search.text);
  assert.match((await call('get_listing', { id: Number(id) })).text, new RegExp(`^${id}: `));

  const wrong = [
    ['search_listings', { bedMin: 2 }, 'search_listings has no parameter bedMin.'],
    ['search_listings', { priceMax: 'cheap' }, /priceMax/],
    ['find_place', { q: 'g' }, /q/],
    ['get_listing', { id: 'x' }, 'id is not a whole number.'],
    ['send_lead', {}, 'There is no tool send_lead.'],
  ];
  for (const [name, input, words] of wrong) {
    const { text, isError } = await call(name, input);
    assert.equal(isError, true, text);
    if (typeof words === 'string') assert.equal(text, words);
    else assert.match(text, words);
    process.stdout.write(`${name}: ${text}\n`);
  }
  await logged(/^$/);
  const refused = await connected(url, 'pk_of-nobody');
  const refusal = await refused.call('list_agents', {});
  assert.deepEqual(
    [refusal.isError, /refuses the API key/.test(refusal.text), /again later/.test(refusal.text)],
    [true, true, false],
  );
  const log = await refused.logged(/^portico-mcp: \w+Error: 40[13]: .+\n$/);
  assert.doesNotMatch(log, /of-nobody/);
  await refused.client.close();

  demo.kill();
  await once(demo, 'close');
  const { text } = await call('list_agents', { name: 'Nobody' });
  assert.match(text, /try again later/);
  await logged(/^portico-mcp: ConnectionError: No answer from .+\n$/);
  await client.close();
  process.stdout.write('All tools answer.\n');
} finally {
  demo.kill();
  rmSync(folder, { recursive: true, force: true });
}
