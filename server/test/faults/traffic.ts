import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { importResources } from '../../src/changes/transfers.js';
import { newEntry } from '../../src/commands/client/entry.js';
import { issueKey } from '../../src/commands/key/keys.js';
import { systemClock } from '../../src/lib/clock.js';
import type { TestDatabase } from '../rig/databases.js';
import { databaseOf, issueKeys, offline } from '../rig/offline.js';
import { post } from '../rig/program.js';

/** So many that no key comes near its limits. */
const KEYS = 40;
const WORKERS = 4;

/** What every caller is promised, in milliseconds. */
export const ANSWERED_WITHIN_MS = 5_000;

/** Makes a tenant with an agent. @returns Keys of it. */
export function prepare(database: TestDatabase): Promise<string[]> {
  return offline(database, async (services) => {
    await services.directory.addTenant(newEntry('acme', 'client', 0));
    const tenant = await databaseOf(services, 'acme');
    const agents = importResources(tenant, 'America/New_York', systemClock).get('agents');
    await agents?.write([agents.parse({ id: 1, email: 'ann@example.com', status: 'Active' })]);
    return issueKeys(services, 'acme', KEYS);
  });
}

/** More keys of the tenant. */
export function newKeys(database: TestDatabase): Promise<string[]> {
  return offline(database, (services) => issueKeys(services, 'acme', KEYS));
}

/** A key of the tenant with private access. */
export function newPrivateKey(database: TestDatabase): Promise<string> {
  return offline(database, async (services) => {
    const request = {
      tenant: 'acme',
      scopes: ['website'],
      addresses: [],
      privateAccess: true,
    } as const;
    return (await issueKey(services, request, randomBytes)).apiKey;
  });
}

/** The leads that are stored, each with its email. */
export function storedLeads(
  database: TestDatabase,
): Promise<{ email: string; state: string | null; to: string | null; attempts: number | null }[]> {
  return offline(database, async (services) => {
    const { db } = await databaseOf(services, 'acme');
    return db
      .selectFrom('alert')
      .leftJoin('letter', 'letter.alert_id', 'alert.id')
      .select(['alert.email', 'letter.state', 'letter.to_address as to', 'letter.attempts'])
      .execute();
  });
}

/** One lead that was sent. */
interface Sent {
  readonly email: string;
  /** Milliseconds until its answer. */
  readonly ms: number;
  /** The status of the answer; 0 when there was none. */
  readonly status: number;
  readonly acknowledged: boolean;
}

/** Leads that come in steadily, over several connections. */
export class Traffic {
  readonly sent: Sent[] = [];
  readonly #url: string;
  readonly #keys: readonly string[];
  #calls = 0;
  #workers: Promise<void>[] = [];
  #flows = false;

  constructor(url: string, keys: readonly string[]) {
    this.#url = url;
    this.#keys = keys;
  }

  /** Sends one lead. @returns Whether it was acknowledged. */
  async send(): Promise<boolean> {
    this.#calls += 1;
    const email = `lead${this.#calls}-${randomBytes(4).toString('hex')}@example.com`;
    const began = performance.now();
    const answer = await post(`${this.#url}/alerts`, {
      apiKey: this.#keys[this.#calls % this.#keys.length] ?? '',
      firstname: 'Nora',
      lastname: 'Quinn',
      email,
      agentEmail: 'ann@example.com',
    }).catch(() => ({ status: 0, body: '' }));
    const acknowledged = answer.body.includes('"STATUS_CODE":"101"');
    this.sent.push({ email, ms: performance.now() - began, status: answer.status, acknowledged });
    return acknowledged;
  }

  flow(): void {
    this.#flows = true;
    this.#workers = Array.from({ length: WORKERS }, async () => {
      while (this.#flows) {
        await this.send();
        await sleep(25);
      }
    });
  }

  /** Waits for the answers that are still to come. */
  async stop(): Promise<void> {
    this.#flows = false;
    await Promise.all(this.#workers);
  }

  /** Sends until a lead is acknowledged. @returns Milliseconds until then. */
  async recovered(): Promise<number> {
    const began = performance.now();
    while (!(await this.send())) await sleep(25);
    return performance.now() - began;
  }

  /** Every call was answered in time: by success, by an error, or turned away before anything was done. */
  expectAnswers(): void {
    expect(this.sent.filter(({ status }) => ![200, 420, 500, 503].includes(status))).toEqual([]);
    expect(this.sent.filter(({ ms }) => ms >= ANSWERED_WITHIN_MS)).toEqual([]);
  }

  /** What was acknowledged is stored, once, with its email. @returns How many that were. */
  async expectNoFalseSuccess(database: TestDatabase): Promise<number> {
    const stored = await storedLeads(database);
    const emails = new Set(stored.map(({ email }) => email));
    expect(emails.size).toBe(stored.length);
    const acknowledged = this.sent.filter((lead) => lead.acknowledged);
    expect(acknowledged.filter(({ email }) => !emails.has(email))).toEqual([]);
    expect(stored.filter(({ to }) => to !== 'ann@example.com')).toEqual([]);
    return acknowledged.length;
  }
}
