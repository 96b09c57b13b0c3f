import type { Batch } from './batch.js';
import {
  Batches,
  type Draft,
  DraftReader,
  hasKeys,
  type Origin,
  Repeats,
  WaitingDrafts,
} from './drafts.js';
import { ImportStopped } from './errors.js';
import type { ImportAccount } from './import-account.js';
import type { Mapping } from './mapping.js';
import { parseWithout } from './read-row.js';
import {
  type ImportRecord,
  type ImportResource,
  RecordProblem,
  type ResourceName,
} from './resource.js';
import { placeOf, type SourceItem } from './source-items.js';
import type { ImportFile } from './sources.js';
import type { ResourceCounts } from './summary.js';

/** The part of an import's options that decides how its records are written. */
interface IntakeOptions {
  readonly resources: ReadonlyMap<ResourceName, ImportResource>;
  readonly mapping: Mapping | undefined;
  /** Rows of one transaction. */
  readonly batchSize: number;
  readonly dryRun: boolean;
}

/** Learns more of an import than its counts: what a complete import must know before it removes anything. */
export interface ImportWitness {
  /**
   * A record was rejected before it was written.
   * @param record What was read of it in our own fields; undefined where nothing can be read.
   */
  rejected(kind: ResourceName, record: ImportRecord | undefined): void;
  /**
   * A file was read to its end.
   * @param rows How many records it has, whatever became of them.
   * @param announced Their number by its last line, if it has such a line.
   */
  ended(file: ImportFile, rows: number, announced: unknown): void;
}

