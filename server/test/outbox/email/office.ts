import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import type { Config } from '../../../src/config/config.js';
import { ManualClock } from '../../../src/lib/clock.js';
import type { Email } from '../../../src/outbox/email/email.js';
import type { StoredEmail } from '../../../src/outbox/email/email-store.js';
import {
  SMTP_CONNECTIONS,
  type SmtpTimeouts,
  SmtpTransport,
} from '../../../src/outbox/email/smtp.js';
import type { Transport } from '../../../src/outbox/email/transport.js';
import { StoredOutbox } from '../../../src/outbox/outbox.js';
import { openServices, type Services } from '../../../src/services.js';
import { type ClientEntry, NO_LINK_PATTERNS } from '../../../src/store/directory/directory.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { writeTo } from '../../../src/store/tenant/write.js';
import type { TestDatabase } from '../../rig/databases.js';
import { makeTenant } from '../../rig/migrated.js';
import { NOON, testConfig } from '../../rig/server.js';
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
  readonly #outboxes: StoredOutbox[] = [];
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

  /** The database of a tenant, which is made where there is none. */
  async tenant(name: string): Promise<TenantDatabase> {
    const { directory, tenants } = this.services;
    const existing = await directory.tenant(name);
    if (existing !== undefined) return tenants.database(existing);
    const entry: ClientEntry = {
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
    };
    await directory.addTenant(entry);
    await makeTenant(this.services, entry);
    return tenants.database(entry);
  }

  /**
   * An outbox as a process of its own would have one; nothing is sent before it is told to.
   *
   * @param lost A tenant whose database cannot be opened.
   * @param transport Replaces the one that the settings name.
   */
  outbox(
    smtpUrl?: string,
    settings: Partial<Config> = {},
    lost?: string,
    transport?: Transport,
  ): StoredOutbox {
    const { config, directory, tenants } = this.services;
    const { mailFrom: sender } = config;
    const outbox = new StoredOutbox({
      config: { ...config, ...settings },
      clock: this.clock,
      timer: this.timer,
      random: randomBytes,
      log: pino({ level: 'trace' }, this.#lines),
      notes: directory.emailNotes,
      sources: async () =>
        (await directory.tenants()).map((entry) => ({
          name: entry.name,
          open: async () => {
            if (entry.name === lost) throw new Error('The disk is gone.');
            return tenants.visit(entry);
          },
        })),
      ...(transport === undefined ? {} : { transport }),
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
  async sending(smtpUrl?: string): Promise<StoredOutbox> {
    const outbox = this.outbox(smtpUrl);
    outbox.startSending();
    await outbox.settled();
    return outbox;
  }

  /** Stores an email as an endpoint does. */
  async write(outbox: StoredOutbox, tenant: string, told: Partial<Email> = {}): Promise<void> {
    const database = await this.tenant(tenant);
    await writeTo(database, (transaction) => outbox.queue(transaction, aLetter(told)));
    outbox.wake(database);
  }

  /** The emails of a tenant, oldest first. */
  async letters(tenant: string): Promise<StoredEmail[]> {
    const { db } = await this.tenant(tenant);
    return db.selectFrom('letter').selectAll().orderBy('id').execute();
  }

  /** The first email of a tenant. */
  async letter(tenant: string): Promise<StoredEmail> {
    const [letter] = await this.letters(tenant);
    if (letter === undefined) throw new Error(`There is no letter of ${tenant}.`);
    return letter;
  }

  /** Lets the outbox look through everything, until it has, as often as it does in that time. */
  async pass(outbox: StoredOutbox, ms: number): Promise<void> {
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
    for (const outbox of this.#outboxes) await outbox.close();
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
    for (const { name } of (await office?.services.directory.tenants()) ?? []) {
      await (await office?.tenant(name))?.db.deleteFrom('letter').execute();
    }
    await office?.close();
  });
  return () => {
    if (office === undefined) throw new Error('The office is not open yet.');
    return office;
  };
}
