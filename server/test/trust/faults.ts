import { mkdtempSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostgres } from '../../scripts/test-rig/programs.js';
import { Callers } from '../faults/callers.js';
import { ENDINGS, OwnPostgres } from '../rig/own-postgres.js';
import { programEnvironment, type RunningServer, serve } from '../rig/program.js';
import { fillDisk, mountSmallDisk } from '../rig/small-disk.js';
import { TcpProxy } from '../rig/tcp-proxy.js';
import { Around, type Fault } from './around.js';
import type { Engine, Part, Work } from './part.js';
import {
  addWebsite,
  databaseOf,
  endConnections,
  inStore,
  storedLeads,
  untilIdle,
} from './store.js';

/** What fails below a server. */
interface Ground {
  readonly engine: Engine;
  /** The server's PORTICO_DATABASE_URL. */
  readonly databaseUrl: string | undefined;
  readonly faults: readonly Fault[];
  close(): Promise<void>;
}

/** The bytes of the disk that is filled: enough for a server to keep its reserve there. */
const DISK = 96 * 1024 ** 2;
/** A server that sends nothing must not have the run wait for ever. */
const LONGEST_WAIT = 120_000;
/** The connections that a server opens. */
const CONNECTIONS = 10;

/** A PostgreSQL, a Redis, a mail server and the network to them, or a disk, that fail during leads and reads. */
export const faults: Part = {
  name: 'faults',
  proves:
    'that what fails around a server loses no acknowledged lead and no email, doubles no lead, and stores none that was refused',
  rounds: 25,
  whole: 250,
  async run(work: Work) {
    const { random, report } = work;
    const ground = work.engine.kind === 'sqlite' ? diskOf(work) : await postgresOf(work);
    const { engine } = ground;
    const around = new Around(random);
    let server: RunningServer | undefined;
    let callers: Callers | undefined;
    try {
      const keys = await addWebsite(engine, 'acme');
      const environment = {
        ...programEnvironment({ ...engine, databaseUrl: ground.databaseUrl }),
        ...(await around.open()),
        PORTICO_SECRET_KEY: engine.secretKey.toString('base64'),
      };
      server = await serve({ ...engine, environment });
      callers = new Callers(server.url, keys, report);
      // A server that has just started may not have a reserve yet, to open databases on a full disk.
      await callers.recovered();
      let left: Fault[] = [];
      for (const _ of work.rounds) {
        // Each comes before one comes again.
        if (left.length === 0) left = random.shuffled([...ground.faults, ...around.faults()]);
        const fault = left.pop() as Fault;
        report.count(`  ${fault.name}`);
        callers.flow();
        await pause(random.between(0, 300));
        if (fault.calls !== 'succeed') callers.expectFault(fault.calls === 'may be late');
        await fault.run(() => callers?.expectRefusals());
        await callers.recovered();
        await callers.stop();
        callers.compare(await storedLeads(engine, 'acme'));
      }
      report.count('leads acknowledged', callers.acknowledged.size);
      const open = engine.databaseUrl === undefined ? 0 : await untilIdle(engine.databaseUrl);
      if (open > CONNECTIONS) report.violation(`${open} connections are open`);
      await server.stop();
      await becomeDue(engine);
      server = await serve({ ...engine, environment });
      await compareEmails(work, engine, around);
      await server.stop();
    } finally {
      await server?.kill();
      await callers?.stop();
      await around.close();
      await ground.close();
    }
  },
};

/** As if the time had passed until emails that were not sent are tried again: minutes, and hours where one may have arrived. */
function becomeDue(engine: Engine) {
  return inStore(engine, async (services) => {
    const { db } = await databaseOf(services, 'acme');
    const due = { leased_until: 0, next_attempt_at: 0 };
    await db.updateTable('letter').set(due).where('state', '=', 'waiting').execute();
  });
}

