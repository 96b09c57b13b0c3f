import { Batch } from './batch.js';
import { isMissing } from './column.js';
import type { ImportAccount } from './import-account.js';
import type { Mapping } from './mapping.js';
import type { MappingPart } from './mapping-parts.js';
import { checkText, type OptionalFields, parseWithout } from './read-row.js';
import {
  type ImportRecord,
  type ImportResource,
  REMOVE,
  RESOURCE_NAMES,
  RecordProblem,
  type ResourceName,
} from './resource.js';
import type { SourceRecord } from './source-items.js';
import { isKeyObject } from './source-key.js';
import type { ImportFile } from './sources.js';

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

  /** Takes them all out, numbered: those of each resource together, in the order in which records name each other. */
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

/** Makes our records of those of a file: one of each, or with a mapping one or several of each kind. */
export class DraftReader {
  readonly #resources: ReadonlyMap<ResourceName, ImportResource>;
  readonly #mapping: Mapping | undefined;
  readonly #account: ImportAccount;
  readonly #reject: (origin: Origin, file: ImportFile, problem: RecordProblem) => void;

  /** @param reject Receives records with a fault; `record` of the origin holds what was read before it. */
  constructor(
    resources: ReadonlyMap<ResourceName, ImportResource>,
    mapping: Mapping | undefined,
    account: ImportAccount,
    reject: (origin: Origin, file: ImportFile, problem: RecordProblem) => void,
  ) {
    this.#resources = resources;
    this.#mapping = mapping;
    this.#account = account;
    this.#reject = reject;
  }

  /** Takes the records that are acceptable so far, and rejects the others. */
  read(source: SourceRecord, file: ImportFile, take: (draft: Draft) => void): void {
    this.#account.notesOf(file.resource).seeSource(source.record);
    if (this.#mapping === undefined) {
      const resource = this.#resources.get(file.resource) as ImportResource;
      this.#account.countsOf(file.resource).read += 1;
      const reading = { part: undefined, place: source.record, repeats: false, isMain: true };
      const draft = this.#draft(source, file, resource, reading);
      if (draft !== undefined) take(draft);
      return;
    }
    if (this.#mapping.filter?.takes(source.record) === false) {
      this.#account.countsOf(file.resource).read += 1;
      this.#account.notesOf(file.resource).seeFiltered();
      return;
    }
    const [main, ...others] = this.#mapping.parts;
    const isRemoved = this.#mapping.removes?.takes(source.record) === true;
    this.#readPart(main, source, file, take, isRemoved);
    // What comes with a record that is to go says nothing of others.
    if (!isRemoved) for (const part of others) this.#readPart(part, source, file, take);
  }

