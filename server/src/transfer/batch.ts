import type { ImportResource, RecordProblem, RefusedRow, WriteOutcome } from './resource.js';
import type { SourceRecord } from './source-items.js';

/** A batch with this many bytes of records is written even if it is not full. */
const BATCH_BYTES = 16 * 1024 * 1024;

const NOTHING_WRITTEN: WriteOutcome = { refused: [], unchanged: [] };

/** The rows of one transaction, and where each comes from. */
interface Round<Row> {
  readonly rows: Row[];
  readonly sources: SourceRecord[];
}

/**
 * Collects rows for one transaction. Rows with the same key never share one: the second waits for a
 * later transaction, so that the last row wins field by field, as if the file had been cut between
 * them.
 */
export class Batch<Row> {
  readonly resource: ImportResource<Row>;
  readonly #rowLimit: number;
  readonly #dryRun: boolean;
  #rounds: Round<Row>[] = [];
  #times = new Map<string, number>();
  #rows = 0;
  #bytes = 0;

  /** @param dryRun Whether its rows are only checked, and not written. */
  constructor(resource: ImportResource<Row>, rowLimit: number, dryRun = false) {
    this.resource = resource;
    this.#rowLimit = rowLimit;
    this.#dryRun = dryRun;
  }

  get full(): boolean {
    return this.#rows >= this.#rowLimit || this.#bytes >= BATCH_BYTES;
  }

  add(row: Row, source: SourceRecord): void {
    const key = this.resource.key(row);
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
   * Writes the collected rows and empties the batch. In a dry run it only checks them.
   *
   * @param written Receives the rows of each transaction, after it, and those of them that were stored
   *   before as they are.
   * @param rejected Receives each row that the database's content does not allow.
   */
  async write(
    written: (rows: readonly Row[], unchanged: readonly Row[]) => void,
    rejected: (source: SourceRecord, problem: RecordProblem) => void,
  ): Promise<void> {
    const rounds = this.#rounds;
    this.#rounds = [];
    this.#times = new Map();
    this.#rows = 0;
    this.#bytes = 0;
    for (const round of rounds) {
      const checked = without(round, await this.resource.check?.(round.rows), rejected);
      if (checked.rows.length === 0) continue;
      const { refused, unchanged } = this.#dryRun
        ? NOTHING_WRITTEN
        : await this.resource.write(checked.rows);
      const same = unchanged.map((index) => checked.rows[index] as Row);
      written(without(checked, refused, rejected).rows, same);
    }
  }
}

/** The round without its refused rows, each of which `rejected` receives. */
function without<Row>(
  round: Round<Row>,
  refused: readonly RefusedRow[] = [],
  rejected: (source: SourceRecord, problem: RecordProblem) => void,
): Round<Row> {
  if (refused.length === 0) return round;
  for (const { index, problem } of refused) rejected(round.sources[index] as SourceRecord, problem);
  const indexes = new Set(refused.map(({ index }) => index));
  const isLeft = (_: unknown, index: number) => !indexes.has(index);
  return { rows: round.rows.filter(isLeft), sources: round.sources.filter(isLeft) };
}
