import type { ImportResource, RecordProblem, WriteOutcome } from './resource.js';
import type { SourceRecord } from './source-items.js';

/** A batch with this many bytes of records is written even if it is not full. */
const BATCH_BYTES = 16 * 1024 * 1024;

const NOTHING_WRITTEN: WriteOutcome = { refused: [], unchanged: [] };

/** A row, and where it comes from. */
interface Line<Row> {
  readonly row: Row;
  readonly source: SourceRecord;
}

/** Lines of one record that are written as one row. */
interface Merged<Row> {
  readonly row: Row;
  readonly lines: readonly Line<Row>[];
}

/**
 * Collects rows for one transaction. Rows with the same key are merged, field by field, to what writing them one after
 * the other would leave: a file that names a record a thousand times costs one write of it. Those that cannot be merged go together
 * where the resource takes them in order, and else wait for a later transaction, as if the file had been cut between them. R322.
 */
export class Batch<Row> {
  readonly resource: ImportResource<Row>;
  readonly #rowLimit: number;
  readonly #dryRun: boolean;
  /** The rows of each record, in the order of the file. */
  #records = new Map<string, Line<Row>[]>();
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
    const lines = this.#records.get(key);
    if (lines === undefined) this.#records.set(key, [{ row, source }]);
    else lines.push({ row, source });
    this.#rows += 1;
    this.#bytes += source.size;
  }

  /**
   * Writes the collected rows and empties the batch. In a dry run it only checks them.
   *
   * @param written Receives the rows of each transaction, after it, and those of them that were stored
   *   before as they are, or that a removal of their record has overtaken; and how many of their values were left
   *   out, as staff keep other ones.
   * @param rejected Receives each row that the database's content does not allow.
   */
  async write(
    written: (rows: readonly Row[], unchanged: readonly Row[], kept: number) => void,
    rejected: (source: SourceRecord, problem: RecordProblem) => void,
  ): Promise<void> {
    const records = this.#records;
    this.#records = new Map();
    this.#rows = 0;
    this.#bytes = 0;
    for (const round of roundsOf(this.resource, records.values())) {
      const merged = await this.#checked(round, rejected);
      if (merged.length === 0) continue;
      const {
        refused,
        unchanged,
        kept: left = 0,
      } = this.#dryRun ? NOTHING_WRITTEN : await this.resource.write(merged.map(({ row }) => row));
      for (const { index, problem } of refused) {
        for (const { source } of merged[index]?.lines ?? []) rejected(source, problem);
      }
      const out = new Set(refused.map(({ index }) => index));
      const same = new Set(unchanged);
      const kept = merged.flatMap((one, index) => (out.has(index) ? [] : [{ one, index }]));
      written(
        kept.flatMap(({ one }) => one.lines.map(({ row }) => row)),
        kept.flatMap(({ one: { row, lines }, index }) => {
          const isUnchanged = (line: Line<Row>) => same.has(index) || isOvertaken(line, row, lines);
          return lines.filter(isUnchanged).map((line) => line.row);
        }),
        left,
      );
    }
  }

  /**
   * The rows that may be written. Where only a stored record allows a row, as one without a status, a row of the same
   * record ahead of it does, too: the first that is allowed decides.
   */
  async #checked(
    round: readonly Merged<Row>[],
    rejected: (source: SourceRecord, problem: RecordProblem) => void,
  ): Promise<readonly Merged<Row>[]> {
    const lines = round.flatMap((merged) => merged.lines);
    const refused = (await this.resource.check?.(lines.map(({ row }) => row))) ?? [];
    if (refused.length === 0) return round;
    const problems = new Map(refused.map(({ index, problem }) => [lines[index], problem]));
    return round.flatMap((merged) => {
      const first = merged.lines.findIndex((line) => !problems.has(line));
      const out = merged.lines.slice(0, first < 0 ? undefined : first);
      for (const line of out) rejected(line.source, problems.get(line) as RecordProblem);
      if (out.length === 0) return merged;
      return roundsOf(this.resource, [merged.lines.slice(out.length)]).flat();
    });
  }
}

/** The rows of records in as few rounds as they can be merged to; no record has two rows in one, unless they are taken in order. */
function roundsOf<Row>(
  resource: ImportResource<Row>,
  records: Iterable<readonly Line<Row>[]>,
): Merged<Row>[][] {
  const rounds: Merged<Row>[][] = [];
  for (const lines of records) {
    for (const [at, merged] of mergedLines(resource, lines).entries()) {
      const round = resource.inOrder === true ? 0 : at;
      rounds[round] ??= [];
      rounds[round].push(merged);
    }
  }
  return rounds;
}

function mergedLines<Row>(
  { merge }: ImportResource<Row>,
  lines: readonly Line<Row>[],
): readonly Merged<Row>[] {
  const result: { row: Row; lines: Line<Row>[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const last = result.at(-1);
    const row = last && merge?.(last.row, line.row);
    if (last === undefined || row === undefined) result.push({ row: line.row, lines: [line] });
    // Nothing is left of what came before.
    else if (row === line.row) result.splice(0, at, { row, lines: lines.slice(0, at + 1) });
    else {
      last.row = row;
      last.lines.push(line);
    }
  }
  return result;
}

/** Whether nothing is left of a line, as a later one has taken the record's place. */
function isOvertaken<Row>(line: Line<Row>, row: Row, lines: readonly Line<Row>[]): boolean {
  return lines.length > 1 && lines.at(-1)?.row === row && line !== lines.at(-1);
}
