import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Callers } from '../faults/callers.js';
import { programEnvironment, runProgram, serve, startProgram } from '../rig/program.js';
import { succeed } from './command.js';
import type { Part, Work } from './part.js';
import { addWebsite, storedLeads } from './store.js';

/** How likely each command is. */
const COMMANDS = { 'back up': 3, restore: 3, move: 3, rename: 2 } as const;
type Command = keyof typeof COMMANDS;
/** So long a command takes until one of its kind has ended, in milliseconds. */
const FIRST_MS = 1_500;
/** Of commands, this share is killed. */
const KILLED = 0.5;

/** Commands that copy a client, some of them killed, next to a server that takes leads of two. */
export const copies: Part = {
  name: 'copies',
  proves:
    'that backups, restores, moves and renames, killed or not, lose no acknowledged lead, double none, and give none to another client',
  rounds: 25,
  whole: 250,
  async run(work: Work) {
    const { engine, report, rounds } = work;
    const keys = [await addWebsite(engine, 'acme'), await addWebsite(engine, 'other')];
    const environment = {
      ...programEnvironment(engine),
      PORTICO_SECRET_KEY: engine.secretKey.toString('base64'),
    };
    const server = await serve({ ...engine, environment });
    const [acme, other] = keys.map((of) => new Callers(server.url, of, report)) as [
      Callers,
      Callers,
    ];
    const copied = new Copied(work, environment, acme);
    try {
      for (const _ of rounds) {
        acme.flow();
        other.flow();
        acme.expectFault(false);
        await copied.next();
        await acme.recovered();
        await Promise.all([acme.stop(), other.stop()]);
        for (const [callers, name] of [[acme, copied.name] as const, [other, 'other'] as const]) {
          const stored = await storedLeads(engine, name);
          callers.compare(stored);
          const foreign = callers.foreign(stored.map(({ email }) => email));
          report.expect(`leads of others in ${name}`, foreign, []);
        }
      }
      report.count('leads acknowledged', acme.acknowledged.size + other.acknowledged.size);
    } finally {
      await Promise.all([acme.stop(), other.stop()]);
      await server.kill();
    }
  },
};

/** A backup, and the leads that were acknowledged before it began. */
interface Backup {
  readonly folder: string;
  readonly name: string;
  readonly leads: readonly string[];
}

/** The client that is copied, under the name that it has now. */
class Copied {
  name = 'acme';
  #names = 0;
  #isMoved = false;
  readonly #backups: Backup[] = [];
  readonly #took = new Map<Command, number>();

  constructor(
    readonly work: Work,
    readonly environment: NodeJS.ProcessEnv,
    readonly callers: Callers,
  ) {}

  async next(): Promise<void> {
    const { random, engine } = this.work;
    const drawn = random.weighted(COMMANDS);
    const isPossible = drawn !== 'move' || engine.kind === 'postgres';
    if (drawn === 'restore' && this.#backups.length > 0) await this.#restore();
    else if (drawn === 'rename' || !isPossible) await this.#rename();
    else if (drawn === 'move') await this.#move();
    else await this.#backUp();
  }

  async #backUp(): Promise<void> {
    const folder = join(mkdtempSync(join(this.work.engine.folder, 'backup-')), 'backup');
    const backup = { folder, name: this.name, leads: [...this.callers.acknowledged] };
    if (await this.#run('back up', 'backup', folder)) this.#backups.push(backup);
  }

  async #restore(): Promise<void> {
    const { random, engine, report } = this.work;
    const { folder, name, leads } = random.one(this.#backups);
    const copy = this.#freshName();
    const args = ['restore', folder, '--client', name, '--as', copy];
    const hasEnded = await this.#run('restore', ...args);
    // One that is killed behind its last step has made the client.
    if (!hasEnded && !(await this.#clients()).some(({ client }) => client === copy))
      await this.#end(...args);
    const restored = (await storedLeads(engine, copy)).map(({ email }) => email);
    const there = new Set(restored);
    const lost = leads.filter((email) => !there.has(email));
    report.expect('acknowledged leads that a backup lacks', lost, []);
    report.expect('leads of others in a backup', this.callers.foreign(restored), []);
    report.expect('leads doubled in a backup', restored.length - there.size, 0);
    await succeed(engine, 'client', 'remove', copy, '--yes');
  }

  async #move(): Promise<void> {
    const place = this.#isMoved ? 'default' : 'sqlite';
    const args = ['client', 'move', this.name, place];
    if ((await this.#run('move', ...args)) || !(await this.#isUndone(args)))
      this.#isMoved = !this.#isMoved;
  }

  async #rename(): Promise<void> {
    const name = this.#freshName();
    const args = ['client', 'rename', this.name, name];
    if ((await this.#run('rename', ...args)) || !(await this.#isUndone(args))) this.name = name;
  }

  /** Ends a killed move or rename in one of the two ways. @returns Whether the client is where it was. */
  async #isUndone(args: readonly string[]): Promise<boolean> {
    const { random, engine } = this.work;
    if (random.chance(0.5)) {
      await this.#end(...args);
      return false;
    }
    const before = await this.#placeOf();
    await this.#end('client', 'move', before.client, '--abort');
    const after = await this.#placeOf();
    this.work.report.expect('the place of a client whose move ended', after, before);
    const isRename = args[1] === 'rename';
    return isRename
      ? after.client === this.name
      : (after.database === 'sqlite') === (this.#isMoved && engine.kind === 'postgres');
  }

  /** The client as the directory has it, under either of its names. */
  async #placeOf(): Promise<{ client: string; database: unknown }> {
    const found = (await this.#clients()).find(({ client }) => client !== 'other');
    if (found === undefined) throw new Error('The client is gone.');
    return { client: found.client, database: found.database };
  }

  async #clients() {
    const { clients } = await succeed(this.work.engine, 'client', 'list');
    return clients as { client: string; database: unknown }[];
  }

  /** Runs a command that may be killed. @returns Whether it ended. */
  async #run(command: Command, ...args: string[]): Promise<boolean> {
    const { random, engine, report } = this.work;
    const isKilled = random.chance(KILLED);
    const ms = random.next() * 1.2 * (this.#took.get(command) ?? FIRST_MS);
    const began = performance.now();
    const child = startProgram({ ...engine, environment: this.environment }, ...args, '--json');
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
    });
    child.stderr?.resume();
    const timer = isKilled ? setTimeout(() => child.kill('SIGKILL'), ms) : undefined;
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    report.count(`  ${command}${code === null ? ', killed' : ''}`);
    if (code === null) return false;
    report.expect(`the exit code of ${args.join(' ')}: ${output}`, code, 0);
    this.#took.set(command, performance.now() - began);
    return true;
  }

  async #end(...args: string[]): Promise<void> {
    const place = { ...this.work.engine, environment: this.environment };
    const { status, output } = await runProgram(place, ...args, '--json');
    this.work.report.expect(`the exit code of ${args.join(' ')}: ${output}`, status, 0);
  }

  #freshName(): string {
    this.#names += 1;
    return `acme${this.#names}`;
  }
}
