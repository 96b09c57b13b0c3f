import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../../api/envelopes.js';
import { whole } from '../../api/params.js';
import type { CheckedParams } from '../../api/read-params.js';
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
    operation: 'setVirtualTours',
    summary: 'Set the virtual tours of a listing',
    description:
      'Sets the addresses of one or both tours of a listing. An address that is left out or empty changes nothing.',
    params: tourParams,
    answer: WriteEnvelope,
    codes: [codes.listingUnknown],
    onFailure: writeFailure,
    check: findListing,
    handle: async ({ tenant }, { vtourURL: video, vtourURL2: video2 }, listing) => {
      const tours = {
        ...(video === undefined ? {} : { video }),
        ...(video2 === undefined ? {} : { video2 }),
      };
      // An empty address changes nothing; it does not clear a tour.
      if (Object.keys(tours).length > 0) await setTours(tenant.database, listing, tours);
      return success(codes.counted);
    },
  }),
];

/** Finds the id of the listing; 0 if there is no such listing. */
async function findListing(
  { tenant }: Call,
  { values: { listingID } }: CheckedParams<typeof tourParams>,
): Promise<CheckResult<number>> {
  if (listingID === undefined) return { found: 0, failures: [] };
  // The parameter is text; text that is no number is the number of no listing (R98).
  const listing = listingNumber.parse(listingID);
  if (typeof listing === 'number' && (await listingExists(tenant.database, listing))) {
    return { found: listing, failures: [] };
  }
  const message = `Listing ${listingID.slice(0, GIVEN_SHOWN)} does not exist.`;
  return { found: 0, failures: [new Failure(codes.listingUnknown, message)] };
}
