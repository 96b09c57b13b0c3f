import { isExpired, issuedJson, issueKey, keyJson, rotateKey } from '../http/gate/issued-keys.js';
import { HIGHEST_LIMITS } from '../http/gate/rates.js';
import { parseMoment } from '../lib/dates.js';
import { spelledRange } from '../lib/ip-address.js';
import { stripControls } from '../lib/text.js';
import { auditOf } from '../store/audit/audit-list.js';
import type { KeyEntry } from '../store/directory/directory.js';
import { SCOPES, type Scope } from '../store/directory/key-directory.js';
import { auditAnswer } from './brokerage.routes.js';
import { readPage } from './page.js';
import { objectOf, problems, textsOf } from './problems.js';
import {
  type BrokerageCall,
  type ConsoleRoute,
  checkProof,
  clientRoute,
  commandOf,
  directoryBy,
  numberIn,
  signedInRoute,
} from './route.js';

/** The most characters of what operators call a key, and how many addresses may use it. */
const KEY_NAME = 100;
const MOST_ADDRESSES = 100;

/** Revoked keys are listed as far as they are among the newest so many. */
const LISTED = 200;

/** What operators do for all clients: find them, and give out keys. */
export const operatorRoutes: readonly ConsoleRoute[] = [
  signedInRoute(['GET', '/api/clients'], 'see clients', async ({ parts: { services }, query }) => {
    const { directory } = services;
    const { total, entries } = await directory.search(readPage(query));
    const names = entries.map(({ name }) => name);
    const keys = await directory.keys.countActive(names);
    const counted = await directory.emailNotes.counts(names);
    const clients = entries.map(({ name, title, kind, time_zone }) => ({
      ...{ client: name, title, kind, timeZone: time_zone, keys: keys.get(name) ?? 0 },
      listings: counted.get(name)?.listings ?? null,
    }));
    return { clients, total };
  }),
  signedInRoute(['GET', '/api/audit'], 'see clients', (call) =>
    auditAnswer(call, auditOf(call.parts.services.directory)),
  ),
  signedInRoute(['GET', '/api/status'], 'see clients', (call) =>
    commandOf(call, ['status', '--json']),
  ),
  clientRoute(['GET', '/keys'], 'see clients', async ({ parts: { services }, tenant }) => {
    const { directory, clock } = services;
    const { name } = tenant.settings;
    const uses = await directory.keyUses.ofClient(name);
    const keys = await directory.keys.of(name);
    const json = (key: KeyEntry) => keyJson(key, uses.get(key.id), clock.now());
    const listed = keys.filter(({ active }, at) => active === 1 || at >= keys.length - LISTED);
    return { keys: listed.map((key) => ({ id: key.id, ...json(key) })) };
  }),
  clientRoute(['POST', '/keys'], 'change clients', async (call) => {
    checkProof(call);
    const { services } = call.parts;
    const by = { ...services, directory: directoryBy(call, 'key add') };
    const issued = await issueKey(by, keyIn(call), services.tools.random);
    call.reply.code(201);
    return issuedJson(issued);
  }),
  clientRoute(['POST', '/keys/:id/rotate'], 'change clients', async (call) => {
    checkProof(call);
    const old = await activeKey(call);
    const { services } = call.parts;
    // The new one would have the same end.
    if (isExpired(old, services.clock.now())) {
      throw problems.rejected({ expires: 'has passed: make a new key' });
    }
    const by = { ...services, directory: directoryBy(call, 'key rotate') };
    const { keepOld } = objectOf(call.body);
    const how = { random: services.tools.random, keepOld: keepOld === true };
    const issued = await rotateKey(by, old, {}, how);
    call.reply.code(201);
    return { ...issuedJson(issued), replaced: old.prefix, revoked: keepOld !== true };
  }),
  clientRoute(['DELETE', '/keys/:id'], 'change clients', async (call) => {
    checkProof(call);
    const key = await activeKey(call);
    await directoryBy(call, 'key revoke').keys.revoke(key.id);
  }),
];

/** The key of a path. @throws ConsoleProblem where the client has no such key, or it is revoked. */
async function activeKey({ parts, params, tenant }: BrokerageCall): Promise<KeyEntry> {
  const id = numberIn(params, 'id');
  const keys = await parts.services.directory.keys.of(tenant.settings.name);
  const key = keys.find((each) => each.id === id && each.active === 1);
  if (key === undefined) throw problems.notFound('There is no such key, or it is revoked.');
  return key;
}

/** The key that a body asks for. @throws ConsoleProblem that names the field. */
function keyIn(call: BrokerageCall) {
  const { settings } = call.tenant;
  const rules = { name: { most: KEY_NAME }, expires: { most: 40, optional: true } } as const;
  const { name, expires } = textsOf(call.body, rules);
  if (stripControls(name) !== name) throw problems.rejected({ name: 'is not printable' });
  const { private: isPrivate } = objectOf(call.body);
  const scopes = listIn(call, 'scopes', SCOPES.length);
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) {
    throw problems.rejected({ scopes: `are among ${SCOPES.join(', ')}` });
  }
  const addresses = listIn(call, 'addresses', MOST_ADDRESSES).map((text) => {
    const range = spelledRange(text);
    if (range !== undefined) return range;
    throw problems.rejected({ addresses: 'are IP addresses or CIDR ranges' });
  });
  const expiresAt = expires === '' ? null : parseMoment(expires, settings.time_zone);
  if (
    expiresAt === undefined ||
    (expiresAt !== null && expiresAt <= call.parts.services.clock.now())
  ) {
    throw problems.rejected({ expires: 'is not a date in the future, such as 2027-01-31' });
  }
  return {
    ...{ tenant: settings.name, name, expiresAt, privateAccess: isPrivate === true },
    perSecond: limitIn(call, 'rate', HIGHEST_LIMITS.perSecond),
    inFlight: limitIn(call, 'inFlight', HIGHEST_LIMITS.inFlight),
    scopes: scopes.length === 0 ? (['website'] as const) : ([...new Set(scopes)] as Scope[]),
    addresses: [...new Set(addresses)],
  };
}

/** A limit of a key; null for that of every key. */
function limitIn(call: BrokerageCall, name: string, most: number): number | null {
  const value = objectOf(call.body)[name] ?? null;
  if (value === null || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most))
    return value as number | null;
  throw problems.rejected({ [name]: `is a whole number from 1 to ${most}` });
}

function listIn(call: BrokerageCall, name: string, most: number): readonly string[] {
  const value = objectOf(call.body)[name] ?? [];
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (isList && value.length <= most) return value;
  throw problems.rejected({ [name]: `is not a list of at most ${most} texts` });
}
