import { Type } from 'typebox';
import { FEW_IDS, MOST_IDS, NEAREST_ZOOM } from './cluster.js';

/** A cluster as it is answered. R270. */
export const Cluster = Type.Object(
  {
    id: Type.String({ description: 'Names its cell of the map, as zoom/x/y' }),
    lat: Type.Number({ description: 'Latitude of the mean of its listings, degrees' }),
    lng: Type.Number({ description: 'Longitude of the mean of its listings, degrees' }),
    count: Type.Integer({ description: 'How many listings it has' }),
    priceMin: Type.Number({ description: 'The lowest price among them, dollars' }),
    priceMax: Type.Number({ description: 'The highest price among them, dollars' }),
    ids: Type.Optional(
      Type.Array(Type.Integer(), {
        maxItems: MOST_IDS,
        description: `Its listings, where they are at most ${FEW_IDS}; from zoom ${NEAREST_ZOOM} on, up to ${MOST_IDS} of them`,
      }),
    ),
  },
  { $id: 'ListingCluster', additionalProperties: false },
);
