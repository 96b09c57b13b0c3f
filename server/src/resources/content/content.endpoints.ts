import { documentEndpoints } from '../../api/content/document.endpoints.js';
import { linkEndpoints } from '../../api/content/link.endpoints.js';
import { pressEndpoints } from '../../api/content/press.endpoints.js';
import { videoEndpoints } from '../../api/content/video.endpoints.js';
import type { Endpoint } from '../../api/endpoint.js';
import { blogEndpoints } from './blog.endpoints.js';
import { blogWriteEndpoints } from './blog-write.endpoints.js';
import { labelEndpoints } from './label.endpoints.js';

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
