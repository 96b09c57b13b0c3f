import type { Arrived, MailServer } from '../outbox/email/mail-server.js';
import { parseMail } from '../outbox/email/parse-mail.js';
import type { Report } from './report.js';

/** The emails that servers sent which were killed: of each, the one under way may come again. */
export class Arrivals {
  /** The Message-ID of each email that arrived, and how often. */
  readonly #arrived = new Map<string, number>();
  readonly #mail: MailServer;
  readonly #report: Report;
  #looked = 0;
  /** How many came again, after all kills. */
  doubled = 0;

  constructor(mail: MailServer, report: Report) {
    this.#mail = mail;
    this.#report = report;
  }

  has(id: string): boolean {
    return this.#arrived.has(id);
  }

  /**
   * Looks at what came since the last look, from one server: an email may come again only once after a kill, and only one
   * of them.
   *
   * @returns Those that had not come before.
   */
  count(): Arrived[] {
    const now = new Set<string>();
    const first: Arrived[] = [];
    let doubled = 0;
    for (const one of this.#mail.arrived.slice(this.#looked)) {
      const id = parseMail(one.raw).header('message-id') ?? '';
      const times = (this.#arrived.get(id) ?? 0) + 1;
      this.#arrived.set(id, times);
      if (now.has(id)) this.#report.violation(`${id} came twice from one server`);
      // The same email may be under way at two kills.
      else if (times > 1) doubled += 1;
      else first.push(one);
      now.add(id);
    }
    this.#looked = this.#mail.arrived.length;
    this.doubled += doubled;
    this.#report.count('emails doubled', doubled);
    if (doubled > 1) this.#report.violation(`one kill doubled ${doubled} emails`);
    return first;
  }
}
