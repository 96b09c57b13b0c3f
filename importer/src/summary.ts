import type { ResourceName } from './resource.js';

export interface ResourceCounts {
  read: number;
  /** Those that were taken; in a dry run: that would be. */
  written: number;
  rejected: number;
  /** How many of the written ones were there as they are. Absent if there are none, as `removed`. */
  unchanged?: number;
  /** How many of the written ones asked for the removal of their record, which was there. */
  removed?: number;
  /** How many values were left out, as staff keep other ones. */
  kept?: number;
}

/** What was wrong with the values of one field. */
export interface FieldReason {
  /** By our name; empty for an error of the record as a whole. */
  readonly field: string;
  count: number;
  /** The reason of the first, and its place. */
  readonly reason: string;
  readonly file: string;
  readonly line: number;
  readonly element?: number;
}

/** Records of one resource that imported records name and that do not exist. */
export interface MissingReferences {
  /** How many of them. */
  readonly count: number;
  /** How many imported records name them. */
  readonly records: number;
  /** The first ten: numbers, or the text of source keys. */
  readonly ids: readonly (number | string)[];
}

/** What a complete import did not remove of a kind. */
export interface RefusedRemoval {
  /** How many records no file names; 0 where that was not looked at. */
  readonly count: number;
  /** How many records of the kind there are. */
  readonly of: number;
  /** Why nothing was removed, and what to do, in a sentence. */
  readonly reason: string;
}

/** Something by resource; a resource with nothing to say is absent. */
export type ByResource<Value> = { [Name in ResourceName]?: Value };

/** What an import noticed. Each member is absent when there is nothing to say. */
export interface Notes {
  /** Columns or members of the files that no field takes: their values are not imported. */
  ignored?: ByResource<string[]>;
  /** Fields of the files that follow from others: their values are not imported. */
  computed?: ByResource<string[]>;
  /** Fields that the mapping or the header of a CSV file names, and that no accepted record filled. */
  unfilled?: ByResource<string[]>;
  /** Columns that the mapping reads, and that no record has anything in. */
  unread?: ByResource<string[]>;
  /** What there is to say of written records, and of how many: listings that no search finds. */
  remarks?: ByResource<Readonly<Record<string, number>>>;
  /** Records that the imported ones name and that do not exist. */
  missing?: ByResource<MissingReferences>;
  /** Fields that written records came without, as a value that `otherwise: missing` covers was at fault. */
  leftOut?: ByResource<FieldReason[]>;
  /** Records that the mapping's `only` and `skip` do not take. They are counted as read. */
  filtered?: ByResource<number>;
  /** Why records were rejected. */
  reasons?: ByResource<FieldReason[]>;
  /** Files of an export of another zone, whose times were read in it. */
  zones?: { [path: string]: string };
  /** The first records as they were read, with `--show`. */
  shown?: ByResource<Readonly<Record<string, unknown>>[]>;
}

/** What has come of the pictures that an import took from URLs. */
export interface FetchedCounts {
  /** Those that were fetched now. */
  readonly fetched: number;
  /** Those that an import has fetched before. */
  readonly known: number;
  readonly failed: number;
  /** Why some could not be fetched, each with the first of them. */
  readonly reasons?: readonly {
    readonly reason: string;
    readonly count: number;
    readonly first: string;
  }[];
  /** Of a pull: whether it left the others, as one after the other failed. */
  readonly gaveUp?: boolean;
}

/** The JSON object that an import prints. It names only resources that had a file. */
export type ImportSummary = ByResource<ResourceCounts> &
  Notes & {
    /** The rejects file; null when nothing was rejected. */
    rejects: string | null;
    /** The files of a folder that an import does not read; absent when there are none. */
    skipped?: string[];
    /** How many records a complete import removed of each kind; in a dry run: would remove. */
    removed?: ByResource<number>;
    /** The kinds of which a complete import has removed nothing, although records were not named. */
    refused?: ByResource<RefusedRemoval>;
    /** Present when a request to stop came, so the files were not read to their end. */
    interrupted?: true;
    /** With `--fetch-pictures`: what has come of them. */
    pictures?: FetchedCounts;
  };
