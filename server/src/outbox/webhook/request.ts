import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import type { AddressRange } from '../../lib/ip-address.js';
import { retryAfter } from '../../lib/outgoing.js';
import type { StoredEndpoint } from './endpoint-store.js';
import type { StoredAttempt, StoredMessage } from './message-store.js';
import { NoAnswer, post, signedHeaders, TIMEOUT_MS } from './post.js';

/** What a request to a receiver needs. */
export interface RequestParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** The networks of receivers that are not on the public internet. */
  readonly allowed: readonly AddressRange[];
  /** The secrets that sign for a receiver now, the current one first. */
  readonly secretsOf: (endpoint: StoredEndpoint, now: number) => Promise<readonly string[]>;
  readonly timeoutMs?: number;
}

/** How an attempt ended. */
export type Outcome = Omit<StoredAttempt, 'id' | 'message_id' | 'at'>;

/** Signs a message, posts it to its receiver, and says what came of it. @param signal Ends it. */
export async function request(
  { clock, allowed, secretsOf, log, timeoutMs = TIMEOUT_MS }: RequestParts,
  endpoint: StoredEndpoint,
  { message_id, body }: StoredMessage,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'ms'> & { readonly wishedPause?: number | undefined }> {
  const now = clock.now();
  try {
    const secrets = await secretsOf(endpoint, now);
    const answer = await post(
      {
        url: endpoint.url,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Portico-Webhooks',
          ...signedHeaders({ id: message_id, body }, secrets, now),
        },
      },
      {
        ...{ allowed, timeoutMs, signal },
        onAddresses: (addresses) =>
          log.debug({ endpoint: endpoint.public_id, addresses }, 'a webhook leaves'),
      },
    );
    const { status } = answer;
    const good = status >= 200 && status < 300;
    return {
      status,
      reason: good ? '' : `The receiver answers ${status}.`,
      answer: answer.body,
      wishedPause: good ? undefined : retryAfter(answer.retryAfter, now),
    };
  } catch (error) {
    const status = error instanceof NoAnswer ? error.status : 0;
    return { status, reason: (error as Error).message, answer: '' };
  }
}
