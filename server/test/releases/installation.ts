import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateAgency } from 'portico-demo';
import { aListing } from '../rig/makers.js';
import { runProgram, serve } from '../rig/program.js';
import { type Installation, placeOf, send } from './place.js';
import {
  type IssuedKey,
  type Member,
  type Question,
  requestOf,
  type Subjects,
} from './questions.js';

const DAY_OF_RECORDS = Date.UTC(2026, 10, 20, 17);

/** One transparent pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type ImportRecord = Readonly<Record<string, unknown>>;
type Records = Readonly<Record<string, readonly ImportRecord[]>>;

/** Runs a command of the release, and reads what it printed. */
async function command(
  installation: Installation,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { status, output, errors } = await runProgram(placeOf(installation), ...args, '--json');
  if (status !== 0) throw new Error(`portico ${args.join(' ')}: ${errors}${output}`);
  return JSON.parse(output) as Record<string, unknown>;
}

/**
 * Fills an empty installation with what its program makes: the demo tenant, a brokerage `acme` with imported
 * records, a feed, keys of every kind, members, leads, blog posts and email that waits, and a brokerage `beta`.
 *
 * @param withDemo Without the demo tenant it takes a fraction of the time.
 */
export async function fill(installation: Installation, withDemo: boolean): Promise<Subjects> {
  const run = (...args: string[]) => command(installation, ...args);
  const demo = withDemo ? await run('demo') : undefined;
  await run('client', 'add', 'acme', '--title', 'Acme “Realty” 🏠', '--fold-repeat-leads');
  await run(
    'client',
    'set',
    'acme',
    '--coarsen-hidden',
    '--listings-link',
    '/our/{id}/{firstname}',
  );
  await run('client', 'add', 'beta', '--timezone', 'Europe/Berlin');
  await run('feed', 'add', 'onekey', '--kind', 'mls', '--title', 'One Key');
  await run('client', 'attach', 'acme', 'onekey');
  const keys = await issueKeys(installation, demo);
  const partner = await run('partner', 'add', 'StreetWise');
  const login = Buffer.from(`${partner.partnerKey}:${partner.secret}`).toString('base64');

  const records = recordsOf(7, 30);
  const feed = recordsOf(8, 12);
  await importRecords(installation, 'acme', records);
  await importRecords(installation, 'onekey', {
    ...{ listings: feed.listings ?? [], photos: feed.photos ?? [] },
  });

  const subjects: Subjects = {
    keys,
    partner: `Basic ${login}`,
    listing: idOf(records, 'listings', ({ agents_agent_id }) => agents_agent_id !== 0, 'main_id'),
    feedListing: idOf(feed, 'listings', () => true, 'main_id'),
    building: idOf(records, 'buildings'),
    neighborhood: idOf(records, 'neighborhoods', () => true, 'cat_id'),
    agent: activeAgent(records),
    blog: 0,
    members: [],
  };
  const server = await serve(placeOf(installation));
  const visits = await visit(server.url, subjects).finally(() => server.stop());
  // A member who logged in counts as active for some months: this one for as long as anybody tests.
  const [first] = visits.members;
  await importRecords(installation, 'acme', {
    clients: [{ id: first?.id, last_login: '2099-01-01 12:00:00' }],
  });
  return { ...subjects, ...visits };
}

async function issueKeys(
  installation: Installation,
  demo: Record<string, unknown> | undefined,
): Promise<Subjects['keys']> {
  const issue = async (...args: string[]) =>
    (await command(installation, 'key', ...args)) as unknown as IssuedKey;
  const privateKey = await issue('add', 'acme', '--private');
  const revoked = await issue('add', 'acme');
  await issue('revoke', revoked.apiKey);
  const rotatedOld = await issue('add', 'acme', '--private', '--address', '127.0.0.0/8');
  return {
    privateKey,
    plain: await issue('add', 'acme', '--scope', 'website', '--scope', 'marketplace'),
    marketplace: await issue('add', 'acme', '--scope', 'marketplace'),
    elsewhere: await issue(
      'add',
      'acme',
      '--address',
      '203.0.113.0/24',
      '--address',
      '2001:db8::/32',
    ),
    revoked: { apiKey: revoked.apiKey },
    rotatedOld,
    rotatedNew: await issue('rotate', rotatedOld.apiKey, '--keep-old'),
    beta: await issue('add', 'beta', '--private'),
    ...(demo === undefined ? {} : { demo: { apiKey: String(demo.apiKey) } }),
  };
}

