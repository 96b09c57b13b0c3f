import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../lib/clock.js';
import { withTimeout } from '../lib/timeout.js';
import type { EmailNotes } from '../store/directory/email-notes.js';
import { countDatabase } from '../store/tenant/counts.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { Channel } from './channel.js';

/** How long a note covers email that is stored after it. */
const NOTE_FRESH_MS = 60_000;

/**
 * How old a note is before it may be removed. By then the email that relied on it is committed, even if
 * the clocks of two processes differ by a minute.
 */
export const NOTE_SETTLES_MS = 3 * NOTE_FRESH_MS;

/** How long storing waits for the directory. Later it goes on without a note. */
const TIMEOUT_MS = 1_000;

/** The most tenants whose notes are remembered. */
const MOST_REMEMBERED = 20_000;

/** Notes in the directory which tenants' databases may hold email to send. */
export class Announcements {
  readonly #parts: Pick<SweepParts, 'notes' | 'clock' | 'log'>;
  /** When each tenant's note was last written; monotonic. */
  readonly #notedAt = new Map<string, number>();
  readonly #noting = new Map<string, Promise<void>>();

  constructor(parts: Pick<SweepParts, 'notes' | 'clock' | 'log'>) {
    this.#parts = parts;
  }

  /** Whether a note covers email that is stored now. */
  covers(tenant: string): boolean {
    const at = this.#notedAt.get(tenant);
    return at !== undefined && this.#parts.clock.monotonic() - at < NOTE_FRESH_MS;
  }

  /** Notes that email is about to be stored; goes on without a note if the directory does not answer. */
  async announce(tenant: string): Promise<void> {
    if (this.covers(tenant)) return;
    let noting = this.#noting.get(tenant);
    if (noting === undefined) {
      noting = this.#note(tenant).finally(() => this.#noting.delete(tenant));
      this.#noting.set(tenant, noting);
    }
    await withTimeout(noting, TIMEOUT_MS, () => {}).catch(() => {});
  }

  /** Resolves when no note is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#noting.values());
  }

  async #note(tenant: string): Promise<void> {
    const { notes, clock, log } = this.#parts;
    const began = clock.monotonic();
    try {
      await notes.note(tenant, clock.now());
      if (this.#notedAt.size >= MOST_REMEMBERED) this.#notedAt.clear();
      this.#notedAt.set(tenant, began);
    } catch (error) {
      // This process sends it anyway, and tries to note it again after it is stored.
      const reason = (error as Error).message;
      log.warn({ client: tenant, reason }, 'queued email was not noted');
    }
  }
}

/** A tenant database that may hold something to send, opened when it is needed. */
export interface DeliverySource {
  readonly name: string;
  /** When it was noted that it may; undefined without a note, 0 where a note says that it does not. */
  readonly notedAt?: number | undefined;
  /** Opens it; `leave` says that there is nothing to do in it. */
  open(): Promise<{ readonly database: TenantDatabase; readonly leave: () => void }>;
}

/**
 * The databases of all tenants; of those that may hold something to send; or of the next few of all, so that
 * what an older release has left is found and what is old is deleted everywhere.
 */
export type DeliverySources = (
  which: 'all' | 'noted' | 'next',
) => Promise<readonly DeliverySource[]>;

/** How often the databases that may hold something to send are swept. */
export const SWEEP_MS = 30_000;

/** The shortest pause between two sweeps. */
const LEAST_PAUSE_MS = 5_000;

interface SweepParts {
  readonly channels: readonly Channel[];
  readonly sources: DeliverySources;
  readonly notes: EmailNotes;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Logger;
}

/**
 * Looks regularly into the databases that may hold something to send: one look serves all channels, so
 * that a database is opened once, and only where the directory notes that it may hold any.
 */
export class Sweep {
  readonly #parts: SweepParts;
  #sweeping: Promise<void> | undefined;
  #cancel: (() => void) | undefined;
  #stopping = false;

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  start(): void {
    const { clock, timer, log } = this.#parts;
    const began = clock.monotonic();
    this.#sweeping = this.#sweep()
      .catch((error: Error) => {
        log.warn({ reason: error.message }, 'the outbox cannot be looked through at present');
      })
      .then(() => {
        this.#sweeping = undefined;
        if (this.#stopping) return;
        // From start to start, so that nothing waits for two sweeps.
        const left = Math.max(SWEEP_MS - (clock.monotonic() - began), LEAST_PAUSE_MS);
        this.#cancel = timer.after(left, () => this.start());
      });
  }

  get underWay(): boolean {
    return this.#sweeping !== undefined;
  }

  async settled(): Promise<void> {
    await this.#sweeping;
  }

  stop(): void {
    this.#stopping = true;
    this.#cancel?.();
  }

  async #sweep(): Promise<void> {
    const { sources } = this.#parts;
    for (const source of await sources('noted')) await this.#look(source);
    for (const source of await sources('next')) await this.#look(source, true);
  }

  /** Looks into one database; each channel starts to send what is due there. */
  async #look(source: DeliverySource, tidy = false): Promise<void> {
    if (this.#stopping) return;
    const { channels, clock, notes, log } = this.#parts;
    await reach(source, log, async (database) => {
      let waiting = 0;
      let failed = 0;
      for (const channel of channels) {
        if (tidy) await channel.tidy(database);
        const unsent = await channel.look(database);
        waiting += unsent.waiting;
        failed += unsent.failed;
      }
      if (waiting === 0) await this.#settle(source, failed, database);
      else if (source.notedAt === 0) await notes.note(source.name, clock.now());
      return waiting > 0;
    });
    await nextTurn();
  }

  async #settle(
    { name, notedAt }: DeliverySource,
    failed: number,
    database: TenantDatabase,
  ): Promise<void> {
    const { clock, notes } = this.#parts;
    // What was announced last may not be committed yet.
    if (notedAt !== undefined && notedAt > clock.now() - NOTE_SETTLES_MS && notedAt > 0) return;
    await notes.settle(name, notedAt, failed, await countDatabase(database));
  }
}

/** Opens a database for work, which returns whether there is more to do. @returns Whether it was reached. */
export async function reach(
  { name, open }: DeliverySource,
  log: Logger,
  work: (database: TenantDatabase) => Promise<boolean>,
): Promise<boolean> {
  try {
    const { database, leave } = await open();
    if (!(await work(database))) leave();
    return true;
  } catch (error) {
    const reason = (error as Error).message;
    log.warn({ client: name, reason }, 'the outbox of a client is out of reach');
    return false;
  }
}
