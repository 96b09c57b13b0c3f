import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { generateAgency } from 'portico-demo';
import type { Endpoint } from '../src/api/endpoint.js';
import { importResources } from '../src/changes/transfers.js';
import { newEntry } from '../src/commands/client/entry.js';
import { endpoints } from '../src/endpoints.js';
import { issueKey } from '../src/http/gate/issued-keys.js';
import { hashKey, publicPrefix } from '../src/http/gate/key-check.js';
import { ManualClock } from '../src/lib/clock.js';
import { buildServer } from '../src/server.js';
import { openServices } from '../src/services.js';

/*
 * Calls every endpoint of a server with the generated brokerage once, and keeps the answers,
 * shortened, in openapi-examples.json, which `npm run openapi` shows in the description. Run it
 * when records change: `npm run openapi:examples`.
 */

/** Noon of 20 November 2026 in New York. */
const NOON = Date.UTC(2026, 10, 20, 17);
const LONGEST_LIST = 2;
const LONGEST_TEXT = 240;

/** The parameters of each endpoint's call; `segment` is part of the path. */
const calls: Readonly<Record<string, { segment?: number; params?: Record<string, string> }>> = {
  'GET /properties': {
    params: { status: '1,2', bedsMin: '2', amenities: 'elevator', perPage: '2' },
  },
  'POST /properties/search': {
    params: {
      polygon: 'POLYGON((-74.02 40.7, -73.97 40.7, -73.93 40.8, -73.98 40.8, -74.02 40.7))',
      status: '1,2',
      perPage: '1',
      cluster: '12',
    },
  },
  'GET /properties/random/{count}': { segment: 2 },
  'POST /properties/viewCounter/': { params: { listingID: 'LISTING' } },
  'GET /buildings': { params: { hasListings: 'true', count: '2' } },
  'GET /agents/search': { params: { sort: 'last' } },
  'GET /suggest': { params: { q: 'west', limit: '4' } },
  'GET /changes': { params: { kinds: 'offices', records: 'true', limit: '2' } },
  'GET /blog/search/{count}': { segment: 2 },
  'GET /press/search/{count}': { segment: 2 },
  'GET /videos/search/{count}': { segment: 2 },
  'POST /blog': {
    params: {
      title: 'Open houses this weekend',
      body: '<p>Come and see.</p>',
      publish_date: '2026-11-20',
      author: 'The team',
    },
  },
  'POST /blog/{id}': { params: { caption: 'The lobby' } },
  'PUT /blog/{id}': { params: { status: '1' } },
  'POST /alerts': {
    params: {
      firstname: 'Dana',
      lastname: 'Whitfield',
      email: 'dana.whitfield@example.com',
      price: '4500',
      minBeds: '2',
      comment: 'Is a viewing possible on Sunday?',
    },
  },
  'POST /alerts/listingAlert': {
    params: {
      listingID: 'LISTING',
      firstname: 'Dana',
      lastname: 'Whitfield',
      email: 'dana.whitfield@example.com',
    },
  },
  'POST /marketplace': {
    params: {
      listing_id: 'LISTING',
      agent_email: 'AGENT_EMAIL',
      first_name: 'Dana',
      last_name: 'Whitfield',
      email: 'dana.whitfield@example.com',
      message: 'Is it still available?',
    },
  },
  'POST /clients': {
    params: {
      firstname: 'Robin',
      lastname: 'Ellery',
      email: 'robin.ellery@example.com',
      password: 'correct horse battery',
    },
  },
  'POST /clients/Update': { params: { clientID: 'MEMBER', phone: '212-555-0142' } },
  'POST /clients/favoriteListing/': { params: { clientID: 'MEMBER', listingID: 'LISTING' } },
  'POST /clients/ListFavoriteListingID/': { params: { clientID: 'MEMBER' } },
  'POST /clients/insertClientTrail/': {
    params: { clientID: 'MEMBER', trailKey: '5', listingID: 'LISTING' },
  },
  'GET /account/getVerifiedStatus': {
    params: { email: 'robin.ellery@example.com', password: 'correct horse battery' },
  },
  'GET /account/verifyAccount': {
    params: { email: 'robin.ellery@example.com', verifyCode: 'VERIFY_CODE' },
  },
  'POST /vtour': {
    params: { listingID: 'LISTING', vtourURL: 'https://tours.example.com/watch?v=K3x9Qm' },
  },
  'POST /videohook': { params: { videoId: 'K3x9Qm' } },
};

