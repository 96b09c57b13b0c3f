import type { ImportResource, RecordProblem } from './resource.js';
import type { SourceRecord } from './source-items.js';

/** A batch with this many bytes of records is written even if it is not full. */
const BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Collects rows for one transaction. Rows with the same key never share one: the second waits for a
 * later transaction, so that the last row wins field by field, as if the file had been cut between
 * them.
 */
export class Batch<Row> {
  readonly #resource: ImportResource<Row>;
  readonly #rowLimit: number;
  #rounds: { rows: Row[]; sources: SourceRecord[] }[] = [];
  #times = new Map<string, number>();
  #rows = 0;
  #bytes = 0;

  constructor(resource: ImportResource<Row>, rowLimit: number) {
    this.#resource = resource;
    this.#rowLimit = rowLimit;
  }

  get full(): boolean {
    return this.#rows >= this.#rowLimit || this.#bytes >= BATCH_BYTES;
  }

  add(row: Row, source: SourceRecord): void {
    const key = this.#resource.key(row);
    const times = this.#times.get(key) ?? 0;
    this.#times.set(key, times + 1);
    const round = this.#rounds[times];
    if (round === undefined) this.#rounds.push({ rows: [row], sources: [source] });
    else {
      round.rows.push(row);
      round.sources.push(source);
    }
    this.#rows += 1;
    this.#bytes += source.size;
  }

  /**
   * Writes the collected rows and empties the batch.
   * @param written Receives the number of rows of each transaction, after it.
   * @param rejected Receives each row that the database's content does not allow.
   */
  async write(
    written: (rows: number) => void,
    rejected: (source: SourceRecord, problem: RecordProblem) => void,
  ): Promise<void> {
    const rounds = this.#rounds;
    this.#rounds = [];
    this.#times = new Map();
    this.#rows = 0;
    this.#bytes = 0;
    for (const { rows, sources } of rounds) {
      const problems = await this.#resource.write(rows);
      for (const { index, problem } of problems) {
        rejected(sources[index] as SourceRecord, problem);
      }
      written(rows.length - problems.length);
    }
  }
}