/** Takes the records of files one after the other, and writes them in batches. */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #account: ImportAccount;
  readonly #witness: ImportWitness | undefined;
  readonly #reader: DraftReader;
  readonly #waiting: WaitingDrafts;
  readonly #repeats = new Repeats();
  /** Rows that add to a record that was counted before. */
  readonly #again = new WeakSet<object>();
  readonly #batches: Batches;

  constructor(options: IntakeOptions, account: ImportAccount, witness: ImportWitness | undefined) {
    this.#options = options;
    this.#account = account;
    this.#witness = witness;
    this.#batches = new Batches(options.batchSize, options.dryRun);
    this.#waiting = new WaitingDrafts(options.batchSize);
    this.#reader = new DraftReader(options.resources, options.mapping, account, (...args) =>
      this.#rejectUnwritten(...args),
    );
  }

  /** Takes one item. Returns a promise only where something is written; most records join a batch at once. */
  take(item: SourceItem, file: ImportFile): Promise<void> | undefined {
    try {
      return this.#take(item, file);
    } catch (error) {
      if (error instanceof ImportStopped) throw error;
      return this.#account.stop(file, error, item.line);
    }
  }

  #take(item: SourceItem, file: ImportFile): Promise<void> | undefined {
    if (item.kind === 'fault') {
      this.#account.countsOf(file.resource).read += 1;
      this.#account.leaveOut(item, file, file.resource);
      // Nobody knows which records of any kind it would have named.
      for (const { resource } of this.#options.mapping?.parts ?? [file]) {
        this.#witness?.rejected(resource, undefined);
      }
      return undefined;
    }
    this.#reader.read(item, file, (draft) => {
      // Behind one that waits all do, so that they are written in the order of the file.
      if (draft.repeats || !this.#waiting.isEmpty || hasKeys(draft)) this.#waiting.add(draft);
      else this.#addRow(draft, draft.record, file);
    });
    if (this.#waiting.isFull) return this.#addWaiting(file);
    const { full } = this.#batches;
    return full && this.#writeUpTo(full, file);
  }

  /** Adds the records that wait to their batches, with the numbers of their keys. */
  async #addWaiting(file: ImportFile): Promise<void> {
    if (this.#waiting.isEmpty) return;
    const drafts = await this.#waiting
      .numbered(this.#options.dryRun)
      .catch((error: unknown) => this.#account.stop(file, error));
    let last: Batch<unknown> | undefined;
    for (const [draft, record] of drafts) {
      const batch = this.#batches.of(draft.resource);
      if (last !== undefined && (last.full || last !== batch)) await this.#writeUpTo(last, file);
      last = batch;
      this.#addNumbered(draft, record, file);
    }
  }

  #addNumbered(draft: Draft, record: ImportRecord | RecordProblem, file: ImportFile): void {
    const { resource, repeats } = draft;
    if (record instanceof RecordProblem) {
      this.#rejectUnwritten(draft, file, record);
      return;
    }
    if (!repeats) {
      this.#addRow(draft, record, file);
      return;
    }
    const added = this.#repeats.newIn(resource, record);
    if (added === undefined) return;
    const row = this.#addRow(draft, added.record, file);
    if (row === undefined) added.forget();
    else if (added.isFirst) this.#account.countsOf(resource.name).read += 1;
    else this.#again.add(row);
  }

  /** Returns the row, if the record makes one; else the record is rejected. */
  #addRow(draft: Draft, record: ImportRecord, file: ImportFile): object | undefined {
    const { resource, record: shown, source, leftOut } = draft;
    const parse = (one: ImportRecord) => resource.parse(one, file.timeZone) as object;
    try {
      const row = parseWithout(record, draft.optional, parse, (problem) => leftOut.push(problem));
      this.#account.seeRow(resource, shown);
      for (const { field, message } of leftOut) {
        const place = { file: file.path, ...placeOf(source) };
        this.#account.notesOf(resource.name).seeLeftOut({ ...place, field, reason: message });
      }
      this.#batches.of(resource).add(row, source);
      return row;
    } catch (error) {
      if (!(error instanceof RecordProblem)) this.#account.stop(file, error, source.line);
      this.#rejectUnwritten({ ...draft, record }, file, error);
      return undefined;
    }
  }

  /** Rejects a record, and one that the file brings again and again with the same fault only once. */
  #rejectUnwritten(origin: Origin, file: ImportFile, problem: RecordProblem): void {
    const { resource, record, source, repeats } = origin;
    this.#witness?.rejected(resource.name, record);
    if (repeats) {
      if (!this.#repeats.isNewFault(resource, record, problem)) return;
      this.#account.countsOf(resource.name).read += 1;
    }
    this.#account.leaveOut(source, file, resource.name, problem);
  }

  /** Writes a batch, and ahead of it the records that it may name: those of earlier kinds. */
  async #writeUpTo(last: Batch<unknown>, file: ImportFile): Promise<void> {
    for (const batch of this.#batches.all) {
      await this.#write(batch, file);
      if (batch === last) return;
    }
  }

  /** Writes what is left at the end of a file. */
  async finish(file: ImportFile): Promise<void> {
    await this.#addWaiting(file);
    for (const batch of this.#batches.all) await this.#write(batch, file);
  }

  async #write(batch: Batch<unknown>, file: ImportFile): Promise<void> {
    const { resource } = batch;
    const counts = this.#account.countsOf(resource.name);
    try {
      await batch.write(
        (rows, unchanged, kept) => {
          for (const row of rows) {
            if (!this.#again.has(row as object)) counts.written += 1;
            this.#account.seeWritten(resource, row);
          }
          const same = unchanged.filter((row) => !this.#again.has(row as object));
          const gone = rows.filter((row) => resource.isRemoval?.(row)).length;
          const absent = same.filter((row) => resource.isRemoval?.(row)).length;
          addTo(counts, 'unchanged', same.length);
          addTo(counts, 'removed', gone - absent);
          addTo(counts, 'kept', kept);
        },
        (source, problem) => this.#account.leaveOut(source, file, resource.name, problem),
      );
    } catch (error) {
      this.#account.stop(file, error);
    }
  }
}

/** Counts what most imports have none of: the counts name only what there is. */
function addTo(counts: ResourceCounts, name: 'unchanged' | 'removed' | 'kept', more: number): void {
  if (more > 0) counts[name] = (counts[name] ?? 0) + more;
}
