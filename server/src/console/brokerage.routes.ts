import { iso, parseMoment } from '../lib/dates.js';
import { listEmail, makeDue } from '../outbox/email/email-store.js';
import { withOutbox } from '../outbox/outbox.js';
import { progressJson, QUEUE_STATES, type QueueState } from '../outbox/queue.js';
import { endpointOf, listEndpoints } from '../outbox/webhook/endpoint-store.js';
import {
  listMessages,
  messagesAboutLead,
  redeliverMessage,
} from '../outbox/webhook/message-store.js';
import { emailsAbout, leadWithComments } from '../resources/leads/lead.js';
import {
  discardHeld,
  heldListings,
  releaseHeld,
} from '../resources/saved-searches/alerts/alert-places.js';
import { type Audit, auditOf, newestEntries } from '../store/audit/audit-list.js';
import { audited } from '../store/tenant/audit.js';
import { isFailure, listRuns } from '../store/tenant/import-runs.js';
import { readPage } from './page.js';
import { problems } from './problems.js';
import { inTurn } from './record-list.js';
import {
  actorOf,
  type BrokerageCall,
  brokerageRoute,
  numberIn,
  type SignedInCall,
} from './route.js';

/** How many emails, webhooks and entries of the audit are listed, the newest of them. */
const LISTED = 100;

/** The most characters of what an audit is filtered by. */
const LONGEST = 100;

/** What has come into a brokerage and left it: imports, email and webhooks, changes, and what became of a lead. */
export const brokerageRoutes = [
  brokerageRoute(['GET', '/imports'], 'read records', async ({ tenant, query, parts }) => {
    const { runs, total } = await listRuns(
      tenant.database,
      readPage(query),
      parts.services.clock.now(),
    );
    return {
      total,
      imports: runs.map(({ started_by, started_at, ended_at, files, counts, message, ...run }) => ({
        ...{ id: run.id, by: started_by, mode: run.mode, result: run.result, words: message },
        ...{ failed: isFailure(run.result), files: JSON.parse(files) as string[] },
        ...{ started: iso(started_at), ended: run.result === 'running' ? null : iso(ended_at) },
        counts: numbersOf(counts),
      })),
    };
  }),
  brokerageRoute(['GET', '/outbox'], 'read records', async (call) => {
    const { database } = call.tenant;
    const { state } = call.query;
    if (state !== undefined && !(QUEUE_STATES as readonly unknown[]).includes(state)) {
      throw problems.badRequest(`state: accepted are ${QUEUE_STATES.join(', ')}.`);
    }
    const which = { state: state as QueueState | undefined, limit: LISTED };
    // There is no index of a state that has this order.
    return inTurn(call, async () => ({
      held: await heldListings(database),
      emails: (await listEmail(database, which)).map(emailJson),
      webhooks: await messagesJson(database, await listMessages(database, undefined, which)),
    }));
  }),
  brokerageRoute(['POST', '/outbox/emails/:id'], 'edit records', async (call) => {
    const id = numberIn(call.params, 'id') ?? 0;
    const isDue = await sending(call, 'emails', id, (database, now) => makeDue(database, id, now));
    if (!isDue) throw problems.notFound('There is no such email, or it was sent.');
  }),
  brokerageRoute(['POST', '/outbox/webhooks/:receiver/:id'], 'edit records', async (call) => {
    const { receiver = '', id = '' } = call.params;
    const endpoint = await endpointOf(call.tenant.database, receiver);
    const found = await sending(
      call,
      'webhooks',
      id,
      async (database, now) => endpoint && redeliverMessage(database, endpoint.id, id, now),
    );
    if (found === undefined) throw problems.notFound('There is no such message.');
  }),
  // Email about saved searches, which waits because more is new than is usual in a day.
  ...(['release', 'discard'] as const).map((verb) =>
    brokerageRoute(['POST', `/outbox/held/${verb}`], 'edit records', async (call) => {
      const { database } = call.tenant;
      const change = () => ({ kind: 'alerts', records: [] });
      const work = verb === 'release' ? releaseHeld : discardHeld;
      await work(audited(database, actorOf(call, `alert ${verb}`), change));
    }),
  ),
  brokerageRoute(['GET', '/audit'], 'see audit', async (call) => {
    const { settings, database } = call.tenant;
    const { directory } = call.parts.services;
    const keys = await directory.keys.of(settings.name);
    const audit = auditOf(directory, { entry: settings, db: database.db, keys });
    return auditAnswer(call, audit, settings.time_zone);
  }),
  brokerageRoute(['GET', '/leads/:id/story'], 'read records', async (call) => {
    const { database } = call.tenant;
    const id = numberIn(call.params, 'id') ?? 0;
    const found = await leadWithComments(database, id);
    if (found === undefined) throw problems.notFound(`There is no lead ${id}.`);
    const messages = await inTurn(call, () => messagesAboutLead(database, id, LISTED));
    return {
      emails: (await emailsAbout(database, id)).map(emailJson),
      webhooks: await messagesJson(database, messages),
    };
  }),
];

