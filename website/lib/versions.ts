import 'server-only';
import { report } from './failure';
import { portico } from './portico';

/** How long the version of a member is taken from memory, in milliseconds, and of how many. */
const KEPT = 60_000;
const MOST_KEPT = 500;

interface Kept {
  /** One that Portico has just said is not the member's: it is not asked about again. */
  ended?: string;
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
      if (known.ended === version) return false;
    }
    // What is kept may be from before another process of the site changed the password.
    if ((await ask(id)) === version) return true;
    const asked = kept.get(id);
    if (asked !== undefined) asked.ended = version;
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
  // At its end again, where the newest are.
  kept.delete(id);
  kept.set(id, { version, staleAt: performance.now() + KEPT });
  version.catch(() => kept.delete(id));
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return version;
}
