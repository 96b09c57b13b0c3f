import { type UnsentEmail, unsentEmail } from '../mail/email-store.js';
import type { Services } from '../services.js';

/** How long a reading is reused, in milliseconds: it asks every database that may hold email. */
const FRESH_MS = 15_000;

/** How long a scrape waits for databases before it serves the last reading, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** The unsent emails of an installation. */
export interface OutboxState {
  readonly waiting: number;
  readonly failed: number;
  /** Age of the oldest waiting email in seconds, 0 when there is none. */
  readonly oldestSeconds: number;
}

/**
 * The outboxes of all tenants together; a tenant without email to send counts by its note. However many
 * scrapes ask, the databases are read at most once in {@link FRESH_MS}, one after the other.
 */
export class OutboxMetrics {
  readonly #services: Pick<Services, 'tenants' | 'clock' | 'directory' | 'log'>;
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #emails: UnsentEmail = { waiting: 0, failed: 0, oldest: undefined };

  constructor(services: Pick<Services, 'tenants' | 'clock' | 'directory' | 'log'>) {
    this.#services = services;
  }

  /** The latest reading, within {@link TIMEOUT_MS}. */
  async read(): Promise<OutboxState> {
    const { clock } = this.#services;
    if (clock.monotonic() - this.#readAt >= FRESH_MS) {
      this.#reading ??= this.#refresh();
      await waitBriefly(this.#reading);
    }
    const { waiting, failed, oldest } = this.#emails;
    const oldestSeconds = oldest === undefined ? 0 : Math.max(0, clock.now() - oldest) / 1000;
    return { waiting, failed, oldestSeconds };
  }

  async #refresh(): Promise<void> {
    const { clock, log } = this.#services;
    try {
      this.#emails = await unsentOfAll(this.#services);
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'no outbox figures');
    } finally {
      this.#readAt = clock.monotonic();
      this.#reading = undefined;
    }
  }
}

/** The unsent emails of all tenants. @throws when the directory does not answer. */
export async function unsentOfAll({
  tenants,
  directory,
  log,
}: Pick<Services, 'tenants' | 'directory' | 'log'>): Promise<UnsentEmail> {
  const failed = await directory.emailNotes.failed();
  let sum: UnsentEmail = { waiting: 0, failed, oldest: undefined };
  for (const { entry } of await directory.emailNotes.noted()) {
    try {
      const { database, leave } = await tenants.visit(entry);
      sum = sumOf(sum, await unsentEmail(database));
      leave();
    } catch (error) {
      // One database that is out of reach does not hide the others.
      log.debug({ client: entry.name, reason: (error as Error).message }, 'no outbox figures');
    }
  }
  return sum;
}

function sumOf(a: UnsentEmail, b: UnsentEmail): UnsentEmail {
  const oldest = Math.min(a.oldest ?? Infinity, b.oldest ?? Infinity);
  return {
    waiting: a.waiting + b.waiting,
    failed: a.failed + b.failed,
    oldest: oldest === Infinity ? undefined : oldest,
  };
}

async function waitBriefly(work: Promise<void>): Promise<void> {
  let timeout: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timeout = setTimeout(resolve, TIMEOUT_MS);
    }),
  ]);
  clearTimeout(timeout);
}
