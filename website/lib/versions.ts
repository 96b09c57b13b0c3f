import 'server-only';
import { report } from './failure';
import { portico } from './portico';
import { sessionSeconds } from './settings';

/** Of how many members the version is taken from memory, and of each how many that have ended. */
const MOST_KEPT = 500;
const MOST_ENDED = 5;

interface Kept {
  /** Those that Portico has said are not the member's, the newest last: it is not asked about them again. */
  ended: readonly string[];
  readonly version: Promise<string | undefined>;
  readonly staleAt: number;
}

// One for the process: actions and pages are bundled apart.
const shared = globalThis as typeof globalThis & { versions?: Map<number, Kept> };
shared.versions ??= new Map();
const kept = shared.versions;

/** Whether a session is still that of the member it was begun for, with the password and address of then. */
export async function isCurrent(session: {
  readonly id: number;
  readonly version: string | undefined;
}): Promise<boolean> {
  const { id, version } = session;
  // Nothing to compare: a member who is gone has none either.
  if (version === undefined) return false;
  const known = kept.get(id);
  try {
    if (known !== undefined && performance.now() < known.staleAt) {
      if ((await known.version) === version) return true;
      if (known.ended.includes(version)) return false;
    }
    // What is kept may be from before another process of the site changed the password.
    if ((await ask(id)) === version) return true;
    const asked = kept.get(id);
    if (asked !== undefined) asked.ended = [...asked.ended, version].slice(-MOST_ENDED);
    return false;
  } catch (error) {
    // Nobody is signed out because Portico is away.
    report('A look for a member', error);
    return true;
  }
}

function ask(id: number): Promise<string | undefined> {
  return keep(id, Promise.resolve(portico().members.version(id)));
}

/** Keeps the version of a session that begins: those with another one end at once. */
export function keepVersion(id: number, version: string): void {
  keep(id, Promise.resolve(version));
}

function keep(id: number, version: Promise<string | undefined>): Promise<string | undefined> {
  const { ended = [] } = kept.get(id) ?? {};
  // At its end again, where the newest are.
  kept.delete(id);
  kept.set(id, { version, ended, staleAt: performance.now() + sessionSeconds() * 1000 });
  version.catch(() => kept.delete(id));
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return version;
}
