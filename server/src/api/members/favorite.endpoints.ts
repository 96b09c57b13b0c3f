import type { ClientDatabase } from '../../data/client-database/open.js';
import type { Client } from '../../data/client-databases.js';
import { firstOf, leniently, problemsOf } from '../checked-params.js';
import type { Call, Endpoint } from '../endpoint.js';
import { codes, failure, success, WriteEnvelope } from '../envelopes.js';
import { described, type Param, truth, whole, withDefault } from '../params.js';
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
import { memberUnknown } from './member.refusals.js';

const tag = 'Clients and accounts';

const favoriteParams = {
  clientID: clientId(),
  listingID: whole(1),
  isFavorite: described(
    withDefault(truth() as Param<boolean | undefined>, true),
    'False removes the favourite',
  ),
  isRLS: described(truth(), 'The id is of the attached RLS feed'),
  isMLS: described(truth(), 'The id is of the attached MLS feed'),
};
const favoritesParams = { clientID: clientId() };

const readFavorite = leniently(favoriteParams);
const readFavorites = leniently(favoritesParams);

/** Favorites of members. R163, R164. */
export const favoriteEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/clients/favoriteListing/',
    access: 'signed',
    tag,
    summary: "Make a listing a member's favourite, or none",
    params: favoriteParams,
    answer: WriteEnvelope,
    handle: setFavorite,
  },
  {
    method: 'POST',
    path: '/clients/ListFavoriteListingID/',
    access: 'key',
    tag,
    summary: "The ids of a member's favourites",
    params: favoritesParams,
    answer: FavoritesEnvelope,
    handle: listFavorites,
  },
];

const IN_FEED: Readonly<Record<IdSpace, string>> = {
  own: '',
  mls: ' in the MLS feed',
  rls: ' in the RLS feed',
};

async function setFavorite({ client, raw }: Call): Promise<WriteEnvelope> {
  const asked = readFavorite(raw);
  const { clientID, listingID, isFavorite: wanted, isMLS, isRLS } = asked.values;
  const space: IdSpace = isMLS ? 'mls' : isRLS ? 'rls' : 'own';
  const refusals = problemsOf(asked, {
    clientID: codes.fieldMissing,
    listingID: codes.fieldMissing,
  });
  if (isMLS && isRLS) {
    refusals.push({
      code: codes.valueMalformed,
      message: 'isMLS: true was given with isRLS; accepted is one of the two.',
    });
  } else if (listingID !== undefined) {
    const favorite =
      clientID === undefined || wanted
        ? undefined
        : { client: clientID, space, listing: listingID };
    if (!(await canBeNamed(client, space, listingID, favorite))) {
      refusals.push({
        code: codes.listingUnknown,
        message: `Listing ${listingID} does not exist${IN_FEED[space]}.`,
      });
    }
  }
  if (clientID !== undefined && !(await isMember(client.database.db, clientID))) {
    refusals.push(memberUnknown(clientID));
  }
  const refusal = firstOf(refusals);
  if (refusal !== undefined) return failure(refusal.code, refusal.message);
  const favorite = { client: clientID ?? 0, space, listing: listingID ?? 0 };
  if (wanted) await addFavorite(client.database, favorite);
  else await removeFavorite(client.database, favorite);
  return success(codes.done);
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

async function listFavorites({ client, raw }: Call): Promise<FavoritesEnvelope> {
  const asked = readFavorites(raw);
  const refusal = firstOf(problemsOf(asked, { clientID: codes.fieldMissing }));
  if (refusal !== undefined) return favoritesFailure(refusal);
  const { clientID = 0 } = asked.values;
  if (!(await isMember(client.database.db, clientID))) {
    return favoritesFailure(memberUnknown(clientID));
  }
  return favoritesAnswer(await favoritesOf(client.database, clientID));
}
