import { setTimeout as pause } from 'node:timers/promises';
import { MailServer } from '../outbox/email/mail-server.js';
import { type ProgramPlace, post, programEnvironment, serve } from '../rig/program.js';
import { Arrivals } from './arrivals.js';
import { CompleteImports } from './kills-imports.js';
import type { Part, Work } from './part.js';
import { Random } from './random.js';
import { addWebsite, databaseOf, inStore } from './store.js';

const WORKERS = 4;
/** The longest life of a server from its first lead on, in milliseconds. */
const LONGEST_LIFE = 1_500;
/** A server that sends nothing must not have the run wait for ever. */
const LONGEST_WAIT = 120_000;
/** Of 100 kills, so many may double an email. */
const MOST_DOUBLED = 0.05;

/** Servers that are killed at random moments, during leads and complete imports, which are killed, too. */
export const kills: Part = {
  name: 'kills',
  proves:
    'that kill -9 loses no lead, no email and no record of a complete import, and doubles at most the email under way',
  rounds: 100,
  whole: 100,
  async run(work: Work) {
    const mail = await new MailServer().open();
    const office = new Office(work, mail);
    try {
      await office.prepare();
      let most = 0;
      for (const round of work.rounds) {
        most = round;
        await office.life();
      }
      await office.finish(most);
    } finally {
      await mail.close();
    }
  },
};

class Office {
  readonly #place: ProgramPlace;
  readonly #sent = new Set<string>();
  readonly #acknowledged = new Set<string>();
  readonly #arrivals: Arrivals;
  #keys: readonly string[] = [];
  readonly #imports: CompleteImports;

  constructor(
    readonly work: Work,
    readonly mail: MailServer,
  ) {
    const { engine } = work;
    this.#arrivals = new Arrivals(mail, work.report);
    this.#place = {
      ...engine,
      environment: {
        ...programEnvironment(engine),
        PORTICO_SECRET_KEY: engine.secretKey.toString('base64'),
        PORTICO_SMTP_URL: mail.url(),
      },
    };
    const random = new Random(work.random.between(0, 2 ** 32));
    this.#imports = new CompleteImports({ ...work, random }, this.#place);
  }

  async prepare(): Promise<void> {
    this.#keys = await addWebsite(this.work.engine, 'acme', '--fold-repeat-leads');
    await this.#imports.whole();
  }

  /** A server from its start to its kill. */
  async life(): Promise<void> {
    const { random, report } = this.work;
    const lifetime = random.between(0, LONGEST_LIFE);
    await this.#endLeases();
    const server = await serve(this.#place);
    const before = this.#acknowledged.size;
    const over = { is: false };
    const until = Date.now() + LONGEST_WAIT;
    const workers = Array.from({ length: WORKERS }, (_, at) =>
      this.#sendLeads(server.url, at, over),
    );
    const imported = this.#imports.night();
    while (this.#acknowledged.size === before && Date.now() < until) await pause(1);
    await pause(lifetime);
    over.is = true;
    await server.kill();
    await Promise.all(workers);
    await imported;
    await this.#imports.compare();
    report.count('kills');
    if (this.#acknowledged.size === before) report.violation('no lead was acknowledged');
    this.#arrivals.count();
  }

  async #sendLeads(url: string, worker: number, over: { is: boolean }): Promise<void> {
    for (let call = 0; !over.is; call += 1) {
      const email = `lead${this.#sent.size}@example.com`;
      this.#sent.add(email);
      const form = { firstname: 'Nora', lastname: 'Quinn', email, agentEmail: 'ann@example.com' };
      const apiKey = this.#keys[(worker * 10 + call) % this.#keys.length] ?? '';
      const answer = await post(`${url}/alerts`, { apiKey, ...form }).catch(() => undefined);
      if (answer?.body.includes('"STATUS_CODE":"101"')) this.#acknowledged.add(email);
      // A server that is gone answers at once.
      else await pause(20);
    }
  }

  /** As if the lease of the killed sender had ended, which takes three minutes. */
  async #endLeases(): Promise<void> {
    await inStore(this.work.engine, async (services) => {
      const { db } = await databaseOf(services, 'acme');
      await db
        .updateTable('letter')
        .set({ leased_until: 0 })
        .where('state', '=', 'waiting')
        .execute();
    });
  }

  /** Lets a last server send everything, and compares. */
  async finish(lives: number): Promise<void> {
    const { engine, report } = this.work;
    await this.#imports.whole();
    await this.#endLeases();
    const server = await serve(this.#place);
    await inStore(engine, async (services) => {
      const { db } = await databaseOf(services, 'acme');
      const unsent = () =>
        db.selectFrom('letter').select('id').where('state', '!=', 'sent').execute();
      const until = Date.now() + LONGEST_WAIT;
      while ((await unsent()).length > 0 && Date.now() < until) await pause(50);
      await server.stop();
      this.#arrivals.count();
      const rows = await db
        .selectFrom('alert')
        .leftJoin('letter', 'letter.alert_id', 'alert.id')
        .select(['alert.email', 'letter.state', 'letter.message_id'])
        .execute();
      const stored = new Set(rows.map(({ email }) => email));
      report.expect('leads with two rows', rows.length - stored.size, 0);
      report.expect(
        'leads lost',
        [...this.#acknowledged].filter((email) => !stored.has(email)),
        [],
      );
      report.expect(
        'leads of nobody',
        [...stored].filter((email) => !this.#sent.has(email)),
        [],
      );
      const lost = rows.filter(({ message_id: id }) => !this.#arrivals.has(id ?? ''));
      report.expect('emails lost', lost, []);
      report.count('leads acknowledged', this.#acknowledged.size);
      report.count('leads stored', stored.size);
      report.count('emails arrived', this.mail.arrived.length);
    });
    if (lives >= 100 && this.#arrivals.doubled > lives * MOST_DOUBLED)
      report.violation(`${this.#arrivals.doubled} emails doubled by ${lives} kills`);
  }
}
