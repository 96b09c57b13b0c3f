import { QueueFull } from '../../lib/bounded-queue.js';
import { FairQueue } from '../../lib/fair-queue.js';
import { LargePagesWaiting } from '../../lib/large-pages-waiting.js';

/** How many large pages a process makes at a time: while one waits for PostgreSQL, another goes on. */
const AT_ONCE = 2;

/** How many wait. A page of 500 records takes the processor for a tenth of a second, and more on a busy machine. */
const MOST_WAITING = { each: 4, inAll: 12 } as const;

/** How long one waits, in milliseconds. Of the four seconds of its call most are left to make it. */
const LONGEST_WAIT_MS = 1_000;

const queue = new FairQueue(MOST_WAITING.each, MOST_WAITING.inAll, AT_ONCE);

/**
 * Makes a page of many records when there is room for it, so that many at once are not all late together. R298.
 *
 * @param tenant The name of the tenant that calls: one tenant does not wait behind all pages of another.
 * @throws LargePagesWaiting when too many wait, or this one has waited for too long; nothing was done.
 */
export function whenThereIsRoom<Page>(tenant: string, make: () => Promise<Page>): Promise<Page> {
  return new Promise((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      reject(new LargePagesWaiting());
    }, LONGEST_WAIT_MS);
    const makeInTime = async () => {
      clearTimeout(timer);
      if (!over) resolve(await make());
    };
    queue.run(tenant, makeInTime).catch((error: unknown) => {
      clearTimeout(timer);
      reject(error instanceof QueueFull ? new LargePagesWaiting() : error);
    });
  });
}
