import { sql } from 'kysely';
import { contains } from '../../store/engines/dialect.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeTo } from '../../store/tenant/write.js';

/** The listing of a unique id; the first one where several have it. */
export async function listingOfUlid(
  database: TenantDatabase,
  ulid: string,
): Promise<number | undefined> {
  const found = await database.db
    .selectFrom('listing')
    .select('id')
    .where('ulid', '=', ulid)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/**
 * The listings with a virtual tour whose URL holds a video id as a whole: `x1` is in
 * `/watch?v=x1&t=3` and not in `/watch?v=x12`. Letter case counts, as it does in such ids (R101).
 */
export async function listingsOfVideo(
  database: TenantDatabase,
  videoId: string,
): Promise<readonly number[]> {
  const key = videoId.toLowerCase();
  const candidates = await database.db
    .selectFrom('listing')
    .select(['id', 'video', 'video2'])
    // Worded as in the partial index that skips the listings without a tour.
    .where(sql<boolean>`(video <> '' or video2 <> '')`)
    .where((eb) => eb.or([contains(sql`lower(video)`, key), contains(sql`lower(video2)`, key)]))
    .orderBy('id')
    .execute();
  return candidates
    .filter(({ video, video2 }) => [video, video2].some((url) => holdsId(url, videoId)))
    .map(({ id }) => id);
}

/** Whether a URL holds the id after its host; the words of a host may look like ids. */
function holdsId(url: string, id: string): boolean {
  const behindHost = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  for (let at = behindHost.indexOf(id); at >= 0; at = behindHost.indexOf(id, at + 1)) {
    const before = behindHost.charAt(at - 1);
    const after = behindHost.charAt(at + id.length);
    if (!isOfId(before) && !isOfId(after)) return true;
  }
  return false;
}

function isOfId(character: string): boolean {
  return /^[A-Za-z0-9_-]$/.test(character);
}

/** Attaches a video of a video service to a listing. */
export async function attachVideo(
  database: TenantDatabase,
  listing: number,
  videoId: string,
): Promise<void> {
  await writeTo(database, async (transaction, changes) => {
    const set = await transaction
      .updateTable('listing')
      .set({ partner_video: videoId })
      .where('id', '=', listing)
      .returning('id')
      .execute();
    changes.wrote(
      'listings',
      set.map(({ id }) => id),
      changedLine('partnerVideo'),
    );
  });
}
