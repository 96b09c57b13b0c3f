import { FairQueue } from '../../lib/fair-queue.js';
import { Turns } from '../../lib/turns.js';
import type { RecordExport, TransferContext } from '../../resources/kinds/record-kind.js';

/** How many rows are read at a time: a search waits for them. */
const PAGE = 25;

/** The rest after each turn, in its lengths: a list takes longer, so that searches do not. */
const REST_RATIO = 2;

/** The lists that a process makes at a time, in all and for one tenant. None waits: it would not begin in time. */
const AT_ONCE = { inAll: 4, each: 1 } as const;

const lists = new FairQueue(0, 0, AT_ONCE.inAll, AT_ONCE.each);

/**
 * All records of a kind as lines of JSON, made while they are sent, in turns with other calls. R253, R317.
 *
 * @throws QueueFull at the first line, when too many lists are being made.
 */
export async function* listRecords(
  all: RecordExport,
  context: TransferContext,
): AsyncGenerator<string, void, void> {
  const leave = await lists.enter(context.database.name);
  try {
    const turns = new Turns(REST_RATIO);
    for await (const record of all({ ...context, pageSize: PAGE })) {
      yield `${JSON.stringify(record)}\n`;
      await turns.next();
    }
  } finally {
    leave();
  }
}
