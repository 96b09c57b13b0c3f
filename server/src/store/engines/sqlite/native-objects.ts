import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * From Node.js 24 on, its header for native objects reads the environment when one is collected. A
 * collection between two turns of the event loop has none, and a better-sqlite3 that was compiled with
 * that header ends the process there. So no statement and no connection is left to such a collection:
 * released objects are kept until there are many, and then collected within a turn.
 */
const HELD_BACK = Number(process.versions.node.split('.')[0]) >= 24;

/** How many objects are worth a full collection, which takes some tens of milliseconds. */
const WORTH_A_COLLECTION = 20_000;

const held = new Set<object>();
let released: object[] = [];
let collecting = false;
/** How many released objects were still referenced at the last collection. */
let left = 0;

/** Holds a native object: from now on it is collected only after `giveUp`. */
export function hold(native: object): void {
  if (HELD_BACK) held.add(native);
}

/** Releases a native object that is no longer used. */
export function giveUp(native: object, worthACollection = WORTH_A_COLLECTION): void {
  if (!HELD_BACK || !held.delete(native)) return;
  released.push(native);
  if (collecting || released.length < left + worthACollection) return;
  collecting = true;
  setImmediate(() => {
    // A WeakRef keeps its object during the turn that makes it: the collection follows in the next.
    const references = released.map((object) => new WeakRef(object));
    setImmediate(() => collect(references));
  });
}

/** How many objects are released and not collected. */
export function heldBack(): number {
  return released.length;
}

function collect(references: readonly WeakRef<object>[]): void {
  const later = released.slice(references.length);
  released = [];
  collectGarbage();
  // An object that is still referenced waits for the next collection.
  released = [...references.map((reference) => reference.deref()), ...later].filter(
    (object) => object !== undefined,
  );
  left = released.length;
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
