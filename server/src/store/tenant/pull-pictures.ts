import type { Selectable } from 'kysely';
import { inPortions, upsert } from './bulk.js';
import type { TenantDatabase } from './open.js';
import type { PullPictureTable } from './pull-tables.js';
import { writeUnversioned } from './write.js';

/** A picture of a listing that is still to be fetched. */
export type PullPicture = Selectable<PullPictureTable>;

/** The pictures of these listings that are still to be fetched. */
export type WaitingPictures = ReadonlyMap<
  number,
  readonly Pick<PullPicture, 'media_key' | 'rank' | 'record'>[]
>;

/** How many pictures are still to be fetched, by source. */
export async function picturesToGo({
  db,
}: Pick<TenantDatabase, 'db'>): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('pull_picture')
    .select((eb) => ['source', eb.fn.countAll<number>().as('pictures')])
    .groupBy('source')
    .execute();
  return new Map(rows.map(({ source, pictures }) => [source, Number(pictures)]));
}

/** The pictures that are due, in the order in which they are to be fetched. */
export function duePictures(
  database: TenantDatabase,
  source: string,
  most: number,
): Promise<PullPicture[]> {
  return database.db
    .selectFrom('pull_picture')
    .selectAll()
    .where('source', '=', source)
    .where('due_at', '<=', database.now())
    .orderBy('rank')
    .orderBy('listing_id', 'desc')
    .orderBy('media_key')
    .limit(most)
    .execute();
}

const COLUMNS = [
  'source',
  'listing_id',
  'media_key',
  'record',
  'rank',
  'due_at',
  'attempts',
] as const;
const KEY = ['source', 'listing_id', 'media_key'] as const;

/** Notes when pictures are due that still wait, and how often they were requested. */
export async function setDue(
  database: TenantDatabase,
  pictures: readonly PullPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  await writeUnversioned(database, async (transaction) => {
    for (const { source, listing_id, media_key, due_at, attempts } of pictures) {
      await transaction
        .updateTable('pull_picture')
        .set({ due_at, attempts })
        .where('source', '=', source)
        .where('listing_id', '=', listing_id)
        .where('media_key', '=', media_key)
        .execute();
    }
  });
}

/** Notes which pictures of these listings are still to be fetched, and that no others are. What is noted so already is not written. */
export async function noteWaiting(
  database: TenantDatabase,
  source: string,
  waiting: WaitingPictures,
): Promise<void> {
  const noted = await inPortions([...waiting.keys()], (ids) =>
    database.db
      .selectFrom('pull_picture')
      .selectAll()
      .where('source', '=', source)
      .where('listing_id', 'in', ids)
      .execute(),
  );
  const nameOf = (picture: Pick<PullPicture, 'listing_id' | 'media_key'>) =>
    `${picture.listing_id} ${picture.media_key}`;
  const left = new Map(noted.map((picture) => [nameOf(picture), picture]));
  const stored: PullPicture[] = [];
  for (const [listing_id, pictures] of waiting) {
    for (const picture of pictures) {
      const name = nameOf({ ...picture, listing_id });
      const before = left.get(name);
      left.delete(name);
      if (before?.rank === picture.rank && before.record === picture.record) continue;
      stored.push({ source, listing_id, due_at: 0, attempts: 0, ...before, ...picture });
    }
  }
  if (stored.length > 0) {
    await writeUnversioned(database, (transaction) =>
      upsert(database, transaction, 'pull_picture', COLUMNS, KEY, stored),
    );
  }
  await removeWaiting(database, [...left.values()]);
}

export async function removeWaiting(
  database: TenantDatabase,
  pictures: readonly Pick<PullPicture, (typeof KEY)[number]>[],
): Promise<void> {
  if (pictures.length === 0) return;
  await writeUnversioned(database, async (transaction) => {
    for (const { source, listing_id, media_key } of pictures) {
      await transaction
        .deleteFrom('pull_picture')
        .where('source', '=', source)
        .where('listing_id', '=', listing_id)
        .where('media_key', '=', media_key)
        .execute();
    }
  });
}

export async function listingsThere(
  { db }: Pick<TenantDatabase, 'db'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await inPortions(ids, (portion) =>
    db.selectFrom('listing').select('id').where('id', 'in', portion).execute(),
  );
  return new Set(rows.map(({ id }) => id));
}
