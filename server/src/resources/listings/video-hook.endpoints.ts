import { Type } from 'typebox';
import { type Call, endpoint } from '../../api/endpoint.js';
import { codes, envelope, Failure, success, writeFailure } from '../../api/envelopes.js';
import type { Values } from '../../api/params.js';
import type { AnswerContext } from '../../api/request-context.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { listingsById } from './listing.queries.js';
import { detailRecord } from './listing.record.js';
import { ListingDetail } from './listing.schema.js';
import { attachVideo, listingOfUlid, listingsOfVideo } from './video-hook.queries.js';
import { hookParams } from './virtual-tour.params.js';

/** The answer to a video callback. R37, R64. */
export const VideoHookEnvelope = envelope(
  'VideoHookEnvelope',
  {
    LISTING: Type.Union([ListingDetail, Type.Object({}, { additionalProperties: false })], {
      description: 'The listing that the video was attached to; empty when there is none',
    }),
  },
  {
    success: { LISTING: ListingDetail },
    error: {
      LISTING: Type.Object(
        {},
        { $id: 'NoListing', description: 'Empty on failure', additionalProperties: false },
      ),
    },
  },
);

const GIVEN_SHOWN = 80;

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
