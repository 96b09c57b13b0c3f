import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random as DemoRandom } from 'portico-demo';
import { NEIGHBORHOODS, writeAgents, writeListings } from '../../bench/listings.js';
import { usageOf } from '../../bench/many-clients/process-usage.js';
import { makeSearches, pathOf } from '../../bench/searches.js';
import { MailServer } from '../outbox/email/mail-server.js';
import { fetchFrom, post, programEnvironment, serve } from '../rig/program.js';
import { succeed } from './command.js';
import type { Part, Work } from './part.js';
import { addWebsite } from './store.js';

const LISTINGS = 20_000;
/** The callers that find out how much the server carries, one call after the other each. */
const CALLERS = 8;
const CARRIED_MS = 4_000;
const LOOK_MS = 5_000;
/** Of one key, below its rate. */
const MOST_PER_SECOND = 5;
/** What the second half must last for what has grown in it to be judged. */
const JUDGED_HOURS = 0.95;
const MOST_MB_PER_HOUR = 1;
const MOST_FILES_PER_HOUR = 1;

/** A look at the server. */
interface Look {
  readonly hours: number;
  readonly rssMB: number;
  readonly openFiles: number;
}

/** A server without faults, at half of what it carries: searches, records, and each twentieth call a lead. */
export const soak: Part = {
  name: 'soak',
  proves:
    'that a server at half load fails no call, and after the first hour needs no more memory or open files',
  rounds: 1_440,
  whole: 1_440,
  async run(work: Work) {
    const { engine, report } = work;
    const mail = await new MailServer().open();
    const keys = await addWebsite(engine, 'acme');
    await writeAgents(join(engine.folder, 'agents.ndjson'));
    await writeListings(join(engine.folder, 'listings.ndjson'), LISTINGS);
    await succeed(engine, 'import', 'acme', engine.folder);
    const environment = {
      ...programEnvironment(engine),
      PORTICO_SECRET_KEY: engine.secretKey.toString('base64'),
      PORTICO_SMTP_URL: mail.url(),
      // As servers of operators have it.
      PORTICO_OVERLOAD: '',
    };
    const server = await serve({ ...engine, environment });
    try {
      const calls = new Calls(server.url, keys, work);
      const carried = await calls.carried();
      const everyMs = Math.max(2_000 / carried, 1_000 / (keys.length * MOST_PER_SECOND));
      report.count('calls a second', Math.round(1_000 / everyMs));
      const looks: Look[] = [];
      const began = performance.now();
      for (const _ of work.rounds) {
        await calls.atPace(everyMs, LOOK_MS);
        looks.push({ hours: (performance.now() - began) / 3_600_000, ...usageOf(server.pid) });
      }
      judge(looks, work);
    } finally {
      await server.stop();
      await mail.close();
    }
  },
};

/** Calls of a website, each with the next of its keys. */
class Calls {
  readonly #paths: readonly string[];
  #made = 0;

  constructor(
    readonly url: string,
    readonly keys: readonly string[],
    readonly work: Work,
  ) {
    const ids = Array.from({ length: NEIGHBORHOODS }, (_, at) => at + 1);
    const random = new DemoRandom(work.random.seed, 'soak');
    this.#paths = makeSearches(200, ids, random).map(pathOf);
  }

  /** @returns The calls that the server answers in a second. */
  async carried(): Promise<number> {
    const until = performance.now() + CARRIED_MS;
    const before = this.#made;
    const callers = Array.from({ length: CALLERS }, async () => {
      while (performance.now() < until) await this.#call();
    });
    await Promise.all(callers);
    return ((this.#made - before) * 1_000) / CARRIED_MS;
  }

  /** Calls at a steady pace, whatever the time of the answers. */
  async atPace(everyMs: number, ms: number): Promise<void> {
    const began = performance.now();
    const underWay: Promise<void>[] = [];
    for (let due = 0; due < ms; due += everyMs) {
      const wait = began + due - performance.now();
      if (wait > 1) await pause(wait);
      underWay.push(this.#call());
    }
    await Promise.all(underWay);
  }

  /** One that is refused for the load is counted: what else the machine does may leave the server too little. */
  async #call(): Promise<void> {
    const { report } = this.work;
    const at = this.#made++;
    const apiKey = this.keys[at % this.keys.length] ?? '';
    const lead = { firstname: 'Nora', lastname: 'Quinn', agentEmail: 'agent1@example.com' };
    const kind = at % 20 === 0 ? 'lead' : at % 4 === 1 ? 'record' : 'search';
    const path = {
      record: `/properties/${1 + (at % LISTINGS)}?`,
      search: `${this.#paths[at % this.#paths.length]}&`,
    };
    const answer =
      kind === 'lead'
        ? post(`${this.url}/alerts`, { apiKey, ...lead, email: `nora${at}@example.com` })
        : fetchFrom(`${this.url}${path[kind]}apiKey=${apiKey}`);
    const { status, body } = await answer.catch((error) => ({ status: 0, body: String(error) }));
    report.count(`${kind}: ${status}`);
    if (status !== 200 && status !== 420)
      report.violation(`${kind}: ${status} ${body.slice(0, 200)}`);
  }
}

function judge(looks: readonly Look[], { report }: Work): void {
  const second = looks.slice(Math.floor(looks.length / 2));
  const lasted = (second.at(-1)?.hours ?? 0) - (second[0]?.hours ?? 0);
  if (lasted === 0) return;
  const bounds = { rssMB: MOST_MB_PER_HOUR, openFiles: MOST_FILES_PER_HOUR };
  for (const name of ['rssMB', 'openFiles'] as const) {
    const grown = slope(second.map((look) => [look.hours, look[name]]));
    const all = second.map((look) => look[name]);
    const seen = `from ${Math.min(...all)} to ${Math.max(...all)}, ${grown.toFixed(2)} more an hour`;
    report.count(`second half, ${name} ${seen}`);
    if (lasted >= JUDGED_HOURS && grown > bounds[name]) report.violation(`${name} ${seen}`);
  }
}

/** By least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const [above, below] = points.reduce(
    ([products, squares], [px, py]) => [products + (px - x) * (py - y), squares + (px - x) ** 2],
    [0, 0],
  );
  return above / below;
}