/** The newest entries of an audit that a query asks for. @param zone IANA name of the zone that `since` is read in. */
export async function auditAnswer(call: SignedInCall, audit: Audit, zone = 'UTC') {
  const text = (name: string) => {
    const value = call.query[name];
    if (value === undefined || (typeof value === 'string' && value.length <= LONGEST)) return value;
    throw problems.badRequest(`${name}: accepted are up to ${LONGEST} characters.`);
  };
  const [kind, record, since] = [text('kind'), text('record'), text('since')];
  const from = since === undefined ? 0 : parseMoment(since, zone);
  if (from === undefined)
    throw problems.badRequest('since: accepted is a date, such as 2026-11-20.');
  // The entries of a kind have an index, and records have none.
  if (record !== undefined && kind === undefined) {
    throw problems.badRequest('record: say of which kind, too.');
  }
  const now = call.parts.services.clock.now();
  const filter = { kind, record, since: from, now };
  return { entries: await inTurn(call, () => newestEntries(audit, filter, LISTED)) };
}

/** Sets something going that was not sent, and says so in the audit. */
function sending<Done>(
  call: BrokerageCall,
  kind: string,
  id: number | string,
  work: (database: BrokerageCall['tenant']['database'], now: number) => Promise<Done>,
): Promise<Done> {
  const { tenant, parts } = call;
  const change = (done: unknown) =>
    done === undefined || done === false ? undefined : { kind, records: [{ id }] };
  const database = audited(tenant.database, actorOf(call, 'send again'), change);
  const { tools, clock } = parts.services;
  return withOutbox(tools.outbox, tenant.database, () => work(database, clock.now()));
}

/** An email as lists show it. Why it waits may name the mail server, which is the operator's. */
export function emailJson(email: Awaited<ReturnType<typeof listEmail>>[number]) {
  const { id, kind, to_name: name, to_address: address, subject, state, last_error } = email;
  const waits = state === 'waiting' && last_error !== '';
  const reason = waits ? 'The mail server is away or refuses it for now.' : last_error;
  return { id, kind, to: { name, address }, subject, ...progressJson(email), reason };
}

/** Messages, with the hosts of their receivers only: the rest of a URL may be a secret. */
async function messagesJson(
  database: BrokerageCall['tenant']['database'],
  messages: Awaited<ReturnType<typeof listMessages>>,
) {
  const receivers = new Map((await listEndpoints(database)).map((each) => [each.id, each]));
  return messages.flatMap(({ endpoint_id, message_id: id, type, ...progress }) => {
    const { public_id: receiver, url = '' } = receivers.get(endpoint_id) ?? {};
    const host = URL.canParse(url) ? new URL(url).host : '';
    return receiver === undefined ? [] : [{ id, receiver, host, type, ...progressJson(progress) }];
  });
}

/** The counts of a run by kind, without what complete imports compare with. */
function numbersOf(counts: string) {
  const kinds = Object.entries(JSON.parse(counts) as Record<string, object>);
  const isNumber = ([, value]: [string, unknown]) => typeof value === 'number';
  return Object.fromEntries(
    kinds.map(([kind, of]) => [kind, Object.fromEntries(Object.entries(of).filter(isNumber))]),
  );
}
