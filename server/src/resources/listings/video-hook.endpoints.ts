import { sql } from 'kysely';
import { Type } from 'typebox';
import { type Call, endpoint } from '../../api/endpoint.js';
import { codes, envelope, Failure, success, writeFailure } from '../../api/envelopes.js';
import { named } from '../../api/fields.js';
import { GIVEN_SHOWN, MALFORMED, type Param, required, type Values } from '../../api/params.js';
import type { AnswerContext } from '../../api/request-context.js';
import { idsOf } from '../../lib/grouped.js';
import { contains } from '../../store/engines/dialect.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeTo } from '../../store/tenant/write.js';
import { listingsById } from './listing.queries.js';
import { detailRecord } from './listing.record.js';
import { ListingDetail } from './listing.schema.js';

/** The id that a video service gives a video: letters, digits and a few signs, as in its URLs. */
const VIDEO_ID = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_.:~-]{1,200}$/;

const videoId: Param<string | undefined> = {
  schema: Type.String({ maxLength: 200, description: 'The id that the video service gave' }),
  accepts: 'a video id: at most 200 letters, digits and characters out of _ . : ~ -',
  fallback: undefined,
  parse: (input) => (VIDEO_ID.test(input.trim()) ? input.trim() : MALFORMED),
};

const ulid: Param<string | undefined> = {
  schema: Type.String({ maxLength: 500, description: 'The unique id of the listing' }),
  accepts: 'one line of at most 500 characters',
  fallback: undefined,
  parse: (input) => (input.length > 500 || /\p{Cc}/u.test(input) ? MALFORMED : input.trim()),
};

/** The parameters of `POST /videohook`. R100. */
const hookParams = { videoId: required(videoId), ulid };

/** The listing of a unique id; the first one where several have it. */
async function listingOfUlid(database: TenantDatabase, ulid: string): Promise<number | undefined> {
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
async function listingsOfVideo(
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

async function attachVideo(database: TenantDatabase, listing: number, videoId: string) {
  await writeTo(database, async (transaction, changes) => {
    const set = await transaction
      .updateTable('listing')
      .set({ partner_video: videoId })
      .where('id', '=', listing)
      .returning('id')
      .execute();
    changes.wrote('listings', idsOf(set), changedLine('partnerVideo'));
  });
}

/** The answer to a video callback. R37, R64. */
const VideoHookEnvelope = envelope(
  'VideoHookEnvelope',
  {
    LISTING: Type.Union([ListingDetail, Type.Object({}, { additionalProperties: false })], {
      description: 'The listing that the video was attached to; empty when there is none',
    }),
  },
  {
    success: { LISTING: ListingDetail },
    error: {
      LISTING: named('NoListing', 'Empty on failure', {}),
    },
  },
);

/** The callback of a video service. R100. */
export const videoHookEndpoints = [
  endpoint({
    method: 'POST',
    path: '/videohook',
    access: 'key',
    tag: 'Virtual tours and video callback',
    operation: 'attachVideo',
    summary: 'Attach a video of a video service to its listing',
    description:
      "Attaches a video to the listing of its `ulid`, or else to the one whose tour's address holds the video's id. Answers the listing.",
    params: hookParams,
    answer: VideoHookEnvelope,
    codes: [codes.listingUnknown],
    onFailure: (failure) => ({ ...writeFailure(failure), LISTING: {} }),
    handle: hookVideo,
  }),
];

/** A listing and the database it is in: the tenant's own, or one of its feeds. */
interface Found {
  readonly database: TenantDatabase;
  readonly context: AnswerContext;
  readonly listing: number;
}

async function hookVideo(call: Call, { videoId, ulid }: Values<typeof hookParams>) {
  const found = await listingFor(call, videoId, ulid);
  if (found instanceof Failure) return found;
  await attachVideo(found.database, found.listing, videoId);
  const [row] = await listingsById(found.database, [found.listing]);
  const LISTING = row === undefined ? {} : detailRecord(row, found.context);
  return { ...success(codes.counted), LISTING };
}

/** Looks in the tenant's own database and then in its feeds; the first that knows has the word. */
async function listingFor(
  call: Call,
  videoId: string,
  ulid: string | undefined,
): Promise<Found | Failure> {
  const { tenant } = call;
  const places = [
    { database: tenant.database, context: call.context },
    { database: tenant.feeds.mls, context: call.feedContext('mls') },
    { database: tenant.feeds.rls, context: call.feedContext('rls') },
  ];
  for (const { database, context } of places) {
    if (database === undefined) continue;
    const [listing, ...others] = await matching(database, videoId, ulid);
    if (others.length > 0) {
      return unknown(`Several listings have the video ${videoId} in a tour: send the ulid of one.`);
    }
    if (listing !== undefined) return { database, context, listing };
  }
  return unknown(
    ulid === undefined
      ? `No listing has the video ${videoId} in a tour.`
      : `No listing has the ulid ${ulid.slice(0, GIVEN_SHOWN)}.`,
  );
}

function unknown(message: string): Failure {
  return new Failure(codes.listingUnknown, message);
}

async function matching(
  database: TenantDatabase,
  videoId: string,
  ulid: string | undefined,
): Promise<readonly number[]> {
  if (ulid === undefined) return listingsOfVideo(database, videoId);
  const listing = await listingOfUlid(database, ulid);
  return listing === undefined ? [] : [listing];
}
