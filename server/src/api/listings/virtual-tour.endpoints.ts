import { type Call, endpoint } from '../endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../envelopes.js';
import { whole } from '../params.js';
import type { CheckedParams } from '../read-params.js';
import { tourParams } from './virtual-tour.params.js';
import { listingExists, setTours } from './virtual-tour.queries.js';

const GIVEN_SHOWN = 80;

const listingNumber = whole(1);

/** The callback of a video service. R100. */
export const virtualTourEndpoints = [
  endpoint({
    method: 'POST',
    path: '/vtour',
    access: 'key',
    tag: 'Virtual tours and video callback',
    summary: 'Set the virtual tours of a listing',
    params: tourParams,
    answer: WriteEnvelope,
    onFailure: writeFailure,
    check: listingNamed,
    handle: async ({ client }, { vtourURL: video, vtourURL2: video2 }, listing) => {
      const tours = {
        ...(video === undefined ? {} : { video }),
        ...(video2 === undefined ? {} : { video2 }),
      };
      // An empty address changes nothing; it does not clear a tour.
      if (Object.keys(tours).length > 0) await setTours(client.database, listing, tours);
      return success(codes.counted);
    },
  }),
];

/** @returns The number of the listing, if it exists. */
async function listingNamed(
  { client }: Call,
  { values: { listingID }, failures }: CheckedParams<typeof tourParams>,
): Promise<number> {
  if (listingID === undefined) return 0;
  // The parameter is text, and text that is not a number belongs to no listing (R98).
  const listing = listingNumber.parse(listingID);
  if (typeof listing === 'number' && (await listingExists(client.database, listing)))
    return listing;
  const shown = listingID.slice(0, GIVEN_SHOWN);
  failures.push(new Failure(codes.listingUnknown, `Listing ${shown} does not exist.`));
  return 0;
}
