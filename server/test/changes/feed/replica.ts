import type { TestServer } from '../../rig/server.js';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Page {
  readonly CURSOR: string;
  readonly MORE: boolean;
  readonly CHANGES: readonly {
    readonly kind: string;
    readonly id: number;
    readonly op: string;
    readonly seq: number;
    readonly record?: object;
  }[];
}

/** A website's copy of the records, kept by `GET /changes` with pages of any size and with crashes. */
export class Replica {
  readonly records = new Map<string, object>();
  /** How often it had to begin again. */
  restarts = 0;
  #cursor: string | undefined;
  #seq = 0;

  constructor(
    readonly server: TestServer,
    readonly key: string,
    readonly random: () => number,
  ) {}

  /** Asks once. @returns Whether it has everything that there is. */
  async poll(): Promise<boolean> {
    const limit = 1 + Math.floor(this.random() * 40);
    // A first load leaves out what was removed before it, so that a copy that begins again begins with nothing.
    if (this.#cursor === undefined) this.records.clear();
    const since = this.#cursor === undefined ? '' : `&since=${this.#cursor}`;
    this.server.clock.advance(1100);
    const answer = await this.server.app.inject({
      url: `/changes?records=true&limit=${limit}${since}&apiKey=${this.key}`,
      headers: { 'x-forwarded-proto': 'https' },
    });
    // The server is busy.
    if (answer.statusCode === 420) return false;
    if (answer.statusCode === 410) {
      this.records.clear();
      this.#cursor = undefined;
      this.#seq = 0;
      this.restarts += 1;
      return false;
    }
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
    const page = answer.json() as Page;
    // A crash before the page is applied, or in the midst of it.
    const crash = this.random();
    if (crash < 0.1) return false;
    for (const { kind, id, op, seq, record } of page.CHANGES) {
      if (seq < this.#seq) throw new Error(`The change ${seq} came after ${this.#seq}.`);
      if (op === 'upsert') this.records.set(`${kind} ${id}`, record ?? {});
      else this.records.delete(`${kind} ${id}`);
      if (crash < 0.2 && this.random() < 0.1) return false;
    }
    this.#seq = page.CHANGES.at(-1)?.seq ?? this.#seq;
    // A crash between the page and the cursor: the page comes again.
    if (crash < 0.3) {
      this.#seq = 0;
      return false;
    }
    this.#cursor = page.CURSOR;
    return !page.MORE && page.CHANGES.length === 0;
  }
}
