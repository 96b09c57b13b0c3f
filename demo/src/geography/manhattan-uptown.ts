import type { AreaFacts } from './facts.js';
import { avenue, crosstown } from './grid.js';
import { streets } from './segment.js';

/** Manhattan east of Central Park. */
export const EAST_SIDE: AreaFacts = {
  name: 'East Side',
  text: 'Between Central Park and the East River: museums and white-glove houses near the park, livelier avenues toward the water.',
  neighborhoods: [
    {
      name: 'Lenox Hill',
      lines: '6FQNRW45',
      sale: 1700,
      rent: 80,
      mix: {
        prewarCoop: 4,
        postwarCoop: 3,
        condoTower: 2,
        townhouse: 1,
        elevatorRental: 1,
        rentalTower: 1,
        brownstone: 1,
      },
      places: [
        'the Seventy-second Street park entrance',
        'the Frick garden',
        'the East River greenway',
      ],
      text: 'Limestone mansions close to the park, postwar towers closer to the hospitals, and some of the most complete shopping avenues in the city.',
      segments: [
        ...crosstown('east', [63, 64, 65, 66, 67], [100, 200, 300], '10065'),
        ...crosstown('east', [64, 65, 66], [50], '10065'),
        ...crosstown('east', [70, 71], [140, 200, 300], '10021'),
        ...avenue('Lexington Avenue', [63, 65], '10065'),
        ...avenue('Park Avenue', [63, 65, 66], '10065'),
        ...avenue('Second Avenue', [64, 66], '10065'),
      ],
    },
    {
      name: 'Upper East Side',
      lines: '6Q45',
      sale: 1900,
      rent: 82,
      mix: {
        prewarCoop: 7,
        postwarCoop: 2,
        townhouse: 2,
        condop: 1,
        condoTower: 1,
        boutiqueCondo: 1,
        brownstone: 1,
      },
      places: ['the Metropolitan Museum', 'the Conservatory Water', 'the Madison Avenue galleries'],
      text: 'Museum Mile, prewar cooperatives with elevator men, and side streets where the trees meet overhead.',
      segments: [
        ...crosstown('east', [73, 74, 75, 76], [50, 140, 200], '10021'),
        ...crosstown('east', [77, 78, 79], [50, 140, 200], '10075'),
        ...crosstown('east', [81, 82, 83, 84], [50, 140], '10028'),
        ...avenue('Fifth Avenue', [73, 74], '10021'),
        ...avenue('Fifth Avenue', [77], '10075'),
        ...avenue('Park Avenue', [73, 75, 76], '10021'),
        ...avenue('Park Avenue', [81, 83], '10028'),
        ...avenue('Third Avenue', [77, 78], '10075'),
      ],
    },
    {
      name: 'Carnegie Hill',
      lines: '6Q',
      sale: 1650,
      rent: 78,
      mix: { prewarCoop: 5, townhouse: 2, brownstone: 1, postwarCoop: 1, boutiqueCondo: 1 },
      places: ['the Reservoir', 'the Cooper Hewitt garden', 'the bookshops of Madison Avenue'],
      text: 'A hilltop of schools and family-sized apartments next to the Reservoir, with a village pace along upper Madison.',
      segments: [
        ...crosstown('east', [87, 88, 89, 91, 92, 93], [50, 100, 140], '10128'),
        ...avenue('Park Avenue', [87, 90, 92], '10128'),
        ...avenue('Madison Avenue', [90, 92], '10128'),
      ],
    },
    {
      name: 'Yorkville',
      lines: 'Q456',
      sale: 1400,
      rent: 74,
      mix: {
        postwarCoop: 4,
        walkup: 3,
        condoTower: 3,
        rentalTower: 3,
        elevatorRental: 2,
        prewarCoop: 1,
      },
      places: [
        'Carl Schurz Park',
        'the Second Avenue subway',
        'the ferry at East Ninetieth Street',
      ],
      text: 'Good value by East Side measure: bakeries, walk-ups and new towers between Third Avenue and a very fine riverside park.',
      segments: [
        ...crosstown('east', [81, 82, 83, 84, 85], [300, 400], '10028'),
        ...crosstown('east', [87, 88, 89, 90, 91], [300, 400], '10128'),
        ...avenue('Second Avenue', [82, 84], '10028'),
        ...avenue('First Avenue', [88, 90], '10128'),
        ...avenue('York Avenue', [81, 84], '10028'),
      ],
    },
    {
      name: 'Roosevelt Island',
      lines: 'F',
      sale: 1050,
      rent: 66,
      mix: { condoTower: 1, rentalTower: 1 },
      places: ['the tramway', 'the lighthouse park', 'the memorial at the island’s southern tip'],
      text: 'One main street between two channels of the East River, with a cable car to Manhattan and promenades all the way around.',
      segments: streets(`
        * Main Street; 405-595; 40.7582 -73.9526; 40.7618 -73.9502; 10044; Road 4, Roosevelt Island Bridge Plaza
      `),
    },
  ],
};

