import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusals } from '../../src/http/gate/refusals.js';
import type { Tenant } from '../../src/store/tenant-databases.js';
import { portico } from '../commands/portico.js';
import { issueKeys } from '../rig/offline.js';
import { repeats } from '../rig/part.js';
import { onPgBouncer } from '../rig/pgbouncer.js';
import { serverFor } from '../rig/server.js';
import { type Answer, ask, logLines, type Serving, startServing } from '../rig/serving.js';
import { writeMarkedAgency } from './marked-agency.js';
import { everyRead } from './questions.js';

/*
 * Two brokerages with the same ids in everything and a word of their own in every text: whatever is
 * asked of two servers over many connections and one pooler, no answer to one may hold the other's
 * word, nor may an email, a log or a backup.
 */

/** Asks again while the server is busy: so many keys at once are more than a small machine answers. */
async function askUntilHeard(...asking: Parameters<typeof ask>): Promise<Answer> {
  for (;;) {
    const answer = await ask(...asking);
    if (answer.status !== 420 || answer.body !== BUSY) return answer;
    await sleep(100);
  }
}

/** Answers that are looked at; `PORTICO_TEST_ISOLATION_ANSWERS=100000` looks at many more. */
const ANSWERS = Number(process.env.PORTICO_TEST_ISOLATION_ANSWERS ?? repeats(1500, 3000));
const CONNECTIONS = 100;
const BUSY = JSON.stringify(refusals.busyShare.words);

const WORDS = { north: 'zephyrnorthword', south: 'australsouthword' } as const;
type Name = keyof typeof WORDS;
const NAMES = ['north', 'south'] as const;

const other = (name: Name): Name => (name === 'north' ? 'south' : 'north');

/** Whether a text that is one brokerage's holds the other's word, in any letter case. */
function isLeak(name: Name, text: string): boolean {
  return text.toLowerCase().includes(WORDS[other(name)]);
}

