import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import type { Config } from '../../src/config/config.js';
import type { ClientDatabase } from '../../src/data/client-database/open.js';
import { writeTo } from '../../src/data/client-database/write.js';
import { NO_LINK_PATTERNS } from '../../src/data/directory/directory.js';
import { ManualClock } from '../../src/lib/clock.js';
import type { Email } from '../../src/mail/email.js';
import type { StoredEmail } from '../../src/mail/email-store.js';
import { EmailOutbox } from '../../src/mail/outbox.js';
import {
  SMTP_CONNECTIONS,
  type SmtpTimeouts,
  SmtpTransport,
} from '../../src/mail/smtp-transport.js';
import { openServices, type Services } from '../../src/services.js';
import type { TestDatabase } from '../rig/databases.js';
import { NOON, testConfig } from '../rig/server.js';
import { ManualTimer } from './manual-timer.js';

/** Little patience with a mail server that never answers: a loopback needs a thousandth of it. */
export const HURRY: SmtpTimeouts = { connect: 1000, greeting: 1500, silence: 1500, email: 4000 };

/** A lead's email in its plainest form. */
export function aLetter(told: Partial<Email> = {}): Email {
  return {
    kind: 'lead',
    fromName: 'Acme Realty',
    to: { name: 'Ann Able', address: 'ann@example.com' },
    subject: 'New lead',
    text: 'Somebody has written.\n',
    html: '<p>Somebody has written.</p>\n',
    ...told,
  };
}

/** An outbox on a database of a test, whose time stands still unless it is moved. */
export class Office {
  readonly clock = new ManualClock(NOON);
  readonly timer = new ManualTimer(this.clock);
  /** Everything that was logged, a JSON object a line. */
  log = '';
  readonly #outboxes: EmailOutbox[] = [];
  readonly #lines = {
    write: (line: string) => {
      this.log += line;
    },
  };

  private constructor(readonly services: Services) {}

  static async open(database: TestDatabase): Promise<Office> {
    const log = pino({ level: 'silent' });
    return new Office(await openServices(testConfig(database), new ManualClock(NOON), log));
  }

  /** The database of a client, which is made where there is none. */
  async client(name: string): Promise<ClientDatabase> {
    const { directory, clients } = this.services;
    if ((await directory.client(name)) === undefined) {
      await directory.addClient({
        name,
        kind: 'client',
        title: name,
        time_zone: 'America/New_York',
        fold_repeat_leads: 0,
        coarsen_hidden: 0,
        database_url: null,
        mls_feed: null,
        rls_feed: null,
        ...NO_LINK_PATTERNS,
        created_at: NOON,
      });
    }
    const entry = await directory.client(name);
    if (entry === undefined) throw new Error(`There is no client ${name}.`);
    return clients.database(entry);
  }

  /**
   * An outbox as a process of its own would have one; nothing is sent before it is told to.
   *
   * @param lost A client whose database cannot be opened.
   */
  outbox(smtpUrl?: string, settings: Partial<Config> = {}, lost?: string): EmailOutbox {
    const { config, directory, clients } = this.services;
    const { mailFrom: sender } = config;
    const outbox = new EmailOutbox({
      config: { ...config, ...settings },
      clock: this.clock,
      timer: this.timer,
      random: randomBytes,
      log: pino({ level: 'trace' }, this.#lines),
      notes: directory.emailNotes,
      sources: async () =>
        (await directory.clients()).map((entry) => ({
          name: entry.name,
          open: async () => {
            if (entry.name === lost) throw new Error('The disk is gone.');
            return clients.visit(entry);
          },
        })),
      ...(smtpUrl === undefined
        ? {}
        : {
            transport: new SmtpTransport({
              url: smtpUrl,
              sender,
              connections: SMTP_CONNECTIONS,
              timeouts: HURRY,
            }),
          }),
    });
    this.#outboxes.push(outbox);
    return outbox;
  }

  /** An outbox that has been started, and has looked through everything once. */
  async sending(smtpUrl?: string): Promise<EmailOutbox> {
    const outbox = this.outbox(smtpUrl);
    outbox.startSending();
    await outbox.settled();
    return outbox;
  }

  /** Stores an email as an endpoint does. */
  async write(outbox: EmailOutbox, client: string, told: Partial<Email> = {}): Promise<void> {
    const database = await this.client(client);
    await writeTo(database, (transaction) => outbox.queue(transaction, aLetter(told)));
    outbox.wake(database);
  }

  /** The emails of a client, oldest first. */
  async letters(client: string): Promise<StoredEmail[]> {
    const { db } = await this.client(client);
    return db.selectFrom('letter').selectAll().orderBy('id').execute();
  }

  /** The first email of a client. */
  async letter(client: string): Promise<StoredEmail> {
    const [letter] = await this.letters(client);
    if (letter === undefined) throw new Error(`There is no letter of ${client}.`);
    return letter;
  }

  /** Lets the outbox look through everything, until it has, as often as it does in that time. */
  async pass(outbox: EmailOutbox, ms: number): Promise<void> {
    const until = this.clock.now() + ms;
    while (this.clock.now() < until) {
      this.timer.next();
      await outbox.settled();
    }
  }

  /** The levels of the lines of the log that say something. */
  levelsOf(words: string): number[] {
    return this.log
      .split('\n')
      .filter((line) => line.includes(words))
      .map((line) => (JSON.parse(line) as { level: number }).level);
  }

  async close(): Promise<void> {
    for (const outbox of this.#outboxes) await outbox.stop();
    await this.services.close();
  }
}

/** An office for each test of the suite that this is called in. */
export function officeFor(database: TestDatabase): () => Office {
  let office: Office | undefined;
  beforeEach(async () => {
    office = await Office.open(database);
  });
  afterEach(async () => {
    // The next test finds no email of this one.
    for (const { name } of (await office?.services.directory.clients()) ?? []) {
      await (await office?.client(name))?.db.deleteFrom('letter').execute();
    }
    await office?.close();
  });
  return () => {
    if (office === undefined) throw new Error('The office is not open yet.');
    return office;
  };
}