/**
 * Invented records of every kind that can be imported. Open houses and logins are in 2099: what an
 * answer says of them does not depend on the day that it is asked on.
 */
function recordsOf(seed: number, listings: number): Records {
  const agency = generateAgency({
    ...{ seed, listings, today: DAY_OF_RECORDS, timeZone: 'America/New_York' },
  }) as unknown as Record<string, readonly ImportRecord[] | undefined>;
  const all = (kind: string) => agency[kind] ?? [];
  const used = new Set(all('listings').map((listing) => listing.essentials_building));
  const isUsed = (id: unknown) => used.has(id);
  const odd = aListing({
    main_id: 9001,
    main_street: 'Rue de l’Été “№ 5” 100%_\\',
    main_hide_address: 1,
    main_description: 'Zeile eins\nline two\ttab <b>bold</b> & 日本語 🏠',
    financials_price: 123_456_789,
  });
  return {
    ...Object.fromEntries(KINDS.map((kind) => [kind, all(kind)])),
    buildings: all('buildings').filter(({ id }) => isUsed(id)),
    'building-photos': all('building-photos').filter(({ building_id }) => isUsed(building_id)),
    listings: [...all('listings').map(inFarFuture), odd],
    clients: all('clients').slice(0, 25).map(inFarFuture),
    deals: all('deals').filter(({ client_id }) =>
      all('clients')
        .slice(0, 25)
        .some(({ id }) => id === client_id),
    ),
  };
}

const KINDS = [
  ...['neighborhoods', 'offices', 'agents', 'teams', 'photos', 'labels', 'blog-labels', 'blogs'],
  ...['press', 'videos', 'testimonials', 'docs', 'link-categories', 'links'],
];

function inFarFuture(record: ImportRecord): ImportRecord {
  const moved = Object.entries(record).map(([name, value]) => {
    const moves = /^openhouse/.test(name) || (name === 'last_login' && record.active === 1);
    return [name, moves && typeof value === 'string' ? value.replace(/20\d\d/, '2099') : value];
  });
  return Object.fromEntries(moved);
}

async function importRecords(
  installation: Installation,
  tenant: string,
  records: Records,
): Promise<void> {
  const folder = join(installation.dataFolder, 'records');
  mkdirSync(folder);
  for (const [kind, list] of Object.entries(records)) {
    if (list.length === 0) continue;
    const lines = list.map((record) => `${JSON.stringify(record)}\n`).join('');
    writeFileSync(join(folder, `${kind}.ndjson`), lines);
  }
  const said = await command(installation, 'import', tenant, folder);
  if (said.rejects !== null) throw new Error(`Records were rejected: ${JSON.stringify(said)}`);
  rmSync(folder, { recursive: true });
}

function idOf(
  records: Records,
  kind: string,
  fits: (record: ImportRecord) => boolean = () => true,
  name = 'id',
): number {
  const found = records[kind]?.find(fits);
  if (found === undefined) throw new Error(`There are no ${kind} that fit.`);
  return Number(found[name]);
}

function activeAgent(records: Records): Subjects['agent'] {
  const id = idOf(records, 'agents', ({ status }) => status === 'Active');
  const agent = records.agents?.find((record) => record.id === id);
  return { id, email: String(agent?.email) };
}

