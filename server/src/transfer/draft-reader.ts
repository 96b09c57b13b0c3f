import type { Draft } from './drafts.js';
import type { ImportNotes } from './import-notes.js';
import type { Mapping } from './mapping.js';
import type { MappingPart } from './mapping-parts.js';
import { checkText } from './record-text.js';
import {
  type ImportRecord,
  type ImportResource,
  RecordProblem,
  type ResourceName,
} from './resource.js';
import type { SourceRecord } from './source-items.js';
import type { ImportFile } from './sources.js';
import type { ResourceCounts } from './summary.js';
import { isMissing } from './transforms.js';

/** What becomes of the records that are read. */
interface Readings {
  readonly notes: ImportNotes;
  countsOf(kind: ResourceName): ResourceCounts;
  reject(source: SourceRecord, file: ImportFile, kind: ResourceName, problem: RecordProblem): void;
}

/** Makes our records of those of a file: one of each, or with a mapping one or several of each kind. */
export class DraftReader {
  readonly #resources: ReadonlyMap<ResourceName, ImportResource>;
  readonly #mapping: Mapping | undefined;
  readonly #to: Readings;

  constructor(
    resources: ReadonlyMap<ResourceName, ImportResource>,
    mapping: Mapping | undefined,
    to: Readings,
  ) {
    this.#resources = resources;
    this.#mapping = mapping;
    this.#to = to;
  }

  /** Yields the records that are acceptable so far, and rejects the others. */
  *read(source: SourceRecord, file: ImportFile): Generator<Draft> {
    this.#to.notes.of(file.resource).seeSource(source.record);
    if (this.#mapping === undefined) {
      const resource = this.#resources.get(file.resource) as ImportResource;
      this.#to.countsOf(file.resource).read += 1;
      const draft = this.#draft(source, file, resource, () => source.record);
      if (draft !== undefined) yield draft;
      return;
    }
    for (const part of this.#mapping.parts) yield* this.#ofPart(part, source, file);
  }

  *#ofPart(part: MappingPart, source: SourceRecord, file: ImportFile): Generator<Draft> {
    const resource = this.#resources.get(part.resource) as ImportResource;
    const isMain = part === this.#mapping?.parts[0];
    const repeats = !isMain || part.each;
    for (const place of part.places(source.record)) {
      // Repeats are counted when they are put together.
      if (!repeats) this.#to.countsOf(part.resource).read += 1;
      const draft = this.#draft(source, file, resource, () => part.apply(place), repeats);
      if (draft === undefined) continue;
      if (isMain || isThere(resource, draft.record)) yield draft;
    }
  }

  #draft(
    source: SourceRecord,
    file: ImportFile,
    resource: ImportResource,
    read: () => ImportRecord,
    repeats = false,
  ): Draft | undefined {
    try {
      const record = read();
      this.#to.notes.of(resource.name).seeRecord(record);
      const problem = checkText(record);
      if (problem !== null) throw problem;
      return { resource, record, source, repeats };
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      if (repeats) this.#to.countsOf(resource.name).read += 1;
      this.#to.reject(source, file, resource.name, error);
      return undefined;
    }
  }
}

/**
 * Whether a record of `also` is one at all: a listing without an agent has none of what would tell the agent from
 * others.
 */
function isThere({ identity = [] }: ImportResource, record: ImportRecord): boolean {
  return identity.every((field) => !isMissing(record[field]));
}
