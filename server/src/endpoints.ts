import type { Endpoint } from './api/endpoint.js';
import { changeEndpoints } from './changes/feed/change.endpoints.js';
import { manageEndpoints } from './changes/manage/manage.endpoints.js';
import { buildingEndpoints } from './resources/buildings/building.js';
import { neighborhoodEndpoints } from './resources/buildings/neighborhood.js';
import { contentEndpoints } from './resources/content/content.endpoints.js';
import { alertEndpoints } from './resources/leads/lead.endpoints.js';
import { marketplaceEndpoint } from './resources/leads/marketplace.endpoints.js';
import { listingEndpoints } from './resources/listings/listing.endpoints.js';
import { videoHookEndpoints } from './resources/listings/video-hook.endpoints.js';
import { virtualTourEndpoints } from './resources/listings/virtual-tour.endpoints.js';
import { membersEndpoints } from './resources/members/members.endpoints.js';
import { officeEndpoints } from './resources/office.js';
import { agentEndpoints } from './resources/people/agent.js';
import { teamEndpoints } from './resources/people/team.js';
import { savedSearchEndpoints } from './resources/saved-searches/saved-search.endpoints.js';
import { siteEndpoint } from './resources/site/site.endpoint.js';
import { testimonialEndpoints } from './resources/testimonial.js';
import { suggestEndpoint } from './search/completion/suggest.endpoints.js';

const specified: readonly Endpoint[] = [
  ...listingEndpoints,
  ...buildingEndpoints,
  ...neighborhoodEndpoints,
  ...agentEndpoints,
  ...testimonialEndpoints,
  ...teamEndpoints,
  ...officeEndpoints,
  ...contentEndpoints,
  ...alertEndpoints,
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
