import { CENTRAL_BROOKLYN, NORTH_BROOKLYN, SOUTH_BROOKLYN } from './brooklyn-beyond.js';
import { BROWNSTONE_BROOKLYN } from './brooklyn-brownstone.js';
import type { BoroughFacts } from './facts.js';
import { DOWNTOWN } from './manhattan-downtown.js';
import { MIDTOWN } from './manhattan-midtown.js';
import { EAST_SIDE, UPPER_MANHATTAN, WEST_SIDE } from './manhattan-uptown.js';
import { CENTRAL_QUEENS, WESTERN_QUEENS } from './queens.js';

/** The boroughs the demo agency works in, with everything below them. */
export const BOROUGHS: readonly BoroughFacts[] = [
  {
    name: 'Manhattan',
    text: 'The island: from the harbor to the forest at Inwood, every kind of New York home within a train ride.',
    areas: [DOWNTOWN, MIDTOWN, EAST_SIDE, WEST_SIDE, UPPER_MANHATTAN],
  },
  {
    name: 'Brooklyn',
    text: 'Stoops and skylines, parks and piers. Brooklyn’s neighborhoods each keep a main street of their own.',
    areas: [BROWNSTONE_BROOKLYN, NORTH_BROOKLYN, CENTRAL_BROOKLYN, SOUTH_BROOKLYN],
  },
  {
    name: 'Queens',
    text: 'The most varied county in the country, with garden cooperatives, family houses and a waterfront skyline.',
    areas: [WESTERN_QUEENS, CENTRAL_QUEENS],
  },
];
