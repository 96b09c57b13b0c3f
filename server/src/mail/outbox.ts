import { join } from 'node:path';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { ClientDatabase } from '../data/client-database/open.js';
import type { ClientTables } from '../data/client-database/tables.js';
import type { EmailNotes } from '../data/directory/email-notes.js';
import { insertPrepared } from '../data/prepared.js';
import type { Clock } from '../lib/clock.js';
import { systemTimer, type Timer } from '../lib/timer.js';
import { Announcements } from './announcements.js';
import { bodyText, headerText, type Letter } from './email.js';
import { FileTransport } from './file-transport.js';
import { type LetterSource, type LetterSources, Sender } from './sender.js';
import { SMTP_CONNECTIONS, SmtpTransport } from './smtp-transport.js';
import type { Transport } from './transport.js';

/** The outbox as whoever has something to write to somebody sees it. */
export interface Outbox {
  /**
   * Stores a letter in the transaction of the work that causes it: the letter goes out if, and only
   * if, the work was done. A letter that nothing else is written with takes a transaction of its
   * own, without `writeTo`, as no website reads letters.
   */
  queue(transaction: Transaction<ClientTables>, letter: Letter): Promise<void>;
  /**
   * Says, before the transaction begins, that it may store a letter in this database: so that it is
   * found, and sent by another process, should this one end in between. Never fails.
   */
  announce(database: ClientDatabase): Promise<void>;
  /** Says, after the commit, that there is a letter to send. Returns at once. */
  wake(database: ClientDatabase): void;
}

/** What the outbox works with. */
export interface OutboxParts {
  readonly config: Pick<Config, 'dataFolder' | 'smtpUrl' | 'mailFrom' | 'operatorEmail'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Gives that many bytes nobody can guess. */
  readonly random: (size: number) => Buffer;
  /** The clients of the installation; those that may hold letters, and a few more, at a sweep. */
  readonly sources: (which: LetterSources) => Promise<readonly LetterSource[]>;
  /** Which clients may hold letters. */
  readonly notes: Pick<EmailNotes, 'note' | 'settle'>;
  readonly timer?: Timer;
  /** In place of the one that the configuration names. */
  readonly transport?: Transport;
}

/** Characters of names and subjects that are kept. */
const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 200;
/** Longer than any address is, so that one that was cut does not pass for another. */
const LONGEST_ADDRESS = 320;

/** The outbox of an installation. It takes letters always, and sends them once it was told to. */
export class LetterOutbox implements Outbox {
  readonly #parts: OutboxParts;
  readonly #announcements: Announcements;
  #sender: Sender | undefined;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#announcements = new Announcements(parts.notes, parts.clock, parts.log);
  }

  announce({ name }: ClientDatabase): Promise<void> {
    return this.#announcements.announce(name);
  }

  async queue(transaction: Transaction<ClientTables>, letter: Letter): Promise<void> {
    const { config, clock } = this.#parts;
    const to = letter.to === 'operator' ? { name: '', address: config.operatorEmail } : letter.to;
    const now = clock.now();
    await insertPrepared(transaction, 'letter', {
      kind: letter.kind,
      from_name: headerText(letter.fromName, LONGEST_NAME),
      to_name: headerText(to.name, LONGEST_NAME),
      // What is no address is seen when it is sent: whoever asks a website for something is not
      // to be refused because an agent's address is misspelled.
      to_address: addressText(to.address),
      reply_name: headerText(letter.replyTo?.name ?? '', LONGEST_NAME),
      reply_address: addressText(letter.replyTo?.address ?? ''),
      subject: headerText(letter.subject, LONGEST_SUBJECT),
      text: bodyText(letter.text),
      html: bodyText(letter.html),
      message_id: this.#messageId(),
      created_at: now,
      state: 'waiting',
      attempts: 0,
      next_attempt_at: now,
      last_error: '',
      leased_until: 0,
      sent_at: 0,
      alert_id: letter.alertId ?? 0,
    });
  }

  wake(database: ClientDatabase): void {
    // One that nobody has announced, or in vain.
    if (!this.#announcements.covers(database.name)) void this.announce(database);
    this.#sender?.wake(database);
  }

  /**
   * Begins to send, here and in every database that letters were left in.
   *
   * @throws Error when PORTICO_SMTP_URL says what it may not.
   */
  startSending(): void {
    this.#running().start();
  }

  /**
   * Tries every letter that was not sent yet, at once.
   *
   * @returns How many went, and the names of clients whose databases could not be opened.
   * @throws Error as `startSending` does.
   */
  async flush(): Promise<{ readonly sent: number; readonly closed: readonly string[] }> {
    const sender = this.#running();
    const before = sender.sent;
    const closed = await sender.flush();
    return { sent: sender.sent - before, closed };
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    await this.#sender?.settled();
  }

  /** Begins no other letter and lets those under way come to their end. */
  async stop(): Promise<void> {
    await this.#sender?.stop();
    this.#sender = undefined;
    await this.#announcements.settled();
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
    if (url === undefined) return new FileTransport(join(dataFolder, 'outbox'), sender);
    return new SmtpTransport({ url, sender, connections: SMTP_CONNECTIONS });
  }

  #messageId(): string {
    const domain = this.#parts.config.mailFrom.replace(/^.*@/, '');
    return `<${this.#parts.random(16).toString('hex')}@${domain}>`;
  }
}

/** An address as it was given, but for characters that databases and lists cannot take. */
function addressText(address: string): string {
  return address.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_ADDRESS);
}
