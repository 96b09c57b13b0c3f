/** What can be bought or rented in a building, and how. */
export type Tenure = 'coop' | 'condo' | 'condop' | 'rental' | 'house' | 'mixed' | 'business' | 'land';

/** How interiors and facades of a class look. */
export type Style = 'prewar' | 'modern' | 'loft';

/** What all buildings of one class have in common. */
export interface ClassProfile {
  readonly tenure: Tenure;
  readonly style: Style;
  /** How many of every 150 buildings. */
  readonly share: number;
  /** First and last year built; the last counts back from the current year when 0 or less. */
  readonly built: readonly [number, number];
  readonly stories: readonly [number, number];
  /** Apartments on a floor. */
  readonly perFloor: readonly [number, number];
  /** Names of the layouts found in it, see `LAYOUTS`; the more often named, the more common. */
  readonly layouts: readonly string[];
  /** Size of a layout here against the usual, and prices against the neighborhood's. */
  readonly size: number;
  readonly sale: number;
  readonly rent: number;
  /** What a floor higher adds to a price, as a fraction. */
  readonly floorStep: number;
  readonly elevator: boolean;
  /** Probability of an attended lobby. */
  readonly doorman: number;
  /** Building `type`, and `propertytype` in the agency's own vocabulary. */
  readonly type: string;
  readonly propertyType: string;
  /** Architectural styles; one is drawn. */
  readonly architecture: readonly string[];
  /** True where the address should be on an avenue; false on a side street; null either way. */
  readonly wide: boolean | null;
  /** Probability of a shop on the ground floor. */
  readonly shop: number;
}

const PREWAR = ['Beaux Arts', 'Neo-Renaissance', 'Georgian Revival', 'Art Deco', 'Tudor Revival'];
const ROWHOUSE = ['Italianate', 'Greek Revival', 'Neo-Grec', 'Romanesque Revival', 'Renaissance Revival'];
const MODERN = ['Contemporary', 'Modern', 'Contextual Brick'];

