import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { versionOf } from '../../scripts/release/checkout.js';
import { SECRET_KEY_FILE } from '../../src/store/secrets/secret-key.js';
import { MailServer } from '../outbox/email/mail-server.js';
import { differencesFrom } from '../releases/differences.js';
import { fixtureFolder, recorded, releases, restore } from '../releases/fixture.js';
import { type Installation, placeOf, send } from '../releases/place.js';
import { type IssuedKey, requestOf } from '../releases/questions.js';
import { exportsOf, type Replay } from '../releases/replay.js';
import { type ProgramPlace, runProgram, serve, startProgram } from '../rig/program.js';
import { Arrivals } from './arrivals.js';
import type { Engine, Part, Work } from './part.js';
import { databaseOf, inStore } from './store.js';

/** The longest life of a program, in milliseconds: from its start on, on a quiet machine twice what an upgrade takes, or since it listens. */
const LONGEST_LIFE = 2_000;
/** Below the rate of one API key. */
const BETWEEN_CALLS_MS = 110;
/** A server that sends nothing must not have the run wait for ever. */
const LONGEST_WAIT = 120_000;
/** Of people who come during upgrades. */
const DOMAIN = 'upgrades.example';
const PASSWORD = 'a password of somebody new';
/** A built checkout of a release, from which to upgrade and to which to go back. */
const OLDER = process.env.PORTICO_TEST_OLDER;

/** An installation of an earlier release, and programs that are killed while they upgrade it. */
export const upgrades: Part = {
  name: 'upgrades',
  proves:
    'that kill -9 during upgrades from earlier releases loses no record, lead, member or email, and doubles at most the email under way',
  rounds: 6,
  whole: 120,
  async run(work: Work) {
    // Runs have consecutive seeds: each release has its turn.
    const known = releases();
    const ofTurn = known[work.random.seed % known.length] as string;
    const release = OLDER === undefined ? ofTurn : versionOf(OLDER);
    work.report.count(`installations of ${release}`);
    const mail = await new MailServer().open();
    try {
      await restore(fixtureFolder(release, work.engine.kind), work.engine);
      const office = new UpgradedOffice(work, mail, release);
      for (const _ of work.rounds) await office.life();
      await office.finish();
    } finally {
      await mail.close();
    }
  },
};

class UpgradedOffice {
  readonly #installation: Installation;
  readonly #place: ProgramPlace;
  readonly #before: Replay;
  readonly #arrivals: Arrivals;
  /** Of `acme`, and an agent of that, as the release was called with them. */
  readonly #key: IssuedKey;
  readonly #agentEmail: string;
  readonly #acknowledged = { leads: new Set<string>(), members: new Set<string>() };
  #sent = 0;
  #log = '';
  #wasOlder = true;

  constructor(
    readonly work: Work,
    mail: MailServer,
    readonly release: string,
  ) {
    const { dataFolder, databaseUrl, kind } = work.engine;
    const settings = { PORTICO_OVERLOAD: 'accept', PORTICO_LOG_LEVEL: 'info' };
    this.#installation = { dataFolder, databaseUrl, settings };
    this.#place = placeOf(this.#installation, mail.url());
    this.#arrivals = new Arrivals(mail, work.report);
    this.#before = recorded(release, kind);
    const questions = this.#before.calls.map(({ question }) => question);
    this.#key = questions.find(({ key }) => key?.secret !== undefined)?.key as IssuedKey;
    const lead = questions.find(({ path }) => path === '/alerts');
    this.#agentEmail = String(lead?.params?.agentEmail);
  }