/** Manhattan west of Central Park. */
export const WEST_SIDE: AreaFacts = {
  name: 'West Side',
  text: 'Between two parks: twin-towered landmarks on Central Park, brownstone side streets, and terraced gardens above the Hudson.',
  neighborhoods: [
    {
      name: 'Lincoln Square',
      lines: '123ABCD',
      sale: 1850,
      rent: 84,
      mix: { condoTower: 4, prewarCoop: 2, postwarCoop: 2, rentalTower: 2, condop: 1 },
      places: ['Lincoln Center', 'Columbus Circle', 'Riverside Park South'],
      text: 'Opera, ballet and a reflecting pool, surrounded by tall full-service houses with river or park views.',
      segments: [
        ...crosstown('upperWest', [62, 63, 64, 65, 66, 67, 68, 69], [0, 100], '10023'),
        ...crosstown('upperWest', [70], [0, 100, 200, 300], '10023'),
        ...avenue('Central Park West', [62, 66, 68], '10023'),
        ...avenue('West End Avenue', [65, 69], '10023'),
      ],
    },
    {
      name: 'Upper West Side',
      lines: '123BC',
      sale: 1700,
      rent: 80,
      mix: {
        prewarCoop: 8,
        brownstone: 4,
        townhouse: 2,
        postwarCoop: 1,
        condoTower: 2,
        elevatorRental: 2,
        walkup: 2,
        boutiqueCondo: 1,
      },
      places: ['the Natural History Museum', 'Riverside Park', 'the Boat Basin'],
      text: 'Prewar houses along the avenues, brownstones between them and a park at either end of every walk. Broadway supplies the bagels.',
      segments: [
        ...crosstown('upperWest', [73, 74, 75, 76], [0, 100, 250, 300], '10023'),
        ...crosstown('upperWest', [80, 82, 83, 84, 85, 87, 88], [0, 100, 250, 300], '10024'),
        ...avenue('Central Park West', [73, 74], '10023'),
        ...avenue('Central Park West', [84, 87], '10024'),
        ...avenue('West End Avenue', [76, 81, 84, 88], '10024'),
        ...avenue('Riverside Drive', [80, 83, 86], '10024'),
      ],
    },
    {
      name: 'Manhattan Valley',
      lines: '123BC',
      sale: 1250,
      rent: 68,
      mix: { walkup: 3, condoTower: 1, prewarCoop: 2, boutiqueCondo: 1, brownstone: 1 },
      places: ['the North Woods of Central Park', 'the Great Hill', 'the Columbus Avenue shops'],
      text: 'A pocket between two parks with stoops, gardens and newer buildings along Frederick Douglass Boulevard’s southern end.',
      segments: [
        ...crosstown('upperWest', [101, 102, 103, 104, 105, 107, 108], [0, 100, 200], '10025'),
        ...avenue('Central Park West', [101, 106], '10025'),
      ],
    },
  ],
};

