import { Type } from 'typebox';
import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../../api/envelopes.js';
import {
  described,
  GIVEN_SHOWN,
  MALFORMED,
  type Param,
  required,
  text,
  whole,
} from '../../api/params.js';
import type { CheckedParams } from '../../api/read-params.js';
import { idsOf } from '../../lib/grouped.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeTo } from '../../store/tenant/write.js';
import { hasListing } from './listing.queries.js';

/** The most characters of a URL; browsers and proxies have trouble with longer ones. */
const LONGEST_URL = 2048;

/** Characters that no URL holds, or that end an attribute of a page that the URL is put into. */
const NEVER_IN_URL = /[\s"<>\\`\p{Cc}]/u;

/**
 * The URL of a page, http or https (R99). A website puts it into a link or a frame, where
 * `javascript:` and `data:` would run. It is stored unchanged, and the server never fetches it.
 */
function webPage(description: string): Param<string | undefined> {
  return {
    schema: Type.String({ format: 'uri', maxLength: LONGEST_URL, description }),
    accepts: `an http:// or https:// address of at most ${LONGEST_URL} characters`,
    fallback: undefined,
    parse: (input) => {
      const url = input.trim();
      if (url.length > LONGEST_URL || NEVER_IN_URL.test(url)) return MALFORMED;
      return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : MALFORMED;
    },
  };
}

/** The parameters of `POST /vtour`. R97. */
const tourParams = {
  listingID: required(described(text(100), 'The number of the listing')),
  vtourURL: webPage('Becomes essentials_video'),
  vtourURL2: webPage('Becomes essentials_video2'),
};

/** The tours to set on a listing; an absent one stays as it is. */
interface Tours {
  readonly video?: string;
  readonly video2?: string;
}

/** Sets the tours of a listing, whether or not it had any. Searches do not look at tours. */
export async function setTours(
  database: TenantDatabase,
  listing: number,
  tours: Tours,
): Promise<void> {
  await writeTo(database, async (transaction, changes) => {
    const set = await transaction
      .updateTable('listing')
      .set(tours)
      .where('id', '=', listing)
      .returning('id')
      .execute();
    const fields = Object.keys(tours).map((tour) => changedLine(`essentials_${tour}`));
    changes.wrote('listings', idsOf(set), fields.join('\n'));
  });
}

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
  if (typeof listing === 'number' && (await hasListing(tenant.database, listing))) {
    return { found: listing, failures: [] };
  }
  const message = `Listing ${listingID.slice(0, GIVEN_SHOWN)} does not exist.`;
  return { found: 0, failures: [new Failure(codes.listingUnknown, message)] };
}
