import type { Draft, Origin } from './drafts.js';
import type { ImportNotes } from './import-notes.js';
import type { Mapping } from './mapping.js';
import type { MappingPart } from './mapping-parts.js';
import { isMissing } from './missing.js';
import { type OptionalFields, parseWithout } from './optional-fields.js';
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

/** What becomes of the records that are read. */
interface Readings {
  readonly notes: ImportNotes;
  countsOf(kind: ResourceName): ResourceCounts;
  /** @param origin Its record holds what was read before the fault. */
  reject(origin: Origin, file: ImportFile, problem: RecordProblem): void;
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

  /** Takes the records that are acceptable so far, and rejects the others. */
  read(source: SourceRecord, file: ImportFile, take: (draft: Draft) => void): void {
    this.#to.notes.of(file.resource).seeSource(source.record);
    if (this.#mapping === undefined) {
      const resource = this.#resources.get(file.resource) as ImportResource;
      this.#to.countsOf(file.resource).read += 1;
      const reading = { part: undefined, place: source.record, repeats: false, isMain: true };
      const draft = this.#draft(source, file, resource, reading);
      if (draft !== undefined) take(draft);
      return;
    }
    if (this.#mapping.filter?.takes(source.record) === false) {
      this.#to.countsOf(file.resource).read += 1;
      this.#to.notes.of(file.resource).seeFiltered();
      return;
    }
    for (const part of this.#mapping.parts) this.#readPart(part, source, file, take);
  }

  #readPart(
    part: MappingPart,
    source: SourceRecord,
    file: ImportFile,
    take: (draft: Draft) => void,
  ): void {
    const resource = this.#resources.get(part.resource) as ImportResource;
    const isMain = part === this.#mapping?.parts[0];
    const repeats = !isMain || part.each !== undefined;
    for (const place of part.places(source.record)) {
      // Repeats are counted when they are put together.
      if (!repeats) this.#to.countsOf(part.resource).read += 1;
      if (part.each !== undefined) this.#to.notes.of(part.resource).seePlace(part, place);
      const draft = this.#draft(source, file, resource, { part, place, repeats, isMain });
      if (draft !== undefined) take(draft);
    }
  }

  #draft(
    source: SourceRecord,
    file: ImportFile,
    resource: ImportResource,
    { part, place, repeats, isMain }: Reading,
  ): Draft | undefined {
    const optional = part?.optional ?? NO_FIELDS;
    // Most records leave nothing out, and there may be millions of them.
    const leftOut: RecordProblem[] = optional.size === 0 ? NOTHING : [];
    const leaveOut =
      optional.size === 0 ? ignore : (problem: RecordProblem) => leftOut.push(problem);
    const found: Record<string, unknown> = part === undefined ? source.record : {};
    try {
      part?.identify(place, found, leaveOut);
      if (!isMain && !isThere(resource, found)) return undefined;
      const removal = resource.removalOf?.(found);
      if (removal === undefined) part?.fill(place, found, leaveOut);
      const record = removal ?? found;
      this.#to.notes.of(resource.name).seeRecord(record);
      parseWithout(record, optional, refuseText, leaveOut);
      return { resource, record, source, repeats, optional, leftOut };
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      this.#to.reject({ resource, record: found, source, repeats }, file, error);
      return undefined;
    }
  }
}

/** How a record is made of one of a file. */
interface Reading {
  /** Undefined where the record of the file is ours already. */
  readonly part: MappingPart | undefined;
  /** The place in the record of the file. */
  readonly place: SourceRecord['record'];
  readonly repeats: boolean;
  /** Whether a record has to be there; one of `also` may be missing. */
  readonly isMain: boolean;
}

const NO_FIELDS: OptionalFields = new Map();
const NOTHING: RecordProblem[] = [];
const ignore = () => {};

/** @throws RecordProblem for text that no database can hold. */
function refuseText(record: ImportRecord): void {
  const problem = checkText(record);
  if (problem !== null) throw problem;
}

/**
 * Whether a record of `also` is one at all: a listing without an agent has none of what would tell the agent from
 * others.
 */
function isThere({ identity = [] }: ImportResource, record: ImportRecord): boolean {
  return identity.every((field) => !isMissing(record[field]));
}
