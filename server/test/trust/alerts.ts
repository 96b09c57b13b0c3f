import { setTimeout as pause } from 'node:timers/promises';
import { importResources } from '../../src/changes/transfers.js';
import { systemClock } from '../../src/lib/clock.js';
import { changeState } from '../../src/store/tenant/change-page.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { MailServer } from '../outbox/email/mail-server.js';
import { parseMail } from '../outbox/email/parse-mail.js';
import { type ProgramPlace, programEnvironment, serve } from '../rig/program.js';
import { Arrivals } from './arrivals.js';
import type { Part, Work } from './part.js';
import { addWebsite, databaseOf, inStore } from './store.js';

/** Member 7 wants to hear of homes for 700 and more. */
const MEMBERS = Array.from({ length: 12 }, (_, at) => at + 1);
const HIGHEST_PRICE = 1_300;
const MOST_NEW = 2;
/** An email links 20 listings: where more of them wait, it only says how many there are. */
const MOST_UNSENT = 18;
/** A server that sends nothing must not have the run wait for ever. */
const LONGEST_WAIT = 120_000;

/** Servers that are killed at random moments between new listings and the email about them. */
export const alerts: Part = {
  name: 'alerts',
  proves:
    'that kill -9 between new listings and email about them has each saved search tell of each once, and doubles at most the email under way',
  rounds: 30,
  whole: 30,
  async run(work: Work) {
    const mail = await new MailServer().open();
    mail.pace = () => pause(5);
    const office = new AlertedMembers(work, mail);
    try {
      await office.prepare();
      for (const _ of work.rounds) await office.life();
      await office.finish();
    } finally {
      await mail.close();
    }
  },
};

class AlertedMembers {
  readonly #work: Work;
  readonly #place: ProgramPlace;
  readonly #arrivals: Arrivals;
  /** The price of each listing, by its number. */
  readonly #prices = new Map<number, number>();
  /** How often email about a listing came to a member. */
  readonly #mailed = new Map<string, number>();
  /** How many listings there were when all email had left. */
  #sent = 0;
  /** How long a server takes from its start to its last email, in milliseconds. */
  #wholeMs = 0;

  constructor(work: Work, mail: MailServer) {
    const { engine } = work;
    this.#work = work;
    this.#arrivals = new Arrivals(mail, work.report);
    const environment = {
      ...programEnvironment(engine),
      PORTICO_SECRET_KEY: engine.secretKey.toString('base64'),
      PORTICO_SMTP_URL: mail.url(),
      PORTICO_BASE_URL: 'https://portico.example',
    };
    this.#place = { ...engine, environment };
  }

