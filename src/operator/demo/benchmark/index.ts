/** Streams of records for benchmarks, in the order they are imported. */
export {
  generateAgents,
  generateBuildings,
  generateNeighborhoods,
  generateOffices,
} from './companions.js';
export { generateListings, type StreamedListing, type StreamOptions } from './listings.js';
