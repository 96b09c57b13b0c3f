import type { Endpoint } from '../endpoint.js';
import { blogEndpoints } from './blog.endpoints.js';
import { blogWriteEndpoints } from './blog-write.endpoints.js';
import { documentEndpoints } from './document.endpoints.js';
import { labelEndpoints } from './label.endpoints.js';
import { linkEndpoints } from './link.endpoints.js';
import { pressEndpoints } from './press.endpoints.js';
import { videoEndpoints } from './video.endpoints.js';

/** The endpoints of the content that a brokerage publishes. */
export const contentEndpoints: readonly Endpoint[] = [
  ...blogEndpoints,
  ...blogWriteEndpoints,
  ...pressEndpoints,
  ...videoEndpoints,
  ...labelEndpoints,
  ...documentEndpoints,
  ...linkEndpoints,
];
