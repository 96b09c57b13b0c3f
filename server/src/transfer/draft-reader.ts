import type { Draft } from './drafts.js';
import type { ImportNotes } from './import-notes.js';
import type { Mapping } from './mapping.js';
import type { MappingPart } from './mapping-parts.js';
import { isMissing } from './missing.js';
import { parseWithout } from './optional-fields.js';
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
      const draft = this.#draft(source, file, resource, NO_PART);
      if (draft !== undefined) yield draft;
      return;
    }
    if (this.#mapping.filter?.takes(source.record) === false) {
      this.#to.countsOf(file.resource).read += 1;
      this.#to.notes.of(file.resource).seeFiltered();
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
      const { optional } = part;
      const apply: Reading['apply'] = (leaveOut) => part.apply(place, leaveOut);
      const draft = this.#draft(source, file, resource, { optional, apply, repeats });
      if (draft === undefined) continue;
      if (isMain || isThere(resource, draft.record)) yield draft;
    }
  }

  #draft(
    source: SourceRecord,
    file: ImportFile,
    resource: ImportResource,
    { optional, apply, repeats }: Reading,
  ): Draft | undefined {
    const leftOut: RecordProblem[] = [];
    const leaveOut = (problem: RecordProblem) => leftOut.push(problem);
    try {
      const record = apply?.(leaveOut) ?? source.record;
      this.#to.notes.of(resource.name).seeRecord(record);
      parseWithout(record, optional, () => refuseText(record), leaveOut);
      return { resource, record, source, repeats, optional, leftOut };
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      if (repeats) this.#to.countsOf(resource.name).read += 1;
      this.#to.reject(source, file, resource.name, error);
      return undefined;
    }
  }
}

/** How a record is made of one of a file. */
interface Reading extends Pick<Draft, 'optional' | 'repeats'> {
  /** Left out where the record of the file is ours already. */
  readonly apply?: (leaveOut: (problem: RecordProblem) => void) => Record<string, unknown>;
}

const NO_PART: Reading = { optional: new Map(), repeats: false };

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
