import { firstOf, leniently, problemsOf } from '../checked-params.js';
import type { Call, Endpoint } from '../endpoint.js';
import { codes, failure, success, WriteEnvelope } from '../envelopes.js';
import { whole } from '../params.js';
import { tourParams } from './virtual-tour.params.js';
import { listingExists, setTours } from './virtual-tour.queries.js';

const GIVEN_SHOWN = 80;

const readTour = leniently(tourParams);
const listingNumber = whole(1);

/** The tours of listings. R97. */
export const virtualTourEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/vtour',
    access: 'key',
    tag: 'Virtual tours and video callback',
    summary: 'Set the virtual tours of a listing',
    params: tourParams,
    answer: WriteEnvelope,
    handle: setVirtualTours,
  },
];

async function setVirtualTours({ client, raw }: Call): Promise<WriteEnvelope> {
  const asked = readTour(raw);
  const { listingID, vtourURL, vtourURL2 } = asked.values;
  const refusals = problemsOf(asked, { listingID: codes.fieldMissing });
  // The parameter is text; text that is no number is the number of no listing (R98).
  const listing = listingID === undefined ? undefined : listingNumber.parse(listingID);
  const known = typeof listing === 'number' && (await listingExists(client.database, listing));
  if (listingID !== undefined && !known) {
    const named = listingID.slice(0, GIVEN_SHOWN);
    refusals.push({ code: codes.listingUnknown, message: `Listing ${named} does not exist.` });
  }
  const refusal = firstOf(refusals);
  if (refusal !== undefined) return failure(refusal.code, refusal.message);
  const tours = {
    ...(vtourURL === undefined ? {} : { video: vtourURL }),
    ...(vtourURL2 === undefined ? {} : { video2: vtourURL2 }),
  };
  // Nothing told is nothing changed: an empty address does not clear a tour.
  if (known && Object.keys(tours).length > 0) await setTours(client.database, listing, tours);
  return success(codes.counted);
}
