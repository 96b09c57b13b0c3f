import type { Batch } from './batch.js';
import { DraftReader } from './draft-reader.js';
import { Batches, type Draft, hasKeys, WaitingDrafts } from './drafts.js';
import { ImportStopped } from './errors.js';
import type { ImportNotes } from './import-notes.js';
import type { Mapping } from './mapping.js';
import { parseWithout } from './optional-fields.js';
import { Repeats } from './repeats.js';
import {
  type ImportRecord,
  type ImportResource,
  RecordProblem,
  type ResourceName,
} from './resource.js';
import { placeOf, type SourceItem, type SourceRecord } from './source-items.js';
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

/** What an import does with records besides writing them. */
interface Account {
  readonly notes: ImportNotes;
  countsOf(name: ResourceName): ResourceCounts;
  leaveOut(
    item: SourceItem,
    file: ImportFile,
    kind: ResourceName,
    field: string,
    reason: string,
    record: unknown,
  ): void;
  /** @throws ImportStopped */
  stop(file: ImportFile, error: unknown, line?: number): never;
}

/** Takes the records of files one after the other, and writes them in batches. */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #to: Account;
  readonly #reader: DraftReader;
  readonly #waiting: WaitingDrafts;
  readonly #repeats = new Repeats();
  /** Rows that add to a record that was counted before. */
  readonly #again = new WeakSet<object>();
  readonly #batches: Batches;

  constructor(options: IntakeOptions, to: Account) {
    this.#options = options;
    this.#to = to;
    this.#batches = new Batches(options.batchSize, options.dryRun);
    this.#waiting = new WaitingDrafts(options.batchSize);
    this.#reader = new DraftReader(options.resources, options.mapping, {
      notes: to.notes,
      countsOf: to.countsOf,
      reject: (...args) => this.#reject(...args),
    });
  }

  /** Takes one item. Returns a promise only where something is written; most records join a batch at once. */
  take(item: SourceItem, file: ImportFile): Promise<void> | undefined {
    try {
      return this.#take(item, file);
    } catch (error) {
      if (error instanceof ImportStopped) throw error;
      return this.#to.stop(file, error, item.line);
    }
  }

  #take(item: SourceItem, file: ImportFile): Promise<void> | undefined {
    if (item.kind === 'fault') {
      this.#to.countsOf(file.resource).read += 1;
      this.#to.leaveOut(item, file, file.resource, '', item.reason, item.found);
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
      .catch((error: unknown) => this.#to.stop(file, error));
    let last: Batch<unknown> | undefined;
    for (const [draft, record] of drafts) {
      const batch = this.#batches.of(draft.resource);
      if (last !== undefined && (last.full || last !== batch)) await this.#writeUpTo(last, file);
      last = batch;
      this.#addNumbered(draft, record, file);
    }
  }

  #addNumbered(draft: Draft, record: ImportRecord | RecordProblem, file: ImportFile): void {
    const { resource, source, repeats } = draft;
    const counts = this.#to.countsOf(resource.name);
    if (record instanceof RecordProblem) {
      if (repeats) counts.read += 1;
      this.#reject(source, file, resource.name, record);
      return;
    }
    if (!repeats) {
      this.#addRow(draft, record, file);
      return;
    }
    const added = this.#repeats.newIn(resource, record);
    if (added === undefined) return;
    if (added.isFirst) counts.read += 1;
    const row = this.#addRow(draft, added.record, file);
    if (row === undefined) added.forget();
    else if (!added.isFirst) this.#again.add(row);
  }

  /** Returns the row, if the record makes one; else the record is rejected. */
  #addRow(draft: Draft, record: ImportRecord, file: ImportFile): object | undefined {
    const { resource, record: shown, source, leftOut } = draft;
    const parse = (one: ImportRecord) => resource.parse(one, file.timeZone) as object;
    try {
      const row = parseWithout(record, draft.optional, parse, (problem) => leftOut.push(problem));
      this.#to.notes.seeRow(resource, shown);
      for (const { field, message } of leftOut) {
        const place = { file: file.path, ...placeOf(source) };
        this.#to.notes.of(resource.name).seeLeftOut({ ...place, field, reason: message });
      }
      this.#batches.of(resource).add(row, source);
      return row;
    } catch (error) {
      if (!(error instanceof RecordProblem)) this.#to.stop(file, error, source.line);
      this.#reject(source, file, resource.name, error);
      return undefined;
    }
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
    const counts = this.#to.countsOf(resource.name);
    try {
      await batch.write(
        (rows) => {
          for (const row of rows) {
            if (!this.#again.has(row as object)) counts.written += 1;
            this.#to.notes.seeWritten(resource, row);
          }
        },
        (source, problem) => this.#reject(source, file, resource.name, problem),
      );
    } catch (error) {
      this.#to.stop(file, error);
    }
  }

  #reject(
    source: SourceRecord,
    file: ImportFile,
    kind: ResourceName,
    { field, message }: RecordProblem,
  ): void {
    this.#to.leaveOut(source, file, kind, field, message, source.whole?.() ?? source.record);
  }
}