const PROFILES = {
  prewarCoop: {
    tenure: 'coop', style: 'prewar', share: 21, built: [1905, 1939], stories: [6, 17], perFloor: [3, 7],
    layouts: ['studio', 'one', 'one', 'oneOffice', 'two', 'twoBath', 'twoBath', 'three', 'threeBath', 'four'],
    size: 1.06, sale: 0.7, rent: 0.92, floorStep: 0.009, elevator: true, doorman: 0.75,
    type: 'Apartment', propertyType: 'Elevator', architecture: PREWAR, wide: null, shop: 0.15,
  },
  postwarCoop: {
    tenure: 'coop', style: 'modern', share: 12, built: [1951, 1978], stories: [8, 26], perFloor: [6, 12],
    layouts: ['studio', 'alcove', 'one', 'one', 'oneOffice', 'twoBath', 'two', 'three'],
    size: 1, sale: 0.6, rent: 0.9, floorStep: 0.006, elevator: true, doorman: 0.85,
    type: 'Apartment', propertyType: 'Highrise', architecture: ['Postwar', 'International'], wide: true, shop: 0.3,
  },
  gardenCoop: {
    tenure: 'coop', style: 'prewar', share: 5, built: [1917, 1941], stories: [4, 6], perFloor: [4, 8],
    layouts: ['one', 'one', 'oneOffice', 'two', 'twoBath', 'three'],
    size: 1.05, sale: 0.8, rent: 0.95, floorStep: 0.006, elevator: true, doorman: 0,
    type: 'Apartment', propertyType: 'Garden', architecture: ['Neo-Georgian', 'Tudor Revival'], wide: false, shop: 0,
  },
  condoTower: {
    tenure: 'condo', style: 'modern', share: 14, built: [2004, 0], stories: [16, 54], perFloor: [4, 9],
    layouts: ['studio', 'one', 'one', 'oneHalf', 'oneOffice', 'twoBath', 'twoBath', 'twoHalf', 'threeBath', 'threeHalf'],
    size: 1, sale: 1.08, rent: 1.1, floorStep: 0.006, elevator: true, doorman: 1,
    type: 'Apartment', propertyType: 'Highrise', architecture: MODERN, wide: true, shop: 0.3,
  },
  boutiqueCondo: {
    tenure: 'condo', style: 'modern', share: 12, built: [2006, 0], stories: [5, 12], perFloor: [1, 4],
    layouts: ['one', 'oneHalf', 'twoBath', 'twoBath', 'twoHalf', 'threeBath', 'threeHalf'],
    size: 1.02, sale: 1.02, rent: 1.06, floorStep: 0.012, elevator: true, doorman: 0.25,
    type: 'Apartment', propertyType: 'Elevator', architecture: MODERN, wide: null, shop: 0.1,
  },
  loftCondo: {
    tenure: 'condo', style: 'loft', share: 9, built: [1880, 1918], stories: [5, 11], perFloor: [1, 3],
    layouts: ['loftOne', 'loftTwo', 'loftTwo', 'loftThree'],
    size: 1, sale: 0.98, rent: 0.9, floorStep: 0.014, elevator: true, doorman: 0.35,
    type: 'Apartment', propertyType: 'Loft', architecture: ['Cast Iron', 'Romanesque Revival', 'Industrial'], wide: false, shop: 0.5,
  },
  condop: {
    tenure: 'condop', style: 'modern', share: 3, built: [1963, 2003], stories: [14, 32], perFloor: [5, 9],
    layouts: ['studio', 'alcove', 'one', 'one', 'twoBath', 'twoHalf'],
    size: 1, sale: 0.78, rent: 1, floorStep: 0.006, elevator: true, doorman: 1,
    type: 'Apartment', propertyType: 'Highrise', architecture: ['Postwar', 'Postmodern'], wide: true, shop: 0.3,
  },
  rentalTower: {
    tenure: 'rental', style: 'modern', share: 15, built: [1986, 0], stories: [14, 48], perFloor: [6, 12],
    layouts: ['studio', 'studio', 'alcove', 'one', 'one', 'oneOffice', 'twoBath', 'twoBath', 'threeBath'],
    size: 0.94, sale: 1, rent: 1.06, floorStep: 0.005, elevator: true, doorman: 1,
    type: 'Apartment', propertyType: 'Highrise', architecture: MODERN, wide: true, shop: 0.4,
  },
  elevatorRental: {
    tenure: 'rental', style: 'prewar', share: 10, built: [1922, 1968], stories: [5, 12], perFloor: [4, 9],
    layouts: ['studio', 'one', 'one', 'two', 'two', 'twoBath', 'three'],
    size: 0.98, sale: 0.8, rent: 0.9, floorStep: 0.006, elevator: true, doorman: 0.2,
    type: 'Apartment', propertyType: 'Elevator', architecture: ['Art Deco', 'Colonial Revival', 'Neo-Renaissance'], wide: null, shop: 0.2,
  },
  walkup: {
    tenure: 'rental', style: 'prewar', share: 12, built: [1885, 1931], stories: [4, 6], perFloor: [2, 4],
    layouts: ['studio', 'one', 'one', 'two', 'two', 'threeOne'],
    size: 0.8, sale: 0.75, rent: 0.86, floorStep: 0, elevator: false, doorman: 0,
    type: 'Apartment', propertyType: 'Walkup', architecture: ['Neo-Grec', 'Renaissance Revival', 'Queen Anne'], wide: false, shop: 0.35,
  },
  brownstone: {
    tenure: 'rental', style: 'prewar', share: 8, built: [1868, 1906], stories: [4, 5], perFloor: [1, 1],
    layouts: ['one', 'two', 'oneOffice', 'twoBath'],
    size: 1, sale: 0.9, rent: 0.93, floorStep: 0, elevator: false, doorman: 0,
    type: 'Townhouse', propertyType: 'Brownstone', architecture: ROWHOUSE, wide: false, shop: 0,
  },
  townhouse: {
    tenure: 'house', style: 'prewar', share: 8, built: [1846, 1910], stories: [4, 5], perFloor: [1, 1],
    layouts: ['townhouseFour', 'townhouseFive', 'townhouseSix'],
    size: 1, sale: 0.86, rent: 0.78, floorStep: 0, elevator: false, doorman: 0,
    type: 'Townhouse', propertyType: 'Brownstone', architecture: ROWHOUSE, wide: false, shop: 0,
  },
  house: {
    tenure: 'house', style: 'prewar', share: 7, built: [1899, 1949], stories: [2, 3], perFloor: [1, 1],
    layouts: ['houseThree', 'houseFour', 'houseFive'],
    size: 1, sale: 0.82, rent: 0.8, floorStep: 0, elevator: false, doorman: 0,
    type: 'House', propertyType: 'House', architecture: ['Colonial Revival', 'Tudor Revival', 'Victorian', 'Brick Rowhouse'], wide: false, shop: 0,
  },
  mixedUse: {
    tenure: 'mixed', style: 'prewar', share: 6, built: [1892, 1931], stories: [3, 5], perFloor: [2, 2],
    layouts: ['one', 'two', 'threeOne'],
    size: 0.85, sale: 0.72, rent: 0.85, floorStep: 0, elevator: false, doorman: 0,
    type: 'Mixed Use', propertyType: 'Walkup', architecture: ['Renaissance Revival', 'Neo-Grec'], wide: null, shop: 1,
  },
  office: {
    tenure: 'business', style: 'loft', share: 3, built: [1908, 1931], stories: [12, 24], perFloor: [3, 6],
    layouts: ['suite'],
    size: 1, sale: 0.55, rent: 0.72, floorStep: 0.005, elevator: true, doorman: 1,
    type: 'Office', propertyType: 'Office Building', architecture: ['Beaux Arts', 'Art Deco'], wide: null, shop: 1,
  },
  retail: {
    tenure: 'business', style: 'loft', share: 1, built: [1902, 1929], stories: [2, 3], perFloor: [1, 1],
    layouts: ['suite'],
    size: 1, sale: 0.7, rent: 0.9, floorStep: 0, elevator: false, doorman: 0,
    type: 'Commercial', propertyType: 'Taxpayer', architecture: ['Industrial'], wide: null, shop: 1,
  },
  site: {
    tenure: 'land', style: 'loft', share: 2, built: [1922, 1954], stories: [1, 2], perFloor: [0, 0],
    layouts: [],
    size: 1, sale: 0, rent: 0, floorStep: 0, elevator: false, doorman: 0,
    type: 'Development Site', propertyType: 'Garage', architecture: ['Industrial'], wide: null, shop: 0,
  },
  lot: {
    tenure: 'land', style: 'loft', share: 2, built: [0, 0], stories: [0, 0], perFloor: [0, 0],
    layouts: [],
    size: 1, sale: 0, rent: 0, floorStep: 0, elevator: false, doorman: 0,
    type: 'Land', propertyType: 'Vacant Lot', architecture: ['N/A'], wide: null, shop: 0,
  },
} satisfies Record<string, ClassProfile>;

/** The kinds of building the generator knows. */
export type BuildingClass = keyof typeof PROFILES;

/** Every class with its profile. */
export const CLASSES: Readonly<Record<BuildingClass, ClassProfile>> = PROFILES;