/** Waits until a server has sent all emails, and compares them with those that came in. */
function compareEmails({ report }: Work, engine: Engine, around: Around): Promise<void> {
  return inStore(engine, async (services) => {
    const { db } = await databaseOf(services, 'acme');
    const emails = () => db.selectFrom('letter').select(['state', 'message_id']).execute();
    const until = Date.now() + LONGEST_WAIT;
    while ((await emails()).some(({ state }) => state !== 'sent') && Date.now() < until)
      await pause(50);
    const stored = await emails();
    const arrived = around.arrived();
    const lost = stored.filter(({ message_id: id }) => !arrived.has(id));
    report.expect('emails lost', lost, []);
    report.expect('emails of nobody', arrived.size, stored.length);
    report.count('emails that came again', around.emails - arrived.size);
  });
}

/** A PostgreSQL that can be stopped where one can be started, and the network to it. */
async function postgresOf({ random, engine: given }: Work): Promise<Ground> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portico-postgres-'));
  const own = findPostgres() === undefined ? undefined : await OwnPostgres.start(folder);
  const databaseUrl = own?.url ?? given.databaseUrl ?? '';
  const proxy = await TcpProxy.before(databaseUrl);
  const some = (mostMs: number) => pause(random.between(0, mostMs));
  const cutting = (name: string, run: Fault['run']): Fault => ({
    ...{ name, calls: 'may be refused', run },
  });
  const repeated = (cut: () => Promise<void> | void) => async (isCut: () => void) => {
    for (let times = random.between(1, 8); times > 0; times -= 1) {
      // With some answers on their way, among them those of commits.
      proxy.delay(random.between(0, 60));
      await some(300);
      await cut();
    }
    isCut();
    await proxy.heal();
  };
  const late = (name: string, comes: () => void, goes = () => {}): Fault => ({
    ...{ name, calls: 'may be late' },
    async run() {
      comes();
      await some(5_500);
      goes();
      await proxy.heal();
    },
  });
  const faults = [
    cutting(
      'connections that are reset',
      repeated(() => proxy.reset()),
    ),
    cutting(
      'connections that PostgreSQL ends',
      repeated(() => endConnections(databaseUrl)),
    ),
    cutting('connections that are refused', async (isCut) => {
      proxy.refuse();
      isCut();
      await some(4_000);
      await proxy.heal();
    }),
    ...Object.entries(own === undefined ? {} : ENDINGS).map(([name, signal]) =>
      cutting(`${name} of PostgreSQL`, async (isCut) => {
        await own?.stop(signal);
        isCut();
        await some(3_000);
        await own?.startAgain();
      }),
    ),
    late('answers that come late', () => proxy.delay(random.between(50, 1_500))),
    late('silence', () => proxy.swallow()),
    late(
      'silence, and a reset when it ends',
      () => proxy.swallow(),
      () => proxy.reset(),
    ),
    late('connections that go nowhere any more', () => proxy.abandon()),
  ];
  const close = async () => {
    proxy.close();
    await own?.stop('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  const engine = { ...given, databaseUrl };
  return { engine, databaseUrl: proxy.urlOf(databaseUrl), faults, close };
}

/** A small disk in memory, where this account may mount one. */
function diskOf({ random, engine }: Work): Ground {
  const { dataFolder } = engine;
  const unmount = mountSmallDisk(dataFolder, DISK);
  const filler = join(dataFolder, 'filler');
  const full: Fault = {
    ...{ name: 'a disk that is full', calls: 'may be refused' },
    async run() {
      for (let times = random.between(1, 4); times > 0; times -= 1) {
        fillDisk(filler);
        await pause(random.between(100, 700));
        // Some writes find room, and those after them none.
        truncateSync(filler, statSync(filler).size - random.between(0, 64) * 1024);
      }
      rmSync(filler);
    },
  };
  const faults = unmount === undefined ? [] : [full];
  return { engine, databaseUrl: undefined, faults, close: async () => unmount?.() };
}