  #readPart(
    part: MappingPart,
    source: SourceRecord,
    file: ImportFile,
    take: (draft: Draft) => void,
    isRemoved = false,
  ): void {
    const resource = this.#resources.get(part.resource) as ImportResource;
    const isMain = part === this.#mapping?.parts[0];
    const repeats = !isMain || part.each !== undefined;
    for (const place of part.places(source.record)) {
      // Repeats are counted when they are put together.
      if (!repeats) this.#account.countsOf(part.resource).read += 1;
      if (part.each !== undefined) this.#account.notesOf(part.resource).seePlace(part, place);
      const draft = this.#draft(source, file, resource, {
        part,
        place,
        repeats,
        isMain,
        isRemoved,
      });
      if (draft !== undefined) take(draft);
    }
  }

  #draft(
    source: SourceRecord,
    file: ImportFile,
    resource: ImportResource,
    { part, place, repeats, isMain, isRemoved }: Reading,
  ): Draft | undefined {
    const optional = part?.optional ?? NO_FIELDS;
    // Most records leave nothing out, and there may be millions of them.
    const leftOut: RecordProblem[] = optional.size === 0 ? NOTHING : [];
    const leaveOut =
      optional.size === 0 ? ignore : (problem: RecordProblem) => leftOut.push(problem);
    const found: Record<string, unknown> = part === undefined ? source.record : {};
    try {
      part?.identify(place, found, leaveOut);
      if (isRemoved === true) found[REMOVE] = true;
      if (!isMain && !isThere(resource, found)) return undefined;
      const removal = resource.removalOf?.(found);
      if (removal === undefined) part?.fill(place, found, leaveOut);
      const record = removal ?? found;
      this.#account.notesOf(resource.name).seeRecord(record);
      parseWithout(record, optional, refuseText, leaveOut);
      return { resource, record, source, repeats, optional, leftOut };
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      this.#reject({ resource, record: found, source, repeats }, file, error);
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
  /** Whether `remove` of the mapping takes the record away. */
  readonly isRemoved?: boolean;
}

const NO_FIELDS: OptionalFields = new Map();
const NOTHING: RecordProblem[] = [];
const ignore = () => {};

/** @throws RecordProblem for text that no database can hold. */
function refuseText(record: ImportRecord): void {
  const problem = checkText(record);
  if (problem !== null) throw problem;
}

/** Whether a record of `also` is one at all: a listing without an agent has none of what tells agents apart. */
function isThere({ identity = [] }: ImportResource, record: ImportRecord): boolean {
  return identity.every((field) => !isMissing(record[field]));
}

/** Faults that are remembered. A file in which each record has another has no end of them. */
const MOST_FAULTS = 100_000;

/** What is new in a record that comes many times. */
interface NewPart {
  readonly record: ImportRecord;
  readonly isFirst: boolean;
  forget(): void;
}

/**
 * Puts records together that a file brings many times, as it brings an agent with each of the agent's listings. The first
 * that has a field says what it is (R243). So a file whose copies differ leads to the same records each time, and not to a change
 * with each copy.
 */
export class Repeats {
  /** By resource and record, the fields that were there. Equal sets are one object: there are few. */
  readonly #given = new Map<string, ReadonlySet<string>>();
  readonly #sets = new Map<string, ReadonlySet<string>>();
  readonly #faults = new Set<string>();

  /** Whether a rejected record comes with this fault for the first time. */
  isNewFault(
    { name, identity = [] }: ImportResource,
    record: ImportRecord,
    { field, message }: RecordProblem,
  ): boolean {
    if (identity.length > 1 || this.#faults.size >= MOST_FAULTS) return true;
    const fault = JSON.stringify([name, ...identity.map((id) => record[id]), field, message]);
    if (this.#faults.has(fault)) return false;
    this.#faults.add(fault);
    return true;
  }

  /**
   * What is new in a record.
   *
   * @returns The record itself where it comes for the first time; else with only the fields that nothing before it had, and
   *   undefined where there are none. `forget` takes it for one that did not come: it was rejected.
   */
  newIn(resource: ImportResource, record: ImportRecord): NewPart | undefined {
    // What only the record around it distinguishes, as a photo by its listing, comes once. There may be
    // millions of these.
    if ((resource.identity?.length ?? 1) > 1) return { record, isFirst: true, forget: () => {} };
    const name = nameOf(resource, record);
    const given = this.#given.get(name);
    const fields = Object.keys(record);
    if (given === undefined) {
      this.#given.set(name, this.#setOf(fields));
      return { record, isFirst: true, forget: () => void this.#given.delete(name) };
    }
    const added = fields.filter((field) => !given.has(field));
    if (added.length === 0) return undefined;
    this.#given.set(name, this.#setOf([...given, ...added]));
    const kept = [...(resource.identity ?? []), ...added];
    const rest = Object.fromEntries(kept.map((field) => [field, record[field]]));
    return { record: rest, isFirst: false, forget: () => void this.#given.set(name, given) };
  }

  #setOf(fields: readonly string[]): ReadonlySet<string> {
    const name = fields.join();
    const set = this.#sets.get(name) ?? new Set(fields);
    this.#sets.set(name, set);
    return set;
  }
}

function nameOf({ name, identity = [] }: ImportResource, record: ImportRecord): string {
  return [name, ...identity.map((field) => String(record[field]))].join(' ');
}
