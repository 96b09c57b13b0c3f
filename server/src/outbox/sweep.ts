import { setImmediate as otherWork } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../lib/clock.js';
import type { EmailNotes } from '../store/directory/email-notes.js';
import { countDatabase } from '../store/tenant/counts.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { DeliverySource, DeliverySources } from './announcements.js';
import { NOTE_SETTLES_MS } from './announcements.js';

/** How often the databases that may hold something to send are swept. */
export const SWEEP_MS = 30_000;

/** The shortest pause between two sweeps. */
const LEAST_PAUSE_MS = 5_000;

/** A way by which something leaves tenant databases: email, or webhooks. */
export interface Channel {
  /** Begins to send what is due in a database, and says what is left in it. */
  look(database: TenantDatabase): Promise<Unsent>;
  /** Deletes what was kept long enough. */
  tidy(database: TenantDatabase): Promise<void>;
  /** Looks into a database soon, as something was stored there. Returns at once. */
  wake(database: TenantDatabase): void;
  /** Whether a write may have stored something there; by default always, so that each write wakes it. */
  mayHold?(database: TenantDatabase): boolean;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
  /** Begins nothing more, and ends what is under way. */
  stop(): Promise<void>;
}

/** What a database holds. */
export interface Unsent {
  /** To be sent, now or later. */
  readonly waiting: number;
  /** Given up, for the directory's notes. */
  readonly failed: number;
}

/** What a sweep needs. */
interface SweepParts {
  readonly channels: readonly Channel[];
  readonly sources: (which: DeliverySources) => Promise<readonly DeliverySource[]>;
  readonly notes: Pick<EmailNotes, 'note' | 'settle'>;
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

  /** Sweeps now, and then regularly. */
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

  /** Whether a sweep is under way. */
  get underWay(): boolean {
    return this.#sweeping !== undefined;
  }

  /** Resolves when no sweep is under way. */
  async settled(): Promise<void> {
    await this.#sweeping;
  }

  /** Begins no other sweep. */
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
    try {
      const { database, leave } = await source.open();
      let waiting = 0;
      let failed = 0;
      for (const channel of channels) {
        if (tidy) await channel.tidy(database);
        const unsent = await channel.look(database);
        waiting += unsent.waiting;
        failed += unsent.failed;
      }
      if (waiting > 0) {
        if (source.notedAt === 0) await notes.note(source.name, clock.now());
      } else {
        await this.#settle(source, failed, database);
        leave();
      }
    } catch (error) {
      outOfReach(log, source, error as Error);
    }
    await otherWork();
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

/** One database that is out of reach does not hold up the others. */
export function outOfReach(log: Logger, { name }: DeliverySource, { message }: Error): void {
  log.warn({ client: name, reason: message }, 'the outbox of a client is out of reach');
}
