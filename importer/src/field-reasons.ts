import type { Reject } from './rejects.js';
import type { FieldReason } from './summary.js';

/** Fields that are counted by themselves. */
const MOST_FIELDS = 100;

/** Stands for all fields over the limit. */
const OTHER_FIELDS = '…';

/** What was wrong with values, by field: how many, and the first as the example. */
export class FieldReasons {
  readonly #reasons = new Map<string, FieldReason>();

  add({ file, line, element, field, reason }: Omit<Reject, 'record'>): void {
    const [top = ''] = field.split('.', 1);
    const isNew = !this.#reasons.has(top);
    const key = isNew && this.#reasons.size >= MOST_FIELDS ? OTHER_FIELDS : top;
    const first = this.#reasons.get(key);
    if (first !== undefined) first.count += 1;
    else {
      const place = element === undefined ? { file, line } : { file, line, element };
      this.#reasons.set(key, { field: key, count: 1, reason, ...place });
    }
  }

  /** Those of the most frequent field first. */
  list(): FieldReason[] {
    return [...this.#reasons.values()].sort((one, other) => other.count - one.count);
  }
}
