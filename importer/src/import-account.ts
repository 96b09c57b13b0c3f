import type { NamedColumns } from './csv.js';
import { ImportStopped, messageOf } from './errors.js';
import type { Mapping } from './mapping.js';
import { type Reject, RejectsFile, RejectsProblem } from './rejects.js';
import type { ImportResource, RecordProblem, ResourceName } from './resource.js';
import { ResourceNotes } from './resource-notes.js';
import { placeOf, type SourceItem } from './source-items.js';
import type { ImportFile } from './sources.js';
import type {
  ByResource,
  ImportSummary,
  MissingReferences,
  Notes,
  ResourceCounts,
} from './summary.js';

/** The part of an import's options that decides what it reports of its records. */
interface AccountOptions {
  readonly resources: ReadonlyMap<ResourceName, ImportResource>;
  readonly rejects: string;
  readonly dryRun?: boolean;
  readonly show?: number;
}

/**
 * What one import reports of its records: how many there were, what it noticed, and which it left out. Nothing that it
 * leaves out or reads in its own way stays unsaid.
 */
export class ImportAccount {
  readonly #options: AccountOptions;
  readonly #mapping: Mapping | undefined;
  readonly #skipped: readonly string[];
  readonly #rejects: RejectsFile;
  readonly #counts = new Map<ResourceName, ResourceCounts>();
  readonly #byResource = new Map<ResourceName, ResourceNotes>();
  readonly #references = new References();
  readonly #shown = new Map<ResourceName, Readonly<Record<string, unknown>>[]>();
  readonly #zones: Record<string, string> = {};
  #missing: ByResource<MissingReferences> = {};
  /** Whether the import was asked to stop. */
  isInterrupted = false;

  constructor(options: AccountOptions, mapping: Mapping | undefined, skipped: readonly string[]) {
    this.#options = options;
    this.#mapping = mapping;
    this.#skipped = skipped;
    this.#rejects = new RejectsFile(options.rejects);
  }

  /** The counts of a resource, which the import changes. */
  countsOf(name: ResourceName): ResourceCounts {
    const counts = this.#counts.get(name) ?? { read: 0, written: 0, rejected: 0 };
    this.#counts.set(name, counts);
    return counts;
  }

