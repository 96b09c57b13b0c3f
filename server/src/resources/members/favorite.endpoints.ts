import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../../api/envelopes.js';
import { described, type Param, required, truth, whole, withDefault } from '../../api/params.js';
import type { CheckedParams } from '../../api/read-params.js';
import type { IdSpace } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { isMember } from './client.queries.js';
import {
  addFavorite,
  type Favorite,
  FavoritesEnvelope,
  favoritesAnswer,
  favoritesFailure,
  favoritesOf,
  hasListing,
  isFavorite,
  removeFavorite,
} from './favorite.queries.js';
import { clientId, memberUnknown, twoFeeds } from './member.params.js';

const tag = 'Clients and accounts';

const favoriteParams = {
  clientID: clientId(),
  listingID: required(described(whole(1), 'The listing')),
  isFavorite: described(
    withDefault(truth() as Param<boolean | undefined>, true),
    'False removes the favorite',
  ),
  isRLS: described(truth(), 'The id is of the attached RLS feed'),
  isMLS: described(truth(), 'The id is of the attached MLS feed'),
};

/** Favorites of members. R163, R164. */
export const favoriteEndpoints = [
  endpoint({
    method: 'POST',
    path: '/clients/favoriteListing/',
    access: 'signed',
    tag,
    operation: 'setFavorite',
    summary: "Add or remove a member's favorite",
    description:
      'Adds a listing to the favorites of a member; with `isFavorite` false, removes it. Doing either twice succeeds.',
    params: favoriteParams,
    answer: WriteEnvelope,
    codes: [codes.listingUnknown, codes.memberUnknown],
    onFailure: writeFailure,
    check: checkFavorite,
    handle: async ({ tenant }, { clientID, listingID, isFavorite: wanted }, space) => {
      const favorite = { client: clientID, space, listing: listingID };
      if (wanted) await addFavorite(tenant.database, favorite);
      else await removeFavorite(tenant.database, favorite);
      return success(codes.done);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/clients/ListFavoriteListingID/',
    access: 'key',
    readOnly: true,
    tag,
    operation: 'listFavorites',
    summary: "The ids of a member's favorites",
    description:
      "Answers the ids of a member's favorites, in ascending order. The brokerage's own listings and those of each feed are in separate arrays, because their ids overlap.",
    params: { clientID: clientId() },
    answer: FavoritesEnvelope,
    codes: [codes.memberUnknown],
    onFailure: favoritesFailure,
    handle: async ({ tenant }, { clientID }) =>
      (await isMember(tenant.database.db, clientID))
        ? favoritesAnswer(await favoritesOf(tenant, clientID))
        : memberUnknown(clientID),
  }),
];

const IN_FEED: Readonly<Record<IdSpace, string>> = {
  own: '',
  mls: ' in the MLS feed',
  rls: ' in the RLS feed',
};

/** Finds whose listing is meant. */
async function checkFavorite(
  { tenant }: Call,
  { values }: CheckedParams<typeof favoriteParams>,
): Promise<CheckResult<IdSpace>> {
  const { clientID, listingID, isFavorite: wanted, isMLS, isRLS } = values;
  const space: IdSpace = isMLS ? 'mls' : isRLS ? 'rls' : 'own';
  const removed: Favorite | undefined =
    clientID === undefined || listingID === undefined || wanted
      ? undefined
      : { client: clientID, space, listing: listingID };
  return {
    found: space,
    failures: [
      isMLS && isRLS
        ? twoFeeds()
        : listingID !== undefined &&
          !(await canBeNamed(tenant, space, listingID, removed)) &&
          new Failure(
            codes.listingUnknown,
            `Listing ${listingID} does not exist${IN_FEED[space]}.`,
          ),
      clientID !== undefined &&
        !(await isMember(tenant.database.db, clientID)) &&
        memberUnknown(clientID),
    ],
  };
}

/**
 * Whether a listing may be named: it is there, or it is a favourite that is to be removed, whose
 * listing may have left with its feed (R164).
 */
async function canBeNamed(
  tenant: Tenant,
  space: IdSpace,
  id: number,
  removed: Favorite | undefined,
): Promise<boolean> {
  const source: TenantDatabase | undefined =
    space === 'own' ? tenant.database : tenant.feeds[space];
  if (source !== undefined && (await hasListing(source, id))) return true;
  return removed !== undefined && (await isFavorite(tenant.database, removed));
}
