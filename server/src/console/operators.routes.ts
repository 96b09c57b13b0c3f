import { keyJson } from '../http/gate/issued-keys.js';
import { auditOf } from '../store/audit/audit-list.js';
import type { KeyEntry } from '../store/directory/directory.js';
import { auditAnswer } from './brokerage.routes.js';
import { readPage } from './page.js';
import { objectOf, problems, textsOf } from './problems.js';
import {
  type BrokerageCall,
  type ConsoleRoute,
  checkProof,
  clientRoute,
  commandOf,
  numberIn,
  optionOf,
  signedInRoute,
} from './route.js';

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
    const made = await commandOf(call, [
      'key',
      'add',
      '--json',
      ...keyOptions(call.body),
      '--',
      call.tenant.settings.name,
    ]);
    call.reply.code(201);
    return withAddress(call, made);
  }),
  clientRoute(['POST', '/keys/:id/rotate'], 'change clients', async (call) => {
    checkProof(call);
    const { prefix } = await keyOf(call);
    const keepOld = objectOf(call.body).keepOld === true ? ['--keep-old'] : [];
    const made = await commandOf(call, ['key', 'rotate', '--json', ...keepOld, '--', prefix]);
    call.reply.code(201);
    return withAddress(call, made);
  }),
  clientRoute(['DELETE', '/keys/:id'], 'change clients', async (call) => {
    checkProof(call);
    const { prefix } = await keyOf(call);
    await commandOf(call, ['key', 'revoke', '--json', '--', prefix]);
  }),
];

/** A made key, with the address that websites call with it. */
const withAddress = ({ parts }: BrokerageCall, made: object) => ({
  ...made,
  url: parts.services.baseUrl(),
});

/** The key of a path. @throws ConsoleProblem where the client has no such key. */
async function keyOf({ parts, params, tenant }: BrokerageCall): Promise<KeyEntry> {
  const id = numberIn(params, 'id');
  const keys = await parts.services.directory.keys.of(tenant.settings.name);
  const key = keys.find((each) => each.id === id);
  if (key === undefined) throw problems.notFound('There is no such key.');
  return key;
}

/** The options of `key add` that a body asks for. @throws ConsoleProblem that names the field. */
function keyOptions(body: unknown): readonly string[] {
  const text = (most: number) => ({ most, optional: true }) as const;
  const { address: addresses, ...texts } = textsOf(body, {
    ...{ name: { most: 100 }, scope: text(20), expires: text(40), rate: text(10) },
    ...{ 'in-flight': text(10), address: text(4000) },
  });
  const named = Object.entries(texts).filter(([, value]) => value);
  const each = addresses.split(/[\s,]+/).filter((address) => address !== '');
  const isPrivate = objectOf(body).private === true;
  return [
    ...[...named, ...each.map((address) => ['address', address] as const)].map(optionOf),
    ...(isPrivate ? ['--private'] : []),
  ];
}
