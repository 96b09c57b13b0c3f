import { type UnsentLetters, unsentLetters } from '../mail/email-store.js';
import type { Services } from '../services.js';

/** How long what was read is told again, in milliseconds: every database that may hold letters is asked. */
const FRESH_MS = 15_000;

/** How long a scrape waits for databases before it tells what was read last, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** The letters of an installation that have not gone. */
export interface OutboxState {
  readonly waiting: number;
  readonly failed: number;
  /** Age of the oldest waiting letter in seconds, 0 when there is none. */
  readonly oldestSeconds: number;
}

/**
 * The outboxes of all clients together; of those that hold nothing to send, what was noted. However often it is asked, and by however many at once,
 * the databases are read at most once in {@link FRESH_MS}, one after the other.
 */
export class OutboxMetrics {
  readonly #services: Pick<Services, 'clients' | 'clock' | 'directory' | 'log'>;
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #letters: UnsentLetters = { waiting: 0, failed: 0, oldest: undefined };

  constructor(services: Pick<Services, 'clients' | 'clock' | 'directory' | 'log'>) {
    this.#services = services;
  }

  /** What is known by now; never later than {@link TIMEOUT_MS}. */
  async read(): Promise<OutboxState> {
    const { clock } = this.#services;
    if (clock.monotonic() - this.#readAt >= FRESH_MS) {
      this.#reading ??= this.#refresh();
      await patiently(this.#reading);
    }
    const { waiting, failed, oldest } = this.#letters;
    const oldestSeconds = oldest === undefined ? 0 : Math.max(0, clock.now() - oldest) / 1000;
    return { waiting, failed, oldestSeconds };
  }

  async #refresh(): Promise<void> {
    const { clients, clock, directory, log } = this.#services;
    try {
      const failed = await directory.emailNotes.failed();
      let sum: UnsentLetters = { waiting: 0, failed, oldest: undefined };
      for (const { entry } of await directory.emailNotes.noted()) {
        try {
          const { database, leave } = await clients.visit(entry);
          sum = together(sum, await unsentLetters(database));
          leave();
        } catch (error) {
          // One database that is out of reach leaves the figures of the others.
          log.debug({ client: entry.name, reason: (error as Error).message }, 'no outbox figures');
        }
      }
      this.#letters = sum;
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'no outbox figures');
    } finally {
      this.#readAt = clock.monotonic();
      this.#reading = undefined;
    }
  }
}

function together(one: UnsentLetters, other: UnsentLetters): UnsentLetters {
  const oldest = Math.min(one.oldest ?? Infinity, other.oldest ?? Infinity);
  return {
    waiting: one.waiting + other.waiting,
    failed: one.failed + other.failed,
    oldest: oldest === Infinity ? undefined : oldest,
  };
}

async function patiently(work: Promise<void>): Promise<void> {
  let timeout: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timeout = setTimeout(resolve, TIMEOUT_MS);
    }),
  ]);
  clearTimeout(timeout);
}
