import { Batch } from './batch.js';
import type { OptionalFields } from './optional-fields.js';
import {
  type ImportRecord,
  type ImportResource,
  RESOURCE_NAMES,
  type RecordProblem,
  type ResourceName,
} from './resource.js';
import type { SourceRecord } from './source-items.js';
import { isKeyObject } from './source-key.js';

/** The records that wait for their numbers take at most so many bytes of files. */
const WAITING_BYTES = 16 * 1024 * 1024;

/** A record in our own fields, and where it comes from. */
export interface Origin {
  readonly resource: ImportResource;
  readonly record: ImportRecord;
  readonly source: SourceRecord;
  /** Whether the file brings it again with each record around it, as an agent with each listing. */
  readonly repeats: boolean;
}

/** A record on its way to a row. */
export interface Draft extends Origin {
  /** The fields whose bad value costs only the field. */
  readonly optional: OptionalFields;
  /** What is wrong with the values of such fields, as far as it is known. */
  readonly leftOut: RecordProblem[];
}

/** Whether a source key stands in the place of a number. */
export function hasKeys({ resource, record }: Pick<Draft, 'resource' | 'record'>): boolean {
  for (const field of resource.keyFields ?? []) {
    const value = record[field];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value) ? value.some(isKeyObject) : isKeyObject(value)) return true;
  }
  return false;
}

/** Records that wait until there are enough of them to look up their keys together. */
export class WaitingDrafts {
  readonly #limit: number;
  #drafts: Draft[] = [];
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  get isFull(): boolean {
    return this.#drafts.length >= this.#limit || this.#bytes >= WAITING_BYTES;
  }

  add(draft: Draft): void {
    this.#drafts.push(draft);
    this.#bytes += draft.source.size;
  }

  /**
   * Takes them all out, with numbers in the place of their keys: those of each resource together, in the order in which
   * records name each other.
   */
  async numbered(
    dryRun: boolean,
  ): Promise<readonly (readonly [Draft, ImportRecord | RecordProblem])[]> {
    const drafts = this.#drafts;
    this.#drafts = [];
    this.#bytes = 0;
    const result: (readonly [Draft, ImportRecord | RecordProblem])[] = [];
    for (const name of RESOURCE_NAMES) {
      const ofOne = drafts.filter((draft) => draft.resource.name === name);
      const resource = ofOne[0]?.resource;
      if (resource === undefined) continue;
      const records = ofOne.map(({ record }) => record);
      const numbered = (await resource.numberKeys?.(records, dryRun)) ?? records;
      for (const [at, draft] of ofOne.entries()) result.push([draft, numbered[at] ?? draft.record]);
    }
    return result;
  }
}

/** The batches of the resources that a file holds. */
export class Batches {
  readonly #make: (resource: ImportResource) => Batch<unknown>;
  readonly #byName = new Map<ResourceName, Batch<unknown>>();

  constructor(rowLimit: number, dryRun: boolean) {
    this.#make = (resource) => new Batch(resource, rowLimit, dryRun);
  }

  of(resource: ImportResource): Batch<unknown> {
    const batch = this.#byName.get(resource.name) ?? this.#make(resource);
    this.#byName.set(resource.name, batch);
    return batch;
  }

  /** One that has to be written now. */
  get full(): Batch<unknown> | undefined {
    for (const batch of this.#byName.values()) if (batch.full) return batch;
    return undefined;
  }

  /** All of them, those of records that others name first. */
  get all(): readonly Batch<unknown>[] {
    return RESOURCE_NAMES.flatMap((name) => this.#byName.get(name) ?? []);
  }
}