  notesOf(name: ResourceName): ResourceNotes {
    let notes = this.#byResource.get(name);
    if (notes === undefined) {
      const resource = this.#options.resources.get(name) as ImportResource;
      notes = new ResourceNotes(resource, this.#mapping);
      this.#byResource.set(name, notes);
    }
    return notes;
  }

  /** Notes a file before its first record. */
  seeFile({ path, timeZone }: ImportFile, resource: ImportResource): void {
    if (timeZone !== undefined && timeZone !== resource.timeZone) this.#zones[path] = timeZone;
  }

  seeColumns(file: ImportFile, { names, labels }: NamedColumns): void {
    const unused = this.#mapping && labels.filter((_, at) => names[at] === null);
    const named = names.filter((name) => name !== null);
    this.notesOf(file.resource).seeColumns(named, unused ?? []);
  }

  /** Notes a row that was written, or that a dry run would have written. */
  seeWritten(resource: ImportResource, row: unknown): void {
    this.notesOf(resource.name).seeWritten(row);
    this.#references.add(resource, row, this.#options.dryRun === true);
  }

  /** Notes a record that is acceptable in itself. */
  seeRow(resource: ImportResource, record: Readonly<Record<string, unknown>>): void {
    const { show = 0 } = this.#options;
    const shown = this.#shown.get(resource.name) ?? [];
    if (shown.length >= show) return;
    shown.push(record);
    this.#shown.set(resource.name, shown);
  }

  /** Looks up the records that others name; once, when all are written. */
  async lookUpReferences(): Promise<void> {
    this.#missing = await this.#references.missing(this.#options.resources);
  }

  /** Counts an item as rejected, and writes it to the rejects file. @param problem A fault says it itself. */
  leaveOut(item: SourceItem, file: ImportFile, kind: ResourceName, problem?: RecordProblem): void {
    this.countsOf(kind).rejected += 1;
    const reject: Reject = {
      ...{ file: file.path, ...placeOf(item) },
      ...((this.#mapping?.parts.length ?? 1) > 1 ? { kind } : {}),
      field: problem?.field ?? '',
      reason: problem?.message ?? (item.kind === 'fault' ? item.reason : ''),
      record: item.kind === 'fault' ? item.found : (item.whole?.() ?? item.record),
    };
    this.notesOf(kind).seeReject(reject);
    this.#rejects.add(reject);
  }

  /** Closes the rejects file. @param failure The error that has stopped the import already. @throws ImportStopped */
  close(failure?: unknown): void {
    try {
      this.#rejects.close();
    } catch (error) {
      if (failure === undefined) this.stop(undefined, error);
    }
  }

  /** Stops the import with the summary of what it has done. @throws ImportStopped */
  stop(file: ImportFile | undefined, error: unknown, line?: number): never {
    if (error instanceof ImportStopped) throw error;
    const place = line === undefined ? file?.path : `${file?.path}, line ${line}`;
    // The rejects file names itself: the file that is read has nothing to do with it.
    const message =
      error instanceof RejectsProblem ? error.message : `${place}: ${messageOf(error)}`;
    throw new ImportStopped(message, this.summary(), { cause: error });
  }

  /** What there is to say by now. */
  summary(): ImportSummary {
    return {
      ...Object.fromEntries(this.#counts),
      rejects: this.#rejects.path,
      ...(this.#skipped.length > 0 ? { skipped: [...this.#skipped] } : {}),
      ...(this.isInterrupted ? { interrupted: true as const } : {}),
      ...this.#notes(),
    };
  }

  #notes(): Notes {
    return withoutEmpty({
      ignored: this.#collect(({ ignored }) => ignored),
      computed: this.#collect(({ computed }) => computed),
      unfilled: this.#collect(({ unfilled }) => unfilled),
      unread: this.#collect(({ unread }) => unread),
      remarks: this.#collect(({ remarks }) => remarks),
      missing: this.#missing,
      leftOut: this.#collect(({ leftOut }) => leftOut),
      filtered: this.#filtered(),
      reasons: this.#collect(({ reasons }) => reasons),
      zones: this.#zones,
      shown: Object.fromEntries(this.#shown),
    });
  }

  #filtered(): ByResource<number> {
    const counts = [...this.#byResource].map(([name, { filtered }]) => [name, filtered] as const);
    return Object.fromEntries(counts.filter(([, filtered]) => filtered > 0));
  }

  #collect<Value extends object>(part: (notes: ResourceNotes) => Value): ByResource<Value> {
    const parts = [...this.#byResource].map(([name, notes]) => [name, part(notes)] as const);
    return Object.fromEntries(parts.filter(([, value]) => Object.keys(value).length > 0));
  }
}

function withoutEmpty(notes: Notes): Notes {
  return Object.fromEntries(
    Object.entries(notes).filter(([, value]) => Object.keys(value as object).length > 0),
  );
}

/** Different sets of ids of one resource that are remembered, so that a hostile file costs no more memory. */
const MOST_SETS = 100_000;

/** Ids that the result names. */
const MOST_NAMED = 10;

/** The records that imported records name by id, such as the agents of listings. */
export class References {
  /** By resource: the sets of ids that records name, each with how many records name it. */
  readonly #named = new Map<ResourceName, Map<string, number>>();
  /** By resource: the ids that a dry run has read, and that an import would have written. */
  readonly #read = new Map<ResourceName, Set<string>>();

  /** Notes what a row names. @param dryRun Notes the row itself too, as it will not be in the database. */
  add(resource: ImportResource, row: unknown, dryRun: boolean): void {
    if (dryRun && resource.missing !== undefined)
      this.#readOf(resource.name).add(resource.key(row));
    const references = resource.references?.(row) ?? [];
    for (const name of new Set(references.map((reference) => reference.resource))) {
      const ids = references.filter((reference) => reference.resource === name);
      const set = ids.map(({ id }) => id).join();
      const named = this.#named.get(name) ?? new Map<string, number>();
      this.#named.set(name, named);
      const count = named.get(set) ?? 0;
      if (count > 0 || named.size < MOST_SETS) named.set(set, count + 1);
    }
  }

  /** Those that do not exist, by resource. */
  async missing(
    resources: ReadonlyMap<ResourceName, ImportResource>,
  ): Promise<{ [Name in ResourceName]?: MissingReferences }> {
    const found: { [Name in ResourceName]?: MissingReferences } = {};
    for (const [name, counts] of this.#named) {
      const resource = resources.get(name);
      const sets = [...counts].map(
        ([set, records]) => [set.split(',').map(Number), records] as const,
      );
      const ids = new Set(sets.flatMap(([set]) => set));
      const unread = [...ids].filter((id) => !this.#readOf(name).has(String(id)));
      const missing = new Set((await resource?.missing?.(unread)) ?? []);
      if (missing.size === 0) continue;
      const naming = sets.filter(([set]) => set.some((id) => missing.has(id)));
      const first = [...missing].slice(0, MOST_NAMED);
      const keys = await resource?.keysOf?.(first);
      found[name] = {
        count: missing.size,
        records: naming.reduce((sum, [, records]) => sum + records, 0),
        ids: first.map((id) => keys?.get(id) ?? id),
      };
    }
    return found;
  }

  #readOf(name: ResourceName): Set<string> {
    const read = this.#read.get(name) ?? new Set();
    this.#read.set(name, read);
    return read;
  }
}
