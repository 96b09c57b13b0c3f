import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { StoredOutbox } from '../../../src/outbox/outbox.js';
import { emailCompletions } from '../../../src/resources/members/account-links.js';
import { MailServer } from '../../outbox/email/mail-server.js';
import { parseMail } from '../../outbox/email/parse-mail.js';
import type { TestServer } from '../../rig/server.js';

/** An email that arrived. */
export interface MemberEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail server, and an outbox that sends to it when it is told to. */
export class MemberMail {
  readonly server = new MailServer();
  /** Everything that the outbox has logged. */
  log = '';
  readonly #lines = {
    write: (line: string) => {
      this.log += line;
    },
  };
  readonly #portico: TestServer;
  #seen = 0;

  constructor(portico: TestServer) {
    this.#portico = portico;
  }

  /** Tries everything that waits, and answers what arrived since the last time. */
  async sent(): Promise<MemberEmail[]> {
    const { services, clock } = this.#portico;
    const { config, directory, tenants, tools } = services;
    const outbox = new StoredOutbox({
      config: { ...config, smtpUrl: this.server.url() },
      clock,
      log: pino({ level: 'trace' }, this.#lines),
      random: randomBytes,
      notes: directory.emailNotes,
      sources: async () =>
        (await directory.tenants()).map((entry) => ({
          name: entry.name,
          open: () => tenants.visit(entry),
        })),
      completes: emailCompletions(tools.secretKey),
    });
    await outbox.flush();
    await outbox.close();
    const arrived = this.server.arrived.slice(this.#seen);
    this.#seen += arrived.length;
    return arrived.map(({ to, raw }) => {
      const { header, text, html } = parseMail(raw);
      return { to: to.join(), subject: header('subject'), text, html };
    });
  }
}

/** A mail server for the suite that this is called in. */
export function memberMail(portico: TestServer): MemberMail {
  const mail = new MemberMail(portico);
  beforeAll(() => mail.server.open());
  afterAll(() => mail.server.close());
  return mail;
}
