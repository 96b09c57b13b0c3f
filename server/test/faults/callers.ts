import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchFrom, post } from '../rig/program.js';
import type { Report } from '../trust/report.js';

/** What every caller is promised, in milliseconds. */
export const ANSWERED_WITHIN_MS = 5_000;
const WORKERS = 4;
/** A server that does not recover must not have the test wait for ever. */
const LONGEST_WAIT = 120_000;
/** So soon a server knows that a connection is gone. */
const KNOWN_WITHIN_MS = 1_000;

/** A lead that is stored, and to whom its email goes. */
interface Stored {
  readonly email: string;
  readonly to: string | null;
}

/**
 * Callers of a website with the agent 1, ann@example.com: they send leads and read the agent, one call after the other.
 * Each answer is judged. All have to be successes but while something fails.
 */
export class Callers {
  /** The leads that were acknowledged. */
  readonly acknowledged = new Set<string>();
  /** Leads of which every answer said that nothing was done. */
  readonly #refused = new Set<string>();
  readonly #name = randomBytes(4).toString('hex');
  #workers: Promise<unknown>[] = [];
  #flows = false;
  #calls = 0;
  #leads = 0;
  /** Calls that began by then may be refused with 420. */
  #refusedUntil = 0;
  /** Calls that began by then may fail with 500: writes that may have been stored, and reads where `#readsFail`. */
  #failUntil = 0;
  #readsFail = false;

  constructor(
    readonly url: string,
    readonly keys: readonly string[],
    readonly report: Report,
  ) {}

  flow(): void {
    this.#flows = true;
    this.#workers = Array.from({ length: WORKERS }, async () => {
      while (this.#flows) {
        await this.send();
        await this.#read();
        // So that no API key comes near its rate.
        await pause(50);
      }
    });
  }

  /** Waits for the answers that are still to come. */
  async stop(): Promise<void> {
    this.#flows = false;
    await Promise.all(this.#workers);
  }

  /** From now on something fails. @param readsFail Whether reads may fail with 500, too: they may be late. */
  expectFault(readsFail: boolean): void {
    this.#refusedUntil = this.#failUntil = Number.POSITIVE_INFINITY;
    this.#readsFail = readsFail;
  }

  /** No more connections are cut: a call from now on meets none, and is refused before it has done anything. */
  expectRefusals(): void {
    this.#failUntil = performance.now() + KNOWN_WITHIN_MS;
  }

  /** Waits until the server works as before, and expects nothing but successes from then on. */
  async recovered(): Promise<void> {
    const until = performance.now() + LONGEST_WAIT;
    while (!((await this.send()) && (await this.#read()))) {
      if (performance.now() > until) return this.report.violation('the server does not recover');
      await pause(25);
    }
    const now = performance.now();
    this.#refusedUntil = now;
    this.#failUntil = Math.min(now, this.#failUntil);
  }

  /**
   * Sends one lead. Each second one has an `Idempotency-Key`, and is sent until it is acknowledged.
   *
   * @returns Whether it was acknowledged.
   */
  async send(): Promise<boolean> {
    this.#leads += 1;
    const hasKey = this.#leads % 2 === 0;
    const email = `lead${this.#leads}-${this.#name}@example.com`;
    const lead = { firstname: 'Nora', lastname: 'Quinn', email, agentEmail: 'ann@example.com' };
    const form = { apiKey: this.#key(), ...lead };
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': email } : {};
    const until = performance.now() + LONGEST_WAIT;
    for (let isAgain = false; ; isAgain = true) {
      const call = () => post(`${this.url}/alerts`, form, headers);
      const status = await this.#judged({ isWrite: true, isAgain, has: '"101"' }, call);
      if (status === 200) this.acknowledged.add(email);
      if (status === 420 && !hasKey) this.#refused.add(email);
      // 0: nobody answers.
      if (status <= 200 || !hasKey || performance.now() > until) return status === 200;
      // Below the rate of an API key.
      await pause(150);
    }
  }

  async #read(): Promise<boolean> {
    const call = () => fetchFrom(`${this.url}/agents/1?apiKey=${this.#key()}`);
    const kind = { isWrite: false, isAgain: false, has: 'ann@example.com' };
    return (await this.#judged(kind, call)) === 200;
  }

  #key(): string {
    this.#calls += 1;
    return this.keys[this.#calls % this.keys.length] ?? '';
  }

  /** @param kind `has`: what a success says; `isAgain`: whether the same call before it may still be under way. */
  async #judged(
    kind: { readonly isWrite: boolean; readonly isAgain: boolean; readonly has: string },
    call: () => Promise<{ readonly status: number; readonly body: string }>,
  ): Promise<number> {
    const { isWrite, isAgain, has } = kind;
    const began = performance.now();
    const { status, body } = await call().catch(({ message }) => ({ status: 0, body: message }));
    const ms = performance.now() - began;
    const name = isWrite ? 'write' : 'read';
    this.report.count(`${name}s answered with ${status}`);
    const isAllowed =
      (status === 200 && body.includes(has)) ||
      (status === 409 && isAgain) ||
      (status === 420 && began <= this.#refusedUntil) ||
      (status === 500 && began <= this.#failUntil && (isWrite || this.#readsFail));
    if (!isAllowed) this.report.violation(`a ${name} was answered with ${status}: ${body}`);
    if (ms >= ANSWERED_WITHIN_MS) this.report.violation(`a ${name} took ${ms} ms`);
    return status;
  }

  /** The leads among these that others sent. */
  foreign(emails: readonly string[]): string[] {
    return emails.filter((email) => !email.endsWith(`-${this.#name}@example.com`));
  }

  /** Compares what was said of leads with all those that are stored. */
  compare(stored: readonly Stored[]): void {
    const { report } = this;
    const emails = new Set(stored.map(({ email }) => email));
    report.expect('leads or their emails doubled', stored.length - emails.size, 0);
    const lost = [...this.acknowledged].filter((email) => !emails.has(email));
    report.expect('acknowledged leads lost', lost, []);
    const done = [...this.#refused].filter((email) => emails.has(email));
    report.expect('refused leads stored', done, []);
    const unsent = stored.filter(({ to }) => to !== 'ann@example.com');
    report.expect('leads without their email', unsent, []);
  }
}