  /** A program from its start to its kill. */
  async life(): Promise<void> {
    const { random, report } = this.work;
    const isOlder = OLDER !== undefined && random.chance(0.5);
    const command = isOlder ? 'serve' : random.one(['serve', 'migrate']);
    const lifetime = random.between(0, LONGEST_LIFE);
    if (isOlder !== this.#wasOlder) report.count(isOlder ? 'ways back' : 'upgrades');
    this.#wasOlder = isOlder;
    const program = isOlder ? { program: join(OLDER, 'server/bin/portico.js') } : {};
    const child = startProgram({ ...this.#place, ...program }, command, '--json');
    const closed = once(child, 'close');
    let over = false;
    let calls: Promise<void> | undefined;
    let listens = () => {};
    const listening = new Promise<void>((resolve) => {
      listens = resolve;
    });
    let output = '';
    child.stderr?.on('data', (text) => {
      this.#log += text;
    });
    child.stdout?.on('data', (text) => {
      output += text;
      if (command !== 'serve' || calls !== undefined || !output.includes('\n')) return;
      calls = this.#call((JSON.parse(output) as { url: string }).url, () => !over);
      listens();
    });
    if (random.chance(0.5) && command === 'serve') await Promise.race([listening, closed]);
    await Promise.race([pause(lifetime), closed]);
    over = true;
    child.kill('SIGKILL');
    const [code] = await closed;
    await calls;
    if (code === null)
      report.count(`kills of ${command}${calls === undefined ? '' : ' that listened'}`);
    else if (command === 'migrate' && code === 0) report.count('upgrades by migrate that ended');
    else report.violation(`${command} ended with ${code}: ${this.#log.slice(-400)}`);
    this.#arrivals.count();
  }

  /** Leads, and now and then a member. */
  async #call(url: string, goesOn: (calls: number) => boolean): Promise<void> {
    for (let at = 0; goesOn(at); at += 1) {
      const kind = at % 3 === 1 ? 'members' : 'leads';
      const email = `${kind}${this.#sent}@${DOMAIN}`;
      this.#sent += 1;
      const person = { firstname: 'Nora', lastname: 'Quinn', email };
      const outgoing = requestOf({
        ...{ method: 'POST', key: this.#key, signed: true },
        ...(kind === 'leads'
          ? { path: '/alerts', params: { ...person, agentEmail: this.#agentEmail } }
          : { path: '/clients', params: { ...person, password: PASSWORD } }),
      });
      const answer = await send(url, outgoing).catch(() => undefined);
      this.work.report.count(`calls answered with ${answer?.status ?? 'nothing'}`);
      const { status, body } = answer ?? { status: 420, body: '' };
      if (status === 200 && !body.includes('"STATUS":"Error"')) this.#acknowledged[kind].add(email);
      // A database that takes its schema steps keeps calls waiting, and some too long.
      else if (status !== 420 && status !== 500)
        this.work.report.violation(`${kind}: ${status} ${body}`);
      await pause(BETWEEN_CALLS_MS);
    }
  }

  /** Lets a last server send everything, and compares. */
  async finish(): Promise<void> {
    const { report } = this.work;
    const server = await serve(this.#place);
    // One of each kind: the log of a server that was killed may lack its last lines.
    await this.#call(server.url, (calls) => calls < 2);
    // The release has made the key, and left it in its data folder.
    const key = readFileSync(join(this.work.engine.dataFolder, SECRET_KEY_FILE), 'utf8');
    const engine: Engine = { ...this.work.engine, secretKey: Buffer.from(key, 'base64') };
    await inStore(engine, async (services) => {
      const { db } = await databaseOf(services, 'acme');
      // As if the leases of killed senders had ended, which takes three minutes.
      await db.updateTable('letter').set({ leased_until: 0 }).execute();
      const unsent = () =>
        db.selectFrom('letter').select('id').where('state', '!=', 'sent').execute();
      const until = Date.now() + LONGEST_WAIT;
      while ((await unsent()).length > 0 && Date.now() < until) await pause(50);
      await server.stop();
      this.#log += server.log();
      this.#arrivals.count();
      const emails = await db.selectFrom('letter').select('message_id').execute();
      const lost = emails.filter(({ message_id: id }) => !this.#arrivals.has(id));
      report.expect('emails lost', lost, []);
      report.count('emails compared', emails.length);
      this.#compare('leads', await db.selectFrom('alert').select('email').execute());
      this.#compare('members', await db.selectFrom('client').select('email').execute());
    });
    await this.#compareExports();
    if (!this.#log.includes('/clients')) report.violation('the log names no call');
    const secrets = [this.#key.apiKey, this.#key.secret, PASSWORD];
    const logged = secrets.filter((secret) => this.#log.includes(String(secret)));
    report.expect('secrets in the log', logged.length, 0);
  }

  #compare(kind: 'leads' | 'members', rows: readonly { readonly email: string }[]): void {
    const { report } = this.work;
    const emails = rows.map(({ email }) => email).filter((email) => email.endsWith(DOMAIN));
    const stored = new Set(emails);
    report.expect(`${kind} with two rows`, emails.length - stored.size, 0);
    const lost = [...this.#acknowledged[kind]].filter((email) => !stored.has(email));
    report.expect(`${kind} lost`, lost, []);
    report.count(`${kind} acknowledged`, this.#acknowledged[kind].size);
  }

  /** What the release has left is exported as the release did, without the people who have come since. */
  async #compareExports(): Promise<void> {
    const { report } = this.work;
    const differences = differencesFrom(this.release);
    const now = await exportsOf(this.#installation, runProgram);
    for (const [command, output] of Object.entries(this.#before.commands)) {
      if (!command.startsWith('export ')) continue;
      const expected = differences.reduce(
        (changed, { applyToOutput }) => applyToOutput?.(command, changed) ?? changed,
        output,
      );
      const lines = now[command]?.split('\n').filter((line) => !line.includes(DOMAIN)) ?? [];
      report.expect(command, lines, expected.split('\n'));
      report.count('exported files compared');
    }
  }
}
