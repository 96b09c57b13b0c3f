import type { Mapping } from './mapping.js';
import type { NamedColumns } from './read-csv.js';
import { References } from './references.js';
import type { ImportResource, ResourceName } from './resource.js';
import { ResourceNotes } from './resource-notes.js';
import type { ImportFile } from './sources.js';
import type { ByResource, MissingReferences, Notes } from './summary.js';

/** The part of an import's options that decides what it notices. */
interface NotesOptions {
  readonly resources: ReadonlyMap<ResourceName, ImportResource>;
  readonly dryRun?: boolean;
  readonly show?: number;
}

/** What one import notices. Nothing that it leaves out or reads in its own way stays unsaid. */
export class ImportNotes {
  readonly #options: NotesOptions;
  readonly #mapping: Mapping | undefined;
  readonly #byResource = new Map<ResourceName, ResourceNotes>();
  readonly #references = new References();
  readonly #shown = new Map<ResourceName, Readonly<Record<string, unknown>>[]>();
  readonly #zones: Record<string, string> = {};
  #missing: ByResource<MissingReferences> = {};

  constructor(options: NotesOptions, mapping: Mapping | undefined) {
    this.#options = options;
    this.#mapping = mapping;
  }

  /** The notes of a resource. */
  of(name: ResourceName): ResourceNotes {
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

  /** Notes the columns of a CSV file. */
  seeColumns(file: ImportFile, { names, labels }: NamedColumns): void {
    const unused = this.#mapping && labels.filter((_, at) => names[at] === null);
    const named = names.filter((name) => name !== null);
    this.of(file.resource).seeColumns(named, unused ?? []);
  }

  /** Notes a row that was written, or that a dry run would have written. */
  seeWritten(resource: ImportResource, row: unknown): void {
    this.of(resource.name).seeWritten(row);
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

  /** What there is to say by now. */
  summary(): Notes {
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
