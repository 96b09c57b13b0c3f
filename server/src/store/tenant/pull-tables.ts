import type { Generated, Kysely } from 'kysely';
import { makePullPaces, type PullPaceTables } from '../directory/pull-pace-tables.js';
import type { Place } from '../engines/dialect.js';
import { addColumns, addIndex, makeTable } from '../schema/steps.js';

/** A source that is pulled, and the run that pulls it now. Moments are milliseconds since the epoch, 0 for never. */
interface PullSourceTable {
  source: string;
  /** Tells the run that holds the source; empty for none. */
  holder: string;
  held_until: number;
  succeeded_at: number;
  /** How many runs in a row have failed. */
  failures: number;
  /** Whether the operator got an email that they fail, and none yet that they work again; 1 or 0. */
  alarmed: number;
  /** How many requests were made and records read since the beginning, for metrics. */
  requests: number;
  records: number;
  /** Until when no run may read the source, where the last one ended for that. */
  waits_until: Generated<number>;
  /** The message about the last run that the readers of a feed still have to get, as JSON; empty for nothing. */
  owed: Generated<string>;
  /** When its first run began, or it was added to the pulls that servers run; 0 where that was before 0.5.0. */
  added_at: Generated<number>;
}

/** How far one resource of a source has been read. */
export interface PullResourceTable {
  source: string;
  /** As the source calls it: `Property`. */
  resource: string;
  /** From when on changes are asked for, by the clock of the source; empty ahead of the first whole pass. */
  watermark: string;
  /** By the clock of the source, when the pass that is under way began; empty for none. */
  began: string;
  /** The page that comes next, and when the source named it. */
  link: string;
  linked_at: number;
  /** Where the pass can go on without its link: the last key or moment of change that it has passed. */
  position: string;
  /** Whether pages of this pass came in another order, so that no position is known; 1 or 0. */
  unordered: number;
  /** Whether the pass that is under way reads everything; 1 or 0. */
  whole: number;
  /** Tells the mapping of the last pass that read everything. */
  mapping: string;
  /** When all keys were last compared, and how many records of the source were here then; 0 where that is not known. */
  swept_at: number;
  base: number;
}

/** A record that was rejected, so that it can be asked for again. */
interface PullRejectTable {
  source: string;
  resource: string;
  key: string;
}

/** A record that was removed as the source did not name its key. */
interface PullSweptTable {
  source: string;
  resource: string;
  key: string;
  swept_at: number;
}

/** A picture of a listing that is still to be fetched. Its address is not kept: most are good for an hour. */
export interface PullPictureTable {
  source: string;
  listing_id: number;
  /** As its source knows it. */
  media_key: string;
  /** What finds the record of the listing. */
  record: string;
  /** Pictures with a low one are fetched first. */
  rank: number;
  due_at: number;
  /** How often it was requested. */
  attempts: number;
}

/** A pull that servers run. */
export interface PullScheduleTable {
  source: string;
  /** Tells it from others of its name: its secrets are sealed for it. */
  public_id: string;
  /** Its file, as it was written. */
  file: string;
  /** The mappings next to the file, by what it calls them, as JSON. Those that ship are not among them. */
  mappings: string;
  /** Sealed secrets by the names of their variables, as JSON. */
  secrets: string;
  every_ms: number;
  /** 1 or 0. */
  paused: number;
  /** When it is due. */
  next_at: number;
}

/** `PullPaceTables`: what a release up to 0.4.0 has counted here. Since then the directory counts. */
export interface PullTables extends PullPaceTables {
  pull_schedule: PullScheduleTable;
  pull_source: PullSourceTable;
  pull_resource: PullResourceTable;
  pull_reject: PullRejectTable;
  pull_swept: PullSweptTable;
  pull_picture: PullPictureTable;
}

export async function makePulls(db: Kysely<unknown>, place: Place): Promise<void> {
  const source = 'text: source holder integer: held_until succeeded_at';
  await makeTable(db, place, 'pull_source', 'source', source);
  const resource = `text: source resource watermark began link position mapping
    integer: linked_at unordered whole swept_at`;
  await makeTable(db, place, 'pull_resource', 'source, resource', resource);
  await makeTable(db, place, 'pull_reject', 'source, resource, key', 'text: source resource key');
  await makePullPaces(db, place);
}

export async function makePullPictures(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = 'text: source media_key record integer: listing_id rank due_at attempts';
  await makeTable(db, place, 'pull_picture', 'source, listing_id, media_key', columns);
  await addIndex(db, 'pull_picture_rank', 'pull_picture', 'source, rank, listing_id desc');
}

/** The step that notes which messages readers still have to get. */
export async function addOwedReports(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'pull_source', 'text: owed');
}

/** The step that notes since when a source is to be pulled. */
export async function addPullBegins(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'pull_source', 'integer: added_at');
}

/** The step that notes how runs have ended. */
export async function addPullEnds(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'pull_source', 'integer: failures alarmed requests records');
}

/** The step that notes what removals by pulls compare with, what comparisons of keys have removed, and how long a pull waits. */
export async function addPullBases(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'pull_resource', 'integer: base');
  await addColumns(db, place, 'pull_source', 'integer: waits_until');
  const columns = 'text: source resource key integer: swept_at';
  await makeTable(db, place, 'pull_swept', 'source, resource, key', columns);
}

export async function makePullSchedules(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = 'text: public_id file mappings secrets integer: every_ms paused next_at';
  await makeTable(db, place, 'pull_schedule', 'text?: source', columns);
}
