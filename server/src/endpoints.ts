import type { Endpoint } from './api/endpoint.js';
import { changeEndpoints } from './changes/feed/change.endpoints.js';
import { manageEndpoints } from './changes/manage/manage.endpoints.js';
import { buildingEndpoints } from './resources/buildings/building.js';
import { neighborhoodEndpoints } from './resources/buildings/neighborhood.js';
import { blogEndpoints } from './resources/content/blog.js';
import { blogWriteEndpoints } from './resources/content/blog-write.endpoints.js';
import { labelEndpoints } from './resources/content/label.js';
import { documentEndpoints } from './resources/document.js';
import { leadEndpoints } from './resources/leads/lead.endpoints.js';
import { marketplaceEndpoint } from './resources/leads/marketplace.endpoints.js';
import { linkEndpoints } from './resources/link.js';
import { listingEndpoints } from './resources/listings/listing.endpoints.js';
import { videoHookEndpoints } from './resources/listings/video-hook.endpoints.js';
import { virtualTourEndpoints } from './resources/listings/virtual-tour.endpoints.js';
import { accountEndpoints, accountLinkEndpoints } from './resources/members/account.endpoints.js';
import { clientEndpoints } from './resources/members/client.endpoints.js';
import { favoriteEndpoints } from './resources/members/favorite.endpoints.js';
import { trailEndpoints } from './resources/members/trail.js';
import { officeEndpoints } from './resources/office.js';
import { agentEndpoints } from './resources/people/agent.js';
import { teamEndpoints } from './resources/people/team.js';
import { pressEndpoints } from './resources/press.js';
import { savedSearchEndpoints } from './resources/saved-searches/saved-search.endpoints.js';
import { siteEndpoint } from './resources/site/site.endpoint.js';
import { testimonialEndpoints } from './resources/testimonial.js';
import { videoEndpoints } from './resources/video.js';
import { suggestEndpoint } from './search/completion/suggest.endpoints.js';

export const contentEndpoints: readonly Endpoint[] = [
  ...blogEndpoints,
  ...blogWriteEndpoints,
  ...pressEndpoints,
  ...videoEndpoints,
  ...labelEndpoints,
  ...documentEndpoints,
  ...linkEndpoints,
];

/** Everything about members. */
export const membersEndpoints: readonly Endpoint[] = [
  ...clientEndpoints,
  ...favoriteEndpoints,
  ...trailEndpoints,
  ...accountEndpoints,
  ...accountLinkEndpoints,
];

const specified: readonly Endpoint[] = [
  ...listingEndpoints,
  ...buildingEndpoints,
  ...neighborhoodEndpoints,
  ...agentEndpoints,
  ...testimonialEndpoints,
  ...teamEndpoints,
  ...officeEndpoints,
  ...contentEndpoints,
  ...leadEndpoints,
  marketplaceEndpoint,
  ...membersEndpoints,
  ...savedSearchEndpoints,
  ...virtualTourEndpoints,
  ...videoHookEndpoints,
  ...changeEndpoints,
  suggestEndpoint,
  ...manageEndpoints,
];

/** Every endpoint. The routes, the OpenAPI document and the tests walk this list. */
export const endpoints: readonly Endpoint[] = [...specified, siteEndpoint(specified)];
