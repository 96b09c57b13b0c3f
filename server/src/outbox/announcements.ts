import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import type { EmailNotes } from '../store/directory/email-notes.js';
import type { TenantDatabase } from '../store/tenant/open.js';

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
  readonly #notes: Pick<EmailNotes, 'note'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  /** When each tenant's note was last written; monotonic. */
  readonly #notedAt = new Map<string, number>();
  readonly #noting = new Map<string, Promise<void>>();

  constructor(notes: Pick<EmailNotes, 'note'>, clock: Clock, log: Logger) {
    this.#notes = notes;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether a note covers email that is stored now. */
  covers(tenant: string): boolean {
    const at = this.#notedAt.get(tenant);
    return at !== undefined && this.#clock.monotonic() - at < NOTE_FRESH_MS;
  }

  /** Notes that email is about to be stored; goes on without a note if the directory does not answer. */
  async announce(tenant: string): Promise<void> {
    if (this.covers(tenant)) return;
    let noting = this.#noting.get(tenant);
    if (noting === undefined) {
      noting = this.#note(tenant).finally(() => this.#noting.delete(tenant));
      this.#noting.set(tenant, noting);
    }
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      noting,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, TIMEOUT_MS);
      }),
    ]);
    clearTimeout(timer);
  }

  /** Resolves when no note is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#noting.values());
  }

  async #note(tenant: string): Promise<void> {
    const began = this.#clock.monotonic();
    try {
      await this.#notes.note(tenant, this.#clock.now());
      if (this.#notedAt.size >= MOST_REMEMBERED) this.#notedAt.clear();
      this.#notedAt.set(tenant, began);
    } catch (error) {
      // This process sends it anyway, and tries to note it again after it is stored.
      this.#log.warn(
        { client: tenant, reason: (error as Error).message },
        'queued email was not noted',
      );
    }
  }
}

/** A tenant database that may hold something to send, opened when it is needed. */
export interface DeliverySource {
  /** The tenant's name. */
  readonly name: string;
  /** When it was noted that it may; undefined without a note, 0 where a note says that it does not. */
  readonly notedAt?: number | undefined;
  /** Opens it; `leave` says that there is nothing to do in it. */
  open(): Promise<{ readonly database: TenantDatabase; readonly leave: () => void }>;
}

/**
 * Which tenants: all; those that may hold something to send; or the next few of all, so that what an
 * older release has left is found and what is old is deleted everywhere.
 */
export type DeliverySources = 'all' | 'noted' | 'next';
