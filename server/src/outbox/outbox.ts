import { join } from 'node:path';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { type Clock, systemTimer, type Timer } from '../lib/clock.js';
import type { EmailNotes } from '../store/directory/email-notes.js';
import { upsert } from '../store/tenant/bulk.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { insertPrepared } from '../store/tenant/prepared.js';
import type { TenantTables } from '../store/tenant/tables.js';
import type { Channel } from './channel.js';
import { bodyText, type Email, headerText, LONGEST_ADDRESS } from './email/email.js';
import {
  type CompleteEmail,
  countEmail,
  type EmailCounts,
  makeAllDue,
} from './email/email-store.js';
import { Sender } from './email/sender.js';
import { SMTP_CONNECTIONS, SmtpTransport } from './email/smtp.js';
import { FileTransport, OUTBOX_FOLDER, type Transport } from './email/transport.js';
import { Announcements, type DeliverySources, reach, Sweep } from './sweep.js';
import { type UnsentWebhooks, unsentWebhooks } from './webhook/message-store.js';

/** Runs a write that may store email or webhooks, and has them sent soon, by another process if this one dies. */
export async function withOutbox<Result>(
  outbox: Pick<StoredOutbox, 'announce' | 'wake'>,
  database: TenantDatabase,
  write: () => Promise<Result>,
): Promise<Result> {
  await outbox.announce(database);
  const result = await write();
  outbox.wake(database);
  return result;
}

export interface OutboxParts {
  readonly config: Pick<Config, 'dataFolder' | 'smtpUrl' | 'mailFrom' | 'operatorEmail'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns that many random bytes, fit for secrets. */
  readonly random: (size: number) => Buffer;
  /** The databases to look into. */
  readonly sources: DeliverySources;
  readonly notes: EmailNotes;
  readonly timer?: Timer;
  /** Replaces the transport that the configuration names. */
  readonly transport?: Transport;
  /** What else the same notes and sweeps lead to: webhooks, and alerts of saved searches. */
  readonly channels?: readonly Channel[];
  readonly completes?: Readonly<Record<string, CompleteEmail>>;
}

/** What of an installation is still to be sent. */
export interface UnsentOfAll {
  readonly emails: Pick<EmailCounts, 'waiting' | 'failed' | 'oldest'>;
  readonly webhooks: UnsentWebhooks;
  /** How many databases may hold some and were not read. */
  readonly unread: number;
}

/** As long as nothing was counted. */
export const NONE_UNSENT: UnsentOfAll = {
  emails: { waiting: 0, failed: 0, oldest: undefined },
  webhooks: { waiting: 0, failing: 0, oldest: undefined },
  unread: 0,
};

/** The most characters of names and subjects. */
const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 200;

/**
 * The outbox of an installation. Queues email in any process; only a server sends it, and webhooks with it:
 * both are started here together and stopped together.
 */
