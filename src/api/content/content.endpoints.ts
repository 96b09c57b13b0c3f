import type { Endpoint } from '../endpoint.js';
import { blogEndpoints } from './blog.endpoints.js';
import { documentEndpoints } from './document.endpoints.js';
import { labelEndpoints } from './label.endpoints.js';
import { linkEndpoints } from './link.endpoints.js';
import { pressEndpoints } from './press.endpoints.js';
import { videoEndpoints } from './video.endpoints.js';

/** The reads of what a brokerage publishes. Specification: Endpoints, Content. */
export const contentEndpoints: readonly Endpoint[] = [
  ...blogEndpoints,
  ...pressEndpoints,
  ...videoEndpoints,
  ...labelEndpoints,
  ...documentEndpoints,
  ...linkEndpoints,
];
