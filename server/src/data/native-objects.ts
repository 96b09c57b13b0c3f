import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * From Node.js 24 on, its header for native objects asks for the environment when one is collected,
 * and a collection between two turns of the event loop has none: a better-sqlite3 that was compiled
 * against it ends the process there. So no statement and no connection is left to such a collection:
 * what is given up is kept until there is a lot of it, and then collected within a turn.
 */
const HELD_BACK = Number(process.versions.node.split('.')[0]) >= 24;

/** How many objects are worth a collection of everything, which takes some tens of milliseconds. */
const WORTH_A_COLLECTION = 20_000;

/** Native objects that somebody holds, until they are given up. */
const held = new Set<object>();
let given: object[] = [];
let collecting = false;
/** How many of those given up were still in somebody's hands at the last collection. */
let left = 0;

/** Holds a native object: from here on it is collected only after it was given up. */
export function hold(native: object): void {
  if (HELD_BACK) held.add(native);
}

/** Gives up a native object that nobody uses any more. */
export function giveUp(native: object, worthACollection = WORTH_A_COLLECTION): void {
  if (!HELD_BACK || !held.delete(native)) return;
  given.push(native);
  if (collecting || given.length < left + worthACollection) return;
  collecting = true;
  setImmediate(() => {
    // What is asked about in the turn in which it is collected would stay: so this turn asks.
    const asked = given.map((object) => new WeakRef(object));
    setImmediate(() => collect(asked));
  });
}

/** How many objects are given up and not collected. */
export function heldBack(): number {
  return given.length;
}

function collect(asked: readonly WeakRef<object>[]): void {
  const later = given.slice(asked.length);
  given = [];
  collectGarbage();
  // Whatever is still in somebody's hands waits for the next collection.
  given = [...asked.map((reference) => reference.deref()), ...later].filter(
    (object) => object !== undefined,
  );
  left = given.length;
  collecting = false;
}

let collector: (() => void) | undefined;

function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
