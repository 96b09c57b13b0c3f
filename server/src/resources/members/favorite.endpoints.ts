import { type Static, Type } from 'typebox';
import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import {
  codes,
  envelope,
  Failure,
  success,
  WriteEnvelope,
  writeFailure,
} from '../../api/envelopes.js';
import { described, type Param, required, truth, whole, withDefault } from '../../api/params.js';
import type { CheckedParams } from '../../api/read-params.js';
import { idsOf } from '../../lib/grouped.js';
import { findsRow, inPortions } from '../../store/tenant/bulk.js';
import { noteEvents } from '../../store/tenant/followers.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { ID_SPACES, type IdSpace } from '../../store/tenant/people-tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { hasListing } from '../listings/listing.queries.js';
import { favoriteEvent } from '../webhook-events.js';
import { isMember } from './client.queries.js';
import { clientId, memberUnknown, twoFeeds } from './member.params.js';

/** A favourite of a member. */
interface Favorite {
  readonly client: number;
  readonly space: IdSpace;
  readonly listing: number;
}

/** Stores a favourite, if it is not stored yet. */
export async function addFavorite(database: TenantDatabase, favorite: Favorite): Promise<void> {
  const { client, listing } = favorite;
  const space = ID_SPACES[favorite.space];
  await writeUnversioned(database, async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('favorite_listing')
      .values({ client_id: client, id_space: space, listing_id: listing })
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'id_space', 'listing_id']).doNothing(),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return;
    noteEvents(transaction, [favoriteEvent('added', client, favorite.space, listing)]);
  });
}

/** Removes a favourite, if it is stored. */
async function removeFavorite(database: TenantDatabase, favorite: Favorite): Promise<void> {
  const { client, listing } = favorite;
  const space = ID_SPACES[favorite.space];
  await writeUnversioned(database, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('favorite_listing')
      .where('client_id', '=', client)
      .where('id_space', '=', space)
      .where('listing_id', '=', listing)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    noteEvents(transaction, [favoriteEvent('removed', client, favorite.space, listing)]);
  });
}

/** Whether a favourite is stored. */
export function isFavorite({ db }: TenantDatabase, favorite: Favorite): Promise<boolean> {
  return findsRow(
    db
      .selectFrom('favorite_listing')
      .select('listing_id')
      .where('client_id', '=', favorite.client)
      .where('id_space', '=', ID_SPACES[favorite.space])
      .where('listing_id', '=', favorite.listing),
  );
}

/** The favourites of a member in each space, ascending, without those whose listing was removed: it may come back. */
export async function favoritesOf(
  { database, feeds }: Pick<Tenant, 'database' | 'feeds'>,
  client: number,
): Promise<Readonly<Record<IdSpace, readonly number[]>>> {
  const rows = await database.db
    .selectFrom('favorite_listing')
    .select(['id_space', 'listing_id'])
    .where('client_id', '=', client)
    .orderBy('id_space')
    .orderBy('listing_id')
    .execute();
  const of = async (space: IdSpace, place: TenantDatabase | undefined) => {
    const ids = rows
      .filter((row) => row.id_space === ID_SPACES[space])
      .map((row) => row.listing_id);
    if (place === undefined || ids.length === 0) return ids;
    const found = await inPortions(ids, (portion) =>
      place.db.selectFrom('listing').select('id').where('id', 'in', portion).execute(),
    );
    const there = new Set(idsOf(found));
    return ids.filter((id) => there.has(id));
  };
  return {
    own: await of('own', database),
    mls: await of('mls', feeds.mls),
    rls: await of('rls', feeds.rls),
  };
}

const ids = (description: string) => Type.Array(Type.Integer(), { description });
const none = Type.Array(Type.Integer(), { maxItems: 0, description: 'Always empty' });

/** The answer of `POST /clients/ListFavoriteListingID/` (R163). */
const FavoritesEnvelope = envelope(
  'FavoritesEnvelope',
  {
    MESSAGE: Type.String({
      description: 'LISTINGIDS, comma separated; what failed, where STATUS is Error',
    }),
    LISTINGIDS: ids("Favorites among the client's own listings"),
    MLSLISTINGIDS: ids('Favorites in the MLS feed, which numbers its listings separately'),
    RLSLISTINGIDS: ids('Favorites in the RLS feed, which numbers its listings separately'),
  },
  {
    success: { MESSAGE: Type.String({ description: 'LISTINGIDS, comma separated' }) },
    error: { LISTINGIDS: none, MLSLISTINGIDS: none, RLSLISTINGIDS: none },
  },
);

/** The answer of `POST /clients/ListFavoriteListingID/`. */
type FavoritesEnvelope = Static<typeof FavoritesEnvelope>;

/** The answer with the favourites of a member. */
function favoritesAnswer(
  favorites: Readonly<Record<IdSpace, readonly number[]>>,
): FavoritesEnvelope {
  return {
    // Without the ids of feeds: one list could not say whose an id is.
    ...success(codes.done, favorites.own.join(',')),
    LISTINGIDS: [...favorites.own],
    MLSLISTINGIDS: [...favorites.mls],
    RLSLISTINGIDS: [...favorites.rls],
  };
}

function favoritesFailure(failure: Failure): FavoritesEnvelope {
  return { ...writeFailure(failure), LISTINGIDS: [], MLSLISTINGIDS: [], RLSLISTINGIDS: [] };
}

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
