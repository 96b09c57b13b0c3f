import { neighborhoodEndpoints } from './buildings/neighborhood.endpoints.js';
import type { Endpoint } from './endpoint.js';
import { listingEndpoints } from './listings/listing.endpoints.js';

/** Every endpoint there is. Routes, the OpenAPI document and the tests walk this list. */
export const endpoints: readonly Endpoint[] = [...listingEndpoints, ...neighborhoodEndpoints];