/** What visitors of the website and a marketplace do; their email finds no mail server. */
async function visit(
  url: string,
  { keys, partner, listing, feedListing, agent }: Subjects,
): Promise<Pick<Subjects, 'members' | 'blog'>> {
  const key = keys.privateKey;
  const ask = async (path: string, params: Question['params'], told: Partial<Question> = {}) => {
    await sleep(120);
    const question: Question = {
      method: 'POST',
      path,
      key,
      params: params ?? {},
      signed: true,
      ...told,
    };
    const { status, body } = await send(url, requestOf(question));
    if (
      status !== (told.authorization === WRONG_LOGIN ? 401 : 200) ||
      /"STATUS":"Error"/.test(body)
    ) {
      throw new Error(`${path}: ${status} ${body}`);
    }
    return body;
  };
  const members: Member[] = [];
  for (const [firstname, lastname, email] of PEOPLE) {
    const password = `the password of ${firstname}`;
    const body = await ask('/clients', { firstname, lastname, email, password });
    const found = /"id":(\d+)/.exec(body)?.[1];
    const code = /"verifyCode":"(\w+)"/.exec(body)?.[1];
    if (found === undefined || code === undefined) throw new Error(body);
    members.push({ id: Number(found), email, password, code });
  }
  const [first, second] = members;
  if (first === undefined || second === undefined) throw new Error('There are no members.');
  await ask(
    '/account/verifyAccount',
    { email: first.email, verifyCode: first.code },
    { method: 'GET' },
  );
  await ask('/clients/Update', { clientID: second.id, phone: '212-555-0123' }, { json: true });
  const favorite = { clientID: first.id, isFavorite: 'true' };
  await ask('/clients/favoriteListing/', { ...favorite, listingID: listing });
  await ask('/clients/favoriteListing/', { ...favorite, listingID: 9001 });
  await ask('/clients/favoriteListing/', { ...favorite, listingID: feedListing, isMLS: 'true' });
  await ask('/clients/insertClientTrail/', { clientID: first.id, trailKey: 5, listingID: listing });

  const [person] = PEOPLE.map(([firstname, lastname, email]) => ({ firstname, lastname, email }));
  const lead = {
    ...person,
    agentEmail: agent.email,
    price: 4000,
    alertType: 'For Rent',
    minBeds: 2,
  };
  await ask('/alerts', { ...lead, comment: 'Line one\nline "two" 🏠 <b>' });
  await ask('/alerts', { ...lead, comment: 'Again' });
  await ask('/alerts', { ...lead, email: 'bo@visitor.example', comment: '' });
  await ask('/alerts/listingAlert', { ...person, listingID: listing, clientID: first.id });
  await ask('/alerts/listingAlert', {
    ...person,
    listingID: feedListing,
    isMLS: 'true',
    agentID: agent.id,
  });
  const offer = {
    first_name: 'Mara',
    last_name: 'Lund',
    email: 'mara@visitor.example',
    client_id: 'sw-7',
  };
  const market = { key: keys.marketplace, json: true, authorization: partner } as const;
  await ask(
    '/marketplace',
    { ...offer, listing_id: `${listing}`, agent_email: agent.email },
    market,
  );
  await ask('/marketplace', offer, { ...market, authorization: WRONG_LOGIN });

  const post = {
    title: 'A post of the website',
    body: '<p>Text “quoted”</p>',
    publish_date: '2026-11-20',
  };
  const written = await ask('/blog', { ...post, image_base64: PNG, agent_id: agent.id });
  const blog = Number(/"id":(\d+)/.exec(written)?.[1]);
  await ask(`/blog/${blog}`, { caption: 'Changed' }, { method: 'PUT' });
  await ask('/vtour', {
    listingID: `${listing}`,
    vtourURL: 'https://video.example/tour?video=tour-one',
  });
  await ask('/properties/viewCounter/', { listingID: listing });
  await ask('/properties/viewCounter/', { listingID: listing });
  return { members, blog };
}

const WRONG_LOGIN = 'Basic d3Jvbmc6d3Jvbmc=';

const PEOPLE = [
  ['Nora', 'Quinn', 'nora@visitor.example'],
  ['Émile', 'O’Neil', 'emile@visitor.example'],
  ['Jun', '山田', 'jun@visitor.example'],
] as const;