/** A call and its answer. */
interface Example {
  readonly request?: Record<string, unknown>;
  readonly answer: unknown;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-examples-'));
  const clock = new ManualClock(NOON);
  const config = {
    dataFolder: folder,
    host: '127.0.0.1',
    port: 0,
    httpPort: undefined,
    tls: undefined,
    trustedProxies: ['127.0.0.1/32'],
    baseUrl: 'https://portico.example.com',
    databaseUrl: undefined,
    redisUrl: undefined,
    smtpUrl: undefined,
    mediaUrl: undefined,
    mediaCache: 5000,
    mailFrom: 'portico@example.com',
    operatorEmail: 'operator@example.com',
    webhookAllow: [],
    secretKey: randomBytes(32),
    databaseConnections: 1,
    sqliteMemory: 160,
    changesDays: 90,
    corsOrigins: undefined,
    logLevel: 'silent',
    overload: 'accept',
    metrics: undefined,
    console: undefined,
    consoleUrl: undefined,
    consoleMap: undefined,
  } as const;
  const services = await openServices(config, clock, pino({ level: 'silent' }));
  const app = await buildServer(services);
  try {
    const entry = { ...newEntry('demo', 'client', NOON), title: 'Portico Demo' };
    await services.directory.addTenant(entry);
    const database = await services.tenants.database(entry);
    const agency = generateAgency({ seed: 1, today: NOON, timeZone: entry.time_zone });
    for (const [name, resource] of importResources(database, entry.time_zone, clock)) {
      if (name === 'source-keys') continue;
      const records = agency[name] as readonly object[];
      await resource.write(records.map((record) => resource.parse(record as never)));
    }
    const base = { tenant: 'demo', scopes: ['website'], addresses: [] } as const;
    const open = await issueKey(services, { ...base, privateAccess: false }, randomBytes);
    const closed = await issueKey(services, { ...base, privateAccess: true }, randomBytes);
    const partner = { key: 'partner-of-the-examples', secret: randomBytes(16).toString('hex') };
    await addPartner(services, partner);
    const examples = await collect(app, clock, {
      open: open.apiKey,
      closed: closed.apiKey,
      basic: `Basic ${Buffer.from(`${partner.key}:${partner.secret}`).toString('base64')}`,
    });
    const file = new URL('openapi-examples.json', import.meta.url);
    writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
  } finally {
    await app.close();
    await services.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addPartner(
  services: Awaited<ReturnType<typeof openServices>>,
  partner: { readonly key: string; readonly secret: string },
): Promise<void> {
  await services.directory.partners.add({
    name: 'StreetWise',
    key_hash: hashKey(partner.key),
    prefix: publicPrefix(partner.key),
    secret_hash: hashKey(partner.secret),
    created_at: NOON,
  });
}

interface Credentials {
  readonly open: string;
  readonly closed: string;
  readonly basic: string;
}

async function collect(
  app: FastifyInstance,
  clock: ManualClock,
  credentials: Credentials,
): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {};
  const ask = async (endpoint: Endpoint, path: string, params: Record<string, string>) => {
    clock.advance(1100);
    const apiKey = endpoint.access === 'private' ? credentials.closed : credentials.open;
    const isRead = endpoint.method === 'GET';
    const query = isRead ? { ...params, apiKey } : { apiKey };
    const answer = await app.inject({
      method: endpoint.method,
      url: `${path}?${new URLSearchParams(query)}`,
      headers: { 'x-forwarded-proto': 'https', authorization: credentials.basic },
      ...(isRead ? {} : { payload: params }),
    });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer.json() as unknown;
  };
  const numbers: Record<string, string> = {};
  for (const endpoint of inOrder(endpoints)) {
    const name = `${endpoint.method} ${endpoint.path}`;
    const { segment, params = {} } = calls[name] ?? {};
    const filled = Object.fromEntries(
      Object.entries(params).map(([key, value]) => [key, numbers[value] ?? value]),
    );
    const number = String(segment ?? numbers[endpoint.path] ?? 1);
    const answer = await ask(endpoint, endpoint.path.replace(/\{\w+\}/, number), filled);
    learn(name, answer, numbers);
    const isRead = endpoint.method === 'GET';
    const request = isRead ? {} : { request: typed(endpoint, filled) };
    examples[name] = { ...request, answer: shortened(answer) };
  }
  return Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A JSON body, with numbers as numbers. */
function typed(endpoint: Endpoint, params: Record<string, string>): Record<string, unknown> {
  const isNumber = (name: string) => {
    const { type } = { ...endpoint.params[name]?.schema } as { type?: unknown };
    return type === 'integer' || type === 'number';
  };
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isNumber(name) ? Number(value) : value]),
  );
}

