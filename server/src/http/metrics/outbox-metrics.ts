import { countEmail, UNSENT, type UnsentEmail } from '../../outbox/email/email-store.js';
import { type UnsentWebhooks, unsentWebhooks } from '../../outbox/webhook/message-store.js';
import type { Services } from '../../services.js';

/** How long a reading is reused, in milliseconds: it asks every database that may hold email. */
const FRESH_MS = 15_000;

/** How long a scrape waits for databases before it serves the last reading, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** What of an installation is still to be sent. */
export interface Unsent {
  readonly emails: UnsentEmail;
  readonly webhooks: UnsentWebhooks;
  /** How many databases may hold some and were not read. */
  readonly unread: number;
}

const NONE: Unsent = {
  unread: 0,
  emails: { waiting: 0, failed: 0, oldest: undefined },
  webhooks: { waiting: 0, failing: 0, oldest: undefined },
};

/** What of an installation is still to be sent, as metrics say it. */
export interface OutboxState extends Omit<Unsent, 'unread'> {
  /** Age of the oldest waiting email, and webhook, in seconds; 0 when there is none. */
  readonly oldestEmailSeconds: number;
  readonly oldestWebhookSeconds: number;
}

/**
 * The outboxes of all tenants together; a tenant without email to send counts by its note. However many
 * scrapes ask, the databases are read at most once in {@link FRESH_MS}, one after the other.
 */
export class OutboxMetrics {
  readonly #services: Pick<Services, 'tenants' | 'clock' | 'directory' | 'log'>;
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #unsent = NONE;

  constructor(services: Pick<Services, 'tenants' | 'clock' | 'directory' | 'log'>) {
    this.#services = services;
  }

  /** The latest reading, within {@link TIMEOUT_MS}. */
  async read(): Promise<OutboxState> {
    const { clock } = this.#services;
    if (clock.monotonic() - this.#readAt >= FRESH_MS) {
      this.#reading ??= this.#refresh();
      await waitBriefly(this.#reading);
    }
    const { emails, webhooks } = this.#unsent;
    const secondsSince = (at: number | undefined) =>
      at === undefined ? 0 : Math.max(0, clock.now() - at) / 1000;
    return {
      emails,
      webhooks,
      oldestEmailSeconds: secondsSince(emails.oldest),
      oldestWebhookSeconds: secondsSince(webhooks.oldest),
    };
  }

  async #refresh(): Promise<void> {
    const { clock, log } = this.#services;
    try {
      this.#unsent = await unsentOfAll(this.#services);
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'no outbox figures');
    } finally {
      this.#readAt = clock.monotonic();
      this.#reading = undefined;
    }
  }
}

/**
 * The unsent emails and webhooks of all tenants.
 *
 * @param goOn Whether to open another database.
 * @throws when the directory does not answer.
 */
export async function unsentOfAll(
  { tenants, directory, log }: Pick<Services, 'tenants' | 'directory' | 'log'>,
  goOn = () => true,
): Promise<Unsent> {
  const failed = await directory.emailNotes.failed();
  let emails: UnsentEmail = { ...NONE.emails, failed };
  let { webhooks, unread } = NONE;
  for (const { entry } of await directory.emailNotes.noted()) {
    if (!goOn()) {
      unread += 1;
      continue;
    }
    try {
      const { database, leave } = await tenants.visit(entry);
      const [email, webhook] = [await countEmail(database, UNSENT), await unsentWebhooks(database)];
      emails = {
        waiting: emails.waiting + email.waiting,
        failed: emails.failed + email.failed,
        oldest: earlier(emails.oldest, email.oldest),
      };
      webhooks = {
        waiting: webhooks.waiting + webhook.waiting,
        failing: webhooks.failing + webhook.failing,
        oldest: earlier(webhooks.oldest, webhook.oldest),
      };
      leave();
    } catch (error) {
      // One database that is out of reach does not hide the others.
      unread += 1;
      log.debug({ client: entry.name, reason: (error as Error).message }, 'no outbox figures');
    }
  }
  return { emails, webhooks, unread };
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

async function waitBriefly(work: Promise<void>): Promise<void> {
  let timeout: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timeout = setTimeout(resolve, TIMEOUT_MS);
    }),
  ]);
  clearTimeout(timeout);
}
