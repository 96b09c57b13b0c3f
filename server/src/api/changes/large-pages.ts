import { QueueFull } from '../../lib/bounded-queue.js';
import { FairQueue } from '../../lib/fair-queue.js';
import { LargePagesWaiting } from '../../lib/large-pages-waiting.js';

/** How many large pages are made at a time: while one waits for PostgreSQL, another goes on. */
const AT_ONCE = 2;

/** How many wait: a page of 500 takes the processor for a tenth of a second, and on a busy machine for three. */
const MOST_WAITING = { each: 4, inAll: 12 } as const;

/** From then on a page that waits could be late, in milliseconds. */
const LONGEST_WAIT_MS = 2_000;

const queue = new FairQueue(MOST_WAITING.each, MOST_WAITING.inAll, AT_ONCE);

/**
 * Makes a page of many records in its turn, so that many at once are not all late together. R298.
 *
 * @param tenant Whose page it is: one tenant does not wait behind all pages of another.
 * @throws LargePagesWaiting when it could not be made in time; nothing was done.
 */
export async function inTurn<Page>(tenant: string, make: () => Promise<Page>): Promise<Page> {
  const since = performance.now();
  try {
    return await queue.run(tenant, () => {
      if (performance.now() - since > LONGEST_WAIT_MS) throw new QueueFull();
      return make();
    });
  } catch (error) {
    throw error instanceof QueueFull ? new LargePagesWaiting(error) : error;
  }
}
