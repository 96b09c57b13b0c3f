import type { SourceItem } from './source-items.js';
import type { ImportFile } from './sources.js';

/** The member of the last line of an NDJSON file that says how many records came before it. */
export const COMPLETE = '_complete';

/**
 * Counts the records of a file, and takes out the line that says how many they are: without such a line, nobody can
 * tell a stream that was cut off from a whole one.
 */
export class RowCount {
  readonly #mayAnnounce: boolean;
  #count = 0;
  #announced: { readonly value: unknown; readonly after: number } | undefined;

  constructor({ format }: Pick<ImportFile, 'format'>) {
    this.#mayAnnounce = format === 'ndjson';
  }

  get count(): number {
    return this.#count;
  }

  /** What the last line says; undefined where the last line is a record. */
  get announced(): unknown {
    return this.#announced?.after === this.#count ? this.#announced.value : undefined;
  }

  /** The records among what was read. */
  records(items: readonly SourceItem[]): readonly SourceItem[] {
    if (!this.#mayAnnounce) {
      this.#count += items.length;
      return items;
    }
    return items.filter((item) => {
      const value = item.kind === 'record' ? announcedBy(item.record) : undefined;
      if (value === undefined) this.#count += 1;
      else this.#announced = { value, after: this.#count };
      return value === undefined;
    });
  }
}

function announcedBy(record: Readonly<Record<string, unknown>>): unknown {
  const value = record[COMPLETE];
  return value !== undefined && Object.keys(record).length === 1 ? value : undefined;
}