  async prepare(): Promise<void> {
    await addWebsite(
      this.#work.engine,
      'acme',
      '--listing-page',
      'https://www.example.com/homes/{id}',
    );
    await this.#inDatabase(async (database) => {
      const clients = importResources(database, 'UTC', systemClock).get('clients');
      await clients?.write(MEMBERS.map((id) => clients.parse({ id, email: `${id}@example.com` })));
      await database.db.updateTable('client').set({ member: 1, verified: 1 }).execute();
      const search = { query: '', frequency: 'instantly', price_drops: 1 };
      const moments = { created_at: 1, updated_at: 1, last_sent_at: 0 };
      const rows = MEMBERS.map((id) => {
        const query = `priceMin=${id * 100}`;
        return { ...search, ...moments, client_id: id, name: `${id}`, query };
      });
      await database.db.insertInto('saved_search').values(rows).execute();
    });
    // Alerts begin with what comes after the first look.
    await this.#whole();
    await this.#list();
    this.#wholeMs = await this.#whole();
  }

  /** New listings, and a server that is killed at any moment until their email has left. */
  async life(): Promise<void> {
    const { random, report } = this.#work;
    if (this.#prices.size - this.#sent + MOST_NEW > MOST_UNSENT) await this.#whole();
    await this.#list();
    const server = await serve(this.#place);
    await pause(random.next() * 1.2 * this.#wholeMs);
    await server.kill();
    report.count('kills');
    await this.#inDatabase(async (database) => {
      const { matches, emails } = await waiting(database);
      const left =
        matches > 0 ? 'matches' : emails > 0 ? 'emails' : 'nothing, or nothing found yet';
      report.count(`kills that left ${left}`);
    });
    this.#countMailed();
  }

  /** Lets a last server send everything, and compares. */
  async finish(): Promise<void> {
    const { report } = this.#work;
    await this.#whole();
    const expected = [...this.#prices].flatMap(([id, price]) =>
      MEMBERS.filter((member) => price >= member * 100).map(
        (member) => `${member}@example.com ${id}`,
      ),
    );
    if (expected.length === 0) report.violation('no search found anything');
    const mailed = (times: (number: number) => boolean) =>
      expected.filter((one) => times(this.#mailed.get(one) ?? 0));
    report.expect(
      'matches without an email',
      mailed((times) => times === 0),
      [],
    );
    report.expect(
      'matches with two emails',
      mailed((times) => times > 1),
      [],
    );
    report.expect('matches with an email', this.#mailed.size, expected.length);
    report.count('matches', expected.length);
  }

  /** A server that ends once all is sent. @returns How long that took, in milliseconds. */
  async #whole(): Promise<number> {
    await this.#passTime();
    const server = await serve(this.#place);
    const began = performance.now();
    await this.#inDatabase(async (database) => {
      const until = Date.now() + LONGEST_WAIT;
      while (!(await isAllSent(database)) && Date.now() < until) await pause(20);
    });
    const took = performance.now() - began;
    await server.stop();
    this.#countMailed();
    this.#sent = this.#prices.size;
    return took;
  }

  /** Stores new listings, while no server runs. */
  async #list(): Promise<void> {
    const { random } = this.#work;
    const listings = Array.from({ length: random.between(1, MOST_NEW) }, () => {
      const price = random.between(1, HIGHEST_PRICE);
      this.#prices.set(this.#prices.size + 1, price);
      return { main_id: this.#prices.size, main_status: 'For Rent', financials_price: price };
    });
    await this.#inDatabase(async (database) => {
      const kind = importResources(database, 'UTC', systemClock).get('listings');
      await kind?.write(listings.map((listing) => kind.parse(listing)));
    });
    await this.#passTime();
  }

  /** As if the leases of a killed server had ended, and the pause between two emails about a search. */
  async #passTime(): Promise<void> {
    await this.#inDatabase(async ({ db }) => {
      await db.updateTable('letter').set({ leased_until: 0 }).execute();
      await db.updateTable('saved_search_place').set({ leased_until: 0 }).execute();
      await db.updateTable('saved_search').set({ last_sent_at: 0 }).execute();
    });
  }

  #countMailed(): void {
    for (const { raw, to } of this.#arrivals.count()) {
      for (const [, id] of parseMail(raw).text.matchAll(/\/homes\/(\d+)$/gm)) {
        const key = `${to} ${id}`;
        this.#mailed.set(key, (this.#mailed.get(key) ?? 0) + 1);
      }
    }
  }

  #inDatabase<Result>(work: (database: TenantDatabase) => Promise<Result>): Promise<Result> {
    return inStore(this.#work.engine, async (services) => work(await databaseOf(services, 'acme')));
  }
}

/** What waits to be queued, and to be sent. */
async function waiting({ db }: TenantDatabase) {
  const matches = await db.selectFrom('saved_search_match').select('sent_at').execute();
  const emails = await db.selectFrom('letter').select('id').where('state', '!=', 'sent').execute();
  return { matches: matches.filter((match) => match.sent_at === 0).length, emails: emails.length };
}

/** Whether alerts have followed all changes, and their email has left. */
async function isAllSent(database: TenantDatabase): Promise<boolean> {
  const place = await database.db.selectFrom('saved_search_place').select('seq').executeTakeFirst();
  const { number } = await changeState(database.db);
  const { matches, emails } = await waiting(database);
  return Number(place?.seq) === number && matches + emails === 0;
}