export class StoredOutbox {
  readonly #parts: OutboxParts;
  readonly #announcements: Announcements;
  #sender: Sender | undefined;
  #sweep: Sweep | undefined;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#announcements = new Announcements(parts);
  }

  /**
   * Notes, before the transaction begins, that it may store an email in this database, so that another
   * process finds and sends it if this one dies. Never fails.
   */
  announce({ name }: TenantDatabase): Promise<void> {
    return this.#announcements.announce(name);
  }

  /**
   * Stores an email in the transaction of the work that causes it: it is sent if, and only if, the work
   * was done. An email without other work takes a transaction of its own, without `writeTo`, as no
   * website reads email.
   */
  async queue(transaction: Transaction<TenantTables>, email: Email): Promise<void> {
    await insertPrepared(transaction, 'letter', this.#row(email));
  }

  /** As `queue`, many in few statements. */
  async queueAll(
    database: TenantDatabase,
    transaction: Transaction<TenantTables>,
    emails: readonly Email[],
  ): Promise<void> {
    const rows = emails.map((email) => this.#row(email));
    const columns = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[0])[];
    // Its key is counted, so none of them is there.
    await upsert(database, transaction, 'letter', columns, ['id'], rows, 'kept');
  }

  #row(email: Email) {
    const { config, clock } = this.#parts;
    const to = email.to === 'operator' ? { name: '', address: config.operatorEmail } : email.to;
    const now = clock.now();
    return {
      kind: email.kind,
      from_name: headerText(email.fromName, LONGEST_NAME),
      to_name: headerText(to.name, LONGEST_NAME),
      // The sender checks the address. A visitor's request must not fail because an agent's address is
      // misspelled.
      to_address: addressText(to.address),
      reply_name: headerText(email.replyTo?.name ?? '', LONGEST_NAME),
      reply_address: addressText(email.replyTo?.address ?? ''),
      subject: headerText(email.subject, LONGEST_SUBJECT),
      text: bodyText(email.text),
      html: bodyText(email.html),
      message_id: this.#messageId(),
      created_at: now,
      state: 'waiting' as const,
      attempts: 0,
      next_attempt_at: now,
      last_error: '',
      leased_until: 0,
      sent_at: 0,
      alert_id: email.alertId ?? 0,
      bulk: email.bulk === true ? 1 : 0,
      calendar: email.calendar ?? '',
      search_id: email.searchId ?? 0,
      unsubscribe: email.unsubscribe ?? '',
    };
  }

  /** Reports, after the commit, that there is an email to send. Returns at once. */
  wake(database: TenantDatabase): void {
    // The announcement is missing or has failed.
    if (!this.#announcements.covers(database.name)) void this.announce(database);
    // Where nothing is sent yet, the sweep of a server finds it.
    if (this.#sweep === undefined) return;
    for (const channel of this.#channels()) {
      if (channel.mayHold(database)) channel.wake(database);
    }
  }

  /** Begins to send the email of every database, and what leaves with it. @throws when PORTICO_SMTP_URL is invalid. */
  startSending(): void {
    const { timer = systemTimer, ...parts } = this.#parts;
    this.#running();
    this.#sweep = new Sweep({ ...parts, timer, channels: this.#channels() });
    this.#sweep.start();
  }

  /**
   * Tries every unsent email at once.
   *
   * @returns How many were sent, and the names of tenants whose databases could not be opened.
   * @throws Error as `startSending` does.
   */
  async flush(): Promise<{ readonly sent: number; readonly closed: readonly string[] }> {
    const { clock, notes, sources, log } = this.#parts;
    const sender = this.#running();
    const before = sender.sent;
    const closed: string[] = [];
    for (const source of await sources('all')) {
      const isReached = await reach(source, log, async (database) => {
        const { waiting, failed } = await countEmail(database);
        if (waiting + failed === 0) return false;
        await notes.note(source.name, clock.now());
        await makeAllDue(database, clock.now());
        sender.wake(database);
        return true;
      });
      if (!isReached) closed.push(source.name);
    }
    await sender.settled();
    return { sent: sender.sent - before, closed };
  }

  /**
   * What is still to be sent, of all tenants: one with nothing to send counts by its note.
   *
   * @param goOn Whether to open another database.
   * @throws when the directory does not answer.
   */
  async unsent(goOn = () => true): Promise<UnsentOfAll> {
    const { notes, sources, log } = this.#parts;
    let { emails, webhooks, unread } = NONE_UNSENT;
    emails = { ...emails, failed: await notes.failed() };
    for (const { name, open } of await sources('noted')) {
      try {
        if (!goOn()) throw new Error('There was no time for it.');
        const { database, leave } = await open();
        const [email, webhook] = [await countEmail(database), await unsentWebhooks(database)];
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
        log.debug({ client: name, reason: (error as Error).message }, 'no outbox figures');
      }
    }
    return { emails, webhooks, unread };
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    do {
      await this.#sweep?.settled();
      for (const channel of this.#channels()) await channel.settled();
    } while (this.#sweep?.underWay);
  }

  /** Begins no other email or webhook, and finishes those under way. */
  async close(): Promise<void> {
    this.#sweep?.stop();
    await Promise.all(this.#channels().map((channel) => channel.stop()));
    await this.#sweep?.settled();
    this.#sweep = undefined;
    this.#sender = undefined;
    await this.#announcements.settled();
  }

  #channels(): readonly Channel[] {
    const { channels = [] } = this.#parts;
    return this.#sender === undefined ? channels : [this.#sender, ...channels];
  }

  #running(): Sender {
    const { random, timer = systemTimer, transport, ...parts } = this.#parts;
    this.#sender ??= new Sender({
      ...parts,
      timer,
      transport: transport ?? this.#transport(),
      chance: () => random(4).readUInt32BE() / 2 ** 32,
    });
    return this.#sender;
  }

  #transport(): Transport {
    const { smtpUrl: url, mailFrom: sender, dataFolder } = this.#parts.config;
    if (url === undefined) return new FileTransport(join(dataFolder, OUTBOX_FOLDER), sender);
    return new SmtpTransport({ url, sender, connections: SMTP_CONNECTIONS });
  }

  #messageId(): string {
    const domain = this.#parts.config.mailFrom.replace(/^.*@/, '');
    return `<${this.#parts.random(16).toString('hex')}@${domain}>`;
  }
}

/** An address as entered, without characters that databases and lists cannot take. One that was cut is too long to pass for another. */
function addressText(address: string): string {
  return address.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_ADDRESS + 1);
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