/** Manhattan north of Central Park. */
export const UPPER_MANHATTAN: AreaFacts = {
  name: 'Upper Manhattan',
  text: 'Hills, parks and wide avenues north of 110th Street, with generous prewar apartments and rowhouse blocks that rank with the city’s best.',
  neighborhoods: [
    {
      name: 'Morningside Heights',
      lines: '1BC',
      sale: 1150,
      rent: 64,
      mix: { prewarCoop: 4, elevatorRental: 2, condoTower: 1 },
      places: ['Riverside Park', 'the cathedral close', 'Morningside Park'],
      text: 'A university acropolis between two parks, with stately prewar houses along Riverside Drive.',
      segments: [
        ...crosstown('harlem', [111, 112, 113], [500, 600], '10025'),
        ...crosstown('harlem', [121, 122, 123], [500], '10027'),
        ...avenue('Riverside Drive', [112, 114], '10025'),
      ],
    },
    {
      name: 'Harlem',
      lines: '23ABCD',
      sale: 950,
      rent: 58,
      mix: {
        brownstone: 4,
        townhouse: 2,
        condoTower: 2,
        boutiqueCondo: 3,
        walkup: 3,
        elevatorRental: 1,
        mixedUse: 1,
        site: 1,
      },
      places: ['Marcus Garvey Park', 'the Apollo', 'Strivers’ Row'],
      text: 'Brownstone rows of rare completeness, jazz and church music, and a restaurant scene along Frederick Douglass Boulevard.',
      segments: [
        ...crosstown('harlem', [112, 113, 114, 115], [100, 200], '10026'),
        ...crosstown('harlem', [121, 122, 123, 128, 129], [0, 100, 200], '10027'),
        ...crosstown('harlem', [136, 137, 138, 139], [100, 200], '10030'),
        ...avenue('Frederick Douglass Boulevard', [112, 114, 117], '10026'),
      ],
    },
    {
      name: 'East Harlem',
      lines: '6',
      sale: 900,
      rent: 60,
      mix: { walkup: 4, condoTower: 1, rentalTower: 2, boutiqueCondo: 1, mixedUse: 1, lot: 1 },
      places: ['Thomas Jefferson Park', 'the market under the viaduct', 'the Museo del Barrio'],
      text: 'Murals, plazas and new construction east of Fifth Avenue, with express trains and the river close by.',
      segments: [
        ...crosstown('east', [100, 101, 102, 103, 104, 105], [140, 200, 300], '10029'),
        ...crosstown('east', [117, 118, 119, 120], [140, 200, 300], '10035'),
        ...avenue('Second Avenue', [102, 106], '10029'),
      ],
    },
    {
      name: 'Hamilton Heights',
      lines: '1ABCD',
      sale: 750,
      rent: 52,
      mix: { prewarCoop: 3, brownstone: 2, elevatorRental: 2, walkup: 1, townhouse: 1 },
      places: [
        'Riverbank State Park',
        'the Grange in St. Nicholas Park',
        'the Convent Avenue rowhouses',
      ],
      text: 'Rowhouses on a ridge, large prewar apartments and a park built out over the river.',
      segments: [
        ...crosstown('harlem', [141, 142, 143, 144, 146, 147, 148], [500, 600], '10031'),
        ...avenue('Riverside Drive', [142, 146], '10031'),
      ],
    },
    {
      name: 'Washington Heights',
      lines: '1AC',
      sale: 700,
      rent: 48,
      mix: { prewarCoop: 3, elevatorRental: 3, walkup: 1 },
      places: ['Fort Tryon Park', 'the Little Red Lighthouse', 'the Highbridge water tower'],
      text: 'The island’s high ground: Art Deco apartment houses, bridge views and the gardens of Fort Tryon.',
      segments: streets(`
        * Fort Washington Avenue; 240-700; 40.8432 -73.9420; 40.8562 -73.9365; 10033; West 171st Street, West 175th Street, West 179th Street, West 181st Street, West 187th Street
        Cabrini Boulevard; 40-220; 40.8503 -73.9411; 40.8545 -73.9391; 10033; West 179th Street, West 181st Street, West 187th Street
        Haven Avenue; 240-380; 40.8483 -73.9427; 40.8522 -73.9412; 10033; West 177th Street, West 179th Street, West 181st Street
      `),
    },
    {
      name: 'Inwood',
      lines: '1A',
      sale: 600,
      rent: 46,
      mix: { prewarCoop: 2, elevatorRental: 3, walkup: 1 },
      places: ['Inwood Hill Park', 'the Isham Park lawns', 'the Dyckman farmhouse'],
      text: 'The northern tip of Manhattan, where an old-growth forest meets a tidal marsh and apartments are still bought for their size.',
      segments: streets(`
        Park Terrace West; 30-100; 40.8697 -73.9194; 40.8722 -73.9166; 10034; West 215th Street, West 217th Street, West 218th Street
        Cooper Street; 20-110; 40.8666 -73.9253; 40.8690 -73.9212; 10034; Academy Street, West 204th Street, West 207th Street
        Seaman Avenue; 40-220; 40.8655 -73.9269; 40.8701 -73.9207; 10034; Academy Street, Beak Street, West 207th Street, West 215th Street
      `),
    },
  ],
};
