import { suggestEndpoint } from '../search/completion/suggest.endpoints.js';
import { buildingEndpoints } from './buildings/building.endpoints.js';
import { neighborhoodEndpoints } from './buildings/neighborhood.endpoints.js';
import { changeEndpoints } from './changes/change.endpoints.js';
import { contentEndpoints } from './content/content.endpoints.js';
import type { Endpoint } from './endpoint.js';
import { alertEndpoints } from './leads/alert.endpoints.js';
import { marketplaceEndpoint } from './leads/marketplace.endpoints.js';
import { listingEndpoints } from './listings/listing.endpoints.js';
import { videoHookEndpoints } from './listings/video-hook.endpoints.js';
import { virtualTourEndpoints } from './listings/virtual-tour.endpoints.js';
import { manageEndpoints } from './manage/manage.endpoints.js';
import { membersEndpoints } from './members/members.endpoints.js';
import { agentEndpoints } from './people/agent.endpoints.js';
import { officeEndpoints } from './people/office.endpoints.js';
import { teamEndpoints } from './people/team.endpoints.js';
import { testimonialEndpoints } from './people/testimonial.endpoints.js';
import { siteEndpoint } from './site/site.endpoint.js';

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
  ...virtualTourEndpoints,
  ...videoHookEndpoints,
  ...changeEndpoints,
  suggestEndpoint,
  ...manageEndpoints,
];

/** Every endpoint. The routes, the OpenAPI document and the tests walk this list. */
export const endpoints: readonly Endpoint[] = [...specified, siteEndpoint(specified)];
