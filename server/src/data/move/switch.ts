import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.js';
import { advance, freeze, MoveOvertaken, reopen } from '../../store/copy/guard.js';
import { removeGuard } from '../../store/copy/triggers.js';
import { FRESH_MS } from '../../store/directory/fresh-cache.js';
import { compare } from './compare.js';
import { copyAll, copyRest, replayPortion, tidy } from './copy.js';
import type { Copying } from './copying.js';

/** A move cannot be done. Nothing has changed. */
export class MoveRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MoveRefused';
  }
}

/** What was copied, and what it cost. */
export interface MoveResult {
  /** The rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The rows that were copied again, as they had changed since the first copy. */
  readonly replayed: number;
  /** How long writers had to wait, in milliseconds. */
  readonly pauseMs: number;
}

const TOO_FAST =
  'Changes come faster than they can be copied. Everything is as it was; try it at a quieter time.';

const NEVER_STILL =
  'Writes could not be halted for a moment: each time, one that had begun took too long, or too much had ' +
  'just been changed. Everything is as it was; try it at a quieter time, and while no import runs.';

/** Every process looks a tenant up again within this time. */
const SEEN_EVERYWHERE_MS = 2 * FRESH_MS;

/** How many noted changes are few enough to make writers wait. */
const FEW = 200;

/**
 * The longest that writers wait for the last copy and comparison before they may write again. With the
 * time in which every process sees the switch, it is shorter than a caller's timeout.
 */
const FROZEN_AT_MOST_MS = 2_000;

/** How often that is tried, and how long others proceed in between. */
const FREEZES = 20;
const BETWEEN_FREEZES_MS = 1_000;

/** How long the copy may lag behind the changes before the move gives up. */
const BEHIND_AT_MOST_MS = 600_000;

/**
 * Copies the source to the target while others write, and then makes the directory name the target.
 *
 * @param switched Updates the directory; returns whether it still named the source.
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
  // Fails if another move, or the end of this one, has changed the directory's encoding.
  if (!(await switched())) throw new MoveOvertaken();
  await advance(source, { move_id: moveId, phase: 'left' });
  await seenEverywhere(clock);
  await removeGuard(target);
  const rows = Object.fromEntries([...copying.agreed].map(([name, { rows }]) => [name, rows]));
  return { rows, replayed, pauseMs: Math.round(clock.monotonic() - frozenAt) };
}

/**
 * Replays the changes until few are left, and the rest while nobody writes. Afterwards the source is
 * frozen and the target is equal.
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
    // Tables without a note from here on need not be compared while writers wait.
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
    // For example an import's batch that is not done, or was committed in the last moment: callers do
    // not wait that long.
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
 * Waits until no process uses the old place: each asks the directory again within this time, and a call
 * that began before is answered from before.
 */
export async function seenEverywhere(clock: Clock): Promise<void> {
  const until = clock.monotonic() + SEEN_EVERYWHERE_MS;
  while (clock.monotonic() < until) await pause(20);
}
