import type { ImportRecord, ImportResource, RecordProblem } from './resource.js';

/** Faults that are remembered. A file in which each record has another has no end of them. */
const MOST_FAULTS = 100_000;

/** What is new in a record that comes many times. */
interface NewPart {
  readonly record: ImportRecord;
  readonly isFirst: boolean;
  forget(): void;
}

/**
 * Puts records together that a file brings many times, as it brings an agent with each of the agent's listings. The first
 * that has a field says what it is (R243). So a file whose copies differ leads to the same records each time, and not to a change
 * with each copy.
 */
export class Repeats {
  /** By resource and record, the fields that were there. Equal sets are one object: there are few. */
  readonly #given = new Map<string, ReadonlySet<string>>();
  readonly #sets = new Map<string, ReadonlySet<string>>();
  readonly #faults = new Set<string>();

  /** Whether a rejected record comes with this fault for the first time. */
  isNewFault(
    { name, identity = [] }: ImportResource,
    record: ImportRecord,
    { field, message }: RecordProblem,
  ): boolean {
    if (identity.length > 1 || this.#faults.size >= MOST_FAULTS) return true;
    const fault = JSON.stringify([name, ...identity.map((id) => record[id]), field, message]);
    if (this.#faults.has(fault)) return false;
    this.#faults.add(fault);
    return true;
  }

  /**
   * What is new in a record.
   *
   * @returns The record itself where it comes for the first time; else with only the fields that nothing before it had, and
   *   undefined where there are none. `forget` takes it for one that did not come: it was rejected.
   */
  newIn(resource: ImportResource, record: ImportRecord): NewPart | undefined {
    // What is told from others by the record around it, as a photo by its listing, comes once. There may be
    // millions of these.
    if ((resource.identity?.length ?? 1) > 1) return { record, isFirst: true, forget: () => {} };
    const name = nameOf(resource, record);
    const given = this.#given.get(name);
    const fields = Object.keys(record);
    if (given === undefined) {
      this.#given.set(name, this.#setOf(fields));
      return { record, isFirst: true, forget: () => void this.#given.delete(name) };
    }
    const added = fields.filter((field) => !given.has(field));
    if (added.length === 0) return undefined;
    this.#given.set(name, this.#setOf([...given, ...added]));
    const kept = [...(resource.identity ?? []), ...added];
    const rest = Object.fromEntries(kept.map((field) => [field, record[field]]));
    return { record: rest, isFirst: false, forget: () => void this.#given.set(name, given) };
  }

  #setOf(fields: readonly string[]): ReadonlySet<string> {
    const name = fields.join();
    const set = this.#sets.get(name) ?? new Set(fields);
    this.#sets.set(name, set);
    return set;
  }
}

function nameOf({ name, identity = [] }: ImportResource, record: ImportRecord): string {
  return [name, ...identity.map((field) => String(record[field]))].join(' ');
}