onPgBouncer('two brokerages with the same ids', { connections: 8 }, (database) => {
  const server = serverFor(database);
  const keys: Record<Name, string[]> = { north: [], south: [] };
  const manageKeys: Record<Name, string[]> = { north: [], south: [] };
  const servers: Serving[] = [];
  const agents: Agent[] = [];

  beforeAll(async () => {
    for (const name of NAMES) {
      const entry = await server.addTenant(name);
      const opened = await server.services.tenants.database(entry);
      expect(await writeMarkedAgency(opened, WORDS[name])).toBeGreaterThan(500);
      keys[name] = await issueKeys(server.services, name, CONNECTIONS);
      manageKeys[name] = await issueKeys(server.services, name, CONNECTIONS, 'manage');
    }
    for (let at = 0; at < CONNECTIONS; at += 1) {
      agents.push(new Agent({ keepAlive: true, maxSockets: 1 }));
    }
  });

  afterAll(() => {
    for (const agent of agents) agent.destroy();
  });

  async function startServers(): Promise<void> {
    const environment = {
      PORTICO_DATA: database.dataFolder,
      PORTICO_DATABASE_URL: database.databaseUrl,
      PORTICO_LOG_LEVEL: 'trace',
      // All connections ask the same at the same time, also what takes long: a small machine refuses some.
      PORTICO_OVERLOAD: 'refuse',
    };
    const place = { folder: database.dataFolder, environment };
    for (let started = 0; started < 2; started += 1) servers.push(await startServing(place));
  }

  it('are answered, write, are written to and are logged apart', {
    timeout: 900_000,
  }, async () => {
    await startServers();
    await expectOwnAnswers();
    await expectOwnLetters();
    expectNoWordInLogs();
  });

  async function expectOwnAnswers(): Promise<void> {
    const questions = everyRead();
    expect(questions.length).toBeGreaterThan(150);
    const leaks: string[] = [];
    const failures: string[] = [];
    const tags = new Map<string, string>();
    let asked = 0;
    let own = 0;
    const askOnAndOn = async (agent: Agent, connection: number): Promise<void> => {
      const { url } = servers[connection % servers.length] as Serving;
      for (let turn = connection; asked < ANSWERS; turn += 1) {
        asked += 1;
        // Over one connection now for the one and now for the other, and for both the same.
        const name = NAMES[turn % 2] as Name;
        const path = questions[Math.floor(asked / 2) % questions.length] as string;
        const mark = path.includes('?') ? '&' : '?';
        const isManaging = path.startsWith('/manage');
        const asking = isManaging ? path : `${path}${mark}apiKey=${keys[name][connection]}`;
        const theirs = tags.get(`${other(name)} ${path}`);
        const began = performance.now();
        const answer = await askUntilHeard(url, asking, {
          agent,
          headers: {
            ...(isManaging ? { 'x-api-key': manageKeys[name][connection] as string } : {}),
            ...(theirs === undefined ? {} : { 'if-none-match': theirs }),
          },
        });
        if (answer.status !== 200 && answer.status !== 404)
          failures.push(`${answer.status}: ${path}`);
        const text = `${JSON.stringify(answer.headers)}${answer.body}`;
        if (isLeak(name, text)) leaks.push(`${name}: ${path}`);
        if (text.includes(WORDS[name])) own += 1;
        if (answer.headers.etag !== undefined) {
          tags.set(`${name} ${path}`, String(answer.headers.etag));
        }
        // Below the rate of each key, of which each connection has two.
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, 60 - (performance.now() - began))),
        );
      }
    };
    await Promise.all(agents.map(askOnAndOn));
    expect(leaks).toEqual([]);
    // Nobody is told that an answer of the other is still good, and nothing fails but what a small machine
    // answers too late.
    const logged = failures.length > 0 ? servers.flatMap(({ run }) => logLines(run)) : [];
    const causes = logged.filter(({ level }) => Number(level) >= 50);
    const isLate = ({ err }: (typeof causes)[number]) =>
      (err as { name?: string } | undefined)?.name === 'TimeoutError';
    const late = causes.filter(isLate).length;
    expect(causes.filter((cause) => !isLate(cause))).toEqual([]);
    expect(failures).toHaveLength(late);
    expect(late).toBeLessThan(ANSWERS / 100);
    expect(own).toBeGreaterThan(ANSWERS / 3);
  }

  async function expectOwnLetters(): Promise<void> {
    const { url } = servers[0] as Serving;
    for (const name of NAMES) {
      const word = WORDS[name];
      const person = {
        firstname: word,
        lastname: word,
        name: word,
        email: `${word}@example.com`,
        phone: '212 555 0100',
      };
      const writes: [path: string, form: Record<string, string>][] = [
        ['/alerts', { ...person, comments: word, comment: word }],
        ['/alerts/listingAlert', { ...person, listingID: '1', comments: word, comment: word }],
        ['/clients', { ...person, password: `${word} and more` }],
        ['/properties/viewCounter/', { listingID: '1' }],
        ['/vtour', { listingID: '1', vtourURL: `https://${word}.example.com/` }],
        ['/blog', { title: word, text: word, author: '1', agent_id: '1' }],
        ['/clients/insertClientTrail/', { clientID: '1', url: `https://${word}.example.com/` }],
      ];
      for (const [at, [path, form]] of writes.entries()) {
        const key = keys[name][at % CONNECTIONS];
        const answer = await askUntilHeard(url, `${path}?apiKey=${key}`, { method: 'POST', form });
        expect([path, answer.status, isLeak(name, answer.body)]).toEqual([path, 200, false]);
      }
    }
    const folder = join(database.dataFolder, 'outbox');
    // The first email makes the folder.
    const letters = () =>
      (existsSync(folder) ? filesIn(folder) : [])
        .filter((file) => file.endsWith('.eml'))
        .map(readable);
    const until = performance.now() + 30_000;
    const both = () => NAMES.every((name) => letters().some((text) => text.includes(WORDS[name])));
    while (!both() && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(both()).toBe(true);
    for (const letter of letters()) {
      expect(NAMES.filter((name) => letter.includes(WORDS[name])).length).toBeLessThan(2);
    }
  }

  function expectNoWordInLogs(): void {
    for (const { run } of servers) {
      expect(run.stderr.length).toBeGreaterThan(1000);
      for (const name of NAMES) expect(isLeak(name, run.stderr)).toBe(false);
    }
  }

  it('lie apart in a backup', { timeout: 120_000 }, async () => {
    const folder = join(database.dataFolder, '..', `backup-${randomBytes(6).toString('hex')}`);
    const environment = {
      PORTICO_DATA: database.dataFolder,
      PORTICO_DATABASE_URL: database.databaseUrl,
    };
    const place = { folder: database.dataFolder, environment };
    expect((await portico(place, 'backup', folder)).code).toBe(0);
    for (const name of NAMES) {
      const texts = filesIn(join(folder, 'databases', name)).map(unpacked);
      expect(texts.some((text) => text.includes(WORDS[name]))).toBe(true);
      expect(texts.some((text) => isLeak(name, text))).toBe(false);
    }
    for (const text of filesIn(join(folder, 'directory')).map(unpacked)) {
      expect(NAMES.some((name) => text.includes(WORDS[name]))).toBe(false);
    }
  });

  it('would be seen to leak, were one handed the database of the other', async () => {
    const { tenants } = server.services;
    const south = (await tenants.tenant('south')) as Tenant;
    const usual = tenants.recentTenant;
    await server.inThisProcess(async () => {
      // The guard gone: whichever key calls is given the south.
      tenants.recentTenant = () => south;
      try {
        const found = [];
        for (const path of everyRead().filter((question) => !question.includes('?'))) {
          server.clock.advance(1100);
          const { body } = await server.app.inject({
            url: `${path}?apiKey=${keys.north[0]}`,
            headers: { 'x-forwarded-proto': 'https' },
          });
          if (isLeak('north', body)) found.push(path);
        }
        expect(found.length).toBeGreaterThan(20);
      } finally {
        tenants.recentTenant = usual;
      }
    });
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function unpacked(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** An email with its Base64 parts, and the soft breaks of its others, undone. */
function readable(file: string): string {
  const text = readFileSync(file, 'utf8').replace(/=\r?\n/g, '');
  const decoded = text
    .split(/\r?\n\r?\n/)
    .map((part) => Buffer.from(part.replace(/\s/g, ''), 'base64').toString());
  return text + decoded.join('\n');
}
