import { LEASE_MS, WINDOW_MS } from './counters.js';

interface Own {
  readonly id: string;
  readonly subject: string;
  /** Monotonic time. */
  readonly at: number;
  /** Whether Redis may know it. */
  isSent: boolean;
}

/** A call that still counts. */
export interface Counting {
  readonly id: string;
  readonly ageMs: number;
  readonly underWay: boolean;
}

/**
 * The calls that this process has admitted and that still count. A Redis that was away, or has lost its
 * data, is given them.
 */
export class OwnAdmissions {
  /** Calls under way by id, oldest first. */
  readonly #underWay = new Map<string, Own>();
  /** Calls of about the last second, oldest first. */
  #recent: Own[] = [];

  /** @param sent Whether Redis may know it. */
  add(id: string, subject: string, now: number, sent: boolean): void {
    this.#forget(now);
    const own = { id, subject, at: now, isSent: sent };
    this.#underWay.set(id, own);
    this.#recent.push(own);
  }

  /** @returns Whether Redis may count it as under way. */
  end(id: string): boolean {
    const sent = this.#underWay.get(id)?.isSent ?? false;
    this.#underWay.delete(id);
    return sent;
  }

  /** All calls that count, by subject, to send to Redis. */
  tell(now: number): ReadonlyMap<string, readonly Counting[]> {
    this.#forget(now);
    const subjects = new Map<string, Counting[]>();
    const seen = new Set<string>();
    for (const own of [...this.#underWay.values(), ...this.#recent]) {
      if (seen.has(own.id)) continue;
      seen.add(own.id);
      own.isSent = true;
      const calls = subjects.get(own.subject) ?? [];
      calls.push({ id: own.id, ageMs: now - own.at, underWay: this.#underWay.has(own.id) });
      subjects.set(own.subject, calls);
    }
    return subjects;
  }

  #forget(now: number): void {
    for (const { id, at } of this.#underWay.values()) {
      if (now - at < LEASE_MS) break;
      this.#underWay.delete(id);
    }
    const first = this.#recent[0];
    // In portions, as a cut at every call would copy the list at every call.
    if (first === undefined || now - first.at < 2 * WINDOW_MS) return;
    const from = this.#recent.findIndex(({ at }) => now - at < WINDOW_MS);
    this.#recent = from === -1 ? [] : this.#recent.slice(from);
  }
}
