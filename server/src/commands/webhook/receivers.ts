import { iso } from '../../lib/dates.js';
import { type AddressRange, parseRange } from '../../lib/ip-address.js';
import { quoted, stripControls } from '../../lib/text.js';
import { isMailbox } from '../../outbox/email/email.js';
import type { QueueState } from '../../outbox/queue.js';
import {
  addEndpoint,
  checkReceiverUrl,
  endpointOf,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  type StoredEndpoint,
  setState,
  typesOf,
  UrlProblem,
} from '../../outbox/webhook/endpoint-store.js';
import { countMessages } from '../../outbox/webhook/message-store.js';
import { newSecret } from '../../outbox/webhook/post.js';
import { type EndpointState, WEBHOOK_TYPES } from '../../outbox/webhook/types.js';
import type { Services } from '../../services.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { terminalFor, type World } from '../command.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { changing, type OpenedCommand, onDatabase } from '../open.js';
import { type Columns, facts, momentIn, print } from '../print.js';

/** How long the secret before a rotation signs, too. */
const ROTATION_MS = 24 * 3_600_000;

/** Random bytes of a receiver's public id. */
const ID_BYTES = 12;

interface AddOptions {
  readonly url: string;
  readonly types: string;
  readonly include?: 'lead';
  readonly contact?: string;
}

/** `portico webhook add`. */
export async function add(world: World, tenant: string, options: AddOptions): Promise<Report> {
  const { url, include = '', contact = '' } = options;
  const types = checkTypes(options.types);
  if (contact !== '' && !isMailbox(contact)) {
    throw new UsageError(`${quoted(contact)} is not one email address.`, undefined, '--contact');
  }
  return onDatabase(world, 'client', tenant, async ({ services, entry, database }) => {
    const allowed = services.config.webhookAllow
      .map(parseRange)
      .filter((range) => range !== undefined);
    checkUrl('--url', url, allowed);
    const values = { url, types, include, contact, state: 'active', leased_until: 0 } as const;
    const { endpoint, secret } = await storeReceiver(world, database, services, values);
    const { json, text } = reportOf(entry, endpoint);
    return {
      json: { ...json, secret },
      text:
        `A new receiver of ${tenant}. Its secret is shown this once: keep it now.\n\n` +
        `id      ${endpoint.public_id}\nsecret  ${secret}\n\n${text}`,
      warning:
        include === 'lead' && new URL(url).protocol === 'http:'
          ? 'Warning: leads go to this receiver over plain HTTP, where anybody in between reads them.'
          : undefined,
    };
  });
}

/** The types that a comma list names. @throws UsageError */
export function checkTypes(text: string): string[] {
  const names = text.split(',').flatMap((name) => allOf(name.trim()));
  const types = [...new Set(names)];
  const unknown = types.find((type) => !Object.hasOwn(WEBHOOK_TYPES, type));
  if (unknown === undefined) return types;
  const known = Object.entries(WEBHOOK_TYPES).map(([type, words]) => `${type} (${words})`);
  throw new UsageError(
    `${quoted(unknown)} is not a type of message. The types are ${known.join(', ')}.`,
    undefined,
    '--types',
  );
}

/** `listing.*` stands for all types of listings. */
function allOf(name: string): readonly string[] {
  if (!name.endsWith('.*')) return [name];
  const types = Object.keys(WEBHOOK_TYPES).filter((type) => type.startsWith(name.slice(0, -1)));
  return types.length === 0 ? [name] : types;
}

/** Checks the URL of a receiver, which is not repeated: it may hold a password. @throws UsageError */
export function checkUrl(option: string, url: string, allowed: readonly AddressRange[]): void {
  try {
    checkReceiverUrl(url, allowed);
  } catch (error) {
    if (!(error instanceof UrlProblem)) throw error;
    throw new UsageError(`the URL ${error.message}`, undefined, option);
  }
}

export interface NewReceiver
  extends Pick<StoredEndpoint, 'url' | 'include' | 'contact' | 'leased_until'> {
  readonly types: readonly string[];
  readonly state: EndpointState;
}

/** Stores a new receiver under a new id, with a new secret. */
export async function storeReceiver(
  { clock, random }: World,
  database: TenantDatabase,
  services: Services,
  { types, ...values }: NewReceiver,
): Promise<{ readonly endpoint: StoredEndpoint; readonly secret: string }> {
  const public_id = `ep_${Buffer.from(random(ID_BYTES)).toString('base64url')}`;
  const secret = newSecret(random);
  const sealed_secret = await services.endpointSecrets.seal(secret, public_id);
  await addEndpoint(changing({ services, database }, 'webhooks', public_id), {
    ...{ ...values, public_id, types: types.join(), sealed_secret },
    ...{ old_sealed_secret: '', old_until: 0, reason: '' },
    ...{ created_at: clock.now(), failing_since: 0, not_before: 0 },
  });
  return { endpoint: await findReceiver(database, public_id), secret };
}

/** `portico webhook list`. */
export async function list({ world, entry, database }: OpenedCommand): Promise<Report> {
  const tenant = entry.name;
  const endpoints = await listEndpoints(database);
  const counts = await countMessages(database);
  const json = endpoints.map((endpoint) => endpointJson(tenant, endpoint, counts));
  return {
    json: { client: tenant, endpoints: json },
    text: print(COLUMNS, json, {
      ...{ terminal: terminalFor(world), below: ['TYPES', 'URL'] },
      empty: `${tenant} has no receivers of webhooks. \`portico webhook add --help\` says how to add one.`,
    }),
  };
}

