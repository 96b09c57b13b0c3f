import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../clock.js';
import { SETTINGS_FRESH_MS } from '../client-databases.js';
import { type Copying, copyAll, copyRest, fingerprints, replayPortion, tidy } from './copy.js';
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

/** Every process has looked a client up anew within this time. */
const SEEN_EVERYWHERE_MS = 2 * SETTINGS_FRESH_MS;

/** Noted changes that are few enough to make writers wait for. */
const FEW = 200;

/** How long writers wait for what came in the last moment, before they are let in again. */
const FROZEN_AT_MOST_MS = 5_000;

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
  const { frozenAt, replayed } = await caughtUp(copying, clock);
  say('Switching …');
  await copyRest(copying);
  const rows = await compared(copying);
  await advance(target, { move_id: moveId, phase: 'ready' });
  copying.check();
  // Refused where another move, or the end of this one, has taken the directory's word.
  if (!(await switched())) throw new MoveOvertaken();
  await advance(source, { move_id: moveId, phase: 'left' });
  await seenEverywhere(clock);
  await removeGuard(target);
  return { rows, replayed, pauseMs: Math.round(clock.monotonic() - frozenAt) };
}

/**
 * Replays what was changed meanwhile until little is left, and the rest while nobody writes. The
 * source is frozen afterwards.
 *
 * @returns When it was frozen (monotonic), and how many notes were replayed.
 * @throws MoveRefused when changes come faster than they can be copied.
 */
async function caughtUp(
  copying: Copying,
  clock: Clock,
): Promise<{ readonly frozenAt: number; readonly replayed: number }> {
  const { source, moveId, tables } = copying;
  const giveUpAt = clock.monotonic() + BEHIND_AT_MOST_MS;
  let replayed = 0;
  const replay = async (): Promise<number> => {
    const notes = await replayPortion(copying);
    replayed += notes;
    return notes;
  };
  for (;;) {
    while ((await replay()) > FEW) {
      if (clock.monotonic() < giveUpAt) continue;
      throw new MoveRefused(TOO_FAST);
    }
    const frozenAt = clock.monotonic();
    if (await freeze(source, moveId, tables)) {
      let left = await replay();
      while (left > 0 && clock.monotonic() - frozenAt < FROZEN_AT_MOST_MS) left = await replay();
      if (left === 0) return { frozenAt, replayed };
    }
    // An import's batch, say, that is not done yet, or was committed in the last moment: callers do
    // not wait for as long as that takes.
    await reopen(source, moveId);
    if (clock.monotonic() >= giveUpAt) throw new MoveRefused(TOO_FAST);
    await pause(FROZEN_AT_MOST_MS / 10);
  }
}

async function compared({ source, target, tables }: Copying): Promise<Record<string, number>> {
  const [here, there] = [await fingerprints(source, tables), await fingerprints(target, tables)];
  for (const { name } of tables) {
    if (JSON.stringify(here.get(name)) !== JSON.stringify(there.get(name))) {
      throw new MoveRefused(
        `The copy of the table ${name} differs from the original, which is still in use.`,
      );
    }
  }
  return Object.fromEntries([...here].map(([name, { rows }]) => [name, rows]));
}

/**
 * Waits until no process can take the old place for the one that counts: each asks the directory
 * again after so long, and a call that began before is answered as of before.
 */
export async function seenEverywhere(clock: Clock): Promise<void> {
  const until = clock.monotonic() + SEEN_EVERYWHERE_MS;
  while (clock.monotonic() < until) await pause(20);
}