/**
 * The first calls: those that find the numbers for the others, and members before their actions.
 */
const FIRST = [
  'GET /properties',
  'GET /buildings',
  'GET /neighborhoods',
  'GET /agents/search',
  'GET /teams',
  'GET /offices',
  'GET /press/search/{count}',
  'GET /videos/search/{count}',
  'GET /labels',
  'GET /links/categories',
  'POST /blog',
  'POST /vtour',
  'POST /clients',
  'GET /account/verifyAccount',
];

function inOrder(all: readonly Endpoint[]): Endpoint[] {
  const rank = ({ method, path }: Endpoint) => {
    const place = FIRST.indexOf(`${method} ${path}`);
    return place === -1 ? FIRST.length : place;
  };
  return [...all].sort((one, other) => rank(one) - rank(other));
}

/** Keeps the numbers in an answer, by the place where another call needs them. */
function learn(name: string, answer: unknown, numbers: Record<string, string>): void {
  const first = (list: unknown): Record<string, unknown> =>
    (Array.isArray(list) ? (list[0] as Record<string, unknown> | undefined) : undefined) ?? {};
  const object = answer as Record<string, unknown>;
  const keep = (value: unknown, ...places: string[]) => {
    if (value === undefined) return;
    for (const place of places) numbers[place] = String(value);
  };
  if (name === 'GET /properties') {
    const listing = first(object.LISTINGS);
    keep(
      listing.main_id,
      'LISTING',
      '/properties/{id}',
      '/properties/amenities/{id}',
      '/properties/{id}/history',
      '/properties/photos/{id}',
    );
    keep(listing.agents_agent_email, 'AGENT_EMAIL');
    const agent = listing.agents_agent_id;
    keep(agent, '/agents/{id}', '/agents/blog/{id}', '/agents/testimonials/{id}');
    keep(agent, '/agents/videos/{id}');
  }
  if (name === 'GET /buildings') {
    keep(first(object.BUILDINGS).id, '/buildings/{id}', '/buildings/photos/{id}');
  }
  if (name === 'GET /neighborhoods') keep(first(answer).cat_id, '/neighborhoods/{id}');
  if (name === 'GET /teams') keep(first(answer).id, '/teams/{id}', '/teams/testimonials/{id}');
  if (name === 'GET /offices') keep(first(answer).id, '/offices/{id}');
  if (name === 'GET /press/search/{count}') keep(first(answer).id, '/press/{id}');
  if (name === 'GET /videos/search/{count}') keep(first(answer).id, '/videos/{id}');
  if (name === 'GET /labels') keep(first(answer).id, '/labels/{id}');
  if (name === 'GET /links/categories') keep(first(answer).id, '/links/{category}');
  if (name === 'POST /blog') keep(first(object.ITEM).id, '/blog/{id}', '/blogs/{id}');
  if (name === 'POST /clients') {
    keep(first(object.ITEM).id, 'MEMBER', '/clients/{id}');
    keep(first(object.ITEM).verifyCode, 'VERIFY_CODE');
  }
}

/** Shortens lists and texts to what shows their shape. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item)]));
}

await main();
