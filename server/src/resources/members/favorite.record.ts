import { type Static, Type } from 'typebox';
import { codes, envelope, type Failure, success, writeFailure } from '../../api/envelopes.js';
import type { IdSpace } from './favorite.queries.js';

const ids = (description: string) => Type.Array(Type.Integer(), { description });
const none = Type.Array(Type.Integer(), { maxItems: 0, description: 'Always empty' });

/** The answer of `POST /clients/ListFavoriteListingID/` (R163). */
export const FavoritesEnvelope = envelope(
  'FavoritesEnvelope',
  {
    MESSAGE: Type.String({
      description: 'LISTINGIDS, comma separated; what failed, where STATUS is Error',
    }),
    LISTINGIDS: ids("Favourites among the client's own listings"),
    MLSLISTINGIDS: ids('Favourites in the MLS feed, whose ids are of a space of their own'),
    RLSLISTINGIDS: ids('Favourites in the RLS feed, likewise'),
  },
  {
    success: { MESSAGE: Type.String({ description: 'LISTINGIDS, comma separated' }) },
    error: { LISTINGIDS: none, MLSLISTINGIDS: none, RLSLISTINGIDS: none },
  },
);

/** The answer of `POST /clients/ListFavoriteListingID/`. */
export type FavoritesEnvelope = Static<typeof FavoritesEnvelope>;

/** The answer with the favourites of a member. */
export function favoritesAnswer(
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

/** The answer to a failure. */
export function favoritesFailure(failure: Failure): FavoritesEnvelope {
  return { ...writeFailure(failure), LISTINGIDS: [], MLSLISTINGIDS: [], RLSLISTINGIDS: [] };
}
