import { type ColumnReader, columnReader, type ForeignRecord, isMissing } from './column.js';
import type { Mapping } from './mapping.js';
import type { MappingPart } from './mapping-parts.js';
import type { Reject } from './rejects.js';
import type { ImportResource } from './resource.js';
import type { FieldReason } from './summary.js';

/** Names that are remembered of one resource. A file whose names are data has no end of them. */
const MOST_NAMES = 1000;

/**
 * What an import notices of the records of one resource, besides counting them: names that no field takes,
 * fields that no record fills, and why records were rejected.
 */
export class ResourceNotes {
  readonly #resource: ImportResource;
  /** With a mapping: the columns that it reads, and the first names of their paths. */
  readonly #used: ReadonlySet<string> | undefined;
  readonly #judged = new Set<string>();
  readonly #ignored = new Set<string>();
  readonly #computed = new Set<string>();
  readonly #filled = new Set<string>();
  /** The fields that the mapping or a header names and that no record has filled so far. */
  readonly #unfilled: Set<string>;
  /** The columns of the mapping in which no record has held anything so far. */
  readonly #unread: Map<string, ColumnReader>;
  /** The same of the columns inside the records at a path. */
  readonly #unreadInside = new Map<MappingPart, Map<string, ColumnReader>>();
  readonly #remarks = new Map<string, number>();
  readonly #reasons = new FieldReasons();
  readonly #leftOut = new FieldReasons();
  #sources = 0;
  #accepted = 0;
  #filtered = 0;

  constructor(resource: ImportResource, mapping: Mapping | undefined) {
    this.#resource = resource;
    const columns = mapping?.columns ?? [];
    this.#used =
      mapping && new Set(columns.flatMap((column) => [column, column.split('.', 1)[0] as string]));
    const parts = mapping?.parts.filter((part) => part.resource === resource.name) ?? [];
    this.#unfilled = new Set(parts.flatMap(({ fields }) => fields));
    for (const field of this.#unfilled) this.#noteComputed(field);
    this.#unread = new Map(columns.map((column) => [column, columnReader(column)]));
  }

  /**
   * Notes the columns of a CSV file.
   *
   * @param names Those that its records have.
   * @param unused Those that the mapping does not read.
   */
  seeColumns(names: readonly string[], unused: readonly string[]): void {
    for (const column of unused) this.#ignore(column);
    if (this.#used !== undefined) return;
    for (const name of names) {
      if (this.#isField(name) && !this.#filled.has(name)) this.#unfilled.add(name);
    }
  }

  /** Notes a record as the file has it. */
  seeSource(source: ForeignRecord): void {
    this.#sources += 1;
    for (const name in source) if (!this.#judged.has(name)) this.#judge(name);
    for (const [column, read] of this.#unread) {
      if (holdsSomething(read(source))) this.#unread.delete(column);
    }
  }

  /** Notes the place of a record within another. */
  seePlace(part: MappingPart, place: ForeignRecord): void {
    let unread = this.#unreadInside.get(part);
    if (unread === undefined) {
      unread = new Map(part.inner.map((column) => [column, columnReader(column)]));
      this.#unreadInside.set(part, unread);
    }
    for (const [column, read] of unread) if (holdsSomething(read(place))) unread.delete(column);
  }

  /** Notes a record in our own fields. */
  seeRecord(record: Readonly<Record<string, unknown>>): void {
    for (const field of this.#unfilled) {
      if (!holdsSomething(record[field])) continue;
      this.#unfilled.delete(field);
      this.#filled.add(field);
    }
  }

  /** Counts what there is to say of a row that is written. */
  seeWritten(row: unknown): void {
    this.#accepted += 1;
    const remark = this.#resource.remark?.(row);
    if (remark !== undefined) this.#remarks.set(remark, (this.#remarks.get(remark) ?? 0) + 1);
  }

  /** Counts a rejected record by its field; the first of each field is the example. */
  seeReject(reject: Reject): void {
    this.#reasons.add(reject);
  }

  /** Counts a field that an accepted record came without, as its value was at fault. */
  seeLeftOut(field: Omit<Reject, 'record'>): void {
    this.#leftOut.add(field);
  }

  /** Counts a record that the mapping does not take. */
  seeFiltered(): void {
    this.#filtered += 1;
  }

  /** Columns or members of the files that no field takes. */
  get ignored(): string[] {
    return [...this.#ignored];
  }

  /** Fields of the files or of the mapping that follow from others, and are ignored. */
  get computed(): string[] {
    return [...this.#computed];
  }

  /**
   * Fields that the mapping or a header names, and that no accepted record filled. None where no record
   * was accepted: a field of a rejected record may have been filled, and its reject says what is wrong.
   */
  get unfilled(): string[] {
    return this.#accepted === 0 ? [] : [...this.#unfilled];
  }

  /** Columns that the mapping reads, and that no record has anything in. */
  get unread(): string[] {
    const inside = [...this.#unreadInside].flatMap(([{ each }, unread]) =>
      [...unread.keys()].map((column) => `${each}: ${column}`),
    );
    return this.#sources === 0 ? inside : [...this.#unread.keys(), ...inside];
  }

  /** What there is to say of written records, and of how many. */
  get remarks(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#remarks);
  }

  /** The reasons of rejects, of the most frequent field first. */
  get reasons(): FieldReason[] {
    return this.#reasons.list();
  }

  get leftOut(): FieldReason[] {
    return this.#leftOut.list();
  }

  /** How many records the mapping does not take. */
  get filtered(): number {
    return this.#filtered;
  }

  #judge(name: string): void {
    if (this.#judged.size >= MOST_NAMES) return;
    this.#judged.add(name);
    if (this.#used === undefined) this.#noteComputed(name);
    const isTaken = this.#used === undefined ? this.#isField(name) : this.#isRead(name, this.#used);
    if (!isTaken) this.#ignore(name);
  }

  /** A path that begins with `*` reads every member. */
  #isRead(name: string, used: ReadonlySet<string>): boolean {
    return used.has(name) || used.has('*');
  }

  #noteComputed(field: string): void {
    if (this.#resource.computed?.has(field) === true) this.#computed.add(field);
  }

  #ignore(name: string): void {
    if (this.#ignored.size < MOST_NAMES) this.#ignored.add(name);
  }

  #isField(name: string): boolean {
    const { fields, openFields } = this.#resource;
    return fields.has(name) || (openFields !== undefined && name.search(openFields) !== -1);
  }
}

/** An empty list holds nothing: it is all that `photos.*.url` finds where photos have no `url`. */
function holdsSomething(value: unknown): boolean {
  return !isMissing(value) && !(Array.isArray(value) && value.length === 0);
}

/** Fields that are counted by themselves. */
const MOST_FIELDS = 100;

/** Stands for all fields over the limit. */
const OTHER_FIELDS = '…';

/** What was wrong with values, by field: how many, and the first as the example. */
export class FieldReasons {
  readonly #reasons = new Map<string, FieldReason>();

  add({ file, line, element, field, reason }: Omit<Reject, 'record'>): void {
    const [top = ''] = field.split('.', 1);
    const isNew = !this.#reasons.has(top);
    const key = isNew && this.#reasons.size >= MOST_FIELDS ? OTHER_FIELDS : top;
    const first = this.#reasons.get(key);
    if (first !== undefined) first.count += 1;
    else {
      const place = element === undefined ? { file, line } : { file, line, element };
      this.#reasons.set(key, { field: key, count: 1, reason, ...place });
    }
  }

  /** Those of the most frequent field first. */
  list(): FieldReason[] {
    return [...this.#reasons.values()].sort((one, other) => other.count - one.count);
  }
}