/** `portico webhook show`. */
export async function show({ entry, database }: OpenedCommand, id: string): Promise<Report> {
  const endpoint = await findReceiver(database, id);
  return reportOf(entry, endpoint, await countMessages(database));
}

/** `portico webhook pause` and `resume`. */
export function change(state: 'active' | 'paused') {
  return async (opened: OpenedCommand, id: string): Promise<Report> => {
    const { services, entry, database } = opened;
    const endpoint = await findReceiver(database, id);
    refuseListener(endpoint);
    // What waits is found by the next sweep of a server.
    await services.outbox.announce(database);
    await setState(changing(opened, 'webhooks', id), endpoint.id, state);
    return reportOf(entry, await findReceiver(database, id));
  };
}

/** @throws CommandError for the receiver of a `portico webhook listen`, whose state only that command decides. */
export function refuseListener({ state }: StoredEndpoint): void {
  if (state === 'listening') {
    throw new CommandError('This receiver goes when its `portico webhook listen` ends.');
  }
}

/** `portico webhook rotate`. */
export async function rotate(opened: OpenedCommand, id: string): Promise<Report> {
  const { world, services, entry, database } = opened;
  const endpoint = await findReceiver(database, id);
  const secret = newSecret(world.random);
  const sealed = await services.endpointSecrets.seal(secret, id);
  // One that does not open cannot sign, and nothing could be sent while it has to.
  const opens = await services.endpointSecrets.opens(endpoint);
  const until = opens ? world.clock.now() + ROTATION_MS : 0;
  await rotateSecret(changing(opened, 'webhooks', id), endpoint, sealed, until);
  const end = iso(until);
  return {
    json: { client: entry.name, id, secret, oldUntil: end },
    text:
      `A new secret. It is shown this once: keep it now.\n\nsecret  ${secret}\n\n` +
      (opens
        ? `Until ${end} the old one signs, too.`
        : 'The old one cannot be read, and does not sign any more.'),
  };
}

/** `portico webhook remove`. */
export async function remove(opened: OpenedCommand, id: string): Promise<Report> {
  const { id: number } = await findReceiver(opened.database, id);
  await removeEndpoint(changing(opened, 'webhooks', id), number);
  return {
    json: { removed: id, client: opened.entry.name },
    text: `Removed the receiver ${id} of ${opened.entry.name}.`,
  };
}

/** The receiver with this id. @throws CommandError when there is none. */
export async function findReceiver(database: TenantDatabase, id: string): Promise<StoredEndpoint> {
  const tenant = database.name;
  const endpoint = await endpointOf(database, id);
  if (endpoint !== undefined) return endpoint;
  throw new CommandError(
    `${tenant} has no receiver ${quoted(id)}. \`portico webhook list ${tenant}\` shows all.`,
  );
}

/** How many messages of each receiver are in each state, by the receiver's number. */
type Counts = ReadonlyMap<number, Readonly<Record<QueueState, number>>>;

const NONE = { waiting: 0, sent: 0, failed: 0 };

/** A receiver for programs: all but its secrets. */
function endpointJson(tenant: string, endpoint: StoredEndpoint, counts?: Counts) {
  return {
    client: tenant,
    id: endpoint.public_id,
    url: endpoint.url,
    types: typesOf(endpoint),
    include: endpoint.include === '' ? [] : [endpoint.include],
    contact: endpoint.contact === '' ? null : endpoint.contact,
    state: endpoint.state,
    reason: endpoint.reason,
    created: iso(endpoint.created_at),
    failingSince: iso(endpoint.failing_since),
    oldSecretUntil: iso(endpoint.old_until),
    ...(counts && { messages: counts.get(endpoint.id) ?? NONE }),
  };
}

const COLUMNS: Columns<ReturnType<typeof endpointJson>> = {
  ID: ({ id }) => id,
  STATE: ({ state }) => state,
  WAITING: ({ messages = NONE }) => messages.waiting,
  FAILED: ({ messages = NONE }) => messages.failed,
  TYPES: ({ types }) => types.join(', '),
  URL: ({ url }) => url,
};

function reportOf(
  { name, time_zone: zone }: ClientEntry,
  endpoint: StoredEndpoint,
  counts?: Counts,
): Report {
  const json = endpointJson(name, endpoint, counts);
  const { messages } = json;
  const time = (at: number) => (at === 0 ? '' : momentIn(at, zone));
  const lines: [string, string | null][] = [
    ['id', json.id],
    ['url', json.url],
    ['types', json.types.join(', ')],
    ['include', json.include.join()],
    ['contact', json.contact],
    ['state', json.state],
    ['reason', json.reason],
    ['created', time(endpoint.created_at)],
    ['failing since', time(endpoint.failing_since)],
  ];
  if (messages !== undefined) {
    const { waiting, sent, failed } = messages;
    lines.push(['messages', `${waiting} waiting, ${sent} delivered, ${failed} given up`]);
  }
  return { json, text: facts(lines.map(([key, value]) => [key, stripControls(value ?? '')])) };
}
