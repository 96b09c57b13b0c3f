import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { erasePerson, findPerson } from '../../src/changes/removal/erase-person.js';
import { removeRecords } from '../../src/changes/removal/remove-records.js';
import { importResources } from '../../src/changes/transfers.js';
import { systemClock } from '../../src/lib/clock.js';
import { addPost } from '../../src/resources/content/blog-write.queries.js';
import { lead } from '../../src/resources/leads/lead.js';
import { register } from '../../src/resources/members/client.registration.js';
import type { Services } from '../../src/services.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { NOON } from '../rig/server.js';
import { succeed } from './command.js';
import { LaterClock } from './later-clock.js';
import type { Part, Work } from './part.js';
import { databaseOf, inStore } from './store.js';

const KINDS = ['clients', 'leads', 'blogs'] as const;
type Kind = (typeof KINDS)[number];

/** How likely each operation is. The last ones are commands, which take as long as hundreds of the others. */
const OPERATIONS = {
  give: 600,
  remove: 200,
  erase: 100,
  import: 40,
  'back up': 20,
  restore: 14,
  move: 14,
  rename: 12,
} as const;
type Operation = keyof typeof OPERATIONS;
const COMMANDS: ReadonlySet<Operation> = new Set(['back up', 'restore', 'move', 'rename']);

/** A history of one client, in which no number may come twice. */
export const numbers: Part = {
  name: 'numbers',
  proves: 'that no number of a member, lead or post is given twice',
  rounds: 500,
  whole: 10_000,
  async run(work: Work) {
    const clock = new LaterClock();
    const engine = { ...work.engine, clock };
    await succeed(engine, 'client', 'add', 'acme');
    const history = new History({ ...work, engine }, clock);
    let waiting: Operation | undefined;
    const rounds = work.rounds[Symbol.iterator]();
    for (let over = false; !over; ) {
      if (waiting !== undefined) await history.command(waiting);
      waiting = undefined;
      // Commands find no process of the harness in their way.
      await inStore(engine, async (services) => {
        while (!over && waiting === undefined) {
          over = rounds.next().done === true;
          if (over) return;
          const operation = work.random.weighted(OPERATIONS);
          // With only SQLite there is no other engine.
          const isLeftOut = operation === 'move' && engine.kind === 'sqlite';
          work.report.count(`  ${operation}${isLeftOut ? ' (left out: only one engine)' : ''}`);
          if (isLeftOut) continue;
          if (COMMANDS.has(operation)) waiting = operation;
          else await history.write(services, operation);
        }
      });
    }
  },
};

/** A backup, and how the client was called in it and where it was. */
interface Backup {
  readonly folder: string;
  readonly name: string;
  readonly isMoved: boolean;
}

class History {
  readonly #work: Work;
  #name = 'acme';
  #people = 0;
  #names = 0;
  #isMoved = false;
  readonly #given: Readonly<Record<Kind, Set<number>>> = {
    ...{ clients: new Set(), leads: new Set(), blogs: new Set() },
  };
  readonly #backups: Backup[] = [];

  constructor(
    work: Work,
    readonly clock: LaterClock,
  ) {
    this.#work = work;
  }

  async write(services: Services, operation: Operation): Promise<void> {
    const { random, report } = this.#work;
    const database = await databaseOf(services, this.#name);
    const kind = random.one(KINDS);
    const newest = [...this.#given[kind]].sort((one, other) => other - one).slice(0, 3);
    if (operation === 'give') {
      const number = await this.#make(database, kind);
      if (this.#given[kind].has(number)) report.violation(`${kind} ${number} is given twice`);
      this.#given[kind].add(number);
      report.count(`numbers of ${kind} given`);
    } else if (operation === 'remove') {
      // The newest ones, whose numbers would be next.
      const { ids } = await removeRecords(database, kind, newest);
      report.count('records removed', ids.length);
    } else if (operation === 'erase') {
      const id = Math.max(0, ...this.#given.clients);
      await erasePerson(database, await findPerson(database, { id }), false);
    } else {
      const id = Math.max(0, ...this.#given.clients) + random.between(1, 20);
      const resource = importResources(database, 'UTC', systemClock).get('clients');
      const row = resource?.parse({ id, email: `file${id}@example.com` });
      report.expect('rejects', (await resource?.write([row]))?.refused, []);
      this.#given.clients.add(id);
    }
  }

  async #make(database: TenantDatabase, kind: Kind): Promise<number> {
    if (kind === 'clients') {
      this.#people += 1;
      const email = `person${this.#people}@example.com`;
      const person = { firstName: 'Ann', lastName: 'Lee', email, passwordHash: '', code: 'c' };
      return (await register(database, person, NOON, async () => {}))?.id ?? 0;
    }
    if (kind === 'blogs') {
      const post = { values: { title: 'A post' }, labels: undefined, buildings: undefined };
      return (await addPost(database, post)).row.id;
    }
    return database.write(async (transaction) => {
      const { id: _, ...row } = lead.defaults;
      const insert = transaction.insertInto('alert').values(row).returning('id');
      return (await insert.executeTakeFirstOrThrow()).id;
    });
  }

  async command(operation: Operation): Promise<void> {
    const { random, engine } = this.#work;
    // Some follow at once: of two restores of one backup within a minute the numbers differ, too.
    if (random.chance(0.6)) this.clock.pass(random.between(2, 600));
    if (operation === 'back up') {
      const folder = join(mkdtempSync(join(engine.folder, 'backup-')), 'backup');
      await succeed(engine, 'backup', folder);
      this.#backups.push({ folder, name: this.#name, isMoved: this.#isMoved });
    } else if (operation === 'move') {
      await succeed(engine, 'client', 'move', this.#name, this.#isMoved ? 'default' : 'sqlite');
      this.#isMoved = !this.#isMoved;
    } else if (operation === 'rename') {
      const name = this.#freshName();
      await succeed(engine, 'client', 'rename', this.#name, name);
      this.#name = name;
    } else if (this.#backups.length > 0) {
      const backup = random.one(this.#backups);
      await this.#restore(backup);
      if (random.chance(0.6)) return;
      this.#work.report.count('backups restored twice within a minute');
      await inStore(engine, async (services) => {
        for (let at = 0; at < 9; at += 1) await this.write(services, 'give');
      });
      await this.#restore(backup);
    }
  }

  async #restore(backup: Backup): Promise<void> {
    const { random, engine } = this.#work;
    // In place of the client, as after an accident, or next to it.
    const name = random.chance(0.5) ? this.#name : this.#freshName();
    await succeed(engine, 'client', 'remove', this.#name, '--yes');
    await succeed(engine, 'restore', backup.folder, '--client', backup.name, '--as', name);
    this.#name = name;
    this.#isMoved = backup.isMoved;
  }

  #freshName(): string {
    this.#names += 1;
    return `acme${this.#names}`;
  }
}
