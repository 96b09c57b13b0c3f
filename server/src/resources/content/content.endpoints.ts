import type { Endpoint } from '../../api/endpoint.js';
import { documentEndpoints } from '../document.js';
import { linkEndpoints } from '../link.js';
import { pressEndpoints } from '../press.js';
import { videoEndpoints } from '../video.js';
import { blogEndpoints } from './blog.js';
import { blogWriteEndpoints } from './blog-write.endpoints.js';
import { labelEndpoints } from './label.js';

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
