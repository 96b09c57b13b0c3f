import type { Endpoint } from '../../api/endpoint.js';
import { accountEndpoints } from './account.endpoints.js';
import { accountLinkEndpoints } from './account-links.endpoints.js';
import { clientEndpoints } from './client.endpoints.js';
import { favoriteEndpoints } from './favorite.endpoints.js';
import { trailEndpoints } from './trail.js';

/** Everything about members. */
export const membersEndpoints: readonly Endpoint[] = [
  ...clientEndpoints,
  ...favoriteEndpoints,
  ...trailEndpoints,
  ...accountEndpoints,
  ...accountLinkEndpoints,
];
