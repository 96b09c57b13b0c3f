import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.js';
import { FRESH_MS } from '../directory/fresh-cache.js';
import { compare } from './compare.js';
import { copyAll, copyRest, replayPortion, tidy } from './copy.js';
import type { Copying } from './copying.js';
import { advance, freeze, MoveOvertaken, reopen } from './guard.js';
import { removeGuard } from './triggers.js';

/** A move cannot be done. What was there is as it was. */
export class MoveRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MoveRefused';
  }
}

/** What was copied, and what it cost. */
export interface MoveResult {
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows that were copied once more, as they were changed meanwhile. */
  readonly replayed: number;
  /** How long writers had to wait, in milliseconds. */
  readonly pauseMs: number;
}

const TOO_FAST =
  'Changes come faster than they can be copied. Everything is as it was; try it at a quieter time.';

const NEVER_STILL =
  'Writes could not be halted for a moment: each time, one that had begun took too long, or too much had ' +
  'just been changed. Everything is as it was; try it at a quieter time, and while no import runs.';

/** Every process has looked a client up anew within this time. */
const SEEN_EVERYWHERE_MS = 2 * FRESH_MS;

/** Noted changes that are few enough to make writers wait for. */
const FEW = 200;

/**
 * How long writers wait until all is copied and compared, before they are let in again: with the time
 * in which every process sees the switch it is less than a caller is kept waiting for.
 */
const FROZEN_AT_MOST_MS = 2_000;

/** How often that is tried, and for how long the others come through in between. */
const FREEZES = 20;
const BETWEEN_FREEZES_MS = 1_000;

/** How long the copy runs after the changes before the move gives up. */
const BEHIND_AT_MOST_MS = 600_000;

/**
 * Copies the source to the target while others write, and then has the directory name the target.
 *
 * @param switched Tells the directory; answers whether it still named the source.
 * @throws MoveRefused
 * @throws MoveOvertaken
 */
export async function copyAndSwitch(
  { clock, say }: { readonly clock: Clock; readonly say: (step: string) => void },
  copying: Copying,
  switched: () => Promise<boolean>,
): Promise<MoveResult> {
  const { source, target, tables, moveId } = copying;
  say(`Copying ${tables.length} tables …`);
  await copyAll(copying);
  await tidy(target, tables);
  const { frozenAt, replayed } = await frozenAndSame(copying, { clock, say });
  await advance(target, { move_id: moveId, phase: 'ready' });
  copying.check();
  // Refused where another move, or the end of this one, has taken the directory's word.
  if (!(await switched())) throw new MoveOvertaken();
  await advance(source, { move_id: moveId, phase: 'left' });
  await seenEverywhere(clock);
  await removeGuard(target);
  const rows = Object.fromEntries([...copying.agreed].map(([name, { rows }]) => [name, rows]));
  return { rows, replayed, pauseMs: Math.round(clock.monotonic() - frozenAt) };
}

/**
 * Replays what was changed meanwhile until little is left, and the rest while nobody writes. The
 * source is frozen afterwards, and the target is the same.
 *
 * @returns When it was frozen (monotonic), and how many notes were replayed.
 * @throws MoveRefused when changes come faster than they can be copied, or the two differ.
 */
async function frozenAndSame(
  copying: Copying,
  { clock, say }: Parameters<typeof copyAndSwitch>[0],
): Promise<{ readonly frozenAt: number; readonly replayed: number }> {
  const { source, moveId, tables } = copying;
  const giveUpAt = clock.monotonic() + BEHIND_AT_MOST_MS;
  let replayed = 0;
  const replay = async (limit?: number): Promise<number> => {
    const notes = await replayPortion(copying, limit);
    replayed += notes;
    return notes;
  };
  const catchUp = async (): Promise<void> => {
    while ((await replay()) > FEW) {
      if (clock.monotonic() >= giveUpAt) throw new MoveRefused(TOO_FAST);
    }
  };
  for (let freezes = 1; ; freezes += 1) {
    await catchUp();
    // Whatever is not noted from here on need not be compared while writers wait.
    await compare(
      copying,
      tables.filter(({ key }) => key.length > 0),
    );
    await catchUp();
    if (freezes === 1) say('Switching …');
    const frozenAt = clock.monotonic();
    const leftMs = () => frozenAt + FROZEN_AT_MOST_MS - clock.monotonic();
    if (await freeze(source, moveId, tables, leftMs)) {
      let left = await replay(FEW);
      while (left > 0 && leftMs() > 0) left = await replay(FEW);
      if (left === 0) {
        await copyRest(copying);
        await checkSame(copying);
        if (leftMs() > 0) return { frozenAt, replayed };
      }
    }
    // An import's batch, say, that is not done yet, or was committed in the last moment: callers do
    // not wait for as long as that takes.
    await reopen(source, moveId);
    for (const { name } of tables.filter(({ key }) => key.length === 0)) {
      copying.agreed.delete(name);
    }
    if (freezes === FREEZES) throw new MoveRefused(NEVER_STILL);
    await pause(BETWEEN_FREEZES_MS);
  }
}

async function checkSame(copying: Copying): Promise<void> {
  const [name] = await compare(copying, copying.tables);
  if (name === undefined) return;
  throw new MoveRefused(
    `The copy of the table ${name} differs from the original, which is still in use.`,
  );
}

/**
 * Waits until no process can take the old place for the one that counts: each asks the directory
 * again after so long, and a call that began before is answered as of before.
 */
export async function seenEverywhere(clock: Clock): Promise<void> {
  const until = clock.monotonic() + SEEN_EVERYWHERE_MS;
  while (clock.monotonic() < until) await pause(20);
}
