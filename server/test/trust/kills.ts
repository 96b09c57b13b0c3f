import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { importResources } from '../../src/changes/transfers.js';
import { issueKey } from '../../src/commands/key/keys.js';
import { systemClock } from '../../src/lib/clock.js';
import { MailServer } from '../outbox/email/mail-server.js';
import { parseMail } from '../outbox/email/parse-mail.js';
import {
  type ProgramPlace,
  post,
  programEnvironment,
  serve,
  startProgram,
} from '../rig/program.js';
import { succeed } from './command.js';
import type { Part, Work } from './part.js';
import { databaseOf, inStore } from './store.js';

/** More than one key's rate allows. */
const KEYS = 40;
const WORKERS = 4;
/** The longest life of a server from its first lead on, in milliseconds. */
const LONGEST_LIFE = 1_500;
const LISTINGS = 3_000;
/** A server that sends nothing must not have the run wait for ever. */
const LONGEST_WAIT = 120_000;
/** Of 100 kills, so many may double an email. */
const MOST_DOUBLED = 0.05;

/** Servers that are killed at random moments, beside leads and an import. */
export const kills: Part = {
  name: 'kills',
  proves: 'that kill -9 loses no lead and no email, and doubles at most the email under way',
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
        await office.life(round);
      }
      await office.finish(most);
    } finally {
      await office.stopImport();
      await mail.close();
    }
  },
};

class Office {
  readonly #place: ProgramPlace;
  readonly #sent = new Set<string>();
  readonly #acknowledged = new Set<string>();
  /** The Message-ID of each email that arrived, and how often. */
  readonly #arrived = new Map<string, number>();
  #keys: readonly string[] = [];
  #import: ChildProcess | undefined;
  #looked = 0;
  #doubled = 0;

  constructor(
    readonly work: Work,
    readonly mail: MailServer,
  ) {
    const { engine } = work;
    this.#place = {
      ...engine,
      environment: {
        ...programEnvironment(engine),
        PORTICO_SECRET_KEY: engine.secretKey.toString('base64'),
        PORTICO_SMTP_URL: mail.url(),
      },
    };
  }

  async prepare(): Promise<void> {
    const { engine } = this.work;
    await succeed(engine, 'client', 'add', 'acme', '--fold-repeat-leads');
    this.#keys = await inStore(engine, async (services) => {
      const database = await databaseOf(services, 'acme');
      const agents = importResources(database, 'UTC', systemClock).get('agents');
      await agents?.write([agents.parse({ id: 1, email: 'ann@example.com', status: 'Active' })]);
      const rights = {
        tenant: 'acme',
        scopes: ['website'],
        addresses: [],
        privateAccess: false,
      } as const;
      const keys = Array.from({ length: KEYS }, () => issueKey(services, rights, randomBytes));
      return (await Promise.all(keys)).map(({ apiKey }) => apiKey);
    });
  }

  /** A server from its start to its kill. */
  async life(round: number): Promise<void> {
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
    this.#startImport(round);
    while (this.#acknowledged.size === before && Date.now() < until) await pause(1);
    await pause(lifetime);
    over.is = true;
    await server.kill();
    await Promise.all(workers);
    report.count('kills');
    if (this.#acknowledged.size === before) report.violation('no lead was acknowledged');
    this.#countArrivals();
  }

  async #sendLeads(url: string, worker: number, over: { is: boolean }): Promise<void> {
    for (let call = 0; !over.is; call += 1) {
      const email = `lead${this.#sent.size}@example.com`;
      this.#sent.add(email);
      const form = { firstname: 'Nora', lastname: 'Quinn', email, agentEmail: 'ann@example.com' };
      const apiKey = this.#keys[(worker * 10 + call) % KEYS] ?? '';
      const answer = await post(`${url}/alerts`, { apiKey, ...form }).catch(() => undefined);
      if (answer?.body.includes('"STATUS_CODE":"101"')) this.#acknowledged.add(email);
      // A server that is gone answers at once.
      else await pause(20);
    }
  }

  /** An import that changes every listing, beside one server after the other. */
  #startImport(round: number): void {
    if (this.#import !== undefined && this.#import.exitCode === null) return;
    const file = join(this.work.engine.folder, 'listings.ndjson');
    const lines = Array.from({ length: LISTINGS }, (_, at) =>
      JSON.stringify({
        main_id: at + 1,
        main_status: 'For Rent',
        financials_price: round * 10 + (at % 9),
      }),
    );
    writeFileSync(file, lines.join('\n'));
    this.#import = startProgram(this.#place, 'import', 'acme', file, '--json');
    this.#import.stdout?.resume();
    this.#import.stderr?.resume();
    this.work.report.count('imports beside');
  }

  async stopImport(): Promise<void> {
    const child = this.#import;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await once(child, 'close');
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

  /** What came since the last look: an email may come again only once after a kill, and only one of them. */
  #countArrivals(): void {
    const { report } = this.work;
    const now = new Set<string>();
    let doubled = 0;
    for (const { raw } of this.mail.arrived.slice(this.#looked)) {
      const id = parseMail(raw).header('message-id') ?? '';
      const times = (this.#arrived.get(id) ?? 0) + 1;
      this.#arrived.set(id, times);
      if (now.has(id)) report.violation(`${id} came twice from one server`);
      // The same email may be under way at two kills.
      else if (times > 1) doubled += 1;
      now.add(id);
    }
    this.#looked = this.mail.arrived.length;
    this.#doubled += doubled;
    report.count('emails doubled', doubled);
    if (doubled > 1) report.violation(`one kill doubled ${doubled} emails`);
  }

  /** Lets a last server send everything, and compares. */
  async finish(lives: number): Promise<void> {
    const { engine, report } = this.work;
    await this.stopImport();
    await this.#endLeases();
    const server = await serve(this.#place);
    await inStore(engine, async (services) => {
      const { db } = await databaseOf(services, 'acme');
      const unsent = () =>
        db.selectFrom('letter').select('id').where('state', '!=', 'sent').execute();
      const until = Date.now() + LONGEST_WAIT;
      while ((await unsent()).length > 0 && Date.now() < until) await pause(50);
      await server.stop();
      this.#countArrivals();
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
      const lost = rows.filter(({ message_id: id }) => !this.#arrived.has(id ?? ''));
      report.expect('emails lost', lost, []);
      report.count('leads acknowledged', this.#acknowledged.size);
      report.count('leads stored', stored.size);
      report.count('emails arrived', this.mail.arrived.length);
    });
    if (lives >= 100 && this.#doubled > lives * MOST_DOUBLED)
      report.violation(`${this.#doubled} emails doubled by ${lives} kills`);
  }
}
