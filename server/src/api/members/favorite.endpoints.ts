import type { ClientDatabase } from '../../data/client-database/open.js';
import type { Client } from '../../data/client-databases.js';
import { type Call, endpoint } from '../endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../envelopes.js';
import { described, type Param, required, truth, whole, withDefault } from '../params.js';
import type { CheckedParams } from '../read-params.js';
import { isMember } from './client.queries.js';
import {
  addFavorite,
  type Favorite,
  favoritesOf,
  hasListing,
  type IdSpace,
  isFavorite,
  removeFavorite,
} from './favorite.queries.js';
import { FavoritesEnvelope, favoritesAnswer, favoritesFailure } from './favorite.record.js';
import { clientId } from './member.params.js';
import { memberUnknown, twoFeeds } from './member.refusals.js';

const tag = 'Clients and accounts';

const favoriteParams = {
  clientID: clientId(),
  listingID: required(whole(1)),
  isFavorite: described(
    withDefault(truth() as Param<boolean | undefined>, true),
    'False removes the favourite',
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
    summary: "Make a listing a member's favourite, or none",
    params: favoriteParams,
    answer: WriteEnvelope,
    onFailure: writeFailure,
    check: checkFavorite,
    handle: async ({ client }, { clientID, listingID, isFavorite: wanted }, space) => {
      const favorite = { client: clientID, space, listing: listingID };
      if (wanted) await addFavorite(client.database, favorite);
      else await removeFavorite(client.database, favorite);
      return success(codes.done);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/clients/ListFavoriteListingID/',
    access: 'key',
    tag,
    summary: "The ids of a member's favourites",
    params: { clientID: clientId() },
    answer: FavoritesEnvelope,
    onFailure: favoritesFailure,
    handle: async ({ client }, { clientID }) =>
      (await isMember(client.database.db, clientID))
        ? favoritesAnswer(await favoritesOf(client.database, clientID))
        : memberUnknown(clientID),
  }),
];

const IN_FEED: Readonly<Record<IdSpace, string>> = {
  own: '',
  mls: ' in the MLS feed',
  rls: ' in the RLS feed',
};

/** @returns Whose listing is meant. */
async function checkFavorite(
  { client }: Call,
  { values, failures }: CheckedParams<typeof favoriteParams>,
): Promise<IdSpace> {
  const { clientID, listingID, isFavorite: wanted, isMLS, isRLS } = values;
  const space: IdSpace = isMLS ? 'mls' : isRLS ? 'rls' : 'own';
  if (isMLS && isRLS) {
    failures.push(twoFeeds());
  } else if (listingID !== undefined) {
    const removed: Favorite | undefined =
      clientID === undefined || wanted
        ? undefined
        : { client: clientID, space, listing: listingID };
    if (!(await canBeNamed(client, space, listingID, removed))) {
      const message = `Listing ${listingID} does not exist${IN_FEED[space]}.`;
      failures.push(new Failure(codes.listingUnknown, message));
    }
  }
  if (clientID !== undefined && !(await isMember(client.database.db, clientID))) {
    failures.push(memberUnknown(clientID));
  }
  return space;
}

/**
 * Whether a listing may be named: it is there, or it is a favourite that is to be removed, whose
 * listing may have left with its feed (R164).
 */
async function canBeNamed(
  client: Client,
  space: IdSpace,
  id: number,
  removed: Favorite | undefined,
): Promise<boolean> {
  const source: ClientDatabase | undefined =
    space === 'own' ? client.database : client.feeds[space];
  if (source !== undefined && (await hasListing(source, id))) return true;
  return removed !== undefined && (await isFavorite(client.database, removed));
}
