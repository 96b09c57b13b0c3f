import type { Terminal } from '../../lib/terminal.js';
import { stripControls } from '../../lib/text.js';
import type { Outcome } from '../../outbox/webhook/attempts.js';
import { type StoredEndpoint, typesOf } from '../../outbox/webhook/endpoint-store.js';
import type { StoredAttempt, StoredMessage } from '../../outbox/webhook/message-store.js';
import type { MessageState } from '../../outbox/webhook/types.js';
import { CommandError, type Report } from '../command-error.js';
import { moment, momentIn, table } from '../print.js';

/** How many messages of each receiver are in each state, by the receiver's number. */
type Counts = ReadonlyMap<number, Readonly<Record<MessageState, number>>>;

const NONE = { waiting: 0, sent: 0, failed: 0 };

/** A receiver as JSON for programs: all but its secrets. */
export function endpointJson(tenant: string, endpoint: StoredEndpoint, counts?: Counts): object {
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
    ...(counts === undefined ? {} : { messages: counts.get(endpoint.id) ?? NONE }),
  };
}

/** A receiver as lines of names and values. */
export function endpointText(endpoint: StoredEndpoint, zone: string, counts?: Counts): string {
  const time = (at: number) => (at === 0 ? '' : momentIn(at, zone));
  const { waiting, sent, failed } = counts?.get(endpoint.id) ?? NONE;
  const facts = [
    ['id', endpoint.public_id],
    ['url', endpoint.url],
    ['types', typesOf(endpoint).join(', ')],
    ['include', endpoint.include],
    ['contact', endpoint.contact],
    ['state', endpoint.state],
    ['reason', endpoint.reason],
    ['created', time(endpoint.created_at)],
    ['failing since', time(endpoint.failing_since)],
    ...(counts === undefined
      ? []
      : [['messages', `${waiting} waiting, ${sent} delivered, ${failed} given up`]]),
  ].filter(([, value]) => value !== '');
  return facts
    .map(([name = '', value = '']) => `${name.padEnd(14)}${stripControls(value)}`)
    .join('\n');
}

/** Receivers as a table. */
export function endpointTable(
  endpoints: readonly StoredEndpoint[],
  counts: Counts,
  terminal: Terminal,
): string {
  return table(
    ['ID', 'STATE', 'WAITING', 'FAILED', 'TYPES', 'URL'],
    endpoints.map((endpoint) => {
      const { waiting, failed } = counts.get(endpoint.id) ?? NONE;
      const types = typesOf(endpoint).join(', ');
      return [endpoint.public_id, endpoint.state, `${waiting}`, `${failed}`, types, endpoint.url];
    }),
    { terminal, below: ['TYPES', 'URL'] },
  );
}

/** A message as JSON for programs. @param attempts With its body, for one message alone. */
export function messageJson(
  message: Omit<StoredMessage, 'body'> & { readonly body?: string },
  attempts?: readonly StoredAttempt[],
): object {
  return {
    id: message.message_id,
    type: message.type,
    state: message.state,
    attempts: message.attempts,
    created: iso(message.created_at),
    next: message.state === 'waiting' ? iso(message.next_attempt_at) : null,
    sent: iso(message.sent_at),
    reason: message.last_error,
    ...(attempts === undefined
      ? {}
      : {
          body: message.body,
          log: attempts.map(({ at, status, ms, reason, answer }) => ({
            ...{ at: iso(at), status, ms, reason, answer },
          })),
        }),
  };
}

/** Messages as a table. */
export function messageTable(
  messages: ReadonlyArray<Omit<StoredMessage, 'body'>>,
  terminal: Terminal,
): string {
  return table(
    ['ID', 'TYPE', 'CREATED', 'STATE', 'TRIES', 'REASON'],
    messages.map((message) => [
      message.message_id,
      message.type,
      moment(message.created_at),
      message.state,
      `${message.attempts}`,
      message.last_error,
    ]),
    { terminal, below: ['TYPE', 'REASON'] },
  );
}

/** A message with all attempts at it. */
export function messageText(
  message: StoredMessage,
  attempts: readonly StoredAttempt[],
  terminal: Terminal,
): string {
  const rows = attempts.map(({ at, status, ms, reason, answer }) => [
    ...[moment(at), status === 0 ? '' : `${status}`, `${ms} ms`, reason, answer],
  ]);
  return [
    messageTable([message], terminal),
    stripControls(message.body),
    rows.length === 0
      ? 'There was no attempt yet.'
      : table(['AT', 'STATUS', 'TOOK', 'REASON', 'ANSWER'], rows, {
          terminal,
          below: ['REASON', 'ANSWER'],
        }),
  ].join('\n\n');
}

/**
 * What came of a message that was sent while the operator waited.
 *
 * @param outcome Undefined when a server is sending to the receiver just now.
 * @throws CommandError when it was not delivered.
 */
export function outcomeReport(
  { message_id: id }: StoredMessage,
  outcome: Outcome | undefined,
  once: boolean,
): Report {
  if (outcome === undefined) {
    return {
      json: { message: id, state: 'waiting' },
      text: `A server is sending to this receiver just now, and sends ${id}, too. \`portico webhook log\` says what came of it.`,
    };
  }
  const { status, ms, reason } = outcome;
  const result = { message: id, status, ms, reason };
  if (reason === '') {
    return {
      json: { ...result, state: 'sent' },
      text: `Delivered as ${id}: the receiver answered ${status} after ${ms} ms.`,
    };
  }
  const later = once ? '' : ' A running server tries it again.';
  throw new CommandError(`${id} was not delivered. ${reason}${later}`, {
    ...result,
    state: once ? 'failed' : 'waiting',
  });
}

function iso(at: number): string | null {
  return at === 0 ? null : new Date(at).toISOString();
}
